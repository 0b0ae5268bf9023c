import type pg from 'pg'
import { ours } from './conventions/rule.ts'

/** A table that a function can read, after the functions and views that lead to it. */
export type Way = string[]

/**
 * Finds the tables that functions can read: in any branch of their statements, in views, in the functions that they
 * call, and in the policies of the tables. What a sample happens to run does not matter.
 * @returns the ways from a function, given by its name (`api.list_grades`), to every table
 */
export async function findReach(client: pg.Client): Promise<(name: string) => Way[]> {
  const { edges, tables } = await readEdges(client)
  const next = Map.groupBy(edges, ({ source }) => source)
  return (name) => {
    const starts = [...next.keys()].filter((each) => each.startsWith(`${name}(`))
    const ways = new Map(starts.map((each): [string, Way] => [each, [each]]))
    // A map goes on with what is added meanwhile.
    for (const [place, way] of ways)
      for (const { target } of next.get(place) ?? [])
        if (!ways.has(target)) ways.set(target, [...way, target])
    return [...ways].filter(([place]) => tables.has(place)).map(([, way]) => way)
  }
}

interface Edge {
  source: string
  target: string
}

async function readEdges(client: pg.Client): Promise<{ edges: Edge[]; tables: Set<string> }> {
  await client.query('savepoint reach')
  try {
    await client.query(parseBodies)
    const { rows: edges } = await client.query<Edge>(`${parsed} union ${named}`)
    const { rows: tables } = await client.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c where c.relkind in ('r', 'p')`,
    )
    return { edges, tables: new Set(tables.map(({ name }) => name)) }
  } finally {
    await client.query('rollback to savepoint reach')
  }
}

// PostgreSQL parses a body `begin atomic` when the function is made, and keeps what it depends on in pg_depend. So
// every SQL function is made again with such a body. It refuses arguments of any type, and constants that name a role.
const parseBodies = `
  do $do$
    declare
      v_function text;
    begin
      for v_function in
        select pg_get_functiondef(p.oid)
          from pg_proc p
          join pg_language l on l.oid = p.prolang and l.lanname = 'sql'
         where p.pronamespace::regnamespace::text in ${ours} and p.prosqlbody is null and p.prokind = 'f'
      loop
        begin
          execute regexp_replace(v_function, 'AS (\\$function\\w*\\$)(.*)\\1\\s*$', 'begin atomic \\2 ' || chr(10) || '; end');
        exception when invalid_function_definition or feature_not_supported then
          null;
        end;
      end loop;
    end
  $do$`

// Dependencies of SQL functions, views and the policies of readers.
const parsed = `
  select e.source, e.target
    from pg_depend d
   cross join lateral (
     select case d.classid
              when 'pg_proc'::regclass then d.objid::regprocedure::text
              when 'pg_rewrite'::regclass then (select r.ev_class::regclass::text from pg_rewrite r where r.oid = d.objid)
              when 'pg_policy'::regclass then (
                select p.polrelid::regclass::text
                  from pg_policy p
                 where p.oid = d.objid
                   and p.polcmd in ('r', '*')
                   and p.polroles && array[0, 'caserne_api'::regrole, 'caserne_owner'::regrole]::oid[]
              )
            end as source,
            case d.refclassid
              when 'pg_class'::regclass then d.refobjid::regclass::text
              when 'pg_proc'::regclass then d.refobjid::regprocedure::text
            end as target
   ) e
   where e.source <> e.target`

// Names in the bodies that PostgreSQL does not parse before they run: names are always qualified. A body uses
// those overloads of as_json whose rows it names.
const named = `
  select b.source, o.name as target
    from (
      select p.oid::regprocedure::text as source, regexp_replace(p.prosrc, '--[^\\n]*', '', 'g') as body
        from pg_proc p
       where p.pronamespace::regnamespace::text in ${ours} and p.prosqlbody is null
    ) b
   cross join lateral regexp_matches(b.body, '\\m((?:request|auth|app|api|jobs|stats|audit)\\.\\w+)', 'g') m
    join (
      select c.oid::regclass::text as called, c.oid::regclass::text as name, null as of_row from pg_class c where c.relkind in ('r', 'p', 'v')
      union all
      select p.pronamespace::regnamespace || '.' || p.proname, p.oid::regprocedure::text,
             case when p.proname = 'as_json' then rtrim(p.proargtypes[0]::regtype::text, '[]') end
        from pg_proc p
    ) o on o.called = m[1] and (o.of_row is null or b.body ~ ('\\m' || o.of_row || '\\M'))`
