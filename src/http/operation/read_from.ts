import type { Pool } from 'pg'
import type { Standby } from '../../db/standby.ts'
import type { Operation } from '../document/operation.ts'

/** Does the work of an operation on a standby, if there is one and the operation may be read there. */
export function readFrom<Source extends { pool: Pool; standby?: Standby }, T>(
  database: Source,
  { onStandby }: Pick<Operation, 'onStandby'>,
  work: (database: Source) => Promise<T>,
): Promise<T> {
  const { standby } = database
  if (standby === undefined || !onStandby) return work(database)
  return standby.read(
    (pool) => work({ ...database, pool }),
    () => work(database),
  )
}
