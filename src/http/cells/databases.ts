import type { ErrorRequestHandler } from 'express'
import { DatabaseError, type Pool } from 'pg'
import type { Config } from '../../config.ts'
import type { Standby } from '../../db/standby.ts'
import type { Database, DatabaseOfSis } from '../operation/database.ts'

/** The databases behind an API: one, or the cells of one instance. */
export interface Databases extends DatabaseOfSis {
  /** The pool that requests of a SIS wait for, whether it may be asked or not; null if there is none. */
  poolOf(sisKey: string | null): Pool | null
  /** The accounts' database, with the instance's mailbox, for a SIS that lives in another one; else null. */
  accountsFor(sisKey: string | null): Database | 'away' | null
  /** The state of each cell, by its name: `ok`, or what is wrong. Empty where there are no cells. */
  cells(): Record<string, string>
  /** Looks again where each SIS lives, because a database has refused one that lives elsewhere. */
  lookAgain(): Promise<void>
}

/** How the data API and GraphQL reach the functions of the schema api. */
export function dataDatabase(config: Config, pool: Pool, standby?: Standby): Database {
  const namedStatements = config.DATABASE_NAMED_STATEMENTS
  return { pool, schema: 'api', namedStatements, ...(standby && { standby }) }
}

/** An API with one database. */
export function only(database: Database): Databases {
  return {
    of: () => database,
    poolOf: () => database.pool,
    accountsFor: () => null,
    cells: () => ({}),
    lookAgain: async () => undefined,
  }
}

/** Whether a database refuses a SIS because it lives in another (request.refuse_away). */
export function isElsewhere(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === 'PT503' && error.detail !== undefined
}

/** Looks again where each SIS lives when a database refuses one (request.refuse_away): it may have moved. */
export function noteMoved(databases: Databases): ErrorRequestHandler {
  return (error, _req, _res, next) => {
    if (isElsewhere(error)) void databases.lookAgain()
    next(error)
  }
}
