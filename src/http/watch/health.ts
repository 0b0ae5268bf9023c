import { setTimeout } from 'node:timers/promises'
import express, { type Router } from 'express'
import type { Pool } from 'pg'
import { lossOf } from '../../db/connection_errors.ts'
import { missingDatabaseGuards } from '../../db/guards.ts'
import { isMigrated } from '../../db/migrate.ts'
import { isFull, isOutage, query } from '../../db/pool.ts'
import type { Readiness } from '../../process/readiness.ts'

// A probe waits less long than a request.
const PATIENCE_MS = 3_000
// Only a superuser changes them.
const WARNINGS_KEPT_MS = 10_000
const unreachable = 'Base de données injoignable'
const full = 'Le disque de la base de données est plein'
// A write mostly notices a full disk first.
const ROOM_EVERY_MS = 60_000

/**
 * `/health`: the process lives. `/ready`: its databases answer, have the migrations of this program, and accept
 * writes; and a worker in the same process reads mail. `/ready?read` does not ask for writes. Privileges that only a
 * superuser can revoke appear as warnings. Other cells are named with their state: the server is ready without them.
 * @param demo the demo's database; `filling` says whether its past is still being loaded
 */
export function answerHealth(
  pools: Pool[],
  readiness: Pick<Readiness, 'fault'>,
  cells: () => Record<string, string>,
  demo?: Pool,
): Router {
  const router = express.Router()
  const looks = pools.map((pool) => ({
    reading: shared(() => findFault(pool)),
    writing: shared(lookForWriting(pool)),
  }))
  const warn = shared(() => findWarnings(pools[0]), WARNINGS_KEPT_MS)
  // A database that does not say it in time has not finished.
  let filling: { filling?: boolean } = demo === undefined ? {} : { filling: true }
  const fill = shared(async () => {
    filling = await findFilling(demo).catch(() => filling)
  })
  router.get('/health', (_req, res) => {
    res.json({ status: 'ok' })
  })
  router.get('/ready', async (req, res) => {
    const kind = req.query.read === undefined ? 'writing' : 'reading'
    const found = await Promise.all(looks.map((look) => inTime(look[kind](), unreachable)))
    const fault = found.find((each) => each !== null) ?? readiness.fault()
    const others = cells()
    const named = Object.keys(others).length > 0 ? { cells: others } : {}
    if (fault === null) {
      const [warned] = await Promise.all([inTime(warn(), {}), inTime(fill(), undefined)])
      res.json({ status: 'ok', ...named, ...warned, ...filling })
    } else
      res
        .status(503)
        .set('Retry-After', '5')
        .json({ error: fault, ...named })
  })
  return router
}

// Anybody may probe, at any rate: concurrent probes share one answer, so each kind takes one connection at
// most. An answer may be given again for a while.
function shared<T>(look: () => Promise<T>, keptMs = 0): () => Promise<T> {
  let running: Promise<T> | undefined
  const forget = () => {
    running = undefined
  }
  return () => {
    running ??= look().finally(() => {
      if (keptMs === 0) forget()
      else void setTimeout(keptMs, undefined, { ref: false }).then(forget)
    })
    return running
  }
}

async function findFault(pool: Pool): Promise<string | null> {
  try {
    return (await isMigrated(pool)) ? null : 'Les migrations de la base ne sont pas à jour'
  } catch {
    return unreachable
  }
}

function lookForWriting(pool: Pool): () => Promise<string | null> {
  let lookedAt = Number.NEGATIVE_INFINITY
  return async () => {
    const fault = await findFault(pool)
    if (fault !== null) return fault
    try {
      await query(pool, { text: 'select request.check_writing()' })
      if (!isFull(pool) && performance.now() - lookedAt > ROOM_EVERY_MS) {
        await query(pool, { text: 'select request.check_room(1)' })
        lookedAt = performance.now()
      }
    } catch (error) {
      if (lossOf(error) === 'room') isOutage(pool, error)
      else return 'La base de données n’accepte pas d’écriture'
    }
    return isFull(pool) ? full : null
  }
}

async function findWarnings(pool: Pool | undefined): Promise<{ warnings?: string[] }> {
  const guards = pool === undefined ? [] : await missingDatabaseGuards(pool).catch(() => [])
  return guards.length === 0 ? {} : { warnings: guards.map(({ sentence }) => sentence) }
}

async function findFilling(demo: Pool | undefined): Promise<{ filling?: boolean }> {
  if (demo === undefined) return {}
  const answer = await query<{ filling: boolean }>(demo, { text: 'select request.is_filling() as filling' })
  return answer.rows[0]?.filling === true ? { filling: true } : {}
}

async function inTime<T>(search: Promise<T>, otherwise: T): Promise<T> {
  const time = new AbortController()
  const late = setTimeout(PATIENCE_MS, otherwise, { signal: time.signal }).catch(() => otherwise)
  return await Promise.race([search, late]).finally(() => time.abort())
}
