/** Attempts that are refused to an analyst: title, statements, and the SQLSTATE (`$self`: their login). */
export const refused: [title: string, statements: string, state: string][] = [
  ...['caserne_owner', 'caserne_api', 'caserne_worker', 'caserne_auth', 'caserne_national', 'postgres'].map(
    (role): [string, string, string] => [`become ${role}`, `set role ${role}`, '42501'],
  ),
  ['be another by session', 'set session authorization postgres', '42501'],
  ['join those who see all', 'grant caserne_national to $self', '42501'],
  ['take the owner’s rights', 'grant caserne_owner to $self', '42501'],
  ['make themselves a superuser', 'alter role $self superuser', '42501'],
  ['go round the policies', 'alter role $self bypassrls', '42501'],
  ['make roles', 'create role $self_2', '42501'],
  ['lift their connection limit', 'alter role $self connection limit -1', '42501'],
  ['read without policies', 'set row_security = off; select nom from stats.sapeurs', '42501'],
  ['switch off the policies', 'alter table app.sapeurs disable row level security', '42501'],
  ['add a policy', 'create policy tout on app.sapeurs using (true)', '42501'],
  ['drop a policy', 'drop policy octroi on app.sapeurs', '42501'],
  ['make a view run as its owner', 'alter view stats.federal set (security_invoker = false)', '42501'],
  [
    'replace the function that finds their grants',
    "create or replace function auth.octrois() returns jsonb language sql as 'select null::jsonb'",
    '42501',
  ],
  ['make a temporary table', 'create temporary table t (n int)', '42501'],
  ['make a temporary view', 'create temporary view v as select 1', '42501'],
  [
    'make a definer function in their temporary schema',
    "create function pg_temp.f() returns int language sql security definer as 'select 1'",
    '42501',
  ],
  [
    'make a temporary table in a block',
    "do $$ begin execute 'create temporary table t (n int)'; end $$",
    '42501',
  ],
  ['make a table', 'create table app.t (n int)', '42501'],
  ['make a table in public', 'create table public.t (n int)', '42501'],
  ['make a view', 'create view stats.v as select 1', '42501'],
  ['make a schema', 'create schema s', '42501'],
  [
    'shadow an operator',
    'create operator app.= (leftarg = text, rightarg = text, function = texteq)',
    '42501',
  ],
  ['shadow a function', "create function stats.now() returns int language sql as 'select 1'", '42501'],
  ['make an extension', 'create extension pg_trgm schema stats', '42501'],
  ['make a foreign data wrapper', 'create foreign data wrapper f', '42501'],
  ['make a publication', 'create publication p', '42501'],
  ['make an event trigger', 'create event trigger t on ddl_command_end execute function now()', '42501'],
  ['take what is another’s', 'reassign owned by caserne_owner to $self', '42501'],
  ['write a file', "copy (select 1) to '/tmp/caserne-attaque'", '42501'],
  ['run a program', "copy (select 1) to program 'id'", '42501'],
  ['read a file', "select pg_read_file('PG_VERSION')", '42501'],
  ['read a file as bytes', "select pg_read_binary_file('PG_VERSION')", '42501'],
  ['list a directory', "select pg_ls_dir('.')", '42501'],
  ['list the logs', 'select pg_ls_logdir()', '42501'],
  ['make a large object', 'select lo_create(0)', '42501'],
  ['make a large object, the old way', 'select lo_creat(-1)', '42501'],
  ['make a large object of bytes', "select lo_from_bytea(0, 'x')", '42501'],
  ['make a large object of a file', "select lo_import('/etc/passwd')", '42501'],
  ['load a library', "load 'auto_explain'", '42501'],
  ['change the server', "alter system set log_statement = 'all'", '42501'],
  ['change the database', "alter database $database set search_path = ''", '42501'],
  ['skip triggers', "set session_replication_role = 'replica'", '42501'],
  ['fill the disk with sorts', "set temp_file_limit = '-1'", '42501'],
  ['fill the log', "select pg_logical_emit_message(false, 'a', 'b')", '42501'],
  ['fill the log with plans', 'set log_min_messages = log', '42501'],
  ['fill the log from the next session on', "alter role $self set log_min_messages = 'log'", '42501'],
  ['hold the lock of a mailbox', 'select pg_advisory_lock(1)', '42501'],
  ['try to hold the lock of a mailbox', 'select pg_try_advisory_xact_lock_shared(1, 2)', '42501'],
  ['lock a table', 'begin; lock table app.sapeurs in access share mode', '42501'],
  ['lock the tables of a view', 'begin; lock table stats.interventions in access share mode', '42501'],
  ['lock rows', 'select id from stats.sapeurs for update', '42501'],
  ['lock rows for key share', 'select id from stats.sapeurs for key share', '42501'],
  ['read a sample', 'select id from stats.sapeurs tablesample bernoulli (100)', '0A000'],
  ['read the place of a row', 'select ctid from stats.sapeurs', '42703'],
  ['ask for the current place of a row', "select currtid2('app.sapeurs', '(0,1)')", '42501'],
  ['read the last number of a sequence', 'select last_value from app.sapeurs_id_seq', '42501'],
  ['take a number', "select nextval('app.sapeurs_id_seq')", '42501'],
  ['read the transaction that wrote a row', 'select xmin from stats.interventions', '42703'],
  ['end another’s session', 'select pg_terminate_backend($pid)', '42501'],
  ['cancel another’s statement', 'select pg_cancel_backend($pid)', '42501'],
  ['reset the counters', 'select pg_stat_reset()', '42501'],
  ['read hashes of passwords', 'select rolpassword from pg_authid', '42501'],
  ['read the planner’s statistics', 'select * from pg_statistic', '42501'],
  ['read the grants', 'select * from auth.analystes', '42501'],
  ['read accounts', 'select * from auth.users', '42501'],
  ['read the journal', 'select * from audit.journal', '42501'],
  ['read the queue', 'select * from graphile_worker.jobs', '42501'],
  ['read private particulars', 'select * from app.particularites', '42501'],
  ['read telephones', 'select * from app.telephones', '42501'],
  ['read the pay of sapeurs', 'select * from app.salaires', '42501'],
  ['read the reason of an excuse', 'select excuse_type_id from stats.exercice_sapeurs', '42703'],
  ['read a whole row', 'select a from app.alarmes a', '42501'],
  ['read a whole row as text', 'select i::text from app.interventions i', '42501'],
  ['open a request', "select request.open(1, 'test', '{intervention.lecture}', null)", '42501'],
  ['call the data API', 'select api.list_sapeurs()', '42501'],
  ['call a definer of figures', 'select stats.presence_exercice(1)', '42501'],
  ['call the function that finds their grants', 'select auth.octrois()', '42501'],
  [
    'have the planner call that function',
    "explain select from stats.sapeurs where request.plain(nom) = 'a'",
    '42501',
  ],
]

