import express, { type Router } from 'express'
import type { Pool } from 'pg'
import { isMigrated } from '../db/migrate.ts'

/** `/health`: the process lives. `/ready`: its databases answer and have the migrations it was written for. */
export function answerHealth(pools: Pool[]): Router {
  const router = express.Router()
  router.get('/health', (_req, res) => {
    res.json({ status: 'ok' })
  })
  router.get('/ready', async (_req, res) => {
    const faults = (await Promise.all(pools.map(findFault))).filter((fault) => fault !== null)
    res
      .status(faults.length === 0 ? 200 : 503)
      .json(faults.length === 0 ? { status: 'ok' } : { error: faults[0] })
  })
  return router
}

async function findFault(pool: Pool): Promise<string | null> {
  try {
    return (await isMigrated(pool)) ? null : 'Les migrations de la base ne sont pas à jour'
  } catch {
    return 'Base de données injoignable'
  }
}
