/** A convention of the database: a query that names whatever breaks it, in a column `offender`. */
export interface Rule {
  /** A sentence. */
  title: string
  offenders: string
  /** Statements that break it, run by a superuser and rolled back, each with the offender that is then named. */
  breaches: [breach: string, offender: string][]
}

/** The schemas that the conventions speak of, for `in`. */
export const ours = `('request', 'auth', 'app', 'api', 'jobs', 'stats', 'audit')`

/** Tables of `app`: oid, name, and the number of their sis_key (null for what all SIS share). */
export const tables = `(
  select c.oid, 'app.' || c.relname as name, c.relrowsecurity, c.relforcerowsecurity, k.attnum as sis_key
    from pg_class c
    left join pg_attribute k on k.attrelid = c.oid and k.attname = 'sis_key'
   where c.relnamespace = 'app'::regnamespace
     and c.relkind in ('r', 'p')
)`

/**
 * Tables of `auth` that belong to a SIS, as `tables`. `auth.tokens` is none of them: a token is looked for by its hash alone,
 * before anyone knows of which SIS it is, if of any.
 */
export const walled = `(
  select c.oid, 'auth.' || c.relname as name, c.relrowsecurity, c.relforcerowsecurity, k.attnum as sis_key
    from pg_class c
    join pg_attribute k on k.attrelid = c.oid and k.attname = 'sis_key' and k.attnotnull
   where c.relnamespace = 'auth'::regnamespace
     and c.relkind in ('r', 'p')
)`

/** Policies on tables: the table's name, and the policy as pg_policy has it. */
export const policiesOn = (of: string) => `(
  select t.name, p.*, pg_get_expr(p.polqual, p.polrelid) as qual,
         concat(p.polqual::text, p.polwithcheck::text) as tree
    from pg_policy p
    join ${of} t on t.oid = p.polrelid
)`

/** Policies on tables of `app`. */
export const policies = policiesOn(tables)

/** Functions of our schemas: oid, name with arguments, body, and what pg_proc says. */
export const functions = `(
  select p.*, n.nspname, p.oid::regprocedure::text as name, coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) as body
    from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
   where n.nspname in ${ours}
)`

/** Tables, views and sequences of our schemas: oid, name, and what pg_class says. */
export const relations = `(
  select c.*, n.nspname, n.nspname || '.' || c.relname as name
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
   where n.nspname in ${ours}
     and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
)`
