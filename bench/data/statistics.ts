import pg from 'pg'

/** Analyzes a database, or makes the planner forget that it ever was: autovacuum is off in data of benches. */
export async function setAnalyzed(admin: string, analyzed: boolean): Promise<void> {
  const client = new pg.Client(admin)
  await client.connect()
  if (analyzed) await client.query('vacuum (analyze)')
  else
    await client.query(
      `select pg_clear_relation_stats(n.nspname, c.relname)
         from pg_class c
         join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'i') and n.nspname in ('app', 'audit', 'auth', 'jobs');
       delete from pg_statistic s
        using pg_class c
        where c.oid = s.starelid and c.relnamespace in (select oid from pg_namespace where nspname in ('app', 'audit', 'auth', 'jobs'))`,
    )
  await client.end()
}
