import { withConnection } from '../connection.ts'

const forget = `
  select pg_clear_relation_stats(n.nspname, c.relname)
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
   where c.relkind in ('r', 'i') and n.nspname in ('app', 'audit', 'auth', 'jobs');
  delete from pg_statistic s
   using pg_class c
   where c.oid = s.starelid
     and c.relnamespace in (select oid from pg_namespace where nspname in ('app', 'audit', 'auth', 'jobs'))`

/** Analyzes a database, or makes the planner forget that it ever was. In data of benches autovacuum is off. */
export async function setAnalyzed(admin: string, analyzed: boolean): Promise<void> {
  await withConnection(admin, (client) => client.query(analyzed ? 'vacuum (analyze)' : forget))
}
