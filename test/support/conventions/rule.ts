/** A convention of the database: a query that names every object that breaks it, in a column `offender`. */
export interface Rule {
  /** A sentence. */
  title: string
  /** A sentence that says what to do with an offender. */
  remedy: string
  offenders: string
  /**
   * Statements that break the rule, run by a superuser and rolled back, each with the offender that the query
   * then names.
   */
  breaches: [breach: string, offender: string][]
}

/** Our schemas, for `in`. */
export const ours = `('request', 'auth', 'app', 'api', 'jobs', 'stats', 'audit')`

/** Tables of `app`: oid, name, and the number of their sis_key (null for a table that all SIS share). */
export const tables = `(
  select c.oid, 'app.' || c.relname as name, c.relrowsecurity, c.relforcerowsecurity, k.attnum as sis_key
    from pg_class c
    left join pg_attribute k on k.attrelid = c.oid and k.attname = 'sis_key'
   where c.relnamespace = 'app'::regnamespace
     and c.relkind in ('r', 'p')
)`

/**
 * Tables of `auth` that belong to a SIS, with the same columns as `tables`. `auth.tokens` is not among them:
 * a token is looked up by its hash alone, before its SIS is known, if it has one.
 */
export const guarded = `(
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

/** Our functions: oid, name with arguments, body, and the columns of pg_proc. */
export const functions = `(
  select p.*, n.nspname, p.oid::regprocedure::text as name, coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) as body
    from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
   where n.nspname in ${ours}
)`

/** Our tables, views and sequences: oid, name, and the columns of pg_class. */
export const relations = `(
  select c.*, n.nspname, n.nspname || '.' || c.relname as name
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
   where n.nspname in ${ours}
     and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
)`
