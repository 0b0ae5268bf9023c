import type pg from 'pg'
import { escapeIdentifier, escapeLiteral } from 'pg'
import { type CarriedTable, readTables } from '../archive/carried_tables.ts'
import type { Stream } from './cell.ts'

/** A table whose rows of one SIS move with it. */
export interface MovedTable extends Pick<CarriedTable, 'name' | 'columns' | 'identity'> {
  /** The condition that finds those rows. */
  where: string
  /** Columns that must be the same on both sides, as a list for `select`. */
  compared: string
}

/** The people of the accounts. They do not move by the subscription (src/db/cells/move_personnes.ts). */
export const PEOPLE = 'auth.sapeurs'

// Not compared: transactions are those of each database, and workers of the cell where a SIS does not live note that
// they have not read its mailboxes. The ledger of the instance has another name elsewhere (app.tg_alarmes__repliques).
const COMPARED: Record<string, string | null> = {
  'app.alarmes.changed_in': null,
  'app.alarmes.message_sis_key': `case when left(message_sis_key, 1) = '*' then '*' else message_sis_key end`,
  'app.reponses_alarmes.changed_in': null,
  'jobs.releves.done_from': null,
  'jobs.releves.finished_at': null,
  'jobs.releves.outdated': null,
  'jobs.releves.started_at': null,
}

/**
 * The tables that move with a SIS: all that hold rows of it but those of the accounts. Entries of the journal about
 * accounts stay with the accounts.
 */
export async function movedTables(client: pg.Client, sis: string): Promise<MovedTable[]> {
  const tables = await readTables(client, 'cells')
  const kept = await accountResources(client)
  return tables.filter(({ name }) => !name.startsWith('auth.')).map((table) => describe(table, sis, kept))
}

/** `auth.sapeurs`, as it is compared. */
export async function personnesTable(client: pg.Client, sis: string): Promise<MovedTable> {
  const found = (await readTables(client)).find(({ name }) => name === PEOPLE)
  if (found === undefined) throw new Error(`${PEOPLE} n’existe pas.`)
  return describe(found, sis, [])
}

/** The resources of the journal that tables of the accounts write. */
export async function accountResources(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct c.relname::text as name
       from pg_trigger t
       join pg_class c on c.oid = t.tgrelid
      where t.tgfoid = 'audit.tg_journal'::regproc and c.relnamespace = 'auth'::regnamespace
      order by 1`,
  )
  return rows.map(({ name }) => name)
}

function describe({ name, columns, identity }: CarriedTable, sis: string, kept: string[]): MovedTable {
  const own = `sis_key = ${escapeLiteral(sis)}`
  const journal = `${own} and ressource not in (${kept.map(escapeLiteral).join(', ')})`
  const compared = ['sis_key', ...columns].flatMap((column) => {
    const value = COMPARED[`${name}.${column}`]
    return value === undefined ? [escapeIdentifier(column)] : value === null ? [] : [value]
  })
  return {
    name,
    columns,
    identity,
    where: name === 'audit.journal' ? journal : own,
    compared: compared.join(', '),
  }
}

/** The name of the publication, subscription, slot and login of a move. No SIS key contains an underscore. */
export function moveName(sis: string): string {
  return `caserne_move_${sis.replaceAll('-', '_')}`
}

/** Returns the stream from the old cell of a moving SIS to the new one. */
export function moveStream(sis: string, tables: MovedTable[]): Stream {
  const name = moveName(sis)
  const published = tables.map((table) => `${table.name} where (${table.where})`)
  return {
    name,
    publication: name,
    tables: tables.map((table) => table.name),
    publish: `create publication ${name} for table ${published.join(', ')}`,
    login: name,
    grants: tables.map((table) => `grant select on ${table.name} to ${name}`),
    // Each change is on disk before it counts as received: otherwise the end of the move would wait for the disk.
    options: ", copy_data = false, disable_on_error = true, streaming = off, synchronous_commit = 'local'",
  }
}
