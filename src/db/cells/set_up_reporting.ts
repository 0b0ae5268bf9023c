import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { BaseLogger } from 'pino'
import { root } from '../../config.ts'
import type { Step } from '../../process/progress.ts'
import { bootstrap, type RolePasswords } from '../bootstrap.ts'
import { migrate } from '../migrate.ts'
import { type Cell, placeOf, subscriptionOf } from './cell.ts'
import { copyAnew, sweep } from './copy_anew.ts'
import { forgetCells } from './forget_cells.ts'
import type { Side } from './replicate.ts'
import {
  RAPPORT,
  REPORTING,
  type ReportedTable,
  readReportedTables,
  reportingStream,
} from './reporting_tables.ts'
import { requireReplication } from './require_replication.ts'
import { requireWorkers } from './require_workers.ts'
import { withSuperuser } from './superuser.ts'
import { type OpenCells, withCells } from './with_cells.ts'

/** Options for the reporting database. */
interface Reporting {
  /** The address of a superuser of its database, which is empty or was set up before. */
  url: string
  passwords: RolePasswords
  /** Addresses of superusers of cells, by name, where login or password are not those of the accounts' database. */
  cellUrls: Record<string, string>
  /** Cells whose rows are copied again, whatever stands. */
  copy: string[]
}

/** Result of a setup, by names of cells. */
interface ReportingSetup {
  copied: string[]
  standing: string[]
  /** Cells that are no longer in the directory, and were followed. */
  removed: string[]
  /** Cells that did not answer, with the reason. */
  away: Record<string, string>
}

/**
 * Makes a database the reporting database, or brings it up to date: its schema, what each cell publishes to it, and the
 * subscriptions to the cells. Cells that are followed as they should are left alone; rows of the others are copied.
 * @param accounts the address of a superuser of the database that keeps the accounts
 * @throws in French
 */
export async function setUpReporting(
  accounts: string,
  { url, passwords, cellUrls, copy }: Reporting,
  log: Pick<BaseLogger, 'info' | 'warn' | 'error' | 'debug'>,
  step: Step,
): Promise<ReportingSetup> {
  return await withCells(accounts, cellUrls, async ({ sides, away }) => {
    await requireReplication(sides.map(({ client }) => client))
    const unknown = copy.find((nom) => !sides.some(({ cell }) => cell.nom === nom))
    if (unknown !== undefined) throw new Error(`La cellule ${unknown} n’existe pas, ou ne répond pas.`)
    step('rôles')
    await bootstrap(url, passwords)
    step('schéma')
    await migrate(url, log)
    return await withSuperuser(
      url,
      async (client) => {
        await nameReporting(client)
        const tables = await readReportedTables(client)
        await guard(client, tables)
        const here: Side = { cell: reportingCell(url), client, url }
        const names = [...sides.map(({ cell }) => cell.nom), ...Object.keys(away)]
        const removed = await forgetCells(here, names)
        await requireWorkers(
          client,
          names.map((nom) => subscriptionOf(RAPPORT, nom, REPORTING)),
          'des chiffres',
        )
        const chosen = await chooseCells({ sides, away }, here, tables, [...copy, ...removed])
        for (const side of chosen) {
          step(side.cell.nom)
          await copyAnew(here, side, tables, step)
        }
        await sweep(client, tables)
        return {
          copied: chosen.map(({ cell }) => cell.nom),
          standing: sides.filter((side) => !chosen.includes(side)).map(({ cell }) => cell.nom),
          removed,
          away,
        }
      },
      'des chiffres',
    )
  })
}

// The reporting database as one side of a replication.
function reportingCell(url: string): Cell {
  return { nom: REPORTING, ...placeOf(url), comptes: false }
}

// A database with SIS of its own would mix them with those of the directory.
async function nameReporting(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ nom: string | null; sis: boolean }>(
    'select (select c.nom from request.cellule c) as nom, exists (select from auth.sis) as sis',
  )
  const [found] = rows
  if (found?.nom === REPORTING) return
  if (found?.nom != null) throw new Error(`Cette base est la cellule ${found.nom}.`)
  if (found?.sis)
    throw new Error('Cette base contient des SIS : la base des chiffres commence par une base vide.')
  await client.query('insert into request.cellule (nom, comptes) values ($1, false)', [REPORTING])
}

