import type pg from 'pg'

/**
 * A column of a SIS table of `app`, a value that half of its planted rows have, and one that none has, in
 * SQL.
 */
export interface Column {
  table: string
  name: string
  /** Whether analysts may read the column. */
  shown: boolean
  /** Whether the planner keeps its statistics: rows are joined and looked up by it. */
  key: boolean
  /** Whether the planner, with statistics, would estimate conditions on the column in rows of one SIS. */
  estimated: boolean
  is: string
  isNot: string
}

interface Described extends Column {
  type: string
  /** Whether the column is part of the primary key. */
  primary: boolean
  generated: boolean
}

const rowsPerTable = 200

type Values = [is: string, isNot: string, others: string]

// By type: the value of half of the rows, one that no row has, and that of the other half. The first two have
// the same length, since messages are compared.
const values: Record<string, Values> = {
  text: ["'Existant'", "'Personne'", "'Autre' || n"],
  bigint: ['7777', '7778', '20000 + n'],
  integer: ['7777', '7778', '20000 + n'],
  smallint: ['7777', '7778', '20000 + n'],
  numeric: ['47.5', '47.6', '40 + n / 1000.0'],
  boolean: ["'yes'", "'off'", 'true'],
  date: ["'1977-07-07'", "'1977-07-08'", "date '1980-01-01' + n"],
  'timestamp with time zone': [
    "'1977-07-07'",
    "'1977-07-08'",
    "timestamptz '1980-01-01' + n * interval '1 day'",
  ],
  'time without time zone': ["'07:07'", "'07:08'", "time '08:00' + n * interval '1 minute'"],
  uuid: [
    "'77777777-7777-4777-8777-777777777777'",
    "'77777777-7777-4777-8777-777777777778'",
    'gen_random_uuid()',
  ],
  xid8: ["'7777'", "'7778'", '(20000 + n)::text::xid8'],
  bytea: ["'\\x7777'", "'\\x7778'", "convert_to('Autre' || n, 'UTF8')"],
  jsonb: [`'{"a": 7777}'`, `'{"a": 7778}'`, "jsonb_build_object('a', 20000 + n)"],
  'text[]': ["'{Existant}'", "'{Personne}'", "array['Autre' || n]"],
  'bigint[]': ["'{7777}'", "'{7778}'", 'array[20000 + n]'],
  'smallint[]': ["'{7777}'", "'{7778}'", 'array[20000 + n]::smallint[]'],
}

// Columns that other columns are computed from.
const made: Record<string, Values> = {
  'app.interventions.numero': ["'1977-777'", "'1977-778'", "'1980-' || n"],
  'app.sis.fuseau': ["'Etc/GMT+7'", "'Etc/GMT+8'", "'Etc/GMT+6'"],
  'app.telephones.numero': ["'0790007777'", "'0790007778'", "'079' || 1000000 + n"],
  'app.telephones.e164': ["'+41790007777'", "'+41790007778'", ''],
  // An end must lie after its beginning.
  'app.intervention_sapeurs.fin': [
    "'1977-07-17'",
    "'1977-07-18'",
    "timestamptz '1981-01-01' + n * interval '1 day'",
  ],
}

const valuesOf = ({ table, name, type, primary }: Omit<Described, 'is' | 'isNot'>): Values => {
  // The hundredth day of plantTable.
  if (primary && type === 'date') return ["'1980-04-10'", "'1977-07-08'", '']
  if (primary) return name === 'sis_key' ? ["'test99'", "'none99'", ''] : ['9000100', '8000100', '']
  const found = made[`${table}.${name}`] ?? values[type]
  if (found === undefined) throw new Error(`${table}.${name}: no values for ${type}`)
  return found
}

/**
 * Plants rows in every table of a SIS, those of sis test, and analyzes all tables. As a superuser, in a
 * database of the test's own.
 */
export async function plantColumns(admin: pg.Client): Promise<Column[]> {
  const columns = await describeColumns(admin)
  await allowAnything(admin)
  await admin.query('set session_replication_role = replica')
  for (const table of new Set(columns.map((column) => column.table)))
    await plantTable(
      admin,
      table,
      columns.filter((column) => column.table === table),
    )
  await admin.query('set session_replication_role = origin; analyze')
  return columns
}

// Unique indexes and checks would refuse the planted rows. Expressions stay in one index each, with full
// statistics.
async function allowAnything(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ change: string }>(
    `select format('alter table %s drop constraint %I cascade', conrelid::regclass, conname)
            || case when contype = 'x' then '; ' || pg_get_indexdef(conindid) || (
                 select string_agg(format('; alter index %s alter %s set statistics %s', conindid::regclass, attnum, coalesce(attstattarget, -1)), '')
                   from pg_attribute where attrelid = conindid and attnum > 0
               ) else '' end as change
       from pg_constraint where connamespace = 'app'::regnamespace and contype in ('c', 'u', 'x')
     union all
     select format('drop index %s', indexrelid::regclass)
       from pg_index i
       join pg_class c on c.oid = i.indrelid and c.relnamespace = 'app'::regnamespace
      where indisunique and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`,
  )
  for (const { change } of rows) await admin.query(change)
}

async function plantTable(admin: pg.Client, table: string, all: Described[]): Promise<void> {
  const columns = all.filter((column) => !column.generated)
  const names = columns.map(({ name }) => name)
  const expressions = columns.map((column) => {
    const { name, type, primary } = column
    const [is, , others] = valuesOf(column)
    if (name === 'sis_key')
      return all.filter((each) => each.primary).length === 1 ? "'test' || n" : "'test99'"
    if (primary) return type === 'date' ? "date '1980-01-01' + n" : '9000000 + n'
    return `case when n % 2 = 0 then ${is}::${type} else ${others} end`
  })
  await admin.query(
    `insert into ${table} (${names.join(', ')}) overriding system value
     select ${expressions.join(', ')} from generate_series(1, ${rowsPerTable}) n`,
  )
}

/** Whether the planner estimates conditions on a type under policies: only if its operators are leakproof. */
export const isEstimated = (type: string) => `exists (
  select from pg_operator o join pg_proc p on p.oid = o.oprcode
   where o.oprname = '<' and o.oprleft = ${type} and o.oprright = ${type} and p.proleakproof
)`

async function describeColumns(admin: pg.Client): Promise<Described[]> {
  const { rows } = await admin.query<Omit<Described, 'is' | 'isNot'>>(
    `select 'app.' || c.relname as table, a.attname::text as name, format_type(a.atttypid, null) as type,
            has_column_privilege('caserne_analyst', c.oid, a.attnum, 'select') as shown,
            a.attname = 'annee' or exists (
              select from pg_constraint k
               where k.conrelid = c.oid and a.attnum = any (k.conkey)
                 and (k.contype = 'p' or k.contype = 'f' and s.attnum = any (k.conkey))
            ) as key,
            exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'p' and a.attnum = any (k.conkey)) as primary,
            a.attgenerated <> '' as generated,
            ${isEstimated('a.atttypid')} and (has_any_column_privilege('caserne_analyst', c.oid, 'select') or not exists (
              -- One row per SIS leaves nothing to estimate.
              select from pg_constraint k where k.conrelid = c.oid and k.contype = 'p' and k.conkey = array[s.attnum]
            )) as estimated
       from pg_class c
       join pg_attribute s on s.attrelid = c.oid and s.attname = 'sis_key'
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'app'::regnamespace and c.relkind = 'r'
      order by 1, a.attnum`,
  )
  return rows.map((row) => {
    const [is, isNot] = valuesOf(row)
    return { ...row, is, isNot }
  })
}
