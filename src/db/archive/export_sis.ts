import type { Writable } from 'node:stream'
import { type Client, escapeIdentifier, escapeLiteral } from 'pg'
import { to } from 'pg-copy-streams'
import type { Step } from '../../process/progress.ts'
import { ArchiveWriter } from './archive_writer.ts'
import {
  accountColumns,
  becomeSuperuser,
  type CarriedTable,
  plainValues,
  readSharedLists,
  readTables,
} from './carried_tables.ts'
import type { Header, Section } from './format.ts'
import { isOneOf, type JournalIds, journalIds } from './journal_ids.ts'

/** Result of an export. */
export interface Exported {
  header: Header
  /** Number of rows by table. */
  lignes: Record<string, number>
}

/**
 * Writes a SIS whole, as of one instant, and ends the stream. Nothing is held in memory but a few rows.
 * @param client within a transaction that has done nothing yet
 * @throws in French, without a superuser
 */
export async function exportSis(
  client: Client,
  sis: string,
  output: Writable,
  step: Step,
): Promise<Exported> {
  await client.query('set transaction isolation level repeatable read, read only')
  await client.query(plainValues)
  await becomeSuperuser(client)
  await client.query('select auth.require_whole($1)', [sis])
  const tables = await readTables(client)
  const header = await readHeader(client, sis)
  const writer = new ArchiveWriter(output)
  await writer.line(header)
  const sections = [
    accounts(tables, sis),
    localites(tables, sis),
    mails(sis),
    ...tables.map((table) => rowsOf(table, sis)),
  ]
  for (const { table, columns, query } of sections) {
    step(table, sections.length)
    await writer.line({ table, columns } satisfies Section)
    await writer.rows(table, client.query(to(`copy (${query}) to stdout`)))
  }
  return { header, lignes: await writer.end() }
}

async function readHeader(client: Client, sis: string): Promise<Header> {
  const { rows } = await client.query<{ sis: Header['sis']; migration: string; now: string }>(
    `select (select filename from graphile_migrate.migrations order by filename desc limit 1) as migration,
            to_char(now(), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now,
            (select json_build_object('api_key', s.api_key, 'id', s.id, 'nom', s.nom, 'abreviation', s.abreviation,
                                      'mobile', s.mobile, 'created_at', s.created_at)
               from auth.sis s where s.api_key = $1) as sis`,
    [sis],
  )
  const [found] = rows
  if (!found?.sis) throw new Error(`SIS inconnu : ${sis} (voyez : npm run caserne -- sis list)`)
  return {
    format: 'caserne-sis',
    version: 1,
    exporte_le: found.now,
    migration: found.migration,
    sis: found.sis,
    listes: await readSharedLists(client),
  }
}

interface Source extends Section {
  query: string
}

function rowsOf({ name, columns, identity }: CarriedTable, sis: string): Source {
  // In the order of the primary key, so that two archives of the same rows are the same text.
  const order = identity === null ? columns.slice(0, 3) : [identity.column]
  return {
    table: name,
    columns,
    query: `select ${columns.map(escapeIdentifier).join(', ')} from ${name} where sis_key = ${escapeLiteral(sis)} order by ${order.map(escapeIdentifier).join(', ')}`,
  }
}

// Every account that the rows name. Only those with rights in the SIS keep their password.
function accounts(tables: CarriedTable[], sis: string): Source {
  const named = namedBy(tables, sis, 'auth.users', ({ accounts: found }) => found)
  return {
    table: 'auth.users',
    columns: [...accountColumns, 'membre'],
    query: `select u.id, u.name, u.email, case when m.membre then u.password_hash else '!' end, u.email_verified_at, u.disabled_at,
                   u.tokens_valid_from, u.created_at, u.updated_at, m.membre
              from auth.users u
             cross join lateral (select exists (select from auth.user_roles r where r.sis_key = ${escapeLiteral(sis)} and r.user_id = u.id)
                                     or exists (select from auth.memberships b where b.sis_key = ${escapeLiteral(sis)} and b.user_id = u.id)) as m (membre)
             where u.id in (${named})
             order by u.id`,
  }
}

function localites(tables: CarriedTable[], sis: string): Source {
  const named = namedBy(tables, sis, 'app.localites', ({ localites: found }) => found)
  return {
    table: 'app.localites',
    columns: ['id', 'npa', 'nom', 'canton'],
    query: `select l.id, l.npa, l.nom, l.canton from app.localites l where l.id in (${named}) order by l.id`,
  }
}

// Mails of the instance's mailbox concern other SIS too, so only their digests leave: a database that has the same mail
// knows it again.
function mails(sis: string): Source {
  return {
    table: 'app.messages (*)',
    columns: ['id', 'sha256'],
    query: `select m.id, m.sha256 from app.messages m
             where m.sis_key = '*'
               and m.id in (select a.message_id from app.alarmes a
                             where a.sis_key = ${escapeLiteral(sis)} and a.message_sis_key = '*')
             order by m.id`,
  }
}

// The ids of a table that rows of the SIS name, or did once, by its journal.
function namedBy(
  tables: CarriedTable[],
  sis: string,
  target: JournalIds['table'],
  columnsOf: (table: CarriedTable) => string[],
): string {
  const now = tables.flatMap((table) =>
    columnsOf(table).map(
      (column) =>
        `select ${escapeIdentifier(column)} from ${table.name} where sis_key = ${escapeLiteral(sis)}`,
    ),
  )
  const once = journalIds
    .filter(({ table }) => table === target)
    .flatMap(({ resources, key }) =>
      (key === 'ligne_id' ? [key] : [`(avant ->> '${key}')::bigint`, `(apres ->> '${key}')::bigint`]).map(
        (value) =>
          `select ${value} from audit.journal where sis_key = ${escapeLiteral(sis)} and ${isOneOf(resources)}`,
      ),
    )
  return [...now, ...once].join(' union ')
}
