import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import type { Pool, PoolClient } from 'pg'
import { withClient } from '../db/pool.ts'
import { refusals } from './errors.ts'
import type { Operation } from './operation.ts'
import type { Page } from './paging.ts'

/** A list of at most so many rows is answered in one piece. */
export const HELD = 5_000
const BATCH = 1_000
// A slow reader occupies a connection and a snapshot of the database for so long at most.
const PATIENCE_MS = 300_000
// What json_agg writes between two rows that are JSON.
const BETWEEN_ROWS = ', '

// Streams that run, by pool.
const running = new WeakMap<Pool, number>()

/** The page that shows whether a whole list is too long for one piece. */
export const probe: Page = { limit: HELD, after: null }

/** Whether a list that was read up to the row after `probe` goes on after it. */
export function isTooLong(json: string): boolean {
  // Each row is an object. Parsing takes longer than counting braces, and few lists have enough of them.
  let braces = 0
  for (let at = json.indexOf('{'); at >= 0 && braces <= HELD; at = json.indexOf('{', at + 1)) braces++
  return braces > HELD && JSON.parse(json).length > HELD
}

/**
 * Sends a whole list as it is read, page by page in one snapshot of the database, so that neither the server nor
 * PostgreSQL holds it.
 * @param read reads a page as JSON on a connection, with one row more than the page has
 * @throws 503 when such answers occupy half of the pool; an error after the answer has begun, when it cannot go on
 */
export async function sendWhole(
  res: Response,
  pool: Pool,
  { sort }: Pick<Operation, 'sort'>,
  read: (client: PoolClient, page: Page) => Promise<string>,
): Promise<void> {
  const others = running.get(pool) ?? 0
  if (others >= pool.options.max / 2) throw refusals.busy()
  running.set(pool, others + 1)
  try {
    await withClient(pool, async (client) => {
      await client.query('begin isolation level repeatable read, read only')
      try {
        const rows = Readable.from(readRows(sort ?? [], (page) => read(client, page)))
        await pipeline(rows, res, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(unlessLeft)
      } finally {
        await client.query('rollback')
      }
    })
  } finally {
    running.set(pool, (running.get(pool) ?? 1) - 1)
  }
}

// A reader may leave before the end.
function unlessLeft(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
}

async function* readRows(sort: string[], read: (page: Page) => Promise<string>): AsyncGenerator<string> {
  let after: unknown[] | null = null
  for (let lead = '{"data":['; ; lead = BETWEEN_ROWS) {
    const json = await read({ limit: BATCH - 1, after })
    const rows: Record<string, unknown>[] = JSON.parse(json)
    const last = rows.at(-1)
    if (last !== undefined) yield lead + json.slice(1, -1)
    if (last === undefined || rows.length < BATCH) break
    after = sort.map((field) => last[field])
  }
  yield ']}'
}
