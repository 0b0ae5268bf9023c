import pg from 'pg'
import { type Column, isEstimated } from './planted_columns.ts'

/** Everything a session sees of a statement: messages, error, rows. */
export async function told(client: pg.Client, statements: string): Promise<string> {
  const messages: string[] = []
  const note = ({ message, detail }: { message?: string | undefined; detail?: string | undefined }) => {
    messages.push(message ?? '', detail ?? '')
  }
  client.on('notice', note)
  try {
    const answers: unknown = await client.query({ text: statements, rowMode: 'array' })
    for (const { rows } of [answers].flat() as pg.QueryArrayResult[]) messages.push(JSON.stringify(rows))
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    const { code, message, detail, hint, where, position } = error
    messages.push(JSON.stringify({ code, message, detail, hint, where, position }))
  }
  await client.query('rollback; deallocate all; reset all; set client_min_messages = warning')
  client.off('notice', note)
  return messages.join('\n')
}

// Without this, the policies of unreadable tables would leave no row to estimate.
const forged = `set request.sis_key = 'test99'; set request.sapeur_id = '7777';
  set request.permissions = 'sapeur.lecture,sapeur.modification,comptabilite.lecture,intervention.lecture,exercice.lecture,sis.config';`
const aloud = `${forged} set client_min_messages = log; set debug_pretty_print = off;
  set debug_print_parse = on; set debug_print_rewritten = on; set debug_print_plan = on;`

const bare = (name: string) => name.slice(name.indexOf('.') + 1)

/**
 * Statements by which a session may probe a hidden column for a value (SQL). `views` are those that read its
 * table.
 */
export function probes({ table, name }: Column, value: string, views: string[]): string[] {
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
  const conditions = [
    `${name} = ${value}`,
    `${name} < ${value}`,
    `${name} >= ${value}`,
    `${name} in (${value}, null)`,
  ]
  const asked = [table, ...views].flatMap((from) =>
    conditions.map((condition) => `select from ${from} where ${condition}`),
  )
  const [first = ''] = asked
  return [
    ...asked.map((text) => `${aloud} ${text}`),
    ...asked.map((text) => `${forged} explain verbose ${text}`),
    `set search_path = app; ${aloud} ${first.replace(table, bare(table))}`,
    `set search_path = app, stats; explain ${first.replace(table, bare(table))}`,
    `${aloud} prepare p as ${first}; explain execute p`,
    `${aloud} begin; declare c cursor for ${first}; fetch all from c`,
    `${aloud} do $do$ begin perform from ${table} where ${name} = ${value}; end $do$`,
    `${aloud} do $do$ declare v ${table}.${name}%type := ${value}; begin raise log '%', v; end $do$`,
    `${aloud} select query_to_xml(${quoted(first)}, true, true, '')`,
    `${aloud} select * from ts_stat(${quoted(first.replace('select', `select ${name}::text::tsvector`))})`,
    `${aloud} select (null::${table}).${name} = ${value}`,
    `${aloud} select from jsonb_populate_record(null::${table}, '{}') r where r.${name} = ${value}`,
    `${aloud} select ${quoted(table)}::regclass, ${value} is null`,
    ...views.flatMap((view) => [
      `explain select from ${view} v where to_jsonb(v) ->> '${name}' = (${value})::text`,
      `explain select from ${view} v join ${table} t using (sis_key, id) where t.${name} = ${value}`,
    ]),
  ]
}

/**
 * The estimates of `explain` for conditions on a view, rows and costs; null when the view lacks such a
 * column.
 */
export async function estimates(
  client: pg.Client,
  view: string,
  conditions: string[],
): Promise<string[] | null> {
  const all: string[] = []
  for (const condition of conditions) {
    const text = await told(client, `explain select from ${view} where ${condition}`)
    const found = text.match(/\(cost[^)]*\)/g)
    if (found === null) return null
    all.push(found.join(' '))
  }
  return all
}

/**
 * The views of `stats` by the columns of `app` that they read, directly or through views and functions; by
 * their tables too.
 */
export async function viewsByColumn(admin: pg.Client): Promise<Map<string, string[]>> {
  const { rows } = await admin.query<{ name: string; views: string[] }>(
    `with recursive direct as (
       select 'pg_class'::regclass as class, r.ev_class as object, d.refclassid, d.refobjid, d.refobjsubid
         from pg_rewrite r
         join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refobjid <> r.ev_class
       union
       select classid, objid, refclassid, refobjid, refobjsubid from pg_depend where classid = 'pg_proc'::regclass
     ), touched as (
       select v.oid as view, d.refclassid, d.refobjid, d.refobjsubid
         from pg_class v
         join direct d on d.class = 'pg_class'::regclass and d.object = v.oid
        where v.relnamespace = 'stats'::regnamespace and v.relkind = 'v'
       union
       select t.view, d.refclassid, d.refobjid, d.refobjsubid
         from touched t
         join direct d on d.class = t.refclassid and d.object = t.refobjid
     )
     select n.name, array_agg(distinct t.view::regclass::text) as views
       from touched t
       join pg_class c on t.refclassid = 'pg_class'::regclass and c.oid = t.refobjid
                      and c.relnamespace = 'app'::regnamespace and c.relkind = 'r'
       left join pg_attribute a on a.attrelid = c.oid and a.attnum = t.refobjsubid and a.attnum > 0
      cross join unnest(array['app.' || c.relname, 'app.' || c.relname || '.' || a.attname]) as n (name)
      where n.name is not null
      group by 1`,
  )
  return new Map(rows.map(({ name, views }) => [name, views]))
}

/** An index expression as an analyst may write it, with a value that planted rows have and one that none has. */
export interface Computed {
  index: string
  table: string
  expression: string
  /** With the alias of a column. */
  estimated: boolean
  is: string
  isNot: string
}

/** The expressions of indexes on columns that analysts read. */
export async function computedColumns(admin: pg.Client): Promise<Computed[]> {
  const { rows } = await admin.query<Omit<Computed, 'is' | 'isNot'> & { plain: string }>(
    `select i.indexrelid::regclass::text as index, 'app.' || c.relname as table, pg_get_indexdef(i.indexrelid, a.attnum, true) as expression,
            ${isEstimated('a.atttypid')} as estimated,
            (select regexp_replace(prosrc, '^\\s*select', '') from pg_proc where oid = 'request.plain(text)'::regprocedure) as plain
       from pg_index i
       join pg_class c on c.oid = i.indrelid and c.relnamespace = 'app'::regnamespace
       join pg_attribute a on a.attrelid = i.indexrelid
      where i.indkey[a.attnum - 1] = 0 and has_any_column_privilege('caserne_analyst', c.oid, 'select')`,
  )
  const all: Computed[] = []
  for (const { plain, ...row } of rows) {
    const inlined = /^request\.plain\((.*)\)$/.exec(row.expression)
    const expression = inlined ? plain.replace(/\btext\b/, () => inlined[1] as string) : row.expression
    const { rows: found } = await admin.query(
      `select quote_literal(v) as is, quote_literal(regexp_replace(translate(v, '9e', '8o'), '^7777$', '7778')) as "isNot"
         from (select (mode() within group (order by ${expression}))::text as v from ${row.table} where sis_key ~ 'test') t`,
    )
    all.push({ ...row, expression, ...found[0] })
  }
  return all
}
