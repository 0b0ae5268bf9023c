import { escapeIdentifier } from 'pg'
import { asReplica } from './as_replica.ts'
import { stopFollowing } from './fence_sis.ts'
import { hasSubscription, type Side, unfollow } from './replicate.ts'

/**
 * Ends the streams from cells that are no longer in the directory to the reporting database. Their rows stay until
 * those of the next cell of each SIS are copied.
 * @param here the reporting database
 * @param known the names of the cells of the directory
 * @returns the names of the cells that were followed
 */
export async function forgetCells(here: Side, known: string[]): Promise<string[]> {
  const { client } = here
  const { rows } = await client.query<{ nom: string; name: string }>(
    'select nom, souscription as name from rapport.cellules where nom <> all ($1) order by nom',
    [known],
  )
  for (const { nom, name } of rows) {
    if (await hasSubscription(client, name)) await drop(here, name)
    await asReplica(client, async () => {
      await client.query('delete from request.instants where cellule = $1', [nom])
      await client.query('delete from request.sejours where cellule = $1', [nom])
      await client.query('delete from rapport.cellules where nom = $1', [nom])
      await client.query(
        `update rapport.sources s set cellule = null
          where s.cellule = $1 and not exists (select from auth.sis d where d.api_key = s.sis_key)`,
        [nom],
      )
    })
  }
  return rows.map(({ nom }) => nom)
}

// With its slot, if the database of the cell still answers.
async function drop(here: Side, name: string): Promise<void> {
  await stopFollowing(here, name)
  await here.client.query(`set statement_timeout = '10s'`)
  await here.client
    .query(`drop subscription ${escapeIdentifier(name)}`)
    .catch(() => unfollow(here.client, null, name))
  await here.client.query('reset statement_timeout')
}
