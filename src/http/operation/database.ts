import type { Pool } from 'pg'
import type { Standby } from '../../db/standby.ts'

/** How a server reaches the functions of one schema. */
export interface Database {
  pool: Pool
  schema: 'api' | 'auth'
  /** Off behind a pooler in transaction mode. */
  namedStatements: boolean
  /** For operations that may be read there. */
  standby?: Standby
  /** The address, where it is another cell than that of the server's own database. */
  cell?: string
}

/** Finds the database of a SIS. */
export interface DatabaseOfSis {
  /**
   * The database where a SIS lives; the server's own if there is no SIS or its key is unknown.
   * @throws 503 while it may not be asked
   */
  of(sisKey: string | null): Database
}
