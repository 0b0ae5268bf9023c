import { DatabaseError, type QueryConfig } from 'pg'
import { query, type Repetition } from '../../db/pool.ts'
import type { Caller } from '../admission/caller.ts'
import { followTrace } from '../watch/follow_trace.ts'
import type { Database } from './database.ts'
import { type Once, onceStatement } from './idempotency.ts'
import { identityOf } from './opening.ts'
import type { Call } from './statements.ts'

/** The row that the statement of an operation returns. */
export interface Found {
  /** The function's JSON as text; null when there is nothing to see, or when client or server know the state. */
  json: string | null
  /** The version of the record. */
  version?: string | null
  /** The state of the data that the answer is built from. */
  state?: string
}

/** Calls a function as the caller. @returns its JSON as text; null when there is nothing to see */
export async function callFunction(
  database: Database,
  call: Call,
  caller: Caller,
  values: unknown[],
): Promise<string | null> {
  return (await readRow(database, prepare(database, call, caller, values), 'harmful')).json
}

/** Runs a statement. @param repetition whether it may run again on another connection */
export async function readRow(
  { pool }: Database,
  statement: QueryConfig,
  repetition: Repetition,
): Promise<Found> {
  const { rows } = await query<Found>(pool, statement, repetition).catch((error: unknown) => {
    // A deadlock rolled back the whole statement. One more try succeeds, because the other transaction went on.
    if (error instanceof DatabaseError && error.code === '40P01')
      return query<Found>(pool, statement, repetition)
    throw error
  })
  return rows[0] ?? { json: null }
}

/** A statement with its values: who asks, the arguments, and what makes a repeated request known. */
export function prepare(
  { schema, namedStatements }: Database,
  call: Call,
  caller: Caller,
  values: unknown[],
  once: Once | null = null,
): QueryConfig {
  const all = [...identityOf(caller, schema), ...values]
  const { name, text } = once === null ? call : onceStatement(call, all.length, once.needs)
  return followTrace({
    ...(namedStatements && { name }),
    text,
    values: once === null ? all : [...all, once.key, once.fingerprint],
  })
}
