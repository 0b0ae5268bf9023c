import type pg from 'pg'

/** Cost of a statement on any machine: by table (with its indexes and TOAST) and by function. */
export interface Effort {
  /** Rows read of tables, and entries of indexes. */
  rows: Record<string, number>
  /** Pages touched, cached or not. */
  buffers: Record<string, number>
  /**
   * Calls of functions, those of triggers included. A function that the planner inlines is not called. Those without
   * arguments end with `()`, except those of triggers.
   */
  calls: Record<string, number>
}

/** The sum of a kind of effort. */
export const total = (parts: Record<string, number>) =>
  Object.values(parts).reduce((sum, each) => sum + each, 0)

// Counters of this session since its last report. The forced report lets the next count begin at zero.
const counters = {
  name: 'counters',
  text: `
    with relations as (
      select coalesce(t.oid, i.indrelid, c.oid)::regclass::text as name,
             pg_stat_get_xact_tuples_returned(c.oid) as rows, pg_stat_get_xact_blocks_fetched(c.oid) as buffers
        from pg_class c
        left join pg_index x on x.indexrelid = c.oid
        left join pg_class t on t.reltoastrelid = coalesce(x.indrelid, c.oid)
        left join pg_index i on i.indexrelid = c.oid
       where c.relkind in ('r', 'i', 't')
         and pg_stat_get_xact_blocks_fetched(c.oid) > 0
         and coalesce(t.relnamespace, c.relnamespace)::regnamespace::text in ('app', 'audit', 'auth', 'jobs', 'request', 'stats')
    ),
    tables as (select name, sum(rows) as rows, sum(buffers) as buffers from relations group by name)
    select (select jsonb_object_agg(name, rows) from tables) as rows,
           (select jsonb_object_agg(name, buffers) from tables) as buffers,
           (select jsonb_object_agg(name, calls)
              from (select schemaname || '.' || funcname || case when p.pronargs = 0 and p.prorettype <> 'trigger'::regtype then '()' else '' end as name,
                           sum(calls) as calls
                      from pg_stat_xact_user_functions f
                      join pg_proc p on p.oid = f.funcid
                     group by 1) f) as calls,
           pg_stat_force_next_flush()`,
}

/**
 * The effort of a prepared statement, with a warm cache and its plans made, in a transaction that is rolled back.
 * The database must count calls of functions (track_functions).
 */
export async function measureEffort(client: pg.Client, statement: pg.QueryConfig): Promise<Effort> {
  await client.query(counters)
  let before = await measureOnce(client, statement)
  // Until two runs touch the same number of pages. New plans, caches that other work of the cluster emptied, and the
  // first rows of a new page count only once.
  for (let tries = 0; tries < 6; tries++) {
    const effort = await measureOnce(client, statement)
    if (total(effort.buffers) === total(before.buffers)) return effort
    before = total(effort.buffers) < total(before.buffers) || tries === 0 ? effort : before
  }
  return before
}

async function measureOnce(client: pg.Client, statement: pg.QueryConfig): Promise<Effort> {
  await client.query('begin')
  try {
    await client.query(statement)
    await client.query('set constraints all immediate')
    const { rows } = await client.query<Effort>(counters)
    const { rows: counted, buffers, calls } = rows[0] ?? {}
    return { rows: counted ?? {}, buffers: buffers ?? {}, calls: calls ?? {} }
  } finally {
    await client.query('rollback')
  }
}