async function guard(client: pg.Client, tables: ReportedTable[]): Promise<void> {
  await client.query(readFileSync(join(root, 'src/db/cells/reporting.sql'), 'utf8'))
  for (const { name, fillings } of tables) {
    await fire(client, name, '_015_source', 'insert or update or delete', 'rapport.tg_source')
    const filled = Object.entries(fillings).map(
      ([column, value]) => `new.${column} := coalesce(new.${column}, ${value});`,
    )
    if (filled.length === 0) continue
    const filling = `rapport.tg_${name.replace('app.', '')}__filling`
    await client.query(
      `create or replace function ${filling}() returns trigger language plpgsql volatile set search_path = ''
         as $$ begin ${filled.join(' ')} return new; end $$`,
    )
    await fire(client, name, '_016_filling', 'insert', filling)
  }
}

// Only for replicated rows.
async function fire(client: pg.Client, table: string, trigger: string, events: string, task: string) {
  await client.query(
    `create or replace trigger ${trigger} before ${events} on ${table} for each row execute function ${task}()`,
  )
  await client.query(`alter table ${table} enable replica trigger ${trigger}`)
}

// Besides cells that are not followed as they should be: where a SIS went that has left one of these.
async function chooseCells(
  { sides }: OpenCells,
  here: Side,
  tables: ReportedTable[],
  copy: string[],
): Promise<Side[]> {
  const homes = new Map<string, string>()
  const due = new Set(copy)
  for (const { cell, client } of sides) {
    const { rows } = await client.query<{ sis: string }>('select sis_key as sis from request.homes')
    for (const { sis } of rows) homes.set(sis, cell.nom)
    const standing = (await isFollowed(here.client, client, cell)) && (await publishes(client, cell, tables))
    if (!standing) due.add(cell.nom)
  }
  const { rows: directory = [] } = (await sides[0]?.client.query<{ sis: string }>(
    'select api_key as sis from auth.sis',
  )) ?? { rows: [] }
  const known = new Set(directory.map(({ sis }) => sis))
  const { rows: sources } = await here.client.query<{ sis: string; cellule: string | null }>(
    'select sis_key as sis, cellule from rapport.sources',
  )
  for (let before = -1; before < due.size; ) {
    before = due.size
    for (const { sis, cellule } of sources)
      if (cellule !== null && due.has(cellule) && known.has(sis)) due.add(homes.get(sis) ?? missing(sis))
  }
  return sides.filter(({ cell }) => due.has(cell.nom))
}

function missing(sis: string): never {
  throw new Error(
    `Aucune des cellules qui répondent n’a le SIS ${sis} chez elle : relancez la commande plus tard.`,
  )
}

async function isFollowed(here: pg.Client, there: pg.Client, cell: Cell): Promise<boolean> {
  const name = subscriptionOf(RAPPORT, cell.nom, REPORTING)
  const subscription = await here.query(
    `select from pg_subscription s join rapport.cellules c on c.souscription = s.subname
      where s.subname = $1 and s.subenabled
        and s.subdbid = (select oid from pg_database where datname = current_database())`,
    [name],
  )
  const slot = await there.query(
    `select from pg_replication_slots where slot_name = $1 and wal_status is distinct from 'lost'`,
    [name],
  )
  return subscription.rowCount === 1 && slot.rowCount === 1
}

// After a release, views may read other columns.
async function publishes(there: pg.Client, cell: Cell, tables: ReportedTable[]): Promise<boolean> {
  const { rows } = await there.query<{ published: string }>(
    `select t.schemaname || '.' || t.tablename || ' (' || array_to_string(array(
              select '"' || a.attname || '"' from unnest(t.attnames) as a (attname) order by a.attname collate "C"), ', ') || ')' as published
       from pg_publication_tables t
      where t.pubname = $1`,
    [RAPPORT],
  )
  const found = new Set(rows.map(({ published }) => published))
  const wanted = reportingStream(tables, cell).published
  return (
    wanted.length === found.size && wanted.every((table) => !table.includes('(') || found.has(sorted(table)))
  )
}

function sorted(table: string): string {
  const [name = '', columns = ''] = table.slice(0, -1).split(' (')
  return `${name} (${columns.split(', ').sort().join(', ')})`
}
