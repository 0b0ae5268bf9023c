import { query } from '../../db/pool.ts'
import type { Caller } from '../admission/caller.ts'
import type { Database } from './database.ts'
import { type Needs, opening } from './opening.ts'

/**
 * Opens a request and reads nothing. @throws 401 for a disabled account, 403 for rights that were taken away, 404 for an
 * unknown SIS
 */
export async function openRequest({ pool, schema }: Database, caller: Caller, needs: Needs): Promise<void> {
  await query(pool, opening(caller, schema, needs), 'harmless')
}
