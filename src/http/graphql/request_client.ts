import type { Pool, PoolClient } from 'pg'
import { leavesUnusable, withClient } from '../../db/pool.ts'
import type { Caller } from '../caller.ts'
import { opening } from '../open_request.ts'

/** How Grafast reaches the database: it gives the statements, and gets rows. */
export type WithClient = <T>(settings: unknown, work: (client: RequestClient) => Promise<T>) => Promise<T>

interface RequestClient {
  query(statement: {
    text: string
    values?: unknown[]
    arrayMode?: boolean
  }): Promise<{ rows: unknown[]; rowCount: number | null; notices: [] }>
  withTransaction<T>(work: (client: RequestClient) => Promise<T>): Promise<T>
}

/** SQLSTATE query_canceled: what a statement that took too long fails with, and a request whose time is up before the next one. */
export const TIMED_OUT = '57014'
class OutOfTime extends Error {
  readonly code = TIMED_OUT
}

// Figures of one request are of one moment, and nothing is written whatever is asked. Instants are told in UTC.
const begin = (seconds: number) =>
  `begin transaction isolation level repeatable read, read only; set local statement_timeout = '${seconds}s'; set local time zone 'UTC'`

/**
 * Works in one read-only transaction that request.open has opened for the caller: no setting comes from anywhere else, and the
 * account is asked for first.
 * @param seconds no statement begins after them, and none takes longer.
 * @throws what the database says against the caller, and what it said against the first statement that failed: Grafast would
 * make that the error of one field, and go on with a transaction that is dead.
 */
export function withRequest<T>(
  pool: Pool,
  caller: Caller,
  seconds: number,
  work: (withPgClient: WithClient) => Promise<T>,
): Promise<T> {
  return withClient(pool, async (client) => {
    await client.query(begin(seconds))
    try {
      await client.query(opening(caller, 'api'))
      const failure: { error?: unknown } = {}
      const requestClient = clientOf(client, Date.now() + seconds * 1_000, failure)
      const result = await work((_settings, use) => use(requestClient))
      if ('error' in failure) throw failure.error
      await client.query('commit')
      return result
    } catch (error) {
      // Where it fails, or is not tried, the connection is closed, and with it the transaction.
      if (!leavesUnusable(error)) await client.query('rollback').catch(() => undefined)
      throw error
    }
  })
}

// Statements go one after the other: pg would queue them too, but not stop where one has failed, or time is up.
function clientOf(client: PoolClient, deadline: number, failure: { error?: unknown }): RequestClient {
  let last: Promise<unknown> = Promise.resolve()
  const run: RequestClient['query'] = async ({ text, values = [], arrayMode = false }) => {
    if ('error' in failure) throw failure.error
    try {
      if (Date.now() > deadline) throw new OutOfTime('out of time')
      const { rows, rowCount } = await client.query({ text, values, ...(arrayMode && { rowMode: 'array' }) })
      return { rows, rowCount, notices: [] }
    } catch (error) {
      failure.error = error
      throw error
    }
  }
  const requestClient: RequestClient = {
    query: (statement) => {
      const result = last.then(() => run(statement))
      last = result.catch(() => undefined)
      return result
    },
    withTransaction: (work) => work(requestClient),
  }
  return requestClient
}