/** Settings that an analyst may make, and the SIS that they then see. */
export const forged: [title: string, statements: string, sees: string[]][] = [
  ['a SIS by its setting', "set request.sis_key = 'test'", []],
  [
    'a SIS with every permission',
    "set request.sis_key = 'test'; set request.permissions = 'intervention.lecture,sapeur.lecture,exercice.lecture'",
    [],
  ],
  [
    'permissions in their own',
    "set request.sis_key = 'hs'; set request.permissions = 'sis.config,admin'",
    ['hs'],
  ],
  ['a sapeur', "set request.sapeur_id = '30'; set request.user_id = '1'", ['hs']],
  ['the role of their group', 'set role caserne_analyst', ['hs']],
  [
    'their session role',
    'set role none; reset session authorization; set session authorization default',
    ['hs'],
  ],
  ['nothing, after a reset of everything', 'reset all', ['hs']],
  ['another search path', 'set search_path = pg_temp, stats, app, pg_catalog', ['hs']],
  [
    'no indexes',
    'set enable_indexscan = off; set enable_bitmapscan = off; set enable_indexonlyscan = off',
    ['hs'],
  ],
  ['indexes only', 'set enable_seqscan = off', ['hs']],
  ['costs of nothing', 'set cpu_operator_cost = 0; set cpu_tuple_cost = 0', ['hs']],
  ['another isolation level', 'begin isolation level serializable read write', ['hs']],
  ['the application name of the data server', "set application_name = 'caserne'", ['hs']],
  ['joins in the written order', 'set join_collapse_limit = 1; set from_collapse_limit = 1', ['hs']],
]

const never = '(select 1 / (random() * 0)::integer = 1)'
const noIndexes = 'set enable_indexscan = off; set enable_bitmapscan = off; set enable_indexonlyscan = off;'

/**
 * Conditions that raise an error for rows of one SIS (`$sis`) with a sapeur named `$nom`: the statement, and
 * its SQLSTATE when the analyst sees those rows.
 */
