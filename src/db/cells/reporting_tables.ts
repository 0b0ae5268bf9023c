import type pg from 'pg'
import { escapeIdentifier } from 'pg'
import { type Cell, loginOf, type Stream, subscriptionOf } from './cell.ts'

/** A table of a SIS that the views of `stats` read. */
export interface ReportedTable {
  /** With its schema. */
  name: string
  /** The columns that analysts may read, what these are computed from or checked with, and the primary key. */
  columns: string[]
  /** Other columns that must have a value, each with one that says nothing. */
  fillings: Record<string, string>
}

// Analysts hold grants on exactly the columns that views read (test/conventions.test.ts): whatever else there is of
// people and interventions never leaves its cell. A generated column is computed again.
const QUERY = `
  select n.nspname || '.' || c.relname as name,
         array_agg(a.attname::text order by a.attnum) filter (where k.kept) as columns,
         coalesce(json_object_agg(a.attname, case t.typcategory when 'S' then '''-''' when 'B' then 'false' when 'N' then '0' end)
                    filter (where not k.kept and a.attnotnull and not a.atthasdef and a.attidentity = ''), '{}') as fillings
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'app'
    join pg_attribute s on s.attrelid = c.oid and s.attname = 'sis_key'
    join pg_index i on i.indrelid = c.oid and i.indisprimary
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
   cross join lateral (
     select a.attgenerated = '' and (
              has_column_privilege('caserne_national', c.oid, a.attnum, 'select')
              or a.attnum = any (i.indkey)
              or exists (
                   select
                     from pg_attrdef f
                     join pg_attribute g on g.attrelid = c.oid and g.attnum = f.adnum and g.attgenerated <> ''
                     join pg_depend d on d.classid = 'pg_attrdef'::regclass and d.objid = f.oid and d.refobjid = c.oid
                    where f.adrelid = c.oid
                      and d.refobjsubid = a.attnum
                      and has_column_privilege('caserne_national', c.oid, f.adnum, 'select')
                 )
              or exists (
                   select
                     from pg_constraint q, unnest(q.conkey) as m (attnum)
                    where q.conrelid = c.oid
                      and q.contype = 'c'
                      and a.attnum = any (q.conkey)
                      and has_column_privilege('caserne_national', c.oid, m.attnum, 'select')
                 )
            ) as kept
   ) k
   where c.relkind = 'r'
     and has_any_column_privilege('caserne_national', c.oid, 'select')
   group by 1
   order by 1`

/** The tables of a SIS that the views of `stats` read, with their columns, from the catalogue. */
export async function readReportedTables(client: pg.Client): Promise<ReportedTable[]> {
  return (await client.query<ReportedTable>(QUERY)).rows
}

/** Tables of the directory and of the grants of analysts, which come from the accounts' database. */
export const DIRECTORY = ['auth.cellules', 'auth.sis', 'auth.analystes', 'app.localites']

/** Publication of every cell for the reporting database. */
export const RAPPORT = 'caserne_rapport'

/** How the reporting database is called among the cells. */
export const REPORTING = 'rapport'

/** Returns the stream from a cell to the reporting database, with its tables as `table` or `table (column, …)`. */
export function reportingStream(
  tables: ReportedTable[],
  { nom, comptes }: Cell,
): { published: string[]; stream: Stream } {
  const reported = tables.map(({ name, columns }) => `${name} (${columns.map(escapeIdentifier).join(', ')})`)
  const published = [...reported, 'request.sejours', 'request.instants', ...(comptes ? DIRECTORY : [])]
  const login = loginOf(nom, REPORTING)
  const stream = {
    name: subscriptionOf(RAPPORT, nom, REPORTING),
    publication: RAPPORT,
    tables: published.map((table) => table.replace(/ .*/, '')),
    // `truncate` in one cell must not empty the table for all cells.
    publish: `create publication ${RAPPORT} for table ${published.join(', ')} with (publish = 'insert, update, delete')`,
    login,
    grants: published.map((table) => {
      const [whole = '', columns] = table.split(' (')
      return `grant select ${columns ? `(${columns}` : ''} on ${whole} to ${escapeIdentifier(login)}`
    }),
  }
  return { published, stream }
}
