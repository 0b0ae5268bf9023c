import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import type { Pool, PoolClient } from 'pg'
import { withClient } from '../../db/pool.ts'
import type { Operation } from '../document/operation.ts'
import { refusals } from '../refusals/errors.ts'
import { compressorsFor } from '../server/compress.ts'
import type { Page } from './paging.ts'

/** A whole list of at most this many rows comes from one statement. */
export const MAX_ROWS_AT_ONCE = 5_000
const BATCH = 1_000
// How long a slow reader may hold a connection and a snapshot of the database.
const PATIENCE_MS = 300_000
// json_agg writes this between two rows that are JSON.
const BETWEEN_ROWS = ', '

// How many lists are being streamed, by pool.
const streaming = new WeakMap<Pool, number>()

/** The page that shows whether a whole list is too long for one statement. */
export const probe: Page = { limit: MAX_ROWS_AT_ONCE, after: null }

/** Whether a list, read by `probe` with one row more, is too long for one statement. */
export function isTooLong(json: string): boolean {
  // Each row is an object, so a list with few braces has few rows. Counting braces is faster than parsing.
  let braces = 0
  for (let at = json.indexOf('{'); at >= 0 && braces <= MAX_ROWS_AT_ONCE; at = json.indexOf('{', at + 1))
    braces++
  return braces > MAX_ROWS_AT_ONCE && JSON.parse(json).length > MAX_ROWS_AT_ONCE
}

/**
 * Sends a whole list as it is read, page by page in one snapshot of the database, so that neither the server nor
 * PostgreSQL holds it.
 * @param read reads a page as JSON on a connection, with one row more than the page has
 * @throws 503 if such lists occupy half of the pool; another error if the list breaks off after its beginning
 */
export async function sendWhole(
  res: Response,
  pool: Pool,
  { sort }: Pick<Operation, 'sort'>,
  read: (client: PoolClient, page: Page) => Promise<string>,
): Promise<void> {
  const others = streaming.get(pool) ?? 0
  if (others >= pool.options.max / 2) throw refusals.busy()
  streaming.set(pool, others + 1)
  try {
    await withClient(pool, async (client) => {
      await client.query('begin isolation level repeatable read, read only')
      try {
        const rows = Readable.from(readRows(sort ?? [], (page) => read(client, page)))
        await pipeline([rows, ...compressorsFor(res), res], {
          signal: AbortSignal.timeout(PATIENCE_MS),
        }).catch(unlessLeft)
      } finally {
        await client.query('rollback')
      }
    })
  } finally {
    streaming.set(pool, (streaming.get(pool) ?? 1) - 1)
  }
}

// A client that leaves before the end is no error.
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