export const leaks: [title: string, statement: string, state: string][] = [
  [
    'a division',
    "select from stats.sapeurs where sis_key = '$sis' and 1 / (length(nom) - length(nom)) = 1",
    '22012',
  ],
  ['a cast', "select from stats.sapeurs where sis_key = '$sis' and nom::integer = 1", '22P02'],
  [
    'a cast to a range',
    "select from stats.sapeurs where sis_key = '$sis' and ('[' || id || ',0]')::int8range is null",
    '22000',
  ],
  ['XML', "select from stats.sapeurs where sis_key = '$sis' and xmlparse(document nom) is null", '2200M'],
  ['a view', "select from stats.presences where sis_key = '$sis' and 1 / (id - id) = 1", '22012'],
  ['a view of sums', "select from stats.federal where sis_key = '$sis' and 1 / (annee - annee) = 1", '22012'],
  [
    'a join',
    "select from generate_series(1, 9) g join stats.sapeurs s on s.sis_key = '$sis' and g / (s.id - s.id) = 1",
    '22012',
  ],
  [
    'a sub-select that runs if a name is found',
    `${noIndexes} select from stats.sapeurs where case when nom = '$nom' then ${never} end`,
    '22012',
  ],
  [
    'the same with operators of no cost',
    `${noIndexes} set cpu_operator_cost = 0; select from stats.sapeurs where case when nom = '$nom' then ${never} end`,
    '22012',
  ],
  [
    'the same with operators of high cost',
    `${noIndexes} set cpu_operator_cost = 1e30; select from stats.sapeurs where case when nom = '$nom' then ${never} end`,
    '22012',
  ],
  [
    'a sub-select that runs if a year is found, of no cost',
    `${noIndexes} select from stats.exercices_comptables where case when ('[$an:$an]={t}'::boolean[])[annee] then ${never} end`,
    '22012',
  ],
  [
    'an index',
    `set enable_seqscan = off; select from stats.sapeurs where case when nom = '$nom' then ${never} end`,
    '22012',
  ],
]

/** Facts in the catalogues about others: queries that find nothing. */
export const hidden: [title: string, query: string][] = [
  ['sampled values of a column', "select 1 from pg_stats where schemaname !~ '^(pg_|information_schema)'"],
  ['sampled values of several columns', 'select 1 from pg_stats_ext'],
  ['the last numbers of sequences', 'select 1 from pg_sequences where last_value is not null'],
  [
    'the queries of others',
    "select 1 from pg_stat_activity where pid <> pg_backend_pid() and query not in ('', '<insufficient privilege>')",
  ],
  [
    'the addresses of others',
    'select 1 from pg_stat_activity where pid <> pg_backend_pid() and client_addr is not null',
  ],
  [
    'extensions that reach outside the database',
    "select 1 from pg_extension where extname not in ('plpgsql', 'pgcrypto', 'btree_gist')",
  ],
  ['rows as XML', "select 1 where schema_to_xml('stats', true, false, '')::text ~ '>test<'"],
  ['foreign servers', 'select 1 from pg_foreign_server'],
  ['large objects', 'select 1 from pg_largeobject_metadata'],
]

/** Settings that make PostgreSQL choose one kind of plan. */
export const plans: [title: string, settings: string][] = [
  ['any plan', ''],
  ['no index', 'set enable_indexscan = off; set enable_bitmapscan = off; set enable_indexonlyscan = off;'],
  ['bitmaps', 'set enable_seqscan = off; set enable_indexscan = off; set enable_indexonlyscan = off;'],
  ['plain indexes', 'set enable_seqscan = off; set enable_bitmapscan = off;'],
]

/** A condition on `$`, the fact of test to put there, and an unknown value: both plans must read the same. */
export const existing: [from: string, is: 'nom' | 'nom_prenom' | 'sapeur' | 'an', isNot: string][] = [
  ["stats.sapeurs where sis_key = 'test' and nom = '$'", 'nom', 'Personne'],
  ["stats.sapeurs where sis_key = 'test' and nom_prenom = '$'", 'nom_prenom', 'Personne Paul'],
  ["stats.sapeurs where nom_prenom = '$'", 'nom_prenom', 'Personne Paul'],
  ["stats.intervention_sapeurs where sis_key = 'test' and sapeur_id = $ and id > 0", 'sapeur', '999999'],
  ["stats.exercices_comptables where sis_key = 'test' and annee = $", 'an', '1998'],
]
