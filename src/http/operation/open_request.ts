import { query } from '../../db/pool.ts'
import type { Caller } from '../admission/caller.ts'
import type { Database } from './database.ts'
import { opening } from './opening.ts'

/** Opens a request and reads nothing. @throws 401 for a disabled account, 404 for an unknown SIS */
export async function openRequest({ pool, schema }: Database, caller: Caller): Promise<void> {
  await query(pool, opening(caller, schema), 'harmless')
}
