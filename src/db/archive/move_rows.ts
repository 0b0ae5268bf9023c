import type pg from 'pg'
import type { CarriedTable } from './carried_tables.ts'
import { isOneOf, journalIds } from './journal_ids.ts'
import type { Trust } from './map_ids.ts'

/** Moves the rows of a temporary table to their table in the SIS, with the ids that things have here. */
export async function moveRows(
  client: pg.Client,
  table: CarriedTable,
  sis: string,
  trust: Trust,
): Promise<void> {
  const { name, columns } = table
  const staged = `pg_temp."${name}"`
  const values = columns.map((column) => valueIn(table, column, trust))
  await client.query(
    `insert into ${name} (sis_key, ${columns.map((column) => `"${column}"`).join(', ')}) overriding system value
     select $1, ${values.join(', ')} from ${staged} s`,
    [sis],
  )
}

/** Raises the sequence of a table above the ids of its staged rows. */
export async function raiseSequence(client: pg.Client, { name, identity }: CarriedTable): Promise<void> {
  if (identity === null) return
  await client.query(
    `select setval($1, r.highest)
       from (select max("${identity.column}") as highest from pg_temp."${name}") r
      where r.highest > coalesce(pg_sequence_last_value($1::regclass), 0)`,
    [identity.sequence],
  )
}

function valueIn(table: CarriedTable, column: string, trust: Trust): string {
  const value = `s."${column}"`
  if (table.accounts.includes(column)) return newId('comptes', value)
  if (table.localites.includes(column)) return newId('localites', value)
  const place = `${table.name}.${column}`
  // The stream of alarms knows by the transaction what a client has seen.
  if (place === 'app.alarmes.changed_in') return 'pg_current_xact_id()'
  // An account that takes an invitation which was mailed to its address is confirmed by it.
  if (place === 'auth.tokens.mailed' && trust === 'claims') return 'false'
  if (place === 'app.alarmes.message_id') return ofKnownMail(value)
  if (place === 'app.alarmes.message_sis_key')
    return ofKnownMail(`case ${value} when '*' then '*' else $1 end`)
  return table.name === 'audit.journal' ? journalValue(column) : value
}

// Null where the mail stays behind, in the mailbox of the instance that the SIS comes from, or of another cell of it.
const ofKnownMail = (value: string) =>
  `case when left(s.message_sis_key, 1) <> '*' or s.message_sis_key = '*' and s.message_id in (select c.id from pg_temp.courriers c)
        then ${value} end`

// The temporary tables of new ids.
const mapOf = { 'auth.users': 'comptes', 'app.localites': 'localites' }

const newId = (map: string, value: string) => `(select c.nouveau from pg_temp.${map} c where c.id = ${value})`

function journalValue(column: string): string {
  const value = `s."${column}"`
  if (column === 'ligne_id') {
    const maps = journalIds.filter(({ key }) => key === 'ligne_id')
    return `case ${maps.map(({ resources, table }) => `when s.${isOneOf(resources)} then ${newId(mapOf[table], value)}`).join(' ')}
            else ${value} end`
  }
  if (column !== 'avant' && column !== 'apres') return value
  const changes = journalIds
    .filter(({ key }) => key !== 'ligne_id')
    .map(({ resources, key, table }) => {
      const id = newId(mapOf[table], `(${value} ->> '${key}')::bigint`)
      return `case when s.${isOneOf(resources)} and ${value} ->> '${key}' is not null
                   then jsonb_build_object('${key}', ${id}) else '{}' end`
    })
  return `${value} || ${changes.join(' || ')}`
}
