import type pg from 'pg'

/** A table whose rows of one SIS an archive carries. */
export interface CarriedTable {
  /** e.g. `app.sapeurs` */
  name: string
  /** Without `sis_key` and columns that are computed. */
  columns: string[]
  /** Columns that hold the id of an account. */
  accounts: string[]
  /** Columns that hold the id of a place, which all SIS share. */
  localites: string[]
  /** The identity column and its sequence. */
  identity: { column: string; sequence: string } | null
}

/** Columns of an account in an archive. */
export const accountColumns = [
  'id',
  'name',
  'email',
  'password_hash',
  'email_verified_at',
  'disabled_at',
  'tokens_valid_from',
  'created_at',
  'updated_at',
]

// These belong to the instance. Marks of change and leases of workers start over, logins of analysts are roles of its
// PostgreSQL, and each database records which SIS live there and which are closed.
export const LEFT = [
  'audit.changements',
  'auth.analystes',
  'auth.fermetures',
  'jobs.baux',
  'request.homes',
  'request.remplissages',
  'request.sejours',
]
// They name an account without a foreign key.
const ACCOUNTS = ['audit.journal.user_id', 'request.reponses.user_id']

// Reports are known by the ids of the instance's mailbox. Another instance has another mailbox.
export const LEFT_BETWEEN_INSTANCES = ['jobs.report_parts']

/**
 * The tables that hold rows of a SIS, in the order of their names; a table that is made tomorrow is carried too.
 * @param between what the SIS moves between
 */
export async function readTables(
  client: pg.Client,
  between: 'instances' | 'cells' = 'instances',
): Promise<CarriedTable[]> {
  const { rows } = await client.query<CarriedTable>(
    `select c.oid::regclass::text as name,
            array_agg(a.attname::text order by a.attnum) as columns,
            coalesce(array_agg(a.attname::text order by a.attnum) filter (
              where refers.to = 'auth.users'::regclass or c.oid::regclass::text || '.' || a.attname = any ($2)), '{}') as accounts,
            coalesce(array_agg(a.attname::text order by a.attnum) filter (
              where refers.to = 'app.localites'::regclass), '{}') as localites,
            (json_agg(json_build_object('column', a.attname, 'sequence',
              pg_get_serial_sequence(c.oid::regclass::text, a.attname))) filter (where a.attidentity <> '')) -> 0 as identity
       from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       left join lateral (
         select k.confrelid as to from pg_constraint k
          where k.conrelid = c.oid and k.contype = 'f' and k.conkey = array[a.attnum]
            and k.confrelid in ('auth.users'::regclass, 'app.localites'::regclass)
          limit 1
       ) refers on true
      where c.relkind = 'r'
        and c.relnamespace in ('app'::regnamespace, 'auth'::regnamespace, 'audit'::regnamespace,
                               'request'::regnamespace, 'jobs'::regnamespace)
        and exists (select from pg_attribute t where t.attrelid = c.oid and t.attname = 'sis_key' and not t.attisdropped)
        and a.attname <> 'sis_key'
        and c.oid::regclass::text <> all ($1)
      group by c.oid
      order by 1`,
    [between === 'cells' ? LEFT : [...LEFT, ...LEFT_BETWEEN_INSTANCES], ACCOUNTS],
  )
  return rows
}

/** The lists that migrations fill, the same in every instance of a version: name, and a digest of the rows. */
export async function readSharedLists(client: pg.Client): Promise<Record<string, string>> {
  // All tables of app that have no SIS, except places, which an archive carries.
  const { rows: lists } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name
       from pg_class c
      where c.oid = 'auth.permissions'::regclass
         or c.relkind = 'r' and c.relnamespace = 'app'::regnamespace and c.oid <> 'app.localites'::regclass
            and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'sis_key')
      order by 1`,
  )
  const { rows } = await client.query<{ name: string; digest: string }>(
    lists
      .map(
        ({ name }) =>
          `select '${name}' as name, md5(coalesce(string_agg(t::text, E'\\n' order by t::text), '')) as digest from ${name} t`,
      )
      .join(' union all '),
  )
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}

/** Statements that make values read the same in every session. */
export const plainValues = `set local datestyle = 'ISO, YMD'; set local intervalstyle = 'iso_8601'; set local timezone = 'UTC';
  set local bytea_output = 'hex'; set local extra_float_digits = 1; set local search_path = 'pg_catalog'; set local statement_timeout = 0;
  set local client_encoding = 'UTF8'; set local xmlbinary = 'base64'; set local lc_monetary = 'C'`

/** Turns to the login that the program connected with: a superuser, who is bound by neither policies nor triggers. */
export async function becomeSuperuser(client: pg.Client): Promise<void> {
  await client.query('set local role none')
  const { rows } = await client.query<{ super: boolean }>(
    'select rolsuper as super from pg_roles where rolname = current_user',
  )
  if (rows[0]?.super !== true)
    throw new Error(
      'Cette commande lit ou écrit un SIS entier, par-dessus les politiques : il lui faut dans DATABASE_URL un superutilisateur de PostgreSQL.',
    )
}
