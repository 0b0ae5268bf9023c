import type pg from 'pg'
import type { Config } from '../../config.ts'
import type { Finding } from './finding.ts'

/** Something that `caserne doctor` examines. */
export interface Check {
  /** A French word or two, the first column of the output. */
  name: string
  /**
   * Means of the check: nothing but the settings, a session of any of Caserne's logins on the migrated
   * database, or a session as caserne_owner.
   */
  needs: 'settings' | 'database' | 'owner'
  examine(examined: Examined): Promise<Finding[]>
}

/** Subject of the checks: an instance and its settings. */
export interface Examined {
  config: Config
  /** @throws if the check did not ask for the database */
  readonly database: pg.Client
}
