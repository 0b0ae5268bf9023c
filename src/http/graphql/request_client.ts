import type { Pool, PoolClient } from 'pg'
import { leavesUnusable } from '../../db/connection_errors.ts'
import { acquire } from '../../db/pool.ts'
import type { Caller } from '../admission/caller.ts'
import { opening } from '../operation/opening.ts'
import { kept } from './limits.ts'

/** The interface through which Grafast runs statements. */
type WithClient = <T>(settings: unknown, work: (client: RequestClient) => Promise<T>) => Promise<T>

interface RequestClient {
  query(statement: {
    text: string
    /** The same for the same text. */
    name?: string
    values?: unknown[]
    arrayMode?: boolean
  }): Promise<{ rows: unknown[]; rowCount: number | null; notices: [] }>
  withTransaction<T>(work: (client: RequestClient) => Promise<T>): Promise<T>
}

/** How requests use the database. */
export interface Access {
  /** Its connections pipeline: they send statements that do not wait for each other at once. */
  pool: Pool
  /** No statement begins after this time, and none takes longer. */
  seconds: number
  /** Whether statements are prepared; off behind a pooler in transaction mode. */
  namedStatements: boolean
}

// The names of the statements that a connection has prepared.
const prepared = new WeakMap<PoolClient, Set<string>>()

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
 * @throws refusals of the caller, and the error of the first statement that failed: Grafast would make it the error of one
 *   field and go on with a dead transaction
 */
export async function withRequest<T>(
  access: Access,
  caller: Caller,
  work: (withPgClient: WithClient) => Promise<T>,
): Promise<T> {
  const client = await acquire(access.pool)
  let ending = false
  try {
    const result = await inTransaction(client, access, caller, work)
    // Nobody waits for it: what follows on this connection, if only its end, is sent later.
    client.query('commit').catch(() => undefined)
    ending = (prepared.get(client)?.size ?? 0) >= kept.statements
    return result
  } catch (error) {
    ending = leavesUnusable(error)
    // If this fails or is skipped, the connection is closed, and the transaction with it.
    if (!ending) await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release(ending)
  }
}

async function inTransaction<T>(
  client: PoolClient,
  { seconds, namedStatements }: Access,
  caller: Caller,
  work: (withPgClient: WithClient) => Promise<T>,
): Promise<T> {
  const name = namedStatements ? { name: 'open' } : {}
  // Sent at once. After a failure of the first, the second fails too.
  await Promise.all([client.query(begin(seconds)), client.query({ ...name, ...opening(caller, 'api') })])
  const failure: { error?: unknown } = {}
  const requestClient = clientOf(client, { deadline: Date.now() + seconds * 1_000, namedStatements, failure })
  const result = await work((_settings, use) => use(requestClient))
  if ('error' in failure) throw failure.error
  return result
}

interface Run {
  deadline: number
  namedStatements: boolean
  failure: { error?: unknown }
}

// Runs statements one after the other. pg would send them at once, and not stop at the time limit.
function clientOf(client: PoolClient, { deadline, namedStatements, failure }: Run): RequestClient {
  let last: Promise<unknown> = Promise.resolve()
  const run: RequestClient['query'] = async ({ text, name, values = [], arrayMode = false }) => {
    if ('error' in failure) throw failure.error
    try {
      if (Date.now() > deadline) throw new OutOfTime('out of time')
      const { rows, rowCount } = await client.query({
        text,
        values,
        ...(namedStatements && name !== undefined && { name: prepare(client, name) }),
        ...(arrayMode && { rowMode: 'array' }),
      })
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

function prepare(client: PoolClient, name: string): string {
  const names = prepared.get(client) ?? new Set()
  prepared.set(client, names.add(name))
  return name
}
