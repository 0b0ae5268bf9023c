import type pg from 'pg'
import type { CarriedTable } from './carried_tables.ts'
import { isOneOf, journalIds } from './journal_ids.ts'
import { raise } from './map_ids.ts'

/** Moves the rows of a temporary table to their table in the SIS, with the ids that things have here. */
export async function moveRows(client: pg.Client, table: CarriedTable, sis: string): Promise<void> {
  const { name, columns, identity } = table
  const staged = `pg_temp."${name}"`
  if (identity !== null) await client.query(raise(name, identity.column, staged))
  const values = columns.map((column) => valueIn(table, column))
  await client.query(
    `insert into ${name} (sis_key, ${columns.map((column) => `"${column}"`).join(', ')}) overriding system value
     select $1, ${values.join(', ')} from ${staged} s`,
    [sis],
  )
}

function valueIn(table: CarriedTable, column: string): string {
  const value = `s."${column}"`
  if (table.accounts.includes(column)) return newId('comptes', value)
  if (table.localites.includes(column)) return newId('localites', value)
  const place = `${table.name}.${column}`
  // The stream of alarms knows by the transaction what a client has seen.
  if (place === 'app.alarmes.changed_in') return 'pg_current_xact_id()'
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
