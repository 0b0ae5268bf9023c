import type pg from 'pg'
import type { Step } from '../../process/progress.ts'
import { asReplica } from './as_replica.ts'
import type { Cell } from './cell.ts'
import { followStream, type Side, unfollow } from './replicate.ts'
import {
  DIRECTORY,
  RAPPORT,
  type ReportedTable,
  readReportedTables,
  reportingStream,
} from './reporting_tables.ts'

/**
 * Has the reporting database follow a cell from the beginning: removes the rows that it has of the cell's SIS,
 * publishes, and copies all rows.
 * @throws in French, when the schemas differ, or a SIS moved meanwhile
 */
export async function copyAnew(here: Side, there: Side, tables: ReportedTable[], step: Step): Promise<void> {
  await requireSame(there, tables)
  const { stream } = reportingStream(tables, there.cell)
  await unfollow(here.client, there.client, stream.name)
  await there.client.query(`drop publication if exists ${RAPPORT}`)
  await there.client.query(stream.publish)
  await there.client.query(
    'insert into request.instants (cellule, at) values ($1, clock_timestamp()) on conflict do nothing',
    [there.cell.nom],
  )
  await there.client.query(
    `insert into request.sejours (sis_key, cellule, ici) select h.sis_key, $1, true from request.homes h
       on conflict (sis_key, cellule) do update set ici = true`,
    [there.cell.nom],
  )
  const homes = await readHomes(there.client)
  await makeRoom(here.client, there.cell, stream.name, homes, tables)
  await followStream(here, there, stream, step)
  // Rows that arrived between reading the homes and starting the stream were left out.
  if ((await readHomes(there.client)).join() === homes.join()) return
  await unfollow(here.client, there.client, stream.name)
  throw new Error(`Un SIS a déménagé pendant la copie de ${there.cell.nom} : relancez la commande.`)
}

async function requireSame({ cell, client }: Side, tables: ReportedTable[]): Promise<void> {
  const columns = (all: ReportedTable[]) => JSON.stringify(all.map((table) => [table.name, table.columns]))
  if (columns(await readReportedTables(client)) === columns(tables)) return
  throw new Error(`La cellule ${cell.nom} n’a pas le même schéma : lancez d’abord « migrate » sur sa base.`)
}

async function readHomes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ sis: string }>('select sis_key as sis from request.homes order by 1')
  return rows.map(({ sis }) => sis)
}

// A SIS that has left the cell waits for its next one.
async function makeRoom(
  client: pg.Client,
  { nom, comptes }: Cell,
  subscription: string,
  homes: string[],
  tables: ReportedTable[],
): Promise<void> {
  await asReplica(client, async () => {
    for (const { name } of tables) await client.query(`delete from ${name} where sis_key = any ($1)`, [homes])
    if (comptes) for (const name of DIRECTORY) await client.query(`delete from ${name}`)
    await client.query('delete from request.instants where cellule = $1', [nom])
    await client.query('delete from request.sejours where cellule = $1', [nom])
    await client.query(
      'insert into rapport.cellules (souscription, nom) values ($1, $2) on conflict do nothing',
      [subscription, nom],
    )
    await client.query('update rapport.sources set cellule = null where cellule = $1', [nom])
    await client.query(
      `insert into rapport.sources (sis_key, cellule) select sis, $2 from unnest($1::text[]) as sis
         on conflict (sis_key) do update set cellule = excluded.cellule`,
      [homes, nom],
    )
  })
}

/** Removes the reporting database's rows of SIS that are no longer in the directory. */
export async function sweep(client: pg.Client, tables: ReportedTable[]): Promise<void> {
  const gone = `select s.sis_key from rapport.sources s
                 where s.cellule is null and not exists (select from auth.sis d where d.api_key = s.sis_key)`
  await asReplica(client, async () => {
    for (const { name } of tables) await client.query(`delete from ${name} where sis_key in (${gone})`)
    await client.query(`delete from rapport.sources where sis_key in (${gone})`)
  })
}
