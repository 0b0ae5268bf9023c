import type { Pool, PoolClient } from 'pg'
import { leavesUnusable, withClient } from '../../db/pool.ts'
import type { Caller } from '../caller.ts'
import { opening } from '../open_request.ts'

/** The interface through which Grafast runs statements. */
export type WithClient = <T>(settings: unknown, work: (client: RequestClient) => Promise<T>) => Promise<T>

interface RequestClient {
  query(statement: {
    text: string
    values?: unknown[]
    arrayMode?: boolean
  }): Promise<{ rows: unknown[]; rowCount: number | null; notices: [] }>
  withTransaction<T>(work: (client: RequestClient) => Promise<T>): Promise<T>
}

/**
 * SQLSTATE query_canceled: of a statement that took too long, and of a request whose time is up before its next
 * statement.
 */
export const TIMED_OUT = '57014'
class OutOfTime extends Error {
  readonly code = TIMED_OUT
}

// All figures of a request come from one snapshot, nothing can be written, and instants are in UTC.
const begin = (seconds: number) =>
  `begin transaction isolation level repeatable read, read only; set local statement_timeout = '${seconds}s'; set local time zone 'UTC'`

/**
 * Works in one read-only transaction that request.open has opened for the caller, so that settings come from nowhere
 * else and the account is checked first.
 * @param seconds no statement begins after this time, and none takes longer
 * @throws refusals of the caller, and the error of the first statement that failed: Grafast would make it the error of one
 *   field and go on with a dead transaction
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
      // If this fails or is skipped, the connection is closed, and the transaction with it.
      if (!leavesUnusable(error)) await client.query('rollback').catch(() => undefined)
      throw error
    }
  })
}

// Runs statements one after the other. pg would queue them too, but would not stop after a failure or at the time
// limit.
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
