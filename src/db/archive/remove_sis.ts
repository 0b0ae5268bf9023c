import type pg from 'pg'
import type { Step } from '../../process/progress.ts'
import { becomeSuperuser, LEFT, LEFT_BETWEEN_INSTANCES, readTables } from './carried_tables.ts'

/**
 * Removes a SIS that is closed, with all of its rows, its journal too. Accounts stay. The journal of the instance (sis_key
 * `*`) keeps that it was removed.
 * @param client within the transaction that commits it
 * @returns the number of rows by table
 * @throws in French, for a SIS that is open, and without a superuser
 */
export async function removeSis(client: pg.Client, sis: string, step: Step): Promise<Record<string, number>> {
  await client.query('set local statement_timeout = 0')
  await client.query('select auth.require_whole($1)', [sis])
  // Held until the end, so that nobody opens it again meanwhile.
  const { rows } = await client.query<{ closed: boolean }>(
    'select f.ferme_at is not null as closed from auth.fermetures f where f.sis_key = $1 for update',
    [sis],
  )
  if (rows[0]?.closed !== true)
    throw new Error(`Le SIS ${sis} est ouvert. Fermez-le d’abord : caserne sis close ${sis}`)
  await becomeSuperuser(client)
  const tables = await readTables(client)
  // Triggers refuse to change what is closed, paid or journal. All rows of the SIS go, so no foreign key is left open.
  await client.query('set local session_replication_role = replica')
  const removed: Record<string, number> = {}
  const names = [...tables.map((table) => table.name), ...LEFT, ...LEFT_BETWEEN_INSTANCES]
  for (const name of names) {
    step(name, names.length)
    removed[name] = (await client.query(`delete from ${name} where sis_key = $1`, [sis])).rowCount ?? 0
  }
  await client.query('delete from auth.sis where api_key = $1', [sis])
  await client.query(
    `insert into audit.journal (sis_key, ressource, action, avant) values ('*', 'sis', 'suppression', $1)`,
    [JSON.stringify({ api_key: sis, lignes: removed })],
  )
  await client.query('set local session_replication_role = origin')
  return removed
}
