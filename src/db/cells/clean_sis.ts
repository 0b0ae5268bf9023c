import type pg from 'pg'
import type { Step } from '../../process/progress.ts'
import { asReplica } from './as_replica.ts'
import { movedTables, PEOPLE } from './moved_tables.ts'
import type { Side } from './replicate.ts'

// They describe the SIS in one database, and start over in another.
const LOCAL = ['audit.changements', 'jobs.baux']

/**
 * Removes the rows of a SIS in a cell where it does not live. Where the accounts are kept, theirs stay. Databases that
 * follow this one keep the rows that they have from the new cell.
 * @returns the number of rows by table
 * @throws in French when the SIS lives there
 */
export async function cleanSis(
  { client, cell }: Side,
  sis: string,
  step: Step,
): Promise<Record<string, number>> {
  const tables = await movedTables(client, sis)
  return await asReplica(client, async () => {
    await requireAway(client, cell.nom, sis)
    const removed: Record<string, number> = {}
    const own = 'sis_key = $1'
    const others = [...LOCAL, ...(cell.comptes ? [] : [PEOPLE])].map((name) => ({ name, where: own }))
    const all = [...tables, ...others]
    for (const { name, where } of all) {
      step(name, all.length)
      // Without accounts, none of their entries are worth keeping.
      const condition = cell.comptes ? where : own
      const values = condition === own ? [sis] : []
      removed[name] = (await client.query(`delete from ${name} where ${condition}`, values)).rowCount ?? 0
    }
    removed.graphile_worker = await removeJobs(client, sis)
    await client.query(
      `insert into audit.journal (sis_key, ressource, action, avant) values ('*', 'sis', 'suppression', $1)`,
      [JSON.stringify({ api_key: sis, cellule: cell.nom, lignes: removed })],
    )
    return removed
  })
}

// Held until the end, so that it does not come back meanwhile: its home would be a row of the same key.
async function requireAway(client: pg.Client, cell: string, sis: string): Promise<void> {
  const { rows } = await client.query<{ cellule: string | null; home: boolean }>(
    `select s.cellule, exists (select from request.homes h where h.sis_key = s.api_key) as home
       from auth.sis s where s.api_key = $1 for share`,
    [sis],
  )
  if (rows[0] === undefined) throw new Error(`SIS inconnu : ${sis} (voyez : npm run caserne -- sis list)`)
  if (rows[0].home || rows[0].cellule === cell)
    throw new Error(`Le SIS ${sis} vit dans la cellule ${cell} : rien n’est supprimé.`)
}

// Jobs without attempts left have stayed.
async function removeJobs(client: pg.Client, sis: string): Promise<number> {
  const { rowCount } = await client.query(
    `delete from graphile_worker._private_jobs j
      where j.payload ->> 'sis_key' = $1 and j.payload ->> 'invitation_id' is null and j.locked_at is null`,
    [sis],
  )
  return rowCount ?? 0
}
