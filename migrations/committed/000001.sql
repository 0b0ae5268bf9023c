--! Previous: -
--! Hash: sha1:0f231a57062206cb2e1231564b1e98075d44efda

-- Contents: all files of the database in load order. Each file may be run twice.

-- Schemas.
--! Included schemas.sql
-- The schemas and who may use them. Rights inside a schema stand beside each object.

-- New functions are executable by nobody until granted.
alter default privileges revoke execute on functions from public;

create schema if not exists request;
comment on schema request is 'Who is asking: the settings of one request, and the functions that policies are written with.';
grant usage on schema request to caserne_auth, caserne_api, caserne_worker;

create schema if not exists auth;
comment on schema auth is 'Accounts, rights and tokens, reached only through functions.';
grant usage on schema auth to caserne_auth, caserne_api;

create schema if not exists app;
comment on schema app is 'The business tables, all under forced row-level security.';
grant usage on schema app to caserne_api;

create schema if not exists api;
comment on schema api is 'One function per operation of the data API.';
grant usage on schema api to caserne_api;

create schema if not exists jobs;
comment on schema jobs is 'Functions that only the worker calls.';
grant usage on schema jobs to caserne_worker;

create schema if not exists stats;
comment on schema stats is 'Figures of the statistics endpoints, and the views that analysts read.';
-- Analysts may use this schema only. PostgreSQL refuses a name of any other schema while it parses their statement,
-- before a plan exists that could reveal anything (decision 0022).
grant usage on schema stats to caserne_api, caserne_analyst, caserne_national;

create schema if not exists audit;
comment on schema audit is 'Who changed what.';
grant usage on schema audit to caserne_api;
--! EndIncluded schemas.sql

-- The request: its settings, locks, versions, and the form of instants and texts. Independent of the files below.
--! Included request/open.sql
-- Only this function writes the request.* settings. They are local to the transaction: an autocommit statement with
-- request.open(…) in FROM runs it before the select list and loses the settings at its end.
create or replace function request.open(user_id bigint, sis_key text, permissions text[], sapeur_id bigint) returns void
  language plpgsql volatile
as $$
begin
  perform pg_catalog.set_config('request.user_id', coalesce(open.user_id::text, ''), true);
  perform pg_catalog.set_config('request.sis_key', coalesce(open.sis_key, ''), true);
  perform pg_catalog.set_config('request.permissions', pg_catalog.array_to_string(open.permissions, ','), true);
  perform pg_catalog.set_config('request.sapeur_id', coalesce(open.sapeur_id::text, ''), true);
end;
$$;
comment on function request.open(bigint, text, text[], bigint) is
  'Sets for the rest of the transaction the caller, the SIS, the permissions, and the sapeur that the caller is there (null: none).';
grant execute on function request.open(bigint, text, text[], bigint) to caserne_api;

-- A rule that must read another SIS, or more than the caller may, opens its own request and then reopens the caller's.
-- If it fails in between, the settings are rolled back with the transaction.
create or replace function request.opened() returns text[]
  language sql stable
as $$
  select array[
    pg_catalog.current_setting('request.user_id', true), pg_catalog.current_setting('request.sis_key', true),
    pg_catalog.current_setting('request.permissions', true), pg_catalog.current_setting('request.sapeur_id', true)
  ]
$$;
comment on function request.opened() is 'The settings of the open request, for request.reopen.';

create or replace function request.reopen(opened text[]) returns void
  language sql volatile
as $$
  select request.open(
    nullif(opened[1], '')::bigint, nullif(opened[2], ''), pg_catalog.string_to_array(opened[3], ','), nullif(opened[4], '')::bigint)
$$;
comment on function request.reopen(text[]) is 'Opens a request again with the settings of request.opened.';
--! EndIncluded request/open.sql
--! Included request/user_id.sql
create or replace function request.user_id() returns bigint
  language sql stable parallel safe
as $$
  select nullif(pg_catalog.current_setting('request.user_id', true), '')::bigint
$$;
comment on function request.user_id() is 'The calling account, or null for a job.';
grant execute on function request.user_id() to caserne_api, caserne_worker, caserne_analyst, caserne_national;
--! EndIncluded request/user_id.sql
--! Included request/sis_key.sql
-- After a transaction that set it, a setting is '' and not null: hence nullif. Without the setting no policy shows a
-- row.
create or replace function request.sis_key() returns text
  language sql stable parallel safe
as $$
  select nullif(pg_catalog.current_setting('request.sis_key', true), '')
$$;
comment on function request.sis_key() is 'Key of the request''s SIS, or null outside a request.';
grant execute on function request.sis_key() to caserne_api, caserne_worker, caserne_analyst, caserne_national;
--! EndIncluded request/sis_key.sql
--! Included request/sis_with.sql
create or replace function request.sis_with(variadic permissions text[]) returns text
  language sql stable parallel safe
as $$
  select case
           when pg_catalog.string_to_array(pg_catalog.current_setting('request.permissions', true), ',') && permissions
           then nullif(pg_catalog.current_setting('request.sis_key', true), '')
         end
$$;
comment on function request.sis_with(text[]) is
  'The request''s SIS if the caller holds one of these permissions there, else null.';
grant execute on function request.sis_with(text[]) to caserne_api, caserne_worker, caserne_analyst, caserne_national;
--! EndIncluded request/sis_with.sql
--! Included request/sis_with_any.sql
create or replace function request.sis_with_any() returns text
  language sql stable parallel safe
as $$
  select case
           when pg_catalog.current_setting('request.permissions', true) <> ''
           then nullif(pg_catalog.current_setting('request.sis_key', true), '')
         end
$$;
comment on function request.sis_with_any() is 'The request''s SIS if the caller holds any permission there, else null.';
grant execute on function request.sis_with_any() to caserne_api, caserne_worker, caserne_analyst, caserne_national;
--! EndIncluded request/sis_with_any.sql
--! Included request/can.sql
create or replace function request.can(permission text) returns boolean
  language sql stable parallel safe
as $$
  select coalesce(permission = any (pg_catalog.string_to_array(pg_catalog.current_setting('request.permissions', true), ',')), false)
$$;
comment on function request.can(text) is 'Whether the caller holds a permission in the request''s SIS.';
grant execute on function request.can(text) to caserne_api, caserne_worker, caserne_analyst, caserne_national;
--! EndIncluded request/can.sql
--! Included request/sapeur_id.sql
create or replace function request.sapeur_id() returns bigint
  language sql stable parallel safe
as $$
  select nullif(pg_catalog.current_setting('request.sapeur_id', true), '')::bigint
$$;
comment on function request.sapeur_id() is
  'The sapeur that the caller is in the request''s SIS, or null.';
grant execute on function request.sapeur_id() to caserne_api, caserne_worker, caserne_analyst, caserne_national;
--! EndIncluded request/sapeur_id.sql
--! Included request/faults.sql
-- A server asks this before it opens its port. Isolation stands on the role that the server logged in as, so the
-- function is security invoker, and on the tables behind the role.
create or replace function request.faults() returns setof text
  language sql stable
as $$
  select pg_catalog.format('le rôle %I est superutilisateur', rolname)
    from pg_catalog.pg_roles where rolname = current_user and rolsuper
  union all
  select pg_catalog.format('le rôle %I contourne les politiques (bypassrls)', rolname)
    from pg_catalog.pg_roles where rolname = current_user and rolbypassrls
  union all
  select pg_catalog.format('le rôle %I peut devenir %I', current_user, r.rolname)
    from pg_catalog.pg_roles r
   where r.rolname <> current_user
     and (r.rolsuper or r.rolbypassrls or r.rolname in ('caserne_owner', 'caserne_worker'))
     and pg_catalog.pg_has_role(current_user, r.oid, 'member')
     and not exists (select from pg_catalog.pg_roles me where me.rolname = current_user and me.rolsuper)
  union all
  select pg_catalog.format('le rôle %I possède %s', current_user, pg_catalog.pg_describe_object(d.classid, d.objid, d.objsubid))
    from pg_catalog.pg_shdepend d
   where d.deptype = 'o'
     and d.refclassid = 'pg_catalog.pg_authid'::pg_catalog.regclass
     and d.refobjid = (select oid from pg_catalog.pg_roles where rolname = current_user)
     and d.dbid in (0, (select oid from pg_catalog.pg_database where datname = pg_catalog.current_database()))
  union all
  select pg_catalog.format('la table %s n’a pas de politiques forcées', c.oid::pg_catalog.regclass)
    from pg_catalog.pg_class c
   where c.relkind in ('r', 'p')
     and (c.relnamespace in ('app'::pg_catalog.regnamespace, 'audit'::pg_catalog.regnamespace)
          or c.relnamespace = 'auth'::pg_catalog.regnamespace and exists (
            select from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attname = 'sis_key' and a.attnotnull
          ))
     and not (c.relrowsecurity and c.relforcerowsecurity)
$$;
comment on function request.faults() is
  'Faults that forbid a server to start with the role it logged in as, a French phrase each; no row when there is none.';
grant execute on function request.faults() to caserne_api, caserne_auth;
--! EndIncluded request/faults.sql
--! Included request/missing_limits.sql
-- Limits that keep analysts from filling the server's disk. Only a superuser, or a login that was granted the
-- parameter, may set them. `analyst create` and each server at its start report missing limits.
create or replace function request.missing_limits() returns table (login name, message text, remedy text)
  language sql stable
as $$
  select r.rolname,
         pg_catalog.format('l’analyste %s peut remplir le disque du serveur de %s (%s)', r.rolname, l.what, l.setting),
         pg_catalog.format('alter role %I set %s = %L', r.rolname, l.setting, l.value)
    from pg_catalog.pg_roles r
   cross join (values ('log_min_messages', 'fatal', 'messages, dans son journal'), ('temp_file_limit', '1GB', 'fichiers temporaires')
              ) as l (setting, value, what)
   where r.rolcanlogin
     and not r.rolsuper
     and exists (
           select
             from pg_catalog.pg_auth_members m
             join pg_catalog.pg_roles g on g.oid = m.roleid
            where m.member = r.oid
              and g.rolname in ('caserne_analyst', 'caserne_national')
         )
     -- The login's setting for this database, else for all databases, else the server's.
     and coalesce(
           (
             select pg_catalog.split_part(c.line, '=', 2)
               from pg_catalog.pg_db_role_setting s
               left join pg_catalog.pg_database d on d.oid = s.setdatabase
              cross join pg_catalog.unnest(s.setconfig) as c (line)
              where s.setrole = r.oid
                and (s.setdatabase = 0 or d.datname = pg_catalog.current_database())
                and pg_catalog.split_part(c.line, '=', 1) = l.setting
              order by s.setdatabase desc
              limit 1
           ),
           pg_catalog.current_setting(l.setting)
         ) in ('-1', 'debug5', 'debug4', 'debug3', 'debug2', 'debug1', 'debug', 'info', 'notice', 'warning', 'error', 'log')
$$;
comment on function request.missing_limits() is
  'Limits on disk use that logins of analysts lack: a French phrase each, and the statement with which a superuser sets the limit. No row when none is missing.';
grant execute on function request.missing_limits() to caserne_api, caserne_auth, caserne_worker;
--! EndIncluded request/missing_limits.sql
--! Included request/list_constraints.sql
create or replace function request.list_constraints() returns table (name text, field text, comment text)
  language sql stable
as $$
  select n.nspname || '.' || r.relname || '.' || c.conname,
         (
           select min(a.attname)
             from pg_catalog.pg_attribute a
            where a.attrelid = c.conrelid
              and a.attnum = any (c.conkey)
              and a.attname <> 'sis_key'
           having count(*) = 1
         ),
         pg_catalog.obj_description(c.oid, 'pg_constraint')
    from pg_catalog.pg_constraint c
    join pg_catalog.pg_class r on r.oid = c.conrelid
    join pg_catalog.pg_namespace n on n.oid = r.relnamespace
   where n.nspname in ('app', 'auth')
  union all
  -- A unique index on an expression is no constraint.
  select n.nspname || '.' || r.relname || '.' || i.relname, null, pg_catalog.obj_description(i.oid, 'pg_class')
    from pg_catalog.pg_index x
    join pg_catalog.pg_class i on i.oid = x.indexrelid
    join pg_catalog.pg_class r on r.oid = x.indrelid
    join pg_catalog.pg_namespace n on n.oid = r.relnamespace
   where n.nspname = 'app'
     and x.indisunique
     and not exists (select from pg_catalog.pg_constraint c where c.conindid = i.oid)
$$;
comment on function request.list_constraints() is
  'Constraints of business tables, and of tables of accounts that refer to these: schema.table.name, the one column they concern, and their comment, which is the answer of a server when they refuse.';
grant execute on function request.list_constraints() to caserne_api;
--! EndIncluded request/list_constraints.sql
--! Included request/has_migration.sql
-- Definer: logins may not read graphile_migrate. The function asks for one migration and not for the last one, so that
-- a server of the previous version goes on working while a new migration is applied.
create or replace function request.has_migration(hash text) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from graphile_migrate.migrations m where m.hash = has_migration.hash);
end;
$$;
comment on function request.has_migration(text) is
  'Whether this database has a migration, by its hash. Definer: logins may not read graphile_migrate.';
grant execute on function request.has_migration(text) to caserne_auth, caserne_api, caserne_worker;
--! EndIncluded request/has_migration.sql
--! Included request/utc.sql
create or replace function request.utc(instant timestamptz) returns text
  language sql stable strict parallel safe
as $$
  select pg_catalog.to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
$$;
comment on function request.utc(timestamptz) is
  'An instant in UTC to the second, as on the wire: 2026-03-14T13:29:45Z.';
grant execute on function request.utc(timestamptz) to caserne_api;

create or replace function request.utc_micros(instant timestamptz) returns text
  language sql stable strict parallel safe
as $$
  select pg_catalog.to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
$$;
comment on function request.utc_micros(timestamptz) is
  'An instant in UTC to the microsecond, as on the wire: 2026-03-14T13:29:45.000000Z.';
grant execute on function request.utc_micros(timestamptz) to caserne_api;
--! EndIncluded request/utc.sql
--! Included request/local_instant.sql
create or replace function request.local_instant(instant timestamptz, fuseau text) returns text
  language sql stable strict parallel safe
as $$
  select pg_catalog.to_char(l.local_time, 'YYYY-MM-DD"T"HH24:MI:SS')
      || case when l.difference < interval '0' then '-' else '+' end
      || pg_catalog.to_char(case when l.difference < interval '0' then -l.difference else l.difference end, 'HH24:MI')
    from (
      select instant at time zone fuseau,
             (instant at time zone fuseau) - (instant at time zone 'UTC')
    ) as l (local_time, difference)
$$;
comment on function request.local_instant(timestamptz, text) is
  'An instant in a time zone with its offset, as on the wire: 2026-03-14T14:30:00+01:00.';
grant execute on function request.local_instant(timestamptz, text) to caserne_api;
--! EndIncluded request/local_instant.sql
--! Included request/read_instant.sql
create or replace function request.read_instant(text text, fuseau text) returns timestamptz
  language sql stable strict parallel safe
as $$
  select case
           when text ~ '(Z|[+-]\d\d:?\d\d)$' then text::timestamptz
           else text::timestamp at time zone fuseau
         end
$$;
comment on function request.read_instant(text, text) is
  'Reads an instant with its offset; without one, as local time of the time zone.';
grant execute on function request.read_instant(text, text) to caserne_api;
--! EndIncluded request/read_instant.sql
--! Included request/plain.sql
-- normalize() splits é into e and a combining accent, which is then removed, so no extension is needed. It keeps œ, æ
-- and ß, which alarm centres write as two letters. lower() depends on the database's locale beyond ASCII; hardly any
-- such letters are left by then, and they are removed. One expression without FROM, so that PostgreSQL inlines it.
create or replace function request.plain(text text) returns text
  language sql immutable strict parallel safe
as $$
  select pg_catalog.btrim(pg_catalog.regexp_replace(pg_catalog.lower(
           pg_catalog.regexp_replace(pg_catalog.regexp_replace(pg_catalog.replace(
             pg_catalog.regexp_replace(pg_catalog.normalize(text, 'NFKD'), '[\u0300-\u036f]', '', 'g'),
             'ß', 'ss'), '[œŒ]', 'oe', 'g'), '[æÆ]', 'ae', 'g')
         ), '[^a-z0-9]+', ' ', 'g'))
$$;
comment on function request.plain(text) is
  'A text in plain form for comparisons: lower case, no accents, one space for each run of other characters.';
grant execute on function request.plain(text) to caserne_api;
--! EndIncluded request/plain.sql
--! Included request/ids.sql
create or replace function request.ids(lignes jsonb, key text default 'id') returns bigint[]
  language sql immutable parallel safe
as $$
  select coalesce(
    array_agg((case jsonb_typeof(l) when 'object' then l ->> key else l #>> '{}' end)::bigint order by n), '{}'
  )
    from jsonb_array_elements(lignes) with ordinality as t (l, n)
$$;
comment on function request.ids(jsonb, text) is
  'The ids of a batch whose elements are ids, or objects with the id under a key.';
grant execute on function request.ids(jsonb, text) to caserne_api;
--! EndIncluded request/ids.sql
--! Included request/refuse_missing.sql
create or replace function request.refuse_missing(genre text, asked bigint[], existing bigint[]) returns void
  language plpgsql stable
as $$
declare
  v_n integer;
begin
  select n - 1 into v_n
    from unnest(asked) with ordinality as t (id, n)
   where id <> all (existing)
   order by n
   limit 1;
  if found then
    raise sqlstate 'PT422' using message = 'Cet élément n’existe pas.', detail = concat_ws('.', genre, v_n);
  end if;
end;
$$;
comment on function request.refuse_missing(text, bigint[], bigint[]) is
  'Refuses (PT422, with the position of the first) ids of a batch that were not found.';
grant execute on function request.refuse_missing(text, bigint[], bigint[]) to caserne_api;
--! EndIncluded request/refuse_missing.sql
--! Included request/channel.sql
-- Every login may listen to any channel and send to it. A login that knew the name of a channel would hear which SIS
-- has an alarm, and could announce one. So the names are secret.
create table if not exists request.channels (
  secret uuid primary key default gen_random_uuid()
);
insert into request.channels select where not exists (select from request.channels);

comment on table request.channels is 'One row with the secret suffix of this database''s channel names. Only request.channel reads it.';

create or replace function request.channel(name text) returns text
  language sql stable security definer set search_path = ''
as $$
  select name || '_' || replace(c.secret::text, '-', '') from request.channels c
$$;
comment on function request.channel(text) is
  'Name of a channel with its secret suffix, for the servers. Definer: nobody may read the secret.';
grant execute on function request.channel(text) to caserne_api, caserne_worker;
--! EndIncluded request/channel.sql
--! Included request/merge.sql
create or replace function request.merge(one json, other json) returns json
  language sql immutable parallel safe
as $$
  select json_object_agg(e.key, e.value)
    from (select * from json_each(one) union all select * from json_each(other)) e
$$;
comment on function request.merge(json, json) is 'The keys of two JSON objects in one object, with values as written.';
grant execute on function request.merge(json, json) to caserne_api;
--! EndIncluded request/merge.sql
--! Included request/check_writing.sql
-- Servers write this row to find out whether the database takes writes. A standby, a read-only database or a full disk
-- shows only then.
create table if not exists request.ecriture (
  seule boolean primary key default true check (seule),
  written_at timestamptz not null default now()
);
comment on table request.ecriture is 'One row, written by each check that writing works.';
comment on column request.ecriture.seule is 'Always true, so that there is no second row.';

create or replace function request.check_writing() returns void
  language sql volatile security definer set search_path = ''
as $$
  insert into request.ecriture (written_at) values (pg_catalog.clock_timestamp())
      on conflict (seule) do update set written_at = excluded.written_at
$$;
comment on function request.check_writing() is
  'Writes one row, or fails as every write would. Definer: nobody has a right on the table.';
grant execute on function request.check_writing() to caserne_api, caserne_auth;
--! EndIncluded request/check_writing.sql
--! Included request/lock.sql
-- Locks by name. Not advisory locks, because every login could take those, analysts included.
create table if not exists request.locks (
  name text primary key
);

comment on table request.locks is 'Names of locks that were ever taken. Only request.lock uses the table.';

create or replace function request.lock(name text) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into request.locks as l (name) values (lock.name) on conflict do nothing;
  perform from request.locks l where l.name = lock.name for update;
end;
$$;
comment on function request.lock(text) is
  'Takes a lock by name and holds it until the transaction ends. Definer: nobody has a right on its table.';
grant execute on function request.lock(text) to caserne_api;
--! EndIncluded request/lock.sql
--! Included request/version.sql
create or replace function request.tg_version() returns trigger
  language plpgsql volatile
as $$
begin
  new.version := old.version + 1;
  return new;
end;
$$;
comment on function request.tg_version() is 'Raises the version of a changed record, in every table that has versions.';

create or replace function request.expect(ressource text, id text, versions text[]) returns void
  language plpgsql volatile
as $$
begin
  if versions is not null then
    perform pg_catalog.set_config('request.if_match', json_build_object(
      'ressource', ressource, 'id', id, 'versions', versions
    )::text, true);
  end if;
end;
$$;
comment on function request.expect(text, text, text[]) is
  'Sets for the rest of the transaction which versions of a record the caller knows (null: any). A change of the record at another version is refused.';
grant execute on function request.expect(text, text, text[]) to caserne_api, caserne_auth;

create or replace function request.check_if_match(version bigint) returns void
  language plpgsql volatile
as $$
begin
  if not pg_catalog.current_setting('request.if_match')::jsonb -> 'versions' ? version::text then
    raise sqlstate 'PT412' using message = 'Modifié entre-temps : relisez avant d’enregistrer';
  end if;
  -- Further changes by the same request are its own.
  perform pg_catalog.set_config('request.if_match', '', true);
end;
$$;
comment on function request.check_if_match(bigint) is
  'Refuses (PT412) a record at a version that the caller does not know. Checks once a request.';
grant execute on function request.check_if_match(bigint) to caserne_api;

-- Runs after the row is written, so that refusals independent of the version (409) come first. The row is locked by
-- then: of two callers with the same version, the second sees the version of the first.
create or replace function request.tg_if_match() returns trigger
  language plpgsql volatile
as $$
declare
  -- Empty when an earlier row of the same statement was the record.
  v_expected jsonb := nullif(pg_catalog.current_setting('request.if_match'), '')::jsonb;
begin
  if v_expected ->> 'ressource' = format('%s.%s', tg_table_schema, tg_table_name)
     and v_expected ->> 'id' = to_jsonb(old) ->> coalesce(tg_argv[0], 'id') then
    perform request.check_if_match(old.version);
  end if;
  return null;
end;
$$;
comment on function request.tg_if_match() is
  'Refuses (PT412) to change or remove the record of the request at a version that the caller does not know. Argument: the column of the record''s id, if not id.';
--! EndIncluded request/version.sql
--! Included request/missing_walls.sql
-- Rights that only a superuser can take away. Managed PostgreSQL gives its customers no superuser, so security does not
-- depend on these walls; but raise them where you can. To add a wall, add a branch: `migrate` raises it where it may,
-- and reports it otherwise.
create or replace function request.missing_walls() returns table (wall text, sentence text, sql text)
  language sql stable
as $$
  -- caserne_auth is called with passwords and tokens.
  select 'passwords_logged',
         'Le journal de PostgreSQL peut contenir des mots de passe : log_parameter_max_length n’est pas à 0 pour caserne_auth',
         'alter role caserne_auth set log_parameter_max_length = 0; alter role caserne_auth set log_parameter_max_length_on_error = 0;'
   where not exists (
           select
             from pg_catalog.pg_db_role_setting s
             join pg_catalog.pg_roles r on r.oid = s.setrole and r.rolname = 'caserne_auth'
            where s.setdatabase = 0
              and s.setconfig @> array['log_parameter_max_length=0', 'log_parameter_max_length_on_error=0']
         )
  union all
  -- Every cluster has this database beside Caserne's, and logins could write there unnoticed. Other databases are the
  -- business of their operators.
  select 'template1', 'Tout login peut se connecter à la base template1', 'revoke connect on database template1 from public;'
    from pg_catalog.pg_database d
   cross join pg_catalog.aclexplode(coalesce(d.datacl, pg_catalog.acldefault('d', d.datdba))) p
   where d.datname = 'template1'
     and p.grantee = 0
     and p.privilege_type = 'CONNECT'
  union all
  -- Large objects: every login may create them, and no policy covers them. Advisory locks: graphile-migrate takes one.
  select f.wall, f.sentence,
         pg_catalog.string_agg(pg_catalog.format('revoke execute on function pg_catalog.%s from public;', p.oid::pg_catalog.regprocedure)
                    || case when f.wall = 'advisory_locks'
                         then pg_catalog.format(' grant execute on function pg_catalog.%s to caserne_owner;', p.oid::pg_catalog.regprocedure)
                         else ''
                       end, ' ' order by p.oid)
    from (
      values ('large_objects', '^lo_(creat|create|from_bytea)$', 'Tout login peut créer de grands objets (lo_create)'),
             ('advisory_locks', '^pg_(try_)?advisory_', 'Tout login peut prendre des verrous consultatifs (pg_advisory_lock)'),
             ('wal_messages', '^pg_logical_emit_message$', 'Tout login peut remplir le journal de transactions (pg_logical_emit_message)')
    ) as f (wall, functions, sentence)
    join pg_catalog.pg_proc p
      on p.pronamespace = 'pg_catalog'::pg_catalog.regnamespace and p.proname ~ f.functions
     and exists (
           select
             from pg_catalog.aclexplode(coalesce(p.proacl, pg_catalog.acldefault('f', p.proowner))) a
            where a.grantee = 0
         )
   group by f.wall, f.sentence
$$;
comment on function request.missing_walls() is
  'Walls that only a superuser can raise and that are missing: a name, a French sentence and the SQL for a superuser. No row when none is missing.';
grant execute on function request.missing_walls() to caserne_api, caserne_auth, caserne_worker;
--! EndIncluded request/missing_walls.sql
--! Included request/reponses.sql
-- A client that got no answer sends its POST again with the same Idempotency-Key, and gets the first answer from here.
create table if not exists request.reponses (
  sis_key text not null,
  user_id bigint not null,
  cle text not null,
  empreinte bytea not null,
  reponse text,
  version_reponse text,
  created_at timestamptz not null default now(),
  primary key (sis_key, user_id, cle)
);
create index if not exists reponses_created_at on request.reponses (created_at);

-- No grants: the functions below read and write the table as the owner, under these policies.
alter table request.reponses enable row level security;
alter table request.reponses force row level security;
drop policy if exists soi on request.reponses;
create policy soi on request.reponses
  using (sis_key = request.sis_key() and user_id = request.user_id());
drop policy if exists suppression on request.reponses;
create policy suppression on request.reponses for delete using (created_at < now() - interval '1 day');

comment on table request.reponses is
  'Answers to POST with an Idempotency-Key, kept for a day per account and SIS. Written in the transaction of the request.';
comment on column request.reponses.empreinte is 'SHA-256 of path and body. A key is refused to a different request.';
comment on column request.reponses.reponse is 'The answer of the operation''s function; null while the request runs.';
comment on column request.reponses.version_reponse is 'Version of the record, for its ETag.';

-- The row is the lock: another request with the same key waits for it for a short time.
create or replace function request.kept_answer(key text, fingerprint bytea) returns text
  language plpgsql volatile security definer set search_path = '' set lock_timeout = '20ms'
as $$
declare
  v_kept request.reponses;
begin
  insert into request.reponses as r (sis_key, user_id, cle, empreinte)
  values (request.sis_key(), request.user_id(), kept_answer.key, kept_answer.fingerprint)
      on conflict on constraint reponses_pkey do update
     set empreinte = excluded.empreinte, reponse = null, version_reponse = null, created_at = excluded.created_at
   where r.created_at < now() - interval '1 day'
  returning * into v_kept;
  if found then
    return null;
  end if;
  select r.* into strict v_kept
    from request.reponses r
   where r.sis_key = request.sis_key()
     and r.user_id = request.user_id()
     and r.cle = kept_answer.key;
  if v_kept.empreinte <> kept_answer.fingerprint then
    raise sqlstate 'PT422' using
      message = 'Cette clé a déjà servi à une autre demande.', detail = 'Idempotency-Key';
  end if;
  return case when v_kept.reponse is not null then json_build_object('json', v_kept.reponse, 'version', v_kept.version_reponse) end;
exception
  when lock_not_available then
    raise sqlstate 'PT409' using message = 'La première demande avec cette clé est encore en cours';
end;
$$;
comment on function request.kept_answer(text, bytea) is
  'The kept answer to a key, {json, version}; null for a new key. PT409 while another request with the key runs, PT422 when the key belongs to a different request. Definer: nobody has a right on the table.';
grant execute on function request.kept_answer(text, bytea) to caserne_api;

create or replace function request.keep_answer(key text, answer text, version text) returns text
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  update request.reponses r
     set reponse = keep_answer.answer, version_reponse = keep_answer.version
   where r.sis_key = request.sis_key()
     and r.user_id = request.user_id()
     and r.cle = keep_answer.key;
  return json_build_object('json', answer, 'version', version);
end;
$$;
comment on function request.keep_answer(text, text, text) is
  'Stores the answer to a key for a day and returns it as {json, version}; only after kept_answer in the same transaction. Definer: nobody has a right on the table.';
grant execute on function request.keep_answer(text, text, text) to caserne_api;
--! EndIncluded request/reponses.sql

-- The journal, and marks of change.
--! Included audit/journal.sql
-- The journal is append-only: no policy allows changing or removing an entry, and a trigger refuses it even to the
-- owner. No foreign key to auth.sis, because changes of the instance's mailbox (sis_key '*') are kept here too.
create table if not exists audit.journal (
  sis_key text not null,
  id bigint generated always as identity,
  recorded_at timestamptz not null default clock_timestamp(),
  user_id bigint default request.user_id(),
  ressource text not null,
  ligne_id bigint,
  action text not null check (action in ('ajout', 'modification', 'suppression')),
  avant jsonb,
  apres jsonb,
  primary key (sis_key, id)
);
create index if not exists journal_ressource_idx on audit.journal (sis_key, ressource, ligne_id, id desc);
create index if not exists journal_user_id_idx on audit.journal (sis_key, user_id, id desc);
create index if not exists journal_recorded_at_idx on audit.journal (sis_key, recorded_at);

alter table audit.journal enable row level security;
alter table audit.journal force row level security;
drop policy if exists locataire on audit.journal;
-- As in auth, some of whose tables change outside a request.
create policy locataire on audit.journal as restrictive using (sis_key = coalesce(request.sis_key(), sis_key));
-- As on app.messageries.
drop policy if exists instance on audit.journal;
create policy instance on audit.journal as restrictive using (sis_key <> '*' or 'caserne_api' not in (current_user, session_user));
drop policy if exists lecture on audit.journal;
create policy lecture on audit.journal for select
  using (
    sis_key = request.sis_with('sis.config')
    -- Rows that only those in charge of people or accounts may read stay hidden from others here.
    and sis_key = case
          when ressource in ('materiel_personnel', 'mutations', 'particularites', 'sapeur_permis', 'telephones')
          then request.sis_with('sapeur.lecture', 'sapeur.modification')
          -- Private telephone numbers, which readers of alarms see too.
          when ressource = 'alarme_personnes'
          then request.sis_with('sapeur.lecture', 'sapeur.modification', 'intervention.lecture', 'intervention.modification')
          when ressource = 'salaires'
          then request.sis_with('sapeur.lecture', 'sapeur.modification', 'comptabilite.lecture')
          -- Reasons of excuses.
          when ressource = 'exercice_sapeurs'
          then request.sis_with('exercice.lecture', 'exercice.modification', 'exercice.validation', 'exercice.presence')
          when ressource in ('decomptes', 'ecritures', 'paiements')
          then request.sis_with('comptabilite.lecture', 'comptabilite.modification')
          else sis_key
        end
  );
drop policy if exists ajout on audit.journal;
create policy ajout on audit.journal for insert to caserne_owner with check (true);

grant select on audit.journal to caserne_api;
-- Not granted to anyone: writing. The trigger below writes.

create or replace function audit.tg_journal__fige() returns trigger
  language plpgsql volatile
as $$
begin
  raise sqlstate 'PT403' using message = 'Le journal ne peut être ni modifié ni effacé';
end;
$$;
comment on function audit.tg_journal__fige() is 'Refuses (PT403) to change or remove entries of the journal.';
drop trigger if exists _100_fige on audit.journal;
create trigger _100_fige before update or delete or truncate on audit.journal
  for each statement execute function audit.tg_journal__fige();

comment on table audit.journal is 'Every row of a SIS that was added, changed or removed: by whom, when, and its values before and after.';
comment on column audit.journal.user_id is 'The account that made the change; null for the worker and the operator.';
comment on column audit.journal.ligne_id is 'Id of the row. Where rows have none: id of the account, invitation, role, place or sapeur that the row belongs to; null for a thing that a SIS has once.';
comment on column audit.journal.avant is 'Values before: all of a removed row, the differing ones of a changed row.';
comment on column audit.journal.apres is 'Values after: all of a new row, the differing ones of a changed row.';
--! EndIncluded audit/journal.sql
--! Included audit/tg_journal.sql
-- Definer: nobody is granted writing the journal.
create or replace function audit.tg_journal() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- Columns that follow from other rows, whose own entries tell the change.
  v_derived text[] := array['updated_at', 'secondes', 'dernier_no_vacant', 'parti_at', 'version'];
  v_before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - v_derived end;
  v_after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - v_derived end;
  v_ligne jsonb := coalesce(v_after, v_before);
begin
  if v_before = v_after then
    return null;
  end if;
  -- A column that is left out of the journal is only known to have changed.
  v_before := v_before - coalesce(tg_argv, '{}');
  v_after := v_after - coalesce(tg_argv, '{}');
  if tg_op = 'UPDATE' then
    select coalesce(jsonb_object_agg(a.key, a.value), '{}') into v_before
      from jsonb_each(v_before) a
     where a.value <> v_after -> a.key;
    select coalesce(jsonb_object_agg(a.key, v_after -> a.key), '{}') into v_after
      from jsonb_object_keys(v_before) a (key);
  end if;
  insert into audit.journal (sis_key, ressource, ligne_id, action, avant, apres)
  values (v_ligne ->> 'sis_key', tg_table_name,
          -- A row without an id belongs to one that has an id. The settings of a SIS belong to none, whoever commands
          -- the SIS.
          case
            when tg_table_name <> 'sis'
            then coalesce(v_ligne ->> 'id', v_ligne ->> 'user_id', v_ligne ->> 'invitation_id', v_ligne ->> 'role_id',
                          v_ligne ->> 'localite_id', v_ligne ->> 'sapeur_id')
          end::bigint,
          case tg_op when 'INSERT' then 'ajout' when 'UPDATE' then 'modification' else 'suppression' end,
          v_before - 'sis_key', v_after - 'sis_key');
  return null;
end;
$$;
comment on function audit.tg_journal() is
  'Writes an entry of the journal for each changed row. Arguments: columns whose values stay out of the journal. Definer: nobody is granted writing the journal.';
--! EndIncluded audit/tg_journal.sql
--! Included audit/changements.sql
-- When a group of resources of a SIS was last changed. A GET answers the same while these marks are the same
-- (app.state_of), so its answer need not be built to know that. Marks are random, so that none comes back with a
-- restored backup, or on a standby that lost the last transactions. A group has several places: a writer takes one that
-- is free, so writers never wait for one another. No foreign key to auth.sis: '*' stands for all SIS.
create table if not exists audit.changements (
  sis_key text not null,
  groupe text not null check (groupe in ('alarmes', 'exercices', 'interventions', 'listes', 'sapeurs', 'sis')),
  place bigint generated always as identity,
  marque uuid not null default gen_random_uuid(),
  changed_in xid8 not null default pg_current_xact_id(),
  primary key (sis_key, groupe, place)
) with (fillfactor = 50);

alter table audit.changements enable row level security;
alter table audit.changements force row level security;
drop policy if exists lecture on audit.changements;
create policy lecture on audit.changements for select to caserne_api using (sis_key in (request.sis_key(), '*'));
drop policy if exists interne on audit.changements;
create policy interne on audit.changements to caserne_owner using (true);

grant select on audit.changements to caserne_api;
-- Not granted: writing. Only the trigger writes.

comment on table audit.changements is 'Marks of change: a random mark per SIS, group of resources and concurrent writer.';
comment on column audit.changements.sis_key is 'The SIS, or * for changes that concern all SIS.';
comment on column audit.changements.marque is 'Drawn anew by every transaction that changes a row of the group.';

create or replace function audit.mark(sis_key text, groupe text) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  -- Once a transaction, because others see all its changes at once. xmin too: by changed_in alone a row of a restored
  -- backup could look like this transaction's.
  if exists (
    select
      from audit.changements c
     where c.sis_key = mark.sis_key and c.groupe = mark.groupe and c.changed_in = pg_current_xact_id()
       and c.xmin = pg_current_xact_id()::xid
  ) then
    return;
  end if;
  -- A repeatable-read transaction cannot take a place that was used since it began. It gets a new one.
  if current_setting('transaction_isolation') = 'read committed' then
    update audit.changements c
       set marque = gen_random_uuid(), changed_in = pg_current_xact_id()
     where c.sis_key = mark.sis_key
       and c.groupe = mark.groupe
       and c.place = (
         select l.place
           from audit.changements l
          where l.sis_key = mark.sis_key and l.groupe = mark.groupe
          order by l.place
          limit 1
            for update skip locked
       );
    if found then
      return;
    end if;
  end if;
  insert into audit.changements (sis_key, groupe) values (mark.sis_key, mark.groupe);
end;
$$;
comment on function audit.mark(text, text) is
  'Marks a group of resources of a SIS (* for all) as changed by this transaction.';

create or replace function audit.mark_all() returns void
  language sql volatile set search_path = ''
as $$
  select audit.mark('*', g) from unnest(array['alarmes', 'exercices', 'interventions', 'listes', 'sapeurs', 'sis']) as g
$$;
comment on function audit.mark_all() is
  'Marks all groups of all SIS as changed. For migrations, which may change answers without changing a row.';
--! EndIncluded audit/changements.sql
--! Included audit/tg_changement.sql
-- Row triggers mark exactly the rows that were written, by whatever statement, cascade or COPY.
create or replace function audit.tg_changement() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if tg_level = 'STATEMENT' or tg_argv[1] = '*' then
    -- Truncated, or shared by all SIS.
    perform audit.mark('*', tg_argv[0]);
    return null;
  end if;
  if tg_op <> 'INSERT' then
    perform audit.mark(old.sis_key, tg_argv[0]);
  end if;
  if tg_op = 'INSERT' or tg_op = 'UPDATE' and new.sis_key <> old.sis_key then
    perform audit.mark(new.sis_key, tg_argv[0]);
  end if;
  return null;
end;
$$;
comment on function audit.tg_changement() is
  'Marks the group of resources of a row or table as changed. Arguments: the group, and * where all SIS share the table. Definer: nobody is granted writing marks.';
--! EndIncluded audit/tg_changement.sql

-- Accounts, rights and the directory of SIS.
--! Included auth/tg_contenu.sql
create or replace function auth.tg_contenu() returns trigger
  language plpgsql volatile set search_path = ''
as $$
declare
  v_sis_key text := coalesce(new.sis_key, old.sis_key);
  v_ids bigint[] := array[(to_jsonb(old) ->> tg_argv[1])::bigint, (to_jsonb(new) ->> tg_argv[1])::bigint];
begin
  -- A version rises once a transaction.
  case tg_argv[0]
    when 'roles' then
      update auth.roles r set version = r.version + 1
       where r.sis_key = v_sis_key and r.id = any (v_ids) and r.xmin <> pg_current_xact_id()::xid;
    when 'users' then
      update auth.users r set version = r.version + 1
       where r.id = any (v_ids) and r.xmin <> pg_current_xact_id()::xid;
  end case;
  return null;
end;
$$;
comment on function auth.tg_contenu() is
  'Raises the version of a role when its permissions change, and of an account when its rights in a SIS change. Arguments: the table of the record, the column that names it.';
--! EndIncluded auth/tg_contenu.sql
--! Included auth/sis.sql
-- The directory of SIS. Which SIS exist is public, because clients ask before sign-in, and reports need it across SIS.
-- Settings of a SIS are in app.sis, under policies.
create table if not exists auth.sis (
  api_key text primary key check (api_key ~ '^[a-z0-9][a-z0-9-]{0,30}$'),
  id bigint generated always as identity unique,
  nom text not null check (nom <> ''),
  abreviation text not null,
  mobile boolean not null default false,
  created_at timestamptz not null default now(),
  version bigint not null default 1
);
create unique index if not exists sis_nom_key on auth.sis (request.plain(nom));
create index if not exists sis_abreviation_idx on auth.sis (request.plain(abreviation));
create index if not exists sis_api_key_idx on auth.sis (request.plain(api_key));

drop trigger if exists _020_version on auth.sis;
create trigger _020_version before update on auth.sis
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _950_if_match on auth.sis;
create trigger _950_if_match after update or delete on auth.sis
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match('api_key');

comment on table auth.sis is 'The SIS that this instance serves. api_key is the value of the header Sis-Key.';
comment on column auth.sis.mobile is 'Whether the SIS offers mobile alerts. It also does while an account gets its alerts (auth.memberships).';
--! EndIncluded auth/sis.sql
--! Included auth/users.sql
-- No grants: the functions of this schema are the only way in.
create table if not exists auth.users (
  id bigint generated always as identity primary key,
  name text not null check (name <> ''),
  email text not null check (email <> ''),
  password_hash text not null,
  email_verified_at timestamptz,
  is_admin boolean not null default false,
  disabled_at timestamptz,
  tokens_valid_from timestamptz not null default '-infinity',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version bigint not null default 1
);
create unique index if not exists users_email_key on auth.users (lower(email));
-- In the order of lists of accounts.
create index if not exists users_name_idx on auth.users (request.plain(name), id);

drop trigger if exists _020_version on auth.users;
create trigger _020_version before update on auth.users
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _950_if_match on auth.users;
create trigger _950_if_match after update or delete on auth.users
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table auth.users is 'Accounts. One account may hold rights in many SIS.';
comment on column auth.users.password_hash is 'bcrypt hash; imported $2y$ and $2b$ hashes are accepted. Any other text (!) means no password yet.';
comment on column auth.users.is_admin is 'Whether the account has all rights in all SIS.';
comment on column auth.users.tokens_valid_from is 'Access tokens issued before this second are refused.';

create or replace function auth.tg_users__touch() returns trigger
  language plpgsql volatile set search_path = ''
as $$
begin
  new.updated_at := clock_timestamp();
  return new;
end;
$$;
comment on function auth.tg_users__touch() is 'Sets updated_at of a changed account.';

create or replace trigger _100_touch
  before update of name, email, email_verified_at, is_admin, disabled_at on auth.users
  for each row when (old.updated_at = new.updated_at)
  execute function auth.tg_users__touch();

-- A trigger and not a check in the functions, because the rule holds for every writer of the table, an operator at psql
-- included.
create or replace function auth.tg_users__keep_admin() returns trigger
  language plpgsql volatile set search_path = ''
as $$
begin
  if old.is_admin and old.disabled_at is null then
    -- One at a time: two administrators who remove each other at once must not both succeed.
    perform request.lock('auth.users');
    if not exists (select from auth.users u where u.is_admin and u.disabled_at is null) then
      raise sqlstate 'PT409' using message = 'Il doit rester au moins un administrateur';
    end if;
  end if;
  return null;
end;
$$;
comment on function auth.tg_users__keep_admin() is 'Refuses (PT409) changes that would leave no administrator.';

create or replace trigger _200_keep_admin
  after update of is_admin, disabled_at or delete on auth.users
  for each row execute function auth.tg_users__keep_admin();
--! EndIncluded auth/users.sql
--! Included auth/permissions.sql
create table if not exists auth.permissions (
  identifiant text primary key
);
comment on table auth.permissions is 'The catalogue of permissions that roles can have. admin is not one of them: it is a flag of the account.';

insert into auth.permissions (identifiant)
values ('intervention.lecture'), ('intervention.modification'), ('intervention.validation'), ('intervention.config'),
       ('sapeur.lecture'), ('sapeur.modification'), ('sapeur.config'),
       ('exercice.lecture'), ('exercice.modification'), ('exercice.presence'), ('exercice.validation'), ('exercice.config'),
       ('sis.config'), ('organisation.modification'),
       ('comptabilite.lecture'), ('comptabilite.modification'), ('comptabilite.config'),
       ('utilisateur.tout'), ('utilisateur.config')
on conflict do nothing;
--! EndIncluded auth/permissions.sql
--! Included auth/roles.sql
create table if not exists auth.roles (
  sis_key text not null references auth.sis,
  id bigint generated always as identity,
  nom text not null check (nom <> ''),
  version bigint not null default 1,
  primary key (sis_key, id),
  unique (sis_key, nom)
);

-- Nobody has a grant on tables of accounts: only functions of this schema reach them, as the owner. Inside a request
-- that names a SIS (auth.open) even these functions see that SIS only. Outside, at sign-in, they read rights in all
-- SIS.
alter table auth.roles enable row level security;
alter table auth.roles force row level security;
drop policy if exists locataire on auth.roles;
create policy locataire on auth.roles as restrictive using (sis_key = coalesce(request.sis_key(), sis_key));
drop policy if exists interne on auth.roles;
create policy interne on auth.roles to caserne_owner using (true);

drop trigger if exists _020_version on auth.roles;
create trigger _020_version before update on auth.roles
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _900_journal on auth.roles;
create trigger _900_journal after insert or update or delete on auth.roles
  for each row execute function audit.tg_journal();
drop trigger if exists _950_if_match on auth.roles;
create trigger _950_if_match after update or delete on auth.roles
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table auth.roles is 'Named sets of permissions, each in one SIS.';

create table if not exists auth.role_permissions (
  sis_key text not null,
  role_id bigint not null,
  permission text not null references auth.permissions,
  primary key (sis_key, role_id, permission),
  foreign key (sis_key, role_id) references auth.roles on delete cascade
);

alter table auth.role_permissions enable row level security;
alter table auth.role_permissions force row level security;
drop policy if exists locataire on auth.role_permissions;
create policy locataire on auth.role_permissions as restrictive using (sis_key = coalesce(request.sis_key(), sis_key));
drop policy if exists interne on auth.role_permissions;
create policy interne on auth.role_permissions to caserne_owner using (true);

drop trigger if exists _850_contenu on auth.role_permissions;
create trigger _850_contenu after insert or update or delete on auth.role_permissions
  for each row execute function auth.tg_contenu('roles', 'role_id');
drop trigger if exists _900_journal on auth.role_permissions;
create trigger _900_journal after insert or update or delete on auth.role_permissions
  for each row execute function audit.tg_journal();

comment on table auth.role_permissions is 'Permissions of roles.';

create table if not exists auth.user_roles (
  sis_key text not null,
  user_id bigint not null references auth.users on delete cascade,
  role_id bigint not null,
  primary key (sis_key, user_id, role_id),
  foreign key (sis_key, role_id) references auth.roles on delete cascade
);
create index if not exists user_roles_user_id_idx on auth.user_roles (user_id);
create index if not exists user_roles_role_id_idx on auth.user_roles (sis_key, role_id);

alter table auth.user_roles enable row level security;
alter table auth.user_roles force row level security;
drop policy if exists locataire on auth.user_roles;
create policy locataire on auth.user_roles as restrictive using (sis_key = coalesce(request.sis_key(), sis_key));
drop policy if exists interne on auth.user_roles;
create policy interne on auth.user_roles to caserne_owner using (true);

drop trigger if exists _850_contenu on auth.user_roles;
create trigger _850_contenu after insert or update or delete on auth.user_roles
  for each row execute function auth.tg_contenu('users', 'user_id');
drop trigger if exists _900_journal on auth.user_roles;
create trigger _900_journal after insert or update or delete on auth.user_roles
  for each row execute function audit.tg_journal();

comment on table auth.user_roles is 'Roles that accounts hold. The rights of an account in a SIS are the union of its roles there.';
--! EndIncluded auth/roles.sql
--! Included auth/token_lifetime.sql
-- How long each kind of token is valid, in one place: the texts that tell it are src/text/token_lifetimes.ts.
create or replace function auth.token_lifetime(genre text) returns interval
  language sql immutable
as $$
  select case genre
           when 'confirmation' then interval '30 days'
           when 'invitation' then interval '30 days'
           when 'rafraichissement' then interval '30 days'
           when 'reinitialisation' then interval '1 hour'
         end
$$;
comment on function auth.token_lifetime(text) is
  'How long a token is valid: of a mail by its genre, or rafraichissement for a refresh token. Null for another word.';
--! EndIncluded auth/token_lifetime.sql
--! Included auth/invitations.sql
create table if not exists auth.invitations (
  sis_key text not null references auth.sis,
  id bigint generated always as identity,
  email text check (email <> ''),
  sapeur_id bigint,
  created_by bigint references auth.users on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + auth.token_lifetime('invitation'),
  used_at timestamptz,
  used_by bigint references auth.users on delete set null,
  version bigint not null default 1,
  primary key (sis_key, id),
  check (sapeur_id is null or email is not null)
);
create index if not exists invitations_sapeur_id_idx on auth.invitations (sis_key, sapeur_id);
create index if not exists invitations_created_by_idx on auth.invitations (created_by);
create index if not exists invitations_used_by_idx on auth.invitations (used_by);

alter table auth.invitations enable row level security;
alter table auth.invitations force row level security;
drop policy if exists locataire on auth.invitations;
create policy locataire on auth.invitations as restrictive using (sis_key = coalesce(request.sis_key(), sis_key));
drop policy if exists interne on auth.invitations;
create policy interne on auth.invitations to caserne_owner using (true);

drop trigger if exists _020_version on auth.invitations;
create trigger _020_version before update on auth.invitations
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _900_journal on auth.invitations;
create trigger _900_journal after insert or update or delete on auth.invitations
  for each row execute function audit.tg_journal();
drop trigger if exists _950_if_match on auth.invitations;
create trigger _950_if_match after update or delete on auth.invitations
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table auth.invitations is 'Invitations to take roles of a SIS, once.';
comment on column auth.invitations.sapeur_id is 'The sapeur who is invited, or null. The account that takes the invitation is linked to him.';
comment on column auth.invitations.email is 'Address that the invitation was mailed to; null when it is passed on by other means. Whoever has the token may take it.';

create table if not exists auth.invitation_roles (
  sis_key text not null,
  invitation_id bigint not null,
  role_id bigint not null,
  primary key (sis_key, invitation_id, role_id),
  foreign key (sis_key, invitation_id) references auth.invitations on delete cascade,
  foreign key (sis_key, role_id) references auth.roles on delete cascade
);
create index if not exists invitation_roles_role_id_idx on auth.invitation_roles (sis_key, role_id);

alter table auth.invitation_roles enable row level security;
alter table auth.invitation_roles force row level security;
drop policy if exists locataire on auth.invitation_roles;
create policy locataire on auth.invitation_roles as restrictive using (sis_key = coalesce(request.sis_key(), sis_key));
drop policy if exists interne on auth.invitation_roles;
create policy interne on auth.invitation_roles to caserne_owner using (true);

drop trigger if exists _900_journal on auth.invitation_roles;
create trigger _900_journal after insert or update or delete on auth.invitation_roles
  for each row execute function audit.tg_journal();

comment on table auth.invitation_roles is 'Roles that an invitation gives.';
--! EndIncluded auth/invitations.sql
--! Included auth/sessions.sql
create table if not exists auth.sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null references auth.users on delete cascade,
  appareil text not null default '',
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  version bigint not null default 1
);
create index if not exists sessions_user_id_idx on auth.sessions (user_id);
drop trigger if exists _020_version on auth.sessions;
create trigger _020_version before update on auth.sessions
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _950_if_match on auth.sessions;
create trigger _950_if_match after update or delete on auth.sessions
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table auth.sessions is 'Sessions. Each is a family of refresh tokens, one following from the other.';
comment on column auth.sessions.appareil is 'User-Agent of the client, cut to 255 characters.';

create table if not exists auth.refresh_tokens (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  session_id bigint not null references auth.sessions on delete cascade,
  issued_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + auth.token_lifetime('rafraichissement'),
  used_at timestamptz
);
create index if not exists refresh_tokens_session_id_idx on auth.refresh_tokens (session_id);
comment on table auth.refresh_tokens is 'Refresh tokens by their SHA-256. The tokens themselves are stored nowhere.';
--! EndIncluded auth/sessions.sql
--! Included auth/tokens.sql
-- Tokens sent by mail, or shown to the author of an invitation. Several of one kind may be valid at once: a mail sent
-- again after a crash must not spoil its first copy. The first one used deletes the others.
create table if not exists auth.tokens (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  genre text not null check (genre in ('confirmation', 'reinitialisation', 'invitation')),
  user_id bigint references auth.users on delete cascade,
  sis_key text,
  invitation_id bigint,
  mailed boolean not null default false,
  expires_at timestamptz not null,
  foreign key (sis_key, invitation_id) references auth.invitations on delete cascade,
  check (case genre
           when 'invitation' then user_id is null and sis_key is not null and invitation_id is not null
           else user_id is not null and sis_key is null and invitation_id is null
         end)
);
create index if not exists tokens_user_id_idx on auth.tokens (user_id);
create index if not exists tokens_invitation_id_idx on auth.tokens (sis_key, invitation_id);
comment on table auth.tokens is 'Opaque tokens for one use, by their SHA-256. The tokens themselves are stored nowhere.';
comment on column auth.tokens.mailed is 'Whether this token of an invitation was sent by mail and nowhere else, so that its taker reads that mailbox.';
--! EndIncluded auth/tokens.sql
--! Included auth/throttles.sql
-- The authentication API's login reads and writes this one table of the schema directly: its library
-- (rate-limiter-flexible, decision 0010) brings the statements and the names of columns. The table holds hashes of
-- accounts and addresses only.
create table if not exists auth.throttles (
  key text primary key,
  points integer not null default 0,
  expire bigint
);
create index if not exists throttles_expire_idx on auth.throttles (expire);
grant select, insert, update, delete on auth.throttles to caserne_auth;
comment on table auth.throttles is 'Counts of attempts per account and per address.';
comment on column auth.throttles.expire is 'End of the count in UNIX milliseconds; a new count begins then.';
--! EndIncluded auth/throttles.sql
--! Included auth/find_sis.sql
create or replace function auth.find_sis(text text) returns text
  language sql stable set search_path = ''
as $$
  select s.api_key
    from auth.sis s
   where request.plain(text) <> ''
     and (request.plain(s.nom) = request.plain(text)
          or request.plain(s.abreviation) = request.plain(text)
          or request.plain(s.api_key) = request.plain(text))
   -- A full name wins over the abbreviation of another SIS.
   order by request.plain(s.nom) = request.plain(text) desc, s.api_key
   limit 1
$$;
comment on function auth.find_sis(text) is
  'Key of the SIS whose name, abbreviation or key a text is, compared without case and accents; null when there is none.';
--! EndIncluded auth/find_sis.sql
--! Included auth/check_session.sql
-- Definer: the data server may ask this one question about an account, and sees nothing else of auth.
create or replace function auth.check_session(user_id bigint, issued_at timestamptz, sis_key text, permissions text[])
  returns text[]
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_left boolean;
begin
  select m.parti_at <= now() into v_left
    from auth.users u
    left join auth.memberships m on m.sis_key = check_session.sis_key and m.user_id = u.id
   where u.id = check_session.user_id
     and u.disabled_at is null
     -- A token carries the second of its issue only.
     and date_trunc('second', u.tokens_valid_from) <= check_session.issued_at;
  if not found then
    raise sqlstate 'PT401' using message = 'Accès refusé';
  end if;
  if permissions is distinct from array['admin'] then
    if v_left then
      raise sqlstate 'PT403' using message = 'Aucun droit pour ce SIS';
    end if;
    return permissions;
  end if;
  if not exists (select from auth.sis s where s.api_key = check_session.sis_key) then
    raise sqlstate 'PT404' using message = 'SIS inconnu';
  end if;
  return (select array_agg(p.identifiant) from auth.permissions p);
end;
$$;
comment on function auth.check_session(bigint, timestamptz, text, text[]) is
  'The permissions with which a token enters a SIS: those it carries, and for {admin} the whole catalogue. PT401 when the account is disabled or its tokens revoked since, PT403 when its sapeur has left the SIS, PT404 when an administrator names no SIS.';
grant execute on function auth.check_session(bigint, timestamptz, text, text[]) to caserne_api;
--! EndIncluded auth/check_session.sql
--! Included auth/analystes.sql
-- Which analysts may see the figures of which SIS with their own database login. By session_user, which a statement
-- cannot change: anybody with an SQL prompt can change settings.
create table if not exists auth.analystes (
  sis_key text not null references auth.sis,
  login name not null,
  created_at timestamptz not null default now(),
  primary key (sis_key, login)
);

alter table auth.analystes enable row level security;
alter table auth.analystes force row level security;
drop policy if exists locataire on auth.analystes;
create policy locataire on auth.analystes as restrictive using (sis_key = coalesce(request.sis_key(), sis_key));
drop policy if exists interne on auth.analystes;
create policy interne on auth.analystes to caserne_owner using (true);
create index if not exists analystes_login_idx on auth.analystes (login, sis_key);

drop trigger if exists _900_journal on auth.analystes;
create trigger _900_journal after insert or update or delete on auth.analystes
  for each row execute function audit.tg_journal();

comment on table auth.analystes is 'The SIS that each analyst''s login may see. Logins in caserne_national need no row: they see every SIS.';

-- Analysts write conditions of their own. PostgreSQL evaluates those before a policy when it takes them for cheaper and
-- for leakproof; but an evaluation can be noticed, when a sub-select has run or an error is raised. So the policy
-- begins with a condition that PostgreSQL takes for free: answers of sub-selects and a look-up in one of them
-- (test/attacks/analyste.test.ts).
create or replace function auth.octrois() returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(pg_catalog.jsonb_object_agg(a.sis_key, true), '{}') from auth.analystes a where a.login = session_user
$$;
comment on function auth.octrois() is
  'The SIS granted to the login of this database session, as keys for a policy to look up each row. Definer: nobody may read the grants.';
grant execute on function auth.octrois() to caserne_analyst;

-- For an analyst who sees every SIS, the rows need no look-up (bench/RESULTS.md).
create or replace function auth.octroi_complet() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select (select count(*) from auth.analystes a where a.login = session_user) = (select count(*) from auth.sis)
$$;
comment on function auth.octroi_complet() is
  'Whether the login of this database session was granted every SIS. Definer: nobody may read the grants.';
grant execute on function auth.octroi_complet() to caserne_analyst;

-- The second condition of the policy is for indexes, which all begin with sis_key: PostgreSQL then never visits index
-- entries of other SIS. An analyst's own condition, `sis_key = 'test' and nom_prenom = '…'`, goes into the same
-- look-up, and `explain analyze` tells how many rows it removed; so a range from his first SIS to his last would not be
-- enough. A sub-select runs once per statement, and the function alone would run for each row. The list is sorted,
-- because each look-up sorts it (bench/RESULTS.md).
create or replace function auth.liste_octrois() returns text[]
  language sql stable security definer set search_path = ''
as $$
  select coalesce(pg_catalog.array_agg(a.sis_key order by a.sis_key), '{}') from auth.analystes a where a.login = session_user
$$;
comment on function auth.liste_octrois() is
  'The SIS of auth.octrois() as a sorted list for look-ups in indexes. Definer: nobody may read the grants.';
grant execute on function auth.liste_octrois() to caserne_analyst;
--! EndIncluded auth/analystes.sql

-- Triggers and checks that many tables share.
--! Included app/tg_updated_at.sql
create or replace function app.tg_updated_at() returns trigger
  language plpgsql volatile
as $$
begin
  new.updated_at := now();
  return new;
end;
$$;
comment on function app.tg_updated_at() is 'Sets updated_at of a changed row to the current time.';
--! EndIncluded app/tg_updated_at.sql
--! Included app/tg_contenu.sql
-- Writing a row that belongs to a record changes the record, whatever the writer's rights; a superuser has no request
-- at all. When the request lacks the permission to change the record, the function opens a request in the row's SIS
-- that has it. A version rises once a transaction. The plan is generic: a list of ids looks cheaper to the planner when
-- its length is known, and planning each row anew took a millisecond.
create or replace function app.tg_contenu() returns trigger
  language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_sis_key text := coalesce(new.sis_key, old.sis_key);
  -- An added row has no old, a removed row no new: their ids are null.
  v_ids bigint[] := array[(to_jsonb(old) ->> tg_argv[1])::bigint, (to_jsonb(new) ->> tg_argv[1])::bigint];
  v_permission text := case tg_argv[0]
                         when 'exercices' then 'exercice.modification'
                         when 'groupes' then 'organisation.modification'
                         when 'sapeurs' then 'sapeur.modification'
                         else 'intervention.modification'
                       end;
  v_other_request boolean := (request.sis_key() = v_sis_key and request.can(v_permission)) is not true;
  v_opened text[];
begin
  if v_other_request then
    v_opened := request.opened();
    perform request.open(null, v_sis_key, array[v_permission], null);
  end if;
  case tg_argv[0]
    when 'alarmes' then
      update app.alarmes r set version = r.version + 1
       where r.sis_key = v_sis_key and r.id = any (v_ids) and r.xmin <> pg_current_xact_id()::xid;
    when 'exercices' then
      update app.exercices r set version = r.version + 1
       where r.sis_key = v_sis_key and r.id = any (v_ids) and r.xmin <> pg_current_xact_id()::xid;
    when 'groupes' then
      update app.groupes r set version = r.version + 1
       where r.sis_key = v_sis_key and r.id = any (v_ids) and r.xmin <> pg_current_xact_id()::xid;
    when 'interventions' then
      update app.interventions r set version = r.version + 1
       where r.sis_key = v_sis_key and r.id = any (v_ids) and r.xmin <> pg_current_xact_id()::xid;
    when 'sapeurs' then
      update app.sapeurs r set version = r.version + 1
       where r.sis_key = v_sis_key and r.id = any (v_ids) and r.xmin <> pg_current_xact_id()::xid;
  end case;
  if v_other_request then
    perform request.reopen(v_opened);
  end if;
  return null;
end;
$$;
comment on function app.tg_contenu() is
  'Raises the version of a record when a row that belongs to it is added, changed or removed. Arguments: the table of the record, the column that names it. Definer: nobody is granted writing a version.';
--! EndIncluded app/tg_contenu.sql
--! Included app/accept_alias.sql
-- Clients know one field by two names and send whole records back. One of the two names may then hold the value that
-- was read before.
create or replace function app.accept_alias(body jsonb, field text, alias text, current jsonb default null) returns jsonb
  language plpgsql immutable
as $$
declare
  v_field jsonb := body -> field;
  v_other jsonb := body -> alias;
begin
  if v_other is null or v_other = v_field then
    return body;
  elsif v_field is null or v_field = current then
    return body || jsonb_build_object(field, v_other);
  elsif v_other = current then
    return body;
  end if;
  raise sqlstate 'PT422' using
    message = format('Ce champ et « %s » disent la même chose : leurs valeurs ne peuvent différer.', field), detail = alias;
end;
$$;
comment on function app.accept_alias(jsonb, text, text, jsonb) is
  'A body with a value given under another name moved to the field. Of two different values, the one that differs from the stored value counts; PT422 on the other name when both differ from it.';
grant execute on function app.accept_alias(jsonb, text, text, jsonb) to caserne_api;
--! EndIncluded app/accept_alias.sql
--! Included app/sapeurs/is_avs.sql
create or replace function app.is_avs(no_avs text) returns boolean
  language sql immutable strict parallel safe
as $$
  select no_avs = '' or (
    no_avs ~ '^756\.?[0-9]{4}\.?[0-9]{4}\.?[0-9]{2}$'
    and (
      -- EAN-13: the digits weighted 1, 3, 1, 3 … add up to a multiple of ten.
      select sum(substr(c.digits, n, 1)::integer * case n % 2 when 1 then 1 else 3 end) % 10 = 0
        from (select replace(no_avs, '.', '')) as c (digits), generate_series(1, 13) as n
    )
  )
$$;
comment on function app.is_avs(text) is
  'Whether a text is empty or a Swiss social security number: 13 digits from 756 with a valid check digit, dots allowed.';
grant execute on function app.is_avs(text) to caserne_api;
--! EndIncluded app/sapeurs/is_avs.sql
--! Included app/sapeurs/is_iban.sql
create or replace function app.is_iban(iban text) returns boolean
  language sql immutable strict parallel safe
as $$
  select iban = '' or (
    c.code ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'
    and mod((
      -- ISO 7064: with the first four characters moved to the end and letters counted from A = 10, the number modulo 97
      -- is 1.
      select string_agg(case when s ~ '[0-9]' then s else (ascii(s) - 55)::text end, '' order by n)
        from regexp_split_to_table(substr(c.code, 5) || left(c.code, 4), '') with ordinality as t (s, n)
    )::numeric, 97) = 1
  )
    from (select replace(iban, ' ', '')) as c (code)
$$;
comment on function app.is_iban(text) is
  'Whether a text is empty or an IBAN with valid check digits (ISO 13616, spaces allowed).';
grant execute on function app.is_iban(text) to caserne_api;
--! EndIncluded app/sapeurs/is_iban.sql
--! Included app/sapeurs/is_email.sql
-- The same pattern as format: email, which addresses of accounts have passed.
create or replace function app.is_email(email text) returns boolean
  language sql immutable strict parallel safe
as $$
  select email = ''
      or email ~ ('^[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+)*'
               || '@([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?$')
$$;
comment on function app.is_email(text) is 'Whether a text is empty or an e-mail address.';
grant execute on function app.is_email(text) to caserne_api;
--! EndIncluded app/sapeurs/is_email.sql

-- Settings of a SIS, and lists that all SIS share.
--! Included app/listes/localites.sql
create table if not exists app.localites (
  id bigint generated by default as identity (start with 100000) primary key,
  npa text not null,
  nom text not null,
  canton text not null,
  unique (npa, nom)
);

alter table app.localites enable row level security;
alter table app.localites force row level security;
drop policy if exists lecture on app.localites;
create policy lecture on app.localites for select using (request.sis_key() is not null);
drop policy if exists analyste on app.localites;
create policy analyste on app.localites for select to caserne_analyst, caserne_national using (true);
drop policy if exists ajout on app.localites;
-- All SIS share the list: no permission in a SIS allows writing it, only migrations do.
create policy ajout on app.localites for insert to caserne_owner with check (true);

grant select on app.localites to caserne_api;
grant select on app.localites to caserne_analyst, caserne_national;

drop trigger if exists _870_changement on app.localites;
create trigger _870_changement after insert or update or delete on app.localites
  for each row execute function audit.tg_changement('listes', '*');
drop trigger if exists _880_changement on app.localites;
create trigger _880_changement after truncate on app.localites
  for each statement execute function audit.tg_changement('listes', '*');

comment on table app.localites is 'Places by postcode, the same for every SIS.';
comment on column app.localites.npa is 'Postcode.';
--! EndIncluded app/listes/localites.sql
--! Included app/sis/sis.sql
-- Settings that a SIS keeps about itself. The list of SIS, with the names that reports call them by, is auth.sis.
create table if not exists app.sis (
  sis_key text primary key references auth.sis default request.sis_key(),
  nom text not null default '',
  rue text not null default '',
  numero text not null default '',
  district text not null default '',
  no_arrondissement text not null default '',
  telephone text not null default '',
  email text not null default '' check (app.is_email(email)),
  iban text not null default '' check (app.is_iban(iban)),
  bic text not null default '',
  localite_id bigint references app.localites,
  sapeur_id bigint,
  fuseau text not null default 'Europe/Zurich',
  intervention_automatique boolean not null default true,
  delai_excuse smallint not null default 7 check (delai_excuse between 0 and 365),
  duree_reponse smallint not null default 120 check (duree_reponse between 1 and 1440),
  contenu_alerte text not null default 'minimal' check (contenu_alerte in ('minimal', 'complet')),
  version bigint not null default 1
);

alter table app.sis enable row level security;
alter table app.sis force row level security;
drop policy if exists locataire on app.sis;
create policy locataire on app.sis as restrictive to caserne_owner, caserne_api, caserne_worker
  using (sis_key = request.sis_key());
drop policy if exists octroi on app.sis;
create policy octroi on app.sis as restrictive to caserne_analyst
  using (((select auth.octroi_complet()) or (select auth.octrois())[sis_key] is not null)
         and sis_key = any ((select auth.liste_octrois())::text[]));
drop policy if exists analyste on app.sis;
create policy analyste on app.sis for select to caserne_analyst using (true);
drop policy if exists national on app.sis;
create policy national on app.sis for select to caserne_national using (true);
-- Every request needs the time zone to write instants.
drop policy if exists lecture on app.sis;
create policy lecture on app.sis for select using (sis_key = request.sis_key());
drop policy if exists ajout on app.sis;
create policy ajout on app.sis for insert with check (sis_key = request.sis_with('sis.config'));
drop policy if exists modification on app.sis;
create policy modification on app.sis for update using (sis_key = request.sis_with('sis.config'));

grant select on app.sis to caserne_api;
grant update (nom, rue, numero, district, no_arrondissement, telephone, email, iban, bic, localite_id, sapeur_id, fuseau, intervention_automatique,
              delai_excuse, duree_reponse, contenu_alerte)
  on app.sis to caserne_api;
-- Not granted: insert, delete. auth.add_sis opens a SIS.
grant select (sis_key, nom, district, no_arrondissement, localite_id, fuseau)
  on app.sis to caserne_analyst, caserne_national;
drop trigger if exists _020_version on app.sis;
create trigger _020_version before update on app.sis
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _870_changement on app.sis;
create trigger _870_changement after insert or update or delete on app.sis
  for each row execute function audit.tg_changement('sis');
drop trigger if exists _880_changement on app.sis;
create trigger _880_changement after truncate on app.sis
  for each statement execute function audit.tg_changement('sis');
drop trigger if exists _900_journal on app.sis;
create trigger _900_journal after insert or update or delete on app.sis
  for each row execute function audit.tg_journal();
drop trigger if exists _950_if_match on app.sis;
create trigger _950_if_match after update or delete on app.sis
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match('sis_key');

comment on table app.sis is 'Settings of a SIS.';
comment on column app.sis.fuseau is 'IANA time zone of the SIS; its reports are written in local time.';
comment on column app.sis.intervention_automatique is 'Whether an alarm makes its intervention without anyone asking for it.';
comment on column app.sis.delai_excuse is 'Days after an exercice during which a sapeur may ask to be excused.';
comment on column app.sis.duree_reponse is 'Minutes during which an answer to an alert is awaited.';
comment on column app.sis.contenu_alerte is 'How much an alert says: minimal (nothing that identifies people or the place) or complet.';
comment on column app.sis.nom is 'Name as on letters. The name that reports use is in auth.sis.';
comment on column app.sis.sapeur_id is 'The commander.';
comment on column app.sis.bic is 'BIC of the bank of the iban.';
comment on constraint sis_delai_excuse_check on app.sis is 'delai_excuse: Le délai doit être de 0 à 365 jours.';
comment on constraint sis_duree_reponse_check on app.sis is 'duree_reponse: La durée doit être de 1 à 1440 minutes.';
comment on constraint sis_contenu_alerte_check on app.sis is
  'contenu_alerte: La valeur doit être l’une de : minimal, complet.';
comment on constraint sis_iban_check on app.sis is 'iban: Cet IBAN n’est pas valide.';
comment on constraint sis_email_check on app.sis is 'email: Cette adresse e-mail n’est pas valide.';
comment on constraint sis_localite_id_fkey on app.sis is 'localite_id: Cette localité n’existe pas.';
--! EndIncluded app/sis/sis.sql
--! Included app/sis/tg_sis__fuseau.sql
-- A trigger and not a check: the list of time zones is in files of the server and changes.
create or replace function app.tg_sis__fuseau() returns trigger
  language plpgsql volatile
as $$
begin
  -- IANA names only: not the directories posix/ and right/, nor names that exist on this machine alone.
  if new.fuseau !~ '^[A-Z]' or not exists (select from pg_catalog.pg_timezone_names z where z.name = new.fuseau) then
    raise sqlstate 'PT422' using message = 'Ce fuseau horaire n’existe pas.', detail = 'fuseau';
  end if;
  return new;
end;
$$;
comment on function app.tg_sis__fuseau() is
  'Refuses (PT422) a time zone that PostgreSQL does not know by exactly this name.';
drop trigger if exists _100_fuseau on app.sis;
create trigger _100_fuseau before update on app.sis
  for each row
  when (old.fuseau <> new.fuseau)
  execute function app.tg_sis__fuseau();
--! EndIncluded app/sis/tg_sis__fuseau.sql
--! Included app/sis/tg_sis__depart.sql
-- Definer: accounts are in auth.
create or replace function app.tg_sis__depart() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform auth.renew_depart(m.sis_key, m.sapeur_id)
     from auth.memberships m
    where m.sis_key = new.sis_key and m.sapeur_id is not null;
  return null;
end;
$$;
comment on function app.tg_sis__depart() is
  'Moves the departure of leavers to midnight of the new time zone. Definer: accounts are in auth.';
drop trigger if exists _200_depart on app.sis;
create trigger _200_depart after update of fuseau on app.sis
  for each row when (old.fuseau <> new.fuseau) execute function app.tg_sis__depart();
--! EndIncluded app/sis/tg_sis__depart.sql
--! Included app/sis/fuseau.sql
create or replace function app.fuseau() returns text
  language sql stable
as $$
  select s.fuseau from app.sis s where s.sis_key = request.sis_key()
$$;
comment on function app.fuseau() is
  'Time zone of the request''s SIS.';
grant execute on function app.fuseau() to caserne_api;
--! EndIncluded app/sis/fuseau.sql
--! Included app/sis/today.sql
create or replace function app.today() returns date
  language sql stable
as $$
  select (now() at time zone app.fuseau())::date
$$;
comment on function app.today() is 'Today''s date in the time zone of the request''s SIS.';
grant execute on function app.today() to caserne_api;
--! EndIncluded app/sis/today.sql
--! Included app/alarmes/localite_of.sql
create or replace function app.localite_of(adresse text) returns bigint
  language sql stable
as $$
  select l.id
    from app.localites l
   where l.npa = substring(adresse from '(?:^|\D)([1-9]\d{3})(?:\D|$)')
   -- Where several places share a postcode: the place that the address names, else the first.
   order by position(request.plain(l.nom) in request.plain(adresse)) > 0 desc, l.id
   limit 1
$$;
comment on function app.localite_of(text) is 'The place with the postcode of an address, or null.';
--! EndIncluded app/alarmes/localite_of.sql
--! Included app/listes/stat_federal.sql
create table if not exists app.stat_federal (
  id bigint primary key,
  designation text not null,
  tri integer not null
);

alter table app.stat_federal enable row level security;
alter table app.stat_federal force row level security;
drop policy if exists lecture on app.stat_federal;
create policy lecture on app.stat_federal for select using (request.sis_key() is not null);
drop policy if exists analyste on app.stat_federal;
create policy analyste on app.stat_federal for select to caserne_analyst, caserne_national using (true);
drop policy if exists ajout on app.stat_federal;
-- All SIS share the list: no permission in a SIS allows writing it, only migrations do.
create policy ajout on app.stat_federal for insert to caserne_owner with check (true);

grant select on app.stat_federal to caserne_api;
grant select on app.stat_federal to caserne_analyst, caserne_national;

drop trigger if exists _870_changement on app.stat_federal;
create trigger _870_changement after insert or update or delete on app.stat_federal
  for each row execute function audit.tg_changement('listes', '*');
drop trigger if exists _880_changement on app.stat_federal;
create trigger _880_changement after truncate on app.stat_federal
  for each statement execute function audit.tg_changement('listes', '*');

comment on table app.stat_federal is 'Categories of the federal statistics, fixed and the same for every SIS.';
--! EndIncluded app/listes/stat_federal.sql
--! Included app/listes/stat_intervention.sql
create table if not exists app.stat_intervention (
  id bigint primary key,
  designation text not null,
  tri integer not null
);

alter table app.stat_intervention enable row level security;
alter table app.stat_intervention force row level security;
drop policy if exists lecture on app.stat_intervention;
create policy lecture on app.stat_intervention for select using (request.sis_key() is not null);
drop policy if exists analyste on app.stat_intervention;
create policy analyste on app.stat_intervention for select to caserne_analyst, caserne_national using (true);
drop policy if exists ajout on app.stat_intervention;
-- All SIS share the list: no permission in a SIS allows writing it, only migrations do.
create policy ajout on app.stat_intervention for insert to caserne_owner with check (true);

grant select on app.stat_intervention to caserne_api;
grant select on app.stat_intervention to caserne_analyst, caserne_national;

drop trigger if exists _870_changement on app.stat_intervention;
create trigger _870_changement after insert or update or delete on app.stat_intervention
  for each row execute function audit.tg_changement('listes', '*');
drop trigger if exists _880_changement on app.stat_intervention;
create trigger _880_changement after truncate on app.stat_intervention
  for each statement execute function audit.tg_changement('listes', '*');

comment on table app.stat_intervention is 'Categories of a service''s own statistics, the same for every SIS.';
--! EndIncluded app/listes/stat_intervention.sql
--! Included app/listes/intervention_traitements.sql
create table if not exists app.intervention_traitements (
  id bigint primary key,
  designation text not null,
  tri integer not null
);

alter table app.intervention_traitements enable row level security;
alter table app.intervention_traitements force row level security;
drop policy if exists lecture on app.intervention_traitements;
create policy lecture on app.intervention_traitements for select using (request.sis_key() is not null);
drop policy if exists analyste on app.intervention_traitements;
create policy analyste on app.intervention_traitements for select to caserne_analyst, caserne_national using (true);
drop policy if exists ajout on app.intervention_traitements;
-- All SIS share the list: no permission in a SIS allows writing it, only migrations do.
create policy ajout on app.intervention_traitements for insert to caserne_owner with check (true);

grant select on app.intervention_traitements to caserne_api;
grant select on app.intervention_traitements to caserne_analyst, caserne_national;

drop trigger if exists _870_changement on app.intervention_traitements;
create trigger _870_changement after insert or update or delete on app.intervention_traitements
  for each row execute function audit.tg_changement('listes', '*');
drop trigger if exists _880_changement on app.intervention_traitements;
create trigger _880_changement after truncate on app.intervention_traitements
  for each statement execute function audit.tg_changement('listes', '*');

comment on table app.intervention_traitements is 'How far an intervention has been invoiced, the same list for every SIS.';
--! EndIncluded app/listes/intervention_traitements.sql
--! Included app/listes/phase_types.sql
create table if not exists app.phase_types (
  id bigint primary key,
  designation text not null,
  tri integer not null
);

alter table app.phase_types enable row level security;
alter table app.phase_types force row level security;
drop policy if exists lecture on app.phase_types;
create policy lecture on app.phase_types for select using (request.sis_key() is not null);
drop policy if exists analyste on app.phase_types;
create policy analyste on app.phase_types for select to caserne_analyst, caserne_national using (true);
drop policy if exists ajout on app.phase_types;
-- All SIS share the list: no permission in a SIS allows writing it, only migrations do.
create policy ajout on app.phase_types for insert to caserne_owner with check (true);

grant select on app.phase_types to caserne_api;
grant select on app.phase_types to caserne_analyst, caserne_national;

drop trigger if exists _870_changement on app.phase_types;
create trigger _870_changement after insert or update or delete on app.phase_types
  for each row execute function audit.tg_changement('listes', '*');
drop trigger if exists _880_changement on app.phase_types;
create trigger _880_changement after truncate on app.phase_types
  for each statement execute function audit.tg_changement('listes', '*');

comment on table app.phase_types is 'Kinds of phases of an intervention, the same for every SIS.';
--! EndIncluded app/listes/phase_types.sql
--! Included app/listes/telephone_types.sql
create table if not exists app.telephone_types (
  id bigint primary key,
  designation text not null,
  tri integer not null
);

alter table app.telephone_types enable row level security;
alter table app.telephone_types force row level security;
drop policy if exists lecture on app.telephone_types;
create policy lecture on app.telephone_types for select using (request.sis_key() is not null);
drop policy if exists ajout on app.telephone_types;
-- All SIS share the list: no permission in a SIS allows writing it, only migrations do.
create policy ajout on app.telephone_types for insert to caserne_owner with check (true);

grant select on app.telephone_types to caserne_api;

drop trigger if exists _870_changement on app.telephone_types;
create trigger _870_changement after insert or update or delete on app.telephone_types
  for each row execute function audit.tg_changement('listes', '*');
drop trigger if exists _880_changement on app.telephone_types;
create trigger _880_changement after truncate on app.telephone_types
  for each statement execute function audit.tg_changement('listes', '*');

comment on table app.telephone_types is 'Kinds of telephone numbers, the same for every SIS.';
--! EndIncluded app/listes/telephone_types.sql
--! Included app/listes/civilites.sql
create table if not exists app.civilites (
  id bigint primary key,
  designation text not null,
  tri integer not null
);

alter table app.civilites enable row level security;
alter table app.civilites force row level security;
drop policy if exists lecture on app.civilites;
create policy lecture on app.civilites for select using (request.sis_key() is not null);
drop policy if exists ajout on app.civilites;
-- All SIS share the list: no permission in a SIS allows writing it, only migrations do.
create policy ajout on app.civilites for insert to caserne_owner with check (true);

grant select on app.civilites to caserne_api;

drop trigger if exists _870_changement on app.civilites;
create trigger _870_changement after insert or update or delete on app.civilites
  for each row execute function audit.tg_changement('listes', '*');
drop trigger if exists _880_changement on app.civilites;
create trigger _880_changement after truncate on app.civilites
  for each statement execute function audit.tg_changement('listes', '*');

comment on table app.civilites is 'Forms of address, the same for every SIS.';
--! EndIncluded app/listes/civilites.sql
--! Included app/listes/unites.sql
create table if not exists app.unites (
  id bigint primary key,
  designation text not null,
  abreviation text not null,
  tri integer not null
);

alter table app.unites enable row level security;
alter table app.unites force row level security;
drop policy if exists lecture on app.unites;
create policy lecture on app.unites for select using (request.sis_key() is not null);
drop policy if exists analyste on app.unites;
create policy analyste on app.unites for select to caserne_analyst, caserne_national using (true);
drop policy if exists ajout on app.unites;
-- All SIS share the list: no permission in a SIS allows writing it, only migrations do.
create policy ajout on app.unites for insert to caserne_owner with check (true);

grant select on app.unites to caserne_api;
grant select on app.unites to caserne_analyst, caserne_national;

drop trigger if exists _870_changement on app.unites;
create trigger _870_changement after insert or update or delete on app.unites
  for each row execute function audit.tg_changement('listes', '*');
drop trigger if exists _880_changement on app.unites;
create trigger _880_changement after truncate on app.unites
  for each statement execute function audit.tg_changement('listes', '*');

comment on table app.unites is 'Units of vehicles, materials and hours, the same for every SIS.';
comment on column app.unites.abreviation is 'Short name that clients show beside a quantity, such as pce.';
--! EndIncluded app/listes/unites.sql
--! Included app/listes/reference_data.sql
-- Rows of the lists that all SIS share.
insert into app.stat_federal (id, designation, tri)
select n, d, n
  from unnest(array[
    'Lutte contre le feu', 'Événements dus à la nature', 'Secours routier', 'Assistance technique',
    'Défense hydrocarbures', 'Défense chimique', 'Défense radioprotection',
    'Intervention dans le domaine ferroviaire', 'Fausses alarmes de détection incendie',
    'Interventions diverses', 'Interventions sans alarme'
  ]) with ordinality as t (d, n)
on conflict do nothing;

insert into app.stat_intervention (id, designation, tri)
select n, d, n
  from unnest(array[
    'Feux', 'Guêpes', 'Pollutions', 'Sauvetages', 'Inondations et éléments naturels', 'Alarmes automatiques',
    'Divers', 'Pas de statistiques'
  ]) with ordinality as t (d, n)
on conflict do nothing;

insert into app.intervention_traitements (id, designation, tri)
select n, d, n
  from unnest(array['–', 'À facturer', 'À vérifier', 'Attendre rapport police', 'Facturée', 'Payée'])
       with ordinality as t (d, n)
on conflict do nothing;

insert into app.phase_types (id, designation, tri)
select n, d, n
  from unnest(array['intervention', 'rétablissement']) with ordinality as t (d, n)
on conflict do nothing;

insert into app.telephone_types (id, designation, tri)
select n, d, n
  from unnest(array['mobile', 'privé', 'professionnel']) with ordinality as t (d, n)
on conflict do nothing;

insert into app.civilites (id, designation, tri)
select n, d, n
  from unnest(array['Monsieur', 'Madame']) with ordinality as t (d, n)
on conflict do nothing;

insert into app.unites (id, designation, abreviation, tri)
select n, d, a, n
  from unnest(
    array['pièce', 'heure', 'an', 'km', 'jour', 'forfait', 'mois'],
    array['pce', 'h', 'an', 'km', 'j', 'forfait', 'mois']
  ) with ordinality as t (d, a, n)
on conflict do nothing;
--! EndIncluded app/listes/reference_data.sql
--! Included app/listes/reference_ids.sql
-- Ids of shipped rows that the program itself means, each in one place. Immutable, so that the planner reads the number.
create or replace function app.type_intervention_divers() returns bigint
  language sql immutable
as $$
  select bigint '17'
$$;
comment on function app.type_intervention_divers() is
  'Id of the type "Autre intervention", which interventions without a type or with an unknown code have.';

create or replace function app.stat_federal_divers() returns bigint
  language sql immutable
as $$
  select bigint '10'
$$;
comment on function app.stat_federal_divers() is
  'Id of the federal category "Interventions diverses", which interventions without a known code have.';

create or replace function app.phase_type_intervention() returns bigint
  language sql immutable
as $$
  select bigint '1'
$$;
comment on function app.phase_type_intervention() is 'Id of the type of the phase that an intervention begins with.';

grant execute on function app.type_intervention_divers(), app.stat_federal_divers(), app.phase_type_intervention()
  to caserne_api;
--! EndIncluded app/listes/reference_ids.sql

-- Lists that each SIS has a copy of.
--! Included app/listes/types_intervention.sql
-- Each SIS has its own copy and may change it. Rows shipped with Caserne have the same ids everywhere; ids of added
-- rows begin at 1000.
create table if not exists app.types_intervention (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated by default as identity (start with 1000),
  designation text not null check (designation <> ''),
  stat_intervention_id bigint not null references app.stat_intervention,
  tri integer not null default 0,
  version bigint not null default 1,
  primary key (sis_key, id),
  unique (sis_key, designation)
);
create index if not exists types_intervention_stat_idx on app.types_intervention (sis_key, stat_intervention_id);

alter table app.types_intervention enable row level security;
alter table app.types_intervention force row level security;
drop policy if exists locataire on app.types_intervention;
create policy locataire on app.types_intervention as restrictive to caserne_owner, caserne_api, caserne_worker
  using (sis_key = request.sis_key());
drop policy if exists octroi on app.types_intervention;
create policy octroi on app.types_intervention as restrictive to caserne_analyst
  using (((select auth.octroi_complet()) or (select auth.octrois())[sis_key] is not null)
         and sis_key = any ((select auth.liste_octrois())::text[]));
drop policy if exists analyste on app.types_intervention;
create policy analyste on app.types_intervention for select to caserne_analyst using (true);
drop policy if exists national on app.types_intervention;
create policy national on app.types_intervention for select to caserne_national using (true);
drop policy if exists lecture on app.types_intervention;
create policy lecture on app.types_intervention for select using (sis_key = request.sis_key());
drop policy if exists ajout on app.types_intervention;
create policy ajout on app.types_intervention for insert with check (sis_key = request.sis_with('intervention.config'));
drop policy if exists modification on app.types_intervention;
create policy modification on app.types_intervention for update
  using (sis_key = request.sis_with('intervention.config'));
drop policy if exists suppression on app.types_intervention;
create policy suppression on app.types_intervention for delete
  using (sis_key = request.sis_with('intervention.config'));

grant select, delete on app.types_intervention to caserne_api;
grant insert (designation, stat_intervention_id, tri),
  update (designation, stat_intervention_id, tri)
  on app.types_intervention to caserne_api;
grant select (sis_key, id, designation, stat_intervention_id, tri)
  on app.types_intervention to caserne_analyst, caserne_national;

drop trigger if exists _020_version on app.types_intervention;
create trigger _020_version before update on app.types_intervention
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _870_changement on app.types_intervention;
create trigger _870_changement after insert or update or delete on app.types_intervention
  for each row execute function audit.tg_changement('listes');
drop trigger if exists _880_changement on app.types_intervention;
create trigger _880_changement after truncate on app.types_intervention
  for each statement execute function audit.tg_changement('listes');
drop trigger if exists _900_journal on app.types_intervention;
create trigger _900_journal after insert or update or delete on app.types_intervention
  for each row execute function audit.tg_journal();
drop trigger if exists _950_if_match on app.types_intervention;
create trigger _950_if_match after update or delete on app.types_intervention
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table app.types_intervention is 'Types of intervention of a SIS.';
comment on constraint types_intervention_designation_check on app.types_intervention is 'designation: Ce champ est obligatoire.';
comment on constraint types_intervention_sis_key_designation_key on app.types_intervention is 'Cette désignation existe déjà';
comment on constraint types_intervention_stat_intervention_id_fkey on app.types_intervention is 'stat_intervention_id: Cette catégorie de statistiques n’existe pas.';
--! EndIncluded app/listes/types_intervention.sql
--! Included app/listes/tg_types_intervention__divers.sql
create or replace function app.tg_types_intervention__divers() returns trigger
  language plpgsql volatile
as $$
begin
  raise sqlstate 'PT409' using message = 'Ce type est celui des interventions qui n’en ont pas d’autre';
end;
$$;
comment on function app.tg_types_intervention__divers() is
  'Refuses (PT409) to remove the type "Autre intervention", which interventions without a type or with an unknown code need.';
drop trigger if exists _050_divers on app.types_intervention;
create trigger _050_divers before delete on app.types_intervention
  for each row
  when (old.id = app.type_intervention_divers())
  execute function app.tg_types_intervention__divers();
--! EndIncluded app/listes/tg_types_intervention__divers.sql
--! Included app/listes/codes_alarme.sql
-- Each SIS has its own copy and may change it. Rows shipped with Caserne have the same ids everywhere; ids of added
-- rows begin at 1000.
create table if not exists app.codes_alarme (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated by default as identity (start with 1000),
  code text not null check (request.plain(code) <> ''),
  type_intervention_id bigint not null,
  stat_federal_id bigint not null references app.stat_federal,
  version bigint not null default 1,
  primary key (sis_key, id),
  foreign key (sis_key, type_intervention_id) references app.types_intervention
);
create unique index if not exists codes_alarme_code_key on app.codes_alarme (sis_key, request.plain(code));
create index if not exists codes_alarme_type_intervention_id_idx on app.codes_alarme (sis_key, type_intervention_id);
create index if not exists codes_alarme_stat_federal_id_idx on app.codes_alarme (sis_key, stat_federal_id);

alter table app.codes_alarme enable row level security;
alter table app.codes_alarme force row level security;
drop policy if exists locataire on app.codes_alarme;
create policy locataire on app.codes_alarme as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.codes_alarme;
create policy lecture on app.codes_alarme for select
  using (sis_key = request.sis_with('intervention.lecture', 'intervention.config', 'intervention.modification'));
drop policy if exists ajout on app.codes_alarme;
create policy ajout on app.codes_alarme for insert with check (sis_key = request.sis_with('intervention.config'));
drop policy if exists modification on app.codes_alarme;
create policy modification on app.codes_alarme for update using (sis_key = request.sis_with('intervention.config'));
drop policy if exists suppression on app.codes_alarme;
create policy suppression on app.codes_alarme for delete using (sis_key = request.sis_with('intervention.config'));

grant select, delete on app.codes_alarme to caserne_api;
grant insert (code, type_intervention_id, stat_federal_id), update (code, type_intervention_id, stat_federal_id)
  on app.codes_alarme to caserne_api;

drop trigger if exists _020_version on app.codes_alarme;
create trigger _020_version before update on app.codes_alarme
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _870_changement on app.codes_alarme;
create trigger _870_changement after insert or update or delete on app.codes_alarme
  for each row execute function audit.tg_changement('listes');
drop trigger if exists _880_changement on app.codes_alarme;
create trigger _880_changement after truncate on app.codes_alarme
  for each statement execute function audit.tg_changement('listes');
drop trigger if exists _900_journal on app.codes_alarme;
create trigger _900_journal after insert or update or delete on app.codes_alarme
  for each row execute function audit.tg_journal();
drop trigger if exists _950_if_match on app.codes_alarme;
create trigger _950_if_match after update or delete on app.codes_alarme
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table app.codes_alarme is 'Codes of the alarm centre, each with the type of intervention and federal category that it means in this SIS.';
comment on column app.codes_alarme.code is 'Code without colour. It also stands for longer codes that begin with its words.';
comment on constraint codes_alarme_sis_key_type_intervention_id_fkey on app.codes_alarme is 'type_intervention_id: Ce type d’intervention n’existe pas. | Ce type est celui d’un code d’alarme';
comment on constraint codes_alarme_stat_federal_id_fkey on app.codes_alarme is 'stat_federal_id: Cette catégorie n’existe pas.';
comment on constraint codes_alarme_code_check on app.codes_alarme is 'code: Ce champ est obligatoire.';
comment on index app.codes_alarme_code_key is 'Ce code existe déjà';
--! EndIncluded app/listes/codes_alarme.sql
--! Included app/alarmes/classify_code.sql
create or replace function app.classify_code(code text, out type_intervention_id bigint, out stat_federal_id bigint)
  language sql stable
as $$
  select c.type_intervention_id, c.stat_federal_id
    from (
      select length(request.plain(k.code)), k.type_intervention_id, k.stat_federal_id
        from app.codes_alarme k
       where k.sis_key = request.sis_key()
         and starts_with(request.plain(classify_code.code) || ' ', request.plain(k.code) || ' ')
      union all
      -- "Autre intervention", "Interventions diverses"
      select 0, app.type_intervention_divers(), app.stat_federal_divers()
    ) as c (length, type_intervention_id, stat_federal_id)
   order by c.length desc
   limit 1
$$;
comment on function app.classify_code(text) is
  'Type of intervention and federal category of an alarm code, by the longest known code whose words it begins with. Else "Autre intervention" and "Interventions diverses".';
--! EndIncluded app/alarmes/classify_code.sql
--! Included app/alarmes/telling_words.sql
create or replace function app.telling_words(text text) returns text
  language sql immutable strict parallel safe
as $$
  select btrim(regexp_replace(request.plain(text), '\m(?:en train de?|d|de|du|des|le|la|les|l|un|une|au|aux|a|en|dans|sur|et|avec)\M *', '', 'g'))
$$;
comment on function app.telling_words(text) is
  'A text in plain form for comparisons (request.plain), without articles and prepositions.';
--! EndIncluded app/alarmes/telling_words.sql
--! Included app/alarmes/classify_words.sql
-- Codes are abbreviations. A code of five letters or more stands for all words that begin with it. A shorter code
-- stands for those words of its type's designation that begin with it: BAT means "bâtiment", not "bateau". The
-- designation of the type counts as a code too.
create or replace function app.find_code(text text, prefix text default '')
  returns table (words text, type_intervention_id bigint, stat_federal_id bigint)
  language sql stable
as $$
  with codes as (
    select k.id, request.plain(k.code) as code, request.plain(t.designation) as designation, k.type_intervention_id, k.stat_federal_id
      from app.codes_alarme k
      join app.types_intervention t on t.sis_key = k.sis_key and t.id = k.type_intervention_id
     where k.sis_key = request.sis_key()
  ),
  spellings as (
    select c.id, c.code as spelling, c.designation, c.type_intervention_id, c.stat_federal_id from codes c
    union all
    -- Except "Autre intervention", which says nothing.
    (select distinct on (c.designation) c.id, c.designation, c.designation, c.type_intervention_id, c.stat_federal_id
       from codes c where c.type_intervention_id <> app.type_intervention_divers() order by c.designation, c.id)
  ),
  patterns as (
    select e.*, m.words, m.pattern
      from spellings e
     cross join lateral (
       select string_agg(w.word, ' ' order by w.n),
              string_agg(
                '(?:' || concat_ws('|',
                  case when length(w.word) >= 5 then rtrim(w.word, 's') || '[a-z]*' else w.word || '[sx]?' end,
                  (select string_agg(d || '[sx]?', '|') from regexp_split_to_table(e.designation, ' ') d where starts_with(d, w.word))
                ) || ')', ' ' order by w.n)
         from regexp_split_to_table(app.telling_words(e.spelling), ' ') with ordinality as w (word, n)
     ) m (words, pattern)
  )
  select m.words, m.type_intervention_id, m.stat_federal_id
    from patterns m
   where app.telling_words(text) ~ ('(?:^| )' || m.pattern || '(?: |$)')
     and starts_with(m.words, prefix)
     and m.words <> ''
   order by length(m.words) desc, m.id
   limit 1
$$;
comment on function app.find_code(text, text) is
  'The meaning of a text by the SIS''s table of codes: the longest match that begins with the given words. No row when nothing matches.';

create or replace function app.classify_words(type text, description text, out type_intervention_id bigint, out stat_federal_id bigint)
  language sql stable
as $$
  select coalesce(d.type_intervention_id, t.type_intervention_id, app.type_intervention_divers()),
         coalesce(d.stat_federal_id, t.stat_federal_id, app.stat_federal_divers())
    from (select) as un
    left join lateral app.find_code(type) t on true
    -- The description counts where the type matches nothing, or where it is more precise: "Feu", then "Feu de
    -- cheminée".
    left join lateral app.find_code(description, coalesce(t.words || ' ', '')) d on true
$$;
comment on function app.classify_words(text, text) is
  'Type of intervention and federal category of an alarm without a code, by the words of its type and description. Else "Autre intervention" and "Interventions diverses".';
--! EndIncluded app/alarmes/classify_words.sql
--! Included app/listes/exercices_comptables.sql
create table if not exists app.exercices_comptables (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  annee integer not null check (annee between 1900 and 2199),
  designation text not null check (designation <> ''),
  debut date not null,
  fin date not null,
  boucle boolean not null default false,
  dernier_no_vacant integer not null default 0,
  version bigint not null default 1,
  primary key (sis_key, id),
  check (debut <= fin),
  -- On an expression, as in app.mutations.
  constraint exercices_comptables_sis_key_daterange_excl
    exclude using gist ((sis_key || '') with =, daterange(debut, fin, '[]') with &&)
);
create unique index if not exists exercices_comptables_annee_key on app.exercices_comptables (sis_key, annee);

alter table app.exercices_comptables enable row level security;
alter table app.exercices_comptables force row level security;
drop policy if exists locataire on app.exercices_comptables;
create policy locataire on app.exercices_comptables as restrictive to caserne_owner, caserne_api, caserne_worker
  using (sis_key = request.sis_key());
drop policy if exists octroi on app.exercices_comptables;
create policy octroi on app.exercices_comptables as restrictive to caserne_analyst
  using (((select auth.octroi_complet()) or (select auth.octrois())[sis_key] is not null)
         and sis_key = any ((select auth.liste_octrois())::text[]));
drop policy if exists analyste on app.exercices_comptables;
create policy analyste on app.exercices_comptables for select to caserne_analyst using (true);
drop policy if exists national on app.exercices_comptables;
create policy national on app.exercices_comptables for select to caserne_national using (true);
drop policy if exists lecture on app.exercices_comptables;
create policy lecture on app.exercices_comptables for select using (sis_key = request.sis_key());
drop policy if exists ajout on app.exercices_comptables;
create policy ajout on app.exercices_comptables for insert
  with check (sis_key = request.sis_with('comptabilite.config'));
drop policy if exists modification on app.exercices_comptables;
create policy modification on app.exercices_comptables for update
  using (sis_key = request.sis_with('comptabilite.config'));
drop policy if exists suppression on app.exercices_comptables;
create policy suppression on app.exercices_comptables for delete
  using (sis_key = request.sis_with('comptabilite.config'));
-- For app.lock_exercice_comptable and for the numbers that interventions leave. A caller who adds an intervention or an
-- exercice may open its year and lock it, and changes nothing else there.
drop policy if exists ouverture on app.exercices_comptables;
create policy ouverture on app.exercices_comptables for insert to caserne_owner
  with check (sis_key = request.sis_with('intervention.modification', 'exercice.modification'));
drop policy if exists verrou on app.exercices_comptables;
create policy verrou on app.exercices_comptables for update to caserne_owner
  using (sis_key = request.sis_with('intervention.modification', 'exercice.modification'));

grant select, delete on app.exercices_comptables to caserne_api;
grant insert (annee, designation, debut, fin, boucle),
  update (annee, designation, debut, fin, boucle)
  on app.exercices_comptables to caserne_api;
grant select (sis_key, id, annee, designation, debut, fin, boucle)
  on app.exercices_comptables to caserne_analyst, caserne_national;
drop trigger if exists _020_version on app.exercices_comptables;
create trigger _020_version before update on app.exercices_comptables
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _870_changement on app.exercices_comptables;
create trigger _870_changement after insert or update or delete on app.exercices_comptables
  for each row execute function audit.tg_changement('listes');
drop trigger if exists _880_changement on app.exercices_comptables;
create trigger _880_changement after truncate on app.exercices_comptables
  for each statement execute function audit.tg_changement('listes');
drop trigger if exists _900_journal on app.exercices_comptables;
create trigger _900_journal after insert or update or delete on app.exercices_comptables
  for each row execute function audit.tg_journal();
drop trigger if exists _950_if_match on app.exercices_comptables;
create trigger _950_if_match after update or delete on app.exercices_comptables
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table app.exercices_comptables is 'Accounting years of a SIS. Two never overlap.';
comment on column app.exercices_comptables.dernier_no_vacant is 'Highest number of an intervention that was removed or moved to another year; new numbers begin after it. Kept by a trigger of interventions.';
comment on column app.exercices_comptables.boucle is 'Whether the year is closed and takes no new intervention or exercice.';
comment on constraint exercices_comptables_annee_check on app.exercices_comptables is 'annee: L’année doit être comprise entre 1900 et 2199.';
comment on constraint exercices_comptables_check on app.exercices_comptables is 'fin: La fin précède le début.';
comment on constraint exercices_comptables_sis_key_daterange_excl on app.exercices_comptables is 'Cet exercice comptable en chevauche un autre';
comment on constraint exercices_comptables_designation_check on app.exercices_comptables is 'designation: Ce champ est obligatoire.';
comment on index app.exercices_comptables_annee_key is 'Un exercice comptable porte déjà cette année';
--! EndIncluded app/listes/exercices_comptables.sql
--! Included app/listes/tg_exercices_comptables__lock.sql
-- The exclusion constraint looks for overlaps after its row is in the index. Without this lock, transactions that open
-- overlapping years at the same time wait for one another once the first of them fails: a deadlock of a second each.
create or replace function app.tg_exercices_comptables__lock() returns trigger
  language plpgsql volatile
as $$
begin
  perform request.lock('app.exercices_comptables ' || new.sis_key);
  return new;
end;
$$;
comment on function app.tg_exercices_comptables__lock() is 'Makes transactions that open an accounting year of a SIS wait for one another.';
drop trigger if exists _010_lock on app.exercices_comptables;
create trigger _010_lock before insert on app.exercices_comptables
  for each row when (new.sis_key is not null) execute function app.tg_exercices_comptables__lock();
--! EndIncluded app/listes/tg_exercices_comptables__lock.sql
--! Included app/listes/tg_exercices_comptables__contenu.sql
-- Definer: those who keep the accounts may not see what happened in the year. The row of the year is locked by now, so
-- nothing is added to it meanwhile (app.lock_exercice_comptable).
create or replace function app.tg_exercices_comptables__contenu() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if new.annee <> old.annee and (new.dernier_no_vacant > 0 or exists (
    select from app.interventions i where i.sis_key = new.sis_key and i.exercice_comptable_id = new.id
  )) then
    raise sqlstate 'PT409' using message = format('Des interventions portent déjà un numéro de l’année %s', old.annee);
  end if;
  if exists (
    select
      from app.interventions i
     where i.sis_key = new.sis_key
       and i.exercice_comptable_id = new.id
       and i.date_debut not between new.debut and new.fin
    union all
    select
      from app.exercices e
     where e.sis_key = new.sis_key
       and e.exercice_comptable_id = new.id
       and e.date not between new.debut and new.fin
  ) then
    raise sqlstate 'PT409' using message = 'Des interventions ou des exercices seraient hors de ces dates';
  end if;
  return new;
end;
$$;
comment on function app.tg_exercices_comptables__contenu() is
  'Refuses (PT409) to renumber a year that has interventions, and dates that leave out an intervention or exercice of the year. Definer: to see them.';
drop trigger if exists _100_contenu on app.exercices_comptables;
create trigger _100_contenu before update on app.exercices_comptables
  for each row when ((old.annee, old.debut, old.fin) is distinct from (new.annee, new.debut, new.fin))
  execute function app.tg_exercices_comptables__contenu();
--! EndIncluded app/listes/tg_exercices_comptables__contenu.sql
--! Included app/listes/tg_exercices_comptables__numeros.sql
-- An after trigger, so that foreign keys refuse first while the year still has rows.
create or replace function app.tg_exercices_comptables__numeros() returns trigger
  language plpgsql volatile
as $$
begin
  raise sqlstate 'PT409' using message = 'Des numéros d’intervention ont été donnés dans cet exercice comptable';
end;
$$;
comment on function app.tg_exercices_comptables__numeros() is
  'Refuses (PT409) to remove a year in which intervention numbers were given, because a year opened again would give them again.';
drop trigger if exists _200_numeros on app.exercices_comptables;
create trigger _200_numeros after delete on app.exercices_comptables
  for each row when (old.dernier_no_vacant > 0) execute function app.tg_exercices_comptables__numeros();
--! EndIncluded app/listes/tg_exercices_comptables__numeros.sql
--! Included app/listes/lock_exercice_comptable.sql
-- The one rule of which years open automatically, for interventions and exercices: a typing error in a date, or an old
-- mail, must not open a year.
create or replace function app.lock_exercice_comptable(day date) returns app.exercices_comptables
  language plpgsql volatile
as $$
declare
  v_exercice app.exercices_comptables;
  v_annee integer := extract(year from day);
begin
  for v_try in 1..2 loop
    select * into v_exercice
      from app.exercices_comptables e
     where e.sis_key = request.sis_key()
       and e.debut <= day and day <= e.fin
       for update;
    if found and v_exercice.boucle then
      raise sqlstate 'PT409' using message = format('L’exercice comptable %s est bouclé', v_exercice.designation);
    elsif found then
      return v_exercice;
    end if;
    -- A caller who may not open a year cannot lock one either: the policy refuses the insert below.
    if abs(v_annee - extract(year from app.today())) > 1
      and request.sis_with('intervention.modification', 'exercice.modification') is not null
    then
      raise sqlstate 'PT409' using
        message = format('Aucun exercice comptable ne contient le %s : il faut d’abord l’ouvrir', to_char(day, 'DD.MM.YYYY'));
    end if;
    -- When someone else opens the same year, this waits for that transaction, and the second turn reads its row.
    insert into app.exercices_comptables (annee, designation, debut, fin)
    values (v_annee, v_annee::text, make_date(v_annee, 1, 1), make_date(v_annee, 12, 31))
    on conflict do nothing;
  end loop;
  raise sqlstate 'PT409' using
    message = format('Aucun exercice comptable ne contient le %s et l’année civile en chevauche un autre', to_char(day, 'DD.MM.YYYY'));
end;
$$;
comment on function app.lock_exercice_comptable(date) is
  'The accounting year of a day, locked for the rest of the transaction; the last, current or next calendar year is opened when missing. PT409 when the year is closed, must be opened first, or the calendar year overlaps another.';
grant execute on function app.lock_exercice_comptable(date) to caserne_api;
--! EndIncluded app/listes/lock_exercice_comptable.sql
--! Included app/listes/current_exercice_comptable_id.sql
create or replace function app.current_exercice_comptable_id() returns bigint
  language sql stable
as $$
  select e.id
    from app.exercices_comptables e
   where e.sis_key = request.sis_key()
     and app.today() between e.debut and e.fin
$$;
comment on function app.current_exercice_comptable_id() is
  'The accounting year that contains today''s date in the time zone of the request''s SIS; null when there is none.';
grant execute on function app.current_exercice_comptable_id() to caserne_api;
--! EndIncluded app/listes/current_exercice_comptable_id.sql
--! Included app/listes/fonctions.sql
-- Each SIS has its own copy and may change it. Rows shipped with Caserne have the same ids everywhere; ids of added
-- rows begin at 1000.
create table if not exists app.fonctions (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated by default as identity (start with 1000),
  designation text not null check (designation <> ''),
  rang integer not null default 0,
  version bigint not null default 1,
  primary key (sis_key, id),
  unique (sis_key, designation)
);

alter table app.fonctions enable row level security;
alter table app.fonctions force row level security;
drop policy if exists locataire on app.fonctions;
create policy locataire on app.fonctions as restrictive to caserne_owner, caserne_api, caserne_worker
  using (sis_key = request.sis_key());
drop policy if exists octroi on app.fonctions;
create policy octroi on app.fonctions as restrictive to caserne_analyst
  using (((select auth.octroi_complet()) or (select auth.octrois())[sis_key] is not null)
         and sis_key = any ((select auth.liste_octrois())::text[]));
drop policy if exists analyste on app.fonctions;
create policy analyste on app.fonctions for select to caserne_analyst using (true);
drop policy if exists national on app.fonctions;
create policy national on app.fonctions for select to caserne_national using (true);
drop policy if exists lecture on app.fonctions;
create policy lecture on app.fonctions for select using (sis_key = request.sis_key());
drop policy if exists ajout on app.fonctions;
create policy ajout on app.fonctions for insert with check (sis_key = request.sis_with('sapeur.config'));
drop policy if exists modification on app.fonctions;
create policy modification on app.fonctions for update using (sis_key = request.sis_with('sapeur.config'));
drop policy if exists suppression on app.fonctions;
create policy suppression on app.fonctions for delete using (sis_key = request.sis_with('sapeur.config'));

grant select, delete on app.fonctions to caserne_api;
grant insert (designation, rang), update (designation, rang) on app.fonctions to caserne_api;
grant select (sis_key, id, designation, rang)
  on app.fonctions to caserne_analyst, caserne_national;

drop trigger if exists _020_version on app.fonctions;
create trigger _020_version before update on app.fonctions
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _870_changement on app.fonctions;
create trigger _870_changement after insert or update or delete on app.fonctions
  for each row execute function audit.tg_changement('listes');
drop trigger if exists _880_changement on app.fonctions;
create trigger _880_changement after truncate on app.fonctions
  for each statement execute function audit.tg_changement('listes');
drop trigger if exists _900_journal on app.fonctions;
create trigger _900_journal after insert or update or delete on app.fonctions
  for each row execute function audit.tg_journal();
drop trigger if exists _950_if_match on app.fonctions;
create trigger _950_if_match after update or delete on app.fonctions
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table app.fonctions is 'Functions of a SIS, such as chef de groupe.';
comment on column app.fonctions.rang is 'The highest rank counts where someone has several functions.';
comment on constraint fonctions_designation_check on app.fonctions is 'designation: Ce champ est obligatoire.';
comment on constraint fonctions_sis_key_designation_key on app.fonctions is 'Cette désignation existe déjà';
--! EndIncluded app/listes/fonctions.sql
--! Included app/listes/grades.sql
-- Each SIS has its own copy and may change it. Rows shipped with Caserne have the same ids everywhere; ids of added
-- rows begin at 1000.
create table if not exists app.grades (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated by default as identity (start with 1000),
  designation text not null check (designation <> ''),
  rang integer not null default 0,
  version bigint not null default 1,
  primary key (sis_key, id),
  unique (sis_key, designation)
);

alter table app.grades enable row level security;
alter table app.grades force row level security;
drop policy if exists locataire on app.grades;
create policy locataire on app.grades as restrictive to caserne_owner, caserne_api, caserne_worker
  using (sis_key = request.sis_key());
drop policy if exists octroi on app.grades;
create policy octroi on app.grades as restrictive to caserne_analyst
  using (((select auth.octroi_complet()) or (select auth.octrois())[sis_key] is not null)
         and sis_key = any ((select auth.liste_octrois())::text[]));
drop policy if exists analyste on app.grades;
create policy analyste on app.grades for select to caserne_analyst using (true);
drop policy if exists national on app.grades;
create policy national on app.grades for select to caserne_national using (true);
drop policy if exists lecture on app.grades;
create policy lecture on app.grades for select using (sis_key = request.sis_key());
drop policy if exists ajout on app.grades;
create policy ajout on app.grades for insert with check (sis_key = request.sis_with('sapeur.config'));
drop policy if exists modification on app.grades;
create policy modification on app.grades for update using (sis_key = request.sis_with('sapeur.config'));
drop policy if exists suppression on app.grades;
create policy suppression on app.grades for delete using (sis_key = request.sis_with('sapeur.config'));

grant select, delete on app.grades to caserne_api;
grant insert (designation, rang), update (designation, rang) on app.grades to caserne_api;
grant select (sis_key, id, designation, rang)
  on app.grades to caserne_analyst, caserne_national;

drop trigger if exists _020_version on app.grades;
create trigger _020_version before update on app.grades
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _870_changement on app.grades;
create trigger _870_changement after insert or update or delete on app.grades
  for each row execute function audit.tg_changement('listes');
drop trigger if exists _880_changement on app.grades;
create trigger _880_changement after truncate on app.grades
  for each statement execute function audit.tg_changement('listes');
drop trigger if exists _900_journal on app.grades;
create trigger _900_journal after insert or update or delete on app.grades
  for each row execute function audit.tg_journal();
drop trigger if exists _950_if_match on app.grades;
create trigger _950_if_match after update or delete on app.grades
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table app.grades is 'Grades of a SIS.';
comment on column app.grades.rang is 'The higher rank goes first in lists, and counts where someone got two grades on one day.';
comment on constraint grades_designation_check on app.grades is 'designation: Ce champ est obligatoire.';
comment on constraint grades_sis_key_designation_key on app.grades is 'Cette désignation existe déjà';
--! EndIncluded app/listes/grades.sql
--! Included app/listes/permis_types.sql
-- Each SIS has its own copy and may change it. Rows shipped with Caserne have the same ids everywhere; ids of added
-- rows begin at 1000.
create table if not exists app.permis_types (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated by default as identity (start with 1000),
  designation text not null check (designation <> ''),
  tri integer not null default 0,
  version bigint not null default 1,
  primary key (sis_key, id),
  unique (sis_key, designation)
);

alter table app.permis_types enable row level security;
alter table app.permis_types force row level security;
drop policy if exists locataire on app.permis_types;
create policy locataire on app.permis_types as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.permis_types;
create policy lecture on app.permis_types for select using (sis_key = request.sis_key());
drop policy if exists ajout on app.permis_types;
create policy ajout on app.permis_types for insert with check (sis_key = request.sis_with('sapeur.config'));
drop policy if exists modification on app.permis_types;
create policy modification on app.permis_types for update using (sis_key = request.sis_with('sapeur.config'));
drop policy if exists suppression on app.permis_types;
create policy suppression on app.permis_types for delete using (sis_key = request.sis_with('sapeur.config'));

grant select, delete on app.permis_types to caserne_api;
grant insert (designation, tri), update (designation, tri) on app.permis_types to caserne_api;

drop trigger if exists _020_version on app.permis_types;
create trigger _020_version before update on app.permis_types
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _870_changement on app.permis_types;
create trigger _870_changement after insert or update or delete on app.permis_types
  for each row execute function audit.tg_changement('listes');
drop trigger if exists _880_changement on app.permis_types;
create trigger _880_changement after truncate on app.permis_types
  for each statement execute function audit.tg_changement('listes');
drop trigger if exists _900_journal on app.permis_types;
create trigger _900_journal after insert or update or delete on app.permis_types
  for each row execute function audit.tg_journal();
drop trigger if exists _950_if_match on app.permis_types;
create trigger _950_if_match after update or delete on app.permis_types
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table app.permis_types is 'Kinds of driving licences and certificates.';
comment on constraint permis_types_designation_check on app.permis_types is 'designation: Ce champ est obligatoire.';
comment on constraint permis_types_sis_key_designation_key on app.permis_types is 'Cette désignation existe déjà';
--! EndIncluded app/listes/permis_types.sql
--! Included app/listes/mission_types.sql
-- Each SIS has its own copy and may change it. Rows shipped with Caserne have the same ids everywhere; ids of added
-- rows begin at 1000.
create table if not exists app.mission_types (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated by default as identity (start with 1000),
  titre text not null check (titre <> ''),
  version bigint not null default 1,
  primary key (sis_key, id),
  unique (sis_key, titre)
);

alter table app.mission_types enable row level security;
alter table app.mission_types force row level security;
drop policy if exists locataire on app.mission_types;
create policy locataire on app.mission_types as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.mission_types;
create policy lecture on app.mission_types for select using (sis_key = request.sis_key());
drop policy if exists ajout on app.mission_types;
create policy ajout on app.mission_types for insert with check (sis_key = request.sis_with('intervention.config'));
drop policy if exists modification on app.mission_types;
create policy modification on app.mission_types for update using (sis_key = request.sis_with('intervention.config'));
drop policy if exists suppression on app.mission_types;
create policy suppression on app.mission_types for delete using (sis_key = request.sis_with('intervention.config'));

grant select, delete on app.mission_types to caserne_api;
grant insert (titre), update (titre) on app.mission_types to caserne_api;

drop trigger if exists _020_version on app.mission_types;
create trigger _020_version before update on app.mission_types
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _870_changement on app.mission_types;
create trigger _870_changement after insert or update or delete on app.mission_types
  for each row execute function audit.tg_changement('listes');
drop trigger if exists _880_changement on app.mission_types;
create trigger _880_changement after truncate on app.mission_types
  for each statement execute function audit.tg_changement('listes');
drop trigger if exists _900_journal on app.mission_types;
create trigger _900_journal after insert or update or delete on app.mission_types
  for each row execute function audit.tg_journal();
drop trigger if exists _950_if_match on app.mission_types;
create trigger _950_if_match after update or delete on app.mission_types
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table app.mission_types is 'Titles of missions to choose from.';
comment on constraint mission_types_titre_check on app.mission_types is 'titre: Ce champ est obligatoire.';
comment on constraint mission_types_sis_key_titre_key on app.mission_types is 'Ce titre existe déjà';
--! EndIncluded app/listes/mission_types.sql
--! Included app/listes/exercice_categories.sql
-- Each SIS has its own copy and may change it. Rows shipped with Caserne have the same ids everywhere; ids of added
-- rows begin at 1000.
create table if not exists app.exercice_categories (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated by default as identity (start with 1000),
  designation text not null check (designation <> ''),
  tri integer not null default 0,
  version bigint not null default 1,
  primary key (sis_key, id),
  unique (sis_key, designation)
);

alter table app.exercice_categories enable row level security;
alter table app.exercice_categories force row level security;
drop policy if exists locataire on app.exercice_categories;
create policy locataire on app.exercice_categories as restrictive to caserne_owner, caserne_api, caserne_worker
  using (sis_key = request.sis_key());
drop policy if exists octroi on app.exercice_categories;
create policy octroi on app.exercice_categories as restrictive to caserne_analyst
  using (((select auth.octroi_complet()) or (select auth.octrois())[sis_key] is not null)
         and sis_key = any ((select auth.liste_octrois())::text[]));
drop policy if exists analyste on app.exercice_categories;
create policy analyste on app.exercice_categories for select to caserne_analyst using (true);
drop policy if exists national on app.exercice_categories;
create policy national on app.exercice_categories for select to caserne_national using (true);
drop policy if exists lecture on app.exercice_categories;
create policy lecture on app.exercice_categories for select using (sis_key = request.sis_key());
drop policy if exists ajout on app.exercice_categories;
create policy ajout on app.exercice_categories for insert with check (sis_key = request.sis_with('exercice.config'));
drop policy if exists modification on app.exercice_categories;
create policy modification on app.exercice_categories for update
  using (sis_key = request.sis_with('exercice.config'));
drop policy if exists suppression on app.exercice_categories;
create policy suppression on app.exercice_categories for delete using (sis_key = request.sis_with('exercice.config'));

grant select, delete on app.exercice_categories to caserne_api;
grant insert (designation, tri), update (designation, tri) on app.exercice_categories to caserne_api;
grant select (sis_key, id, designation, tri)
  on app.exercice_categories to caserne_analyst, caserne_national;

drop trigger if exists _020_version on app.exercice_categories;
create trigger _020_version before update on app.exercice_categories
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _870_changement on app.exercice_categories;
create trigger _870_changement after insert or update or delete on app.exercice_categories
  for each row execute function audit.tg_changement('listes');
drop trigger if exists _880_changement on app.exercice_categories;
create trigger _880_changement after truncate on app.exercice_categories
  for each statement execute function audit.tg_changement('listes');
drop trigger if exists _900_journal on app.exercice_categories;
create trigger _900_journal after insert or update or delete on app.exercice_categories
  for each row execute function audit.tg_journal();
drop trigger if exists _950_if_match on app.exercice_categories;
create trigger _950_if_match after update or delete on app.exercice_categories
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table app.exercice_categories is 'Categories of exercices.';
comment on constraint exercice_categories_designation_check on app.exercice_categories is 'designation: Ce champ est obligatoire.';
comment on constraint exercice_categories_sis_key_designation_key on app.exercice_categories is 'Cette désignation existe déjà';
--! EndIncluded app/listes/exercice_categories.sql
--! Included app/listes/excuses_types.sql
-- Each SIS has its own copy and may change it. Rows shipped with Caserne have the same ids everywhere; ids of added
-- rows begin at 1000.
create table if not exists app.excuses_types (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated by default as identity (start with 1000),
  designation text not null check (designation <> ''),
  tri integer not null default 0,
  version bigint not null default 1,
  primary key (sis_key, id),
  unique (sis_key, designation)
);

alter table app.excuses_types enable row level security;
alter table app.excuses_types force row level security;
drop policy if exists locataire on app.excuses_types;
create policy locataire on app.excuses_types as restrictive to caserne_owner, caserne_api, caserne_worker
  using (sis_key = request.sis_key());
drop policy if exists octroi on app.excuses_types;
create policy octroi on app.excuses_types as restrictive to caserne_analyst
  using (((select auth.octroi_complet()) or (select auth.octrois())[sis_key] is not null)
         and sis_key = any ((select auth.liste_octrois())::text[]));
drop policy if exists analyste on app.excuses_types;
create policy analyste on app.excuses_types for select to caserne_analyst using (true);
drop policy if exists national on app.excuses_types;
create policy national on app.excuses_types for select to caserne_national using (true);
drop policy if exists lecture on app.excuses_types;
create policy lecture on app.excuses_types for select using (sis_key = request.sis_key());
drop policy if exists ajout on app.excuses_types;
create policy ajout on app.excuses_types for insert with check (sis_key = request.sis_with('exercice.config'));
drop policy if exists modification on app.excuses_types;
create policy modification on app.excuses_types for update using (sis_key = request.sis_with('exercice.config'));
drop policy if exists suppression on app.excuses_types;
create policy suppression on app.excuses_types for delete using (sis_key = request.sis_with('exercice.config'));

grant select, delete on app.excuses_types to caserne_api;
grant insert (designation, tri), update (designation, tri) on app.excuses_types to caserne_api;
grant select (sis_key, id, designation, tri)
  on app.excuses_types to caserne_analyst, caserne_national;

drop trigger if exists _020_version on app.excuses_types;
create trigger _020_version before update on app.excuses_types
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _870_changement on app.excuses_types;
create trigger _870_changement after insert or update or delete on app.excuses_types
  for each row execute function audit.tg_changement('listes');
drop trigger if exists _880_changement on app.excuses_types;
create trigger _880_changement after truncate on app.excuses_types
  for each statement execute function audit.tg_changement('listes');
drop trigger if exists _900_journal on app.excuses_types;
create trigger _900_journal after insert or update or delete on app.excuses_types
  for each row execute function audit.tg_journal();
drop trigger if exists _950_if_match on app.excuses_types;
create trigger _950_if_match after update or delete on app.excuses_types
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table app.excuses_types is 'Reasons for which a sapeur may be excused from an exercice.';
comment on constraint excuses_types_designation_check on app.excuses_types is 'designation: Ce champ est obligatoire.';
comment on constraint excuses_types_sis_key_designation_key on app.excuses_types is 'Cette désignation existe déjà';
--! EndIncluded app/listes/excuses_types.sql
--! Included app/listes/heure_exercice_types.sql
-- Each SIS has its own copy and may change it. Rows shipped with Caserne have the same ids everywhere; ids of added
-- rows begin at 1000.
create table if not exists app.heure_exercice_types (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated by default as identity (start with 1000),
  designation text not null check (designation <> ''),
  type_unite_id bigint not null default 2 references app.unites,
  tri integer not null default 0,
  version bigint not null default 1,
  primary key (sis_key, id),
  unique (sis_key, designation)
);
create index if not exists heure_exercice_types_type_unite_id_idx on app.heure_exercice_types (sis_key, type_unite_id);

alter table app.heure_exercice_types enable row level security;
alter table app.heure_exercice_types force row level security;
drop policy if exists locataire on app.heure_exercice_types;
create policy locataire on app.heure_exercice_types as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.heure_exercice_types;
create policy lecture on app.heure_exercice_types for select using (sis_key = request.sis_key());
drop policy if exists ajout on app.heure_exercice_types;
create policy ajout on app.heure_exercice_types for insert with check (sis_key = request.sis_with('exercice.config'));
drop policy if exists modification on app.heure_exercice_types;
create policy modification on app.heure_exercice_types for update
  using (sis_key = request.sis_with('exercice.config'));
drop policy if exists suppression on app.heure_exercice_types;
create policy suppression on app.heure_exercice_types for delete
  using (sis_key = request.sis_with('exercice.config'));

grant select, delete on app.heure_exercice_types to caserne_api;
grant insert (designation, type_unite_id, tri), update (designation, type_unite_id, tri) on app.heure_exercice_types to caserne_api;

drop trigger if exists _020_version on app.heure_exercice_types;
create trigger _020_version before update on app.heure_exercice_types
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _870_changement on app.heure_exercice_types;
create trigger _870_changement after insert or update or delete on app.heure_exercice_types
  for each row execute function audit.tg_changement('listes');
drop trigger if exists _880_changement on app.heure_exercice_types;
create trigger _880_changement after truncate on app.heure_exercice_types
  for each statement execute function audit.tg_changement('listes');
drop trigger if exists _900_journal on app.heure_exercice_types;
create trigger _900_journal after insert or update or delete on app.heure_exercice_types
  for each row execute function audit.tg_journal();
drop trigger if exists _950_if_match on app.heure_exercice_types;
create trigger _950_if_match after update or delete on app.heure_exercice_types
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table app.heure_exercice_types is 'Kinds of additional hours at exercices.';
comment on column app.heure_exercice_types.type_unite_id is 'Unit of the hours; 2 (hour) by default.';
comment on constraint heure_exercice_types_type_unite_id_fkey on app.heure_exercice_types is
  'type_unite_id: Cette unité n’existe pas.';
comment on constraint heure_exercice_types_designation_check on app.heure_exercice_types is 'designation: Ce champ est obligatoire.';
comment on constraint heure_exercice_types_sis_key_designation_key on app.heure_exercice_types is 'Cette désignation existe déjà';
--! EndIncluded app/listes/heure_exercice_types.sql
--! Included app/listes/telephones_utiles.sql
create table if not exists app.telephones_utiles (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  nom text not null check (nom <> ''),
  numero text not null check (numero <> ''),
  tri integer not null default 0,
  version bigint not null default 1,
  primary key (sis_key, id)
);

alter table app.telephones_utiles enable row level security;
alter table app.telephones_utiles force row level security;
drop policy if exists locataire on app.telephones_utiles;
create policy locataire on app.telephones_utiles as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.telephones_utiles;
create policy lecture on app.telephones_utiles for select using (sis_key = request.sis_key());
drop policy if exists ajout on app.telephones_utiles;
create policy ajout on app.telephones_utiles for insert with check (sis_key = request.sis_with('sis.config'));
drop policy if exists modification on app.telephones_utiles;
create policy modification on app.telephones_utiles for update using (sis_key = request.sis_with('sis.config'));
drop policy if exists suppression on app.telephones_utiles;
create policy suppression on app.telephones_utiles for delete using (sis_key = request.sis_with('sis.config'));

grant select, delete on app.telephones_utiles to caserne_api;
grant insert (nom, numero, tri), update (nom, numero, tri) on app.telephones_utiles to caserne_api;

drop trigger if exists _020_version on app.telephones_utiles;
create trigger _020_version before update on app.telephones_utiles
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _870_changement on app.telephones_utiles;
create trigger _870_changement after insert or update or delete on app.telephones_utiles
  for each row execute function audit.tg_changement('listes');
drop trigger if exists _880_changement on app.telephones_utiles;
create trigger _880_changement after truncate on app.telephones_utiles
  for each statement execute function audit.tg_changement('listes');
drop trigger if exists _900_journal on app.telephones_utiles;
create trigger _900_journal after insert or update or delete on app.telephones_utiles
  for each row execute function audit.tg_journal();
drop trigger if exists _950_if_match on app.telephones_utiles;
create trigger _950_if_match after update or delete on app.telephones_utiles
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table app.telephones_utiles is 'Telephone numbers that a station wants at hand. Numbers of people are in app.telephones.';
comment on constraint telephones_utiles_nom_check on app.telephones_utiles is 'nom: Ce champ est obligatoire.';
comment on constraint telephones_utiles_numero_check on app.telephones_utiles is 'numero: Ce champ est obligatoire.';
--! EndIncluded app/listes/telephones_utiles.sql
--! Included app/listes/localites_sis.sql
create table if not exists app.localites_sis (
  sis_key text not null references auth.sis default request.sis_key(),
  localite_id bigint not null references app.localites,
  version bigint not null default 1,
  primary key (sis_key, localite_id)
);

alter table app.localites_sis enable row level security;
alter table app.localites_sis force row level security;
drop policy if exists locataire on app.localites_sis;
create policy locataire on app.localites_sis as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.localites_sis;
create policy lecture on app.localites_sis for select using (sis_key = request.sis_key());
drop policy if exists ajout on app.localites_sis;
create policy ajout on app.localites_sis for insert with check (sis_key = request.sis_with('sis.config'));
drop policy if exists suppression on app.localites_sis;
create policy suppression on app.localites_sis for delete using (sis_key = request.sis_with('sis.config'));

grant select, delete on app.localites_sis to caserne_api;
grant insert (localite_id) on app.localites_sis to caserne_api;

drop trigger if exists _020_version on app.localites_sis;
create trigger _020_version before update on app.localites_sis
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _870_changement on app.localites_sis;
create trigger _870_changement after insert or update or delete on app.localites_sis
  for each row execute function audit.tg_changement('listes');
drop trigger if exists _880_changement on app.localites_sis;
create trigger _880_changement after truncate on app.localites_sis
  for each statement execute function audit.tg_changement('listes');
drop trigger if exists _900_journal on app.localites_sis;
create trigger _900_journal after insert or update or delete on app.localites_sis
  for each row execute function audit.tg_journal();
drop trigger if exists _950_if_match on app.localites_sis;
create trigger _950_if_match after update or delete on app.localites_sis
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match('localite_id');

comment on table app.localites_sis is 'Places that a SIS serves.';
comment on constraint localites_sis_pkey on app.localites_sis is 'Cette localité est déjà desservie';
comment on constraint localites_sis_localite_id_fkey on app.localites_sis is 'localite_id: Cette localité n’existe pas.';
--! EndIncluded app/listes/localites_sis.sql
--! Included app/sis/set_up_sis.sql
create or replace function app.set_up_sis(sis_key text) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  perform request.open(null, set_up_sis.sis_key, array['sis.config', 'intervention.config', 'sapeur.config', 'exercice.config'], null);

  insert into app.sis (sis_key, nom)
  select s.api_key, s.nom from auth.sis s where s.api_key = set_up_sis.sis_key;

  insert into app.types_intervention (id, designation, stat_intervention_id, tri)
  select n, d, s, n
    from unnest(
      array['Feu véhicule', 'Alarme automatique', 'Feu bâtiment', 'Feu forêt', 'Guêpes', 'Fausse alarme', 'Feu cheminée',
            'Pollution chimique', 'Pollution hydrocarbures', 'Sauvetage de personnes', 'Sauvetage autres', 'Inondation',
            'Éléments naturels', 'Radioactivité', 'Fermentation de fourrages', 'Panne d''ascenseur', 'Autre intervention'],
      array[1, 6, 1, 1, 2, 8, 1, 3, 3, 4, 4, 5, 5, 7, 7, 7, 7]
    ) with ordinality as t (d, s, n);

  insert into app.codes_alarme (id, code, type_intervention_id, stat_federal_id)
  values (1, 'FEU BAT', 3, 1), (2, 'FEU VHC', 1, 1), (3, 'FEU FORET', 4, 1), (4, 'FEU CHEM', 7, 1), (5, 'FEU', 17, 1),
         (6, 'AA', 2, 9), (7, 'INOND', 12, 2), (8, 'ELEM', 13, 2), (9, 'POLLU', 9, 5), (10, 'POLLU CHIM', 8, 6), (11, 'CHIM', 8, 6),
         (12, 'RADIO', 14, 7), (13, 'SAUV', 10, 4), (14, 'SAUV ANIM', 11, 4), (15, 'DESINC', 10, 3), (16, 'ACC', 10, 3),
         (17, 'TRAIN', 17, 8), (18, 'FERM', 15, 10), (19, 'PIONNIER', 17, 4), (20, 'GUEPES', 5, 10), (21, 'ASCENSEUR', 16, 4),
         (22, 'INCENDIE', 17, 1), (23, 'ACCIDENT', 10, 3);

  -- Usual Swiss lists as a start. The highest rank goes first where someone has several.
  insert into app.fonctions (id, designation, rang)
  select n, d, r
    from unnest(
      array['Commandant', 'Commandant remplaçant', 'Quartier-maître', 'Chef d''intervention', 'Officier',
            'Chef de groupe', 'Porteur', 'Machiniste', 'Sapeur', 'Recrue'],
      array[100, 90, 70, 80, 60, 50, 30, 40, 20, 10]
    ) with ordinality as t (d, r, n);

  insert into app.grades (id, designation, rang)
  select n, d, r
    from unnest(
      array['Major', 'Capitaine', 'Premier-lieutenant', 'Lieutenant', 'Adjudant', 'Sergent-major', 'Fourrier', 'Sergent',
            'Caporal', 'Appointé', 'Sapeur'],
      array[110, 100, 90, 80, 70, 60, 55, 50, 40, 30, 10]
    ) with ordinality as t (d, r, n);

  insert into app.permis_types (id, designation, tri)
  select n, d, n
    from unnest(array['A', 'A1', 'B', 'B1', 'BE', 'C', 'C1', 'CE', 'C1E', 'D', 'D1', 'Permis bateau']) with ordinality as t (d, n);

  insert into app.mission_types (id, titre)
  select n, d
    from unnest(array['Reconnaissance', 'Sauvetage', 'Extinction', 'Protection des biens', 'Circulation', 'Déblaiement', 'Surveillance'])
         with ordinality as t (d, n);

  insert into app.exercice_categories (id, designation, tri)
  select n, d, n
    from unnest(array['Exercice général', 'Exercice de section', 'Cours de cadres', 'Porteurs d''appareils', 'Machinistes', 'Cours cantonal'])
         with ordinality as t (d, n);

  insert into app.excuses_types (id, designation, tri)
  select n, d, n
    from unnest(array['Travail', 'Maladie', 'Accident', 'Vacances', 'Service militaire', 'Raison familiale']) with ordinality as t (d, n);

  insert into app.heure_exercice_types (id, designation, tri)
  select n, d, n
    from unnest(array['Exercice', 'Préparation', 'Instruction', 'Administration']) with ordinality as t (d, n);
end;
$$;
comment on function app.set_up_sis(text) is 'Inserts the settings and reference lists of a new SIS.';
--! EndIncluded app/sis/set_up_sis.sql

-- People.
--! Included app/sapeurs/tg_depart.sql
create or replace function app.tg_depart() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  v_after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
begin
  perform auth.renew_depart(d.sis_key, d.sapeur_id)
     from (
       select distinct l ->> 'sis_key', (l ->> tg_argv[0])::bigint from unnest(array[v_before, v_after]) as l where l is not null
     ) as d (sis_key, sapeur_id);
  return null;
end;
$$;
comment on function app.tg_depart() is
  'Recomputes when the account of a sapeur leaves the SIS, after a change of his mutations or type. Argument: the column that holds his id. Definer: accounts are in auth.';
--! EndIncluded app/sapeurs/tg_depart.sql
--! Included app/sapeurs/tg_lock_sapeur.sql
-- An exclusion constraint looks for overlaps after its row is in the index. Without this lock, transactions that insert
-- overlapping periods at the same time wait for one another once the first of them fails: a deadlock of a second each.
create or replace function app.tg_lock_sapeur() returns trigger
  language plpgsql volatile
as $$
begin
  perform from app.sapeurs s where s.sis_key = new.sis_key and s.id = new.sapeur_id for no key update;
  return new;
end;
$$;
comment on function app.tg_lock_sapeur() is
  'Locks the sapeur to whom a row belongs, so that periods of one sapeur are inserted one after the other.';
--! EndIncluded app/sapeurs/tg_lock_sapeur.sql
--! Included app/sapeurs/sapeurs.sql
-- Name and kind only, because interventions and alarms show them to everyone with a right in the SIS. Private
-- particulars never stand in this table.
create table if not exists app.sapeurs (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  type smallint not null default 0 check (type between 0 and 2),
  nom text not null check (length(nom) >= 2),
  prenom text not null check (length(prenom) >= 2),
  suffixe text not null default '',
  civilite_id bigint references app.civilites,
  porteur boolean not null default false,
  desactive boolean not null default false,
  nom_prenom text generated always as (btrim(nom || ' ' || prenom || ' ' || suffixe)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version bigint not null default 1,
  primary key (sis_key, id),
  check (type <> 0 or not desactive)
);
create index if not exists sapeurs_nom_prenom_idx on app.sapeurs (sis_key, nom_prenom);
create index if not exists sapeurs_civilite_id_idx on app.sapeurs (sis_key, civilite_id);
-- By name in either order, as reports write it.
create index if not exists sapeurs_nom_idx on app.sapeurs (sis_key, request.plain(nom || ' ' || prenom));
create index if not exists sapeurs_prenom_idx on app.sapeurs (sis_key, request.plain(prenom || ' ' || nom));

alter table app.sapeurs enable row level security;
alter table app.sapeurs force row level security;
drop policy if exists locataire on app.sapeurs;
create policy locataire on app.sapeurs as restrictive to caserne_owner, caserne_api, caserne_worker
  using (sis_key = request.sis_key());
drop policy if exists octroi on app.sapeurs;
create policy octroi on app.sapeurs as restrictive to caserne_analyst
  using (((select auth.octroi_complet()) or (select auth.octrois())[sis_key] is not null)
         and sis_key = any ((select auth.liste_octrois())::text[]));
drop policy if exists analyste on app.sapeurs;
create policy analyste on app.sapeurs for select to caserne_analyst using (true);
drop policy if exists national on app.sapeurs;
create policy national on app.sapeurs for select to caserne_national using (true);
drop policy if exists lecture on app.sapeurs;
create policy lecture on app.sapeurs for select using (sis_key = request.sis_with_any());
drop policy if exists soi on app.sapeurs;
create policy soi on app.sapeurs for select using (id = request.sapeur_id());
drop policy if exists ajout on app.sapeurs;
create policy ajout on app.sapeurs for insert with check (sis_key = request.sis_with('sapeur.modification'));
drop policy if exists modification on app.sapeurs;
create policy modification on app.sapeurs for update using (sis_key = request.sis_with('sapeur.modification'));
drop policy if exists suppression on app.sapeurs;
create policy suppression on app.sapeurs for delete using (sis_key = request.sis_with('sapeur.modification'));

grant select, delete on app.sapeurs to caserne_api;
grant insert (type, nom, prenom, suffixe, civilite_id, porteur, desactive),
  update (type, nom, prenom, suffixe, civilite_id, porteur, desactive)
  on app.sapeurs to caserne_api;
grant select (sis_key, id, type, nom, prenom, suffixe, civilite_id, porteur, desactive, nom_prenom, created_at, updated_at)
  on app.sapeurs to caserne_analyst, caserne_national;

-- Not when only the version changes: rows that belong to the sapeur raise it without changing him.
drop trigger if exists _010_updated_at on app.sapeurs;
create trigger _010_updated_at before update on app.sapeurs
  for each row when (new.version = old.version) execute function app.tg_updated_at();
drop trigger if exists _200_depart on app.sapeurs;
create trigger _200_depart after update of type on app.sapeurs
  for each row when (old.type <> new.type) execute function app.tg_depart('id');
drop trigger if exists _020_version on app.sapeurs;
create trigger _020_version before update on app.sapeurs
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _870_changement on app.sapeurs;
create trigger _870_changement after insert or update or delete on app.sapeurs
  for each row execute function audit.tg_changement('sapeurs');
drop trigger if exists _880_changement on app.sapeurs;
create trigger _880_changement after truncate on app.sapeurs
  for each statement execute function audit.tg_changement('sapeurs');
drop trigger if exists _900_journal on app.sapeurs;
create trigger _900_journal after insert or update or delete on app.sapeurs
  for each row execute function audit.tg_journal();
drop trigger if exists _950_if_match on app.sapeurs;
create trigger _950_if_match after update or delete on app.sapeurs
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table app.sapeurs is 'People of a SIS: firefighters, recruits and civilians.';
comment on column app.sapeurs.type is '0 sapeur, 1 civil, 2 recrue.';
comment on column app.sapeurs.porteur is 'Whether he may wear breathing apparatus.';
comment on column app.sapeurs.desactive is 'Whether a civilian or recruit was taken out of service by hand. For a sapeur his mutations decide.';
comment on constraint sapeurs_check on app.sapeurs is 'actif: L’activité d’un sapeur suit ses mutations.';
comment on constraint sapeurs_nom_check on app.sapeurs is 'nom: Ce champ doit compter au moins 2 caractères.';
comment on constraint sapeurs_prenom_check on app.sapeurs is 'prenom: Ce champ doit compter au moins 2 caractères.';
comment on constraint sapeurs_civilite_id_fkey on app.sapeurs is 'civilite_id: Cette civilité n’existe pas.';
comment on constraint sapeurs_type_check on app.sapeurs is 'type: La valeur doit être l’une de : 0, 1, 2.';

-- The commander of a SIS is one of its people. app.sis is loaded before app.sapeurs, so its foreign key is added here.
alter table app.sis drop constraint if exists sis_sapeur_id_fkey;
alter table app.sis add constraint sis_sapeur_id_fkey foreign key (sis_key, sapeur_id) references app.sapeurs;
create index if not exists sis_sapeur_id_idx on app.sis (sis_key, sapeur_id);
comment on constraint sis_sapeur_id_fkey on app.sis is 'sapeur_id: Ce sapeur n’existe pas. | Ce sapeur est le commandant du SIS';
--! EndIncluded app/sapeurs/sapeurs.sql
--! Included app/sapeurs/mutations.sql
create table if not exists app.mutations (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  sapeur_id bigint not null,
  localite_id bigint references app.localites,
  incorporation date not null,
  sortie date,
  motif text not null default '',
  version bigint not null default 1,
  primary key (sis_key, id),
  foreign key (sis_key, sapeur_id) references app.sapeurs on delete cascade,
  check (incorporation <= sortie),
  -- The index is on expressions that no query uses. The planner would otherwise take it to look up a sapeur, at ten
  -- times the real cost; and an analyst could make it count rows of another SIS (docs/reference/analyst-access.md).
  constraint mutations_sis_key_sapeur_id_daterange_excl
    exclude using gist ((sis_key || '') with =, (sapeur_id + 0) with =, daterange(incorporation, sortie, '[]') with &&)
);
create index if not exists mutations_localite_id_idx on app.mutations (sis_key, localite_id);
create index if not exists mutations_sapeur_id_idx on app.mutations (sis_key, sapeur_id, incorporation);

alter table app.mutations enable row level security;
alter table app.mutations force row level security;
drop policy if exists locataire on app.mutations;
create policy locataire on app.mutations as restrictive to caserne_owner, caserne_api, caserne_worker
  using (sis_key = request.sis_key());
drop policy if exists octroi on app.mutations;
create policy octroi on app.mutations as restrictive to caserne_analyst
  using (((select auth.octroi_complet()) or (select auth.octrois())[sis_key] is not null)
         and sis_key = any ((select auth.liste_octrois())::text[]));
drop policy if exists analyste on app.mutations;
create policy analyste on app.mutations for select to caserne_analyst using (true);
drop policy if exists national on app.mutations;
create policy national on app.mutations for select to caserne_national using (true);
drop policy if exists lecture on app.mutations;
create policy lecture on app.mutations for select
  using (sis_key = request.sis_with('sapeur.lecture', 'sapeur.modification'));
drop policy if exists soi on app.mutations;
create policy soi on app.mutations for select using (sapeur_id = request.sapeur_id());
drop policy if exists ajout on app.mutations;
create policy ajout on app.mutations for insert with check (sis_key = request.sis_with('sapeur.modification'));
drop policy if exists modification on app.mutations;
create policy modification on app.mutations for update using (sis_key = request.sis_with('sapeur.modification'));
drop policy if exists suppression on app.mutations;
create policy suppression on app.mutations for delete using (sis_key = request.sis_with('sapeur.modification'));

grant select, delete on app.mutations to caserne_api;
grant insert (sapeur_id, localite_id, incorporation, sortie, motif),
  update (localite_id, incorporation, sortie, motif)
  on app.mutations to caserne_api;
grant select (sis_key, id, sapeur_id, incorporation, sortie)
  on app.mutations to caserne_analyst, caserne_national;

drop trigger if exists _010_lock_sapeur on app.mutations;
create trigger _010_lock_sapeur before insert on app.mutations
  for each row execute function app.tg_lock_sapeur();
drop trigger if exists _200_depart on app.mutations;
create trigger _200_depart after insert or delete or update of sapeur_id, incorporation, sortie on app.mutations
  for each row execute function app.tg_depart('sapeur_id');
drop trigger if exists _020_version on app.mutations;
create trigger _020_version before update on app.mutations
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _850_contenu on app.mutations;
create trigger _850_contenu after insert or update or delete on app.mutations
  for each row execute function app.tg_contenu('sapeurs', 'sapeur_id');
drop trigger if exists _870_changement on app.mutations;
create trigger _870_changement after insert or update or delete on app.mutations
  for each row execute function audit.tg_changement('sapeurs');
drop trigger if exists _880_changement on app.mutations;
create trigger _880_changement after truncate on app.mutations
  for each statement execute function audit.tg_changement('sapeurs');
drop trigger if exists _900_journal on app.mutations;
create trigger _900_journal after insert or update or delete on app.mutations
  for each row execute function audit.tg_journal();
drop trigger if exists _950_if_match on app.mutations;
create trigger _950_if_match after update or delete on app.mutations
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table app.mutations is 'Periods of service, from incorporation to sortie; sortie is null while someone serves. Periods of a sapeur never overlap.';
comment on constraint mutations_check on app.mutations is 'sortie: La sortie précède l’incorporation.';
comment on constraint mutations_localite_id_fkey on app.mutations is 'localite_id: Cette localité n’existe pas.';
comment on constraint mutations_sis_key_sapeur_id_daterange_excl on app.mutations is 'Cette période en chevauche une autre du même sapeur';
--! EndIncluded app/sapeurs/mutations.sql
--! Included app/sapeurs/particularites.sql
-- Private particulars stand apart from app.sapeurs, whose names everyone in the SIS may read.
create table if not exists app.particularites (
  sis_key text not null references auth.sis default request.sis_key(),
  sapeur_id bigint not null,
  email text not null default '' check (app.is_email(email)),
  email_garanti boolean not null default false,
  rue text not null default '',
  no_rue text not null default '',
  localite_id bigint references app.localites,
  date_naissance date,
  profession text not null default '',
  employeur text not null default '',
  lieu_de_travail text not null default '',
  remarque text not null default '',
  primary key (sis_key, sapeur_id),
  foreign key (sis_key, sapeur_id) references app.sapeurs on delete cascade
);
create index if not exists particularites_localite_id_idx on app.particularites (sis_key, localite_id);
create index if not exists particularites_email_idx on app.particularites (sis_key, lower(email));

alter table app.particularites enable row level security;
alter table app.particularites force row level security;
drop policy if exists locataire on app.particularites;
create policy locataire on app.particularites as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.particularites;
create policy lecture on app.particularites for select
  using (sis_key = request.sis_with('sapeur.lecture', 'sapeur.modification'));
drop policy if exists soi on app.particularites;
create policy soi on app.particularites for select using (sapeur_id = request.sapeur_id());
drop policy if exists ajout on app.particularites;
create policy ajout on app.particularites for insert with check (sis_key = request.sis_with('sapeur.modification'));
drop policy if exists modification on app.particularites;
create policy modification on app.particularites for update using (sis_key = request.sis_with('sapeur.modification'));

grant select on app.particularites to caserne_api;
grant insert (sapeur_id, email, rue, no_rue, localite_id, date_naissance, profession, employeur, lieu_de_travail, remarque),
  update (email, rue, no_rue, localite_id, date_naissance, profession, employeur, lieu_de_travail, remarque)
  on app.particularites to caserne_api;
drop trigger if exists _850_contenu on app.particularites;
create trigger _850_contenu after insert or update or delete on app.particularites
  for each row execute function app.tg_contenu('sapeurs', 'sapeur_id');
drop trigger if exists _870_changement on app.particularites;
create trigger _870_changement after insert or update or delete on app.particularites
  for each row execute function audit.tg_changement('sapeurs');
drop trigger if exists _880_changement on app.particularites;
create trigger _880_changement after truncate on app.particularites
  for each statement execute function audit.tg_changement('sapeurs');
drop trigger if exists _900_journal on app.particularites;
create trigger _900_journal after insert or update or delete on app.particularites
  for each row execute function audit.tg_journal();

comment on table app.particularites is 'Particulars of a sapeur that only he and those in charge of people may read.';
comment on column app.particularites.email is 'The account with this confirmed e-mail becomes his, automatically only where email_garanti; empty when unknown.';
comment on column app.particularites.email_garanti is 'Whether someone who may link accounts (utilisateur.tout) wrote the e-mail. Set by a trigger.';
comment on column app.particularites.localite_id is 'The place where the sapeur lives.';
comment on constraint particularites_email_check on app.particularites is 'email: Cette adresse e-mail n’est pas valide.';
comment on constraint particularites_localite_id_fkey on app.particularites is 'localite_id: Cette localité n’existe pas.';
--! EndIncluded app/sapeurs/particularites.sql
--! Included app/sapeurs/tg_particularites__link.sql
-- Definer: addresses of accounts are in auth. Confirming an e-mail links the other way round.
create or replace function app.tg_particularites__link() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- Writing a record again must not link an account that was unlinked.
  if tg_op = 'UPDATE' and lower(new.email) = lower(old.email) then
    return null;
  end if;
  perform auth.link_sapeur(new.sis_key, u.id, u.email)
     from auth.users u
    where lower(u.email) = lower(new.email)
      and u.email_verified_at is not null
      and u.disabled_at is null;
  return null;
end;
$$;
comment on function app.tg_particularites__link() is
  'Links a sapeur to the account that has confirmed his e-mail. Definer: accounts are in auth.';
drop trigger if exists _200_link on app.particularites;
create trigger _200_link after insert or update of email on app.particularites
  for each row when (new.email <> '' and new.email_garanti) execute function app.tg_particularites__link();
--! EndIncluded app/sapeurs/tg_particularites__link.sql
--! Included app/sapeurs/tg_particularites__naissance.sql
create or replace function app.tg_particularites__naissance() returns trigger
  language plpgsql stable
as $$
begin
  if new.date_naissance >= app.today() then
    raise sqlstate 'PT422' using message = 'La date de naissance doit précéder aujourd’hui.', detail = 'date_naissance';
  end if;
  return new;
end;
$$;
comment on function app.tg_particularites__naissance() is 'Refuses (PT422) a date of birth that is not in the past.';
drop trigger if exists _100_naissance on app.particularites;
create trigger _100_naissance before insert or update of date_naissance on app.particularites
  for each row execute function app.tg_particularites__naissance();
--! EndIncluded app/sapeurs/tg_particularites__naissance.sql
--! Included app/sapeurs/tg_particularites__garant.sql
-- The owner of this address reads the person's pay once his account is linked, so the writer of the address matters.
-- Sending a record back with the same address does not count as writing it.
create or replace function app.tg_particularites__garant() returns trigger
  language plpgsql stable
as $$
begin
  if tg_op = 'INSERT' or lower(new.email) <> lower(old.email) then
    new.email_garanti := new.email <> '' and request.can('utilisateur.tout');
  end if;
  return new;
end;
$$;
comment on function app.tg_particularites__garant() is
  'Keeps whether someone with utilisateur.tout wrote the e-mail; imports open their request with that permission. A change by anyone else clears it.';
drop trigger if exists _110_garant on app.particularites;
create trigger _110_garant before insert or update of email on app.particularites
  for each row execute function app.tg_particularites__garant();
--! EndIncluded app/sapeurs/tg_particularites__garant.sql
--! Included app/sapeurs/salaires.sql
-- Apart from app.particularites, because those who pay people read only these private data.
create table if not exists app.salaires (
  sis_key text not null references auth.sis default request.sis_key(),
  sapeur_id bigint not null,
  no_avs text not null default '' check (app.is_avs(no_avs)),
  cotisation_avs boolean not null default true,
  iban text not null default '' check (app.is_iban(iban)),
  primary key (sis_key, sapeur_id),
  foreign key (sis_key, sapeur_id) references app.sapeurs on delete cascade
);

alter table app.salaires enable row level security;
alter table app.salaires force row level security;
drop policy if exists locataire on app.salaires;
create policy locataire on app.salaires as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.salaires;
create policy lecture on app.salaires for select
  using (sis_key = request.sis_with('sapeur.lecture', 'sapeur.modification', 'comptabilite.lecture'));
drop policy if exists soi on app.salaires;
create policy soi on app.salaires for select using (sapeur_id = request.sapeur_id());
drop policy if exists ajout on app.salaires;
create policy ajout on app.salaires for insert with check (sis_key = request.sis_with('sapeur.modification'));
drop policy if exists modification on app.salaires;
create policy modification on app.salaires for update using (sis_key = request.sis_with('sapeur.modification'));

grant select on app.salaires to caserne_api;
grant insert (sapeur_id, no_avs, cotisation_avs, iban),
  update (no_avs, cotisation_avs, iban)
  on app.salaires to caserne_api;

create or replace function app.tg_salaires__forme() returns trigger
  language plpgsql stable
as $$
begin
  -- Dots may stand anywhere. A number without 13 digits stays as it is, and the check refuses it.
  if replace(new.no_avs, '.', '') ~ '^[0-9]{13}$' then
    new.no_avs := regexp_replace(replace(new.no_avs, '.', ''), '^(...)(....)(....)(..)$', '\1.\2.\3.\4');
  end if;
  new.iban := upper(replace(new.iban, ' ', ''));
  return new;
end;
$$;
comment on function app.tg_salaires__forme() is
  'Writes numbers in one form: 756.1234.5678.97, and an IBAN in capitals without spaces.';
drop trigger if exists _100_forme on app.salaires;
create trigger _100_forme before insert or update of no_avs, iban on app.salaires
  for each row execute function app.tg_salaires__forme();
drop trigger if exists _850_contenu on app.salaires;
create trigger _850_contenu after insert or update or delete on app.salaires
  for each row execute function app.tg_contenu('sapeurs', 'sapeur_id');
drop trigger if exists _870_changement on app.salaires;
create trigger _870_changement after insert or update or delete on app.salaires
  for each row execute function audit.tg_changement('sapeurs');
drop trigger if exists _880_changement on app.salaires;
create trigger _880_changement after truncate on app.salaires
  for each statement execute function audit.tg_changement('sapeurs');
drop trigger if exists _900_journal on app.salaires;
create trigger _900_journal after insert or update or delete on app.salaires
  for each row execute function audit.tg_journal();

comment on table app.salaires is 'Data needed to pay a sapeur, readable by himself and by those in charge of people or accounts.';
comment on column app.salaires.no_avs is 'Swiss social security number as 756.1234.5678.97, or empty.';
comment on column app.salaires.iban is 'IBAN without spaces, or empty.';
comment on column app.salaires.cotisation_avs is 'Whether social security contributions are deducted.';
comment on constraint salaires_no_avs_check on app.salaires is 'no_avs: Ce numéro AVS n’est pas valide.';
comment on constraint salaires_iban_check on app.salaires is 'iban: Cet IBAN n’est pas valide.';
--! EndIncluded app/sapeurs/salaires.sql
--! Included app/sapeurs/is_actif.sql
-- The arguments are columns and not the row, because analysts may not read the other columns. begin atomic parses the
-- body when the function is made: analysts call it through views of stats and may not use names of app.
create or replace function app.is_actif(sis_key text, sapeur_id bigint, type smallint, desactive boolean, day date) returns boolean
  language sql stable
begin atomic
  select case
           when is_actif.type <> 0 then not is_actif.desactive
           else exists (
             select
               from app.mutations m
              where m.sis_key = is_actif.sis_key
                and m.sapeur_id = is_actif.sapeur_id
                and (m.sortie is null and m.incorporation <= day
                     or m.sortie >= day and m.incorporation <= day + interval '3 months')
           )
         end;
end;
comment on function app.is_actif(text, bigint, smallint, boolean, date) is
  'Whether someone is in service on a day. A sapeur is by a mutation that is open and begun, or that ends on the day or later and begins within three months; civilians and recruits are unless taken out of service.';
grant execute on function app.is_actif(text, bigint, smallint, boolean, date) to caserne_api, caserne_analyst, caserne_national;
--! EndIncluded app/sapeurs/is_actif.sql
--! Included app/sapeurs/e164.sql
create or replace function app.e164(numero text) returns text
  language sql immutable strict parallel safe
as $$
  select case
           when n.digits ~ '^\+[1-9]\d{6,14}$' then n.digits
           when n.digits ~ '^00[1-9]\d{6,14}$' then '+' || substring(n.digits from 3)
           -- Swiss national numbers: ten digits with their leading zero.
           when n.digits ~ '^0[1-9]\d{8}$' then '+41' || substring(n.digits from 2)
         end
    -- Some people write "+41 (0)77 …": the zero in brackets is not dialled.
    from (select regexp_replace(replace(numero, '(0)', ''), '[^0-9+]', '', 'g')) as n (digits)
$$;
comment on function app.e164(text) is
  'A telephone number in E.164 (Swiss national numbers become +41…), or null when the text is no telephone number.';
grant execute on function app.e164(text) to caserne_api;
--! EndIncluded app/sapeurs/e164.sql
--! Included app/sapeurs/telephones.sql
create table if not exists app.telephones (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  sapeur_id bigint not null,
  telephone_type_id bigint not null default 1 references app.telephone_types,
  numero text not null check (app.e164(numero) is not null),
  e164 text generated always as (app.e164(numero)) stored,
  rta boolean not null default true,
  priorite integer not null default 1,
  version bigint not null default 1,
  primary key (sis_key, id),
  foreign key (sis_key, sapeur_id) references app.sapeurs on delete cascade
);
create unique index if not exists telephones_e164_key on app.telephones (sis_key, sapeur_id, e164);
create index if not exists telephones_e164_idx on app.telephones (sis_key, e164);
create index if not exists telephones_telephone_type_id_idx on app.telephones (sis_key, telephone_type_id);

alter table app.telephones enable row level security;
alter table app.telephones force row level security;
drop policy if exists locataire on app.telephones;
create policy locataire on app.telephones as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.telephones;
create policy lecture on app.telephones for select
  using (sis_key = request.sis_with('sapeur.lecture', 'sapeur.modification'));
drop policy if exists soi on app.telephones;
create policy soi on app.telephones for select using (sapeur_id = request.sapeur_id());
drop policy if exists ajout on app.telephones;
create policy ajout on app.telephones for insert with check (sis_key = request.sis_with('sapeur.modification'));
drop policy if exists modification on app.telephones;
create policy modification on app.telephones for update using (sis_key = request.sis_with('sapeur.modification'));
drop policy if exists suppression on app.telephones;
create policy suppression on app.telephones for delete using (sis_key = request.sis_with('sapeur.modification'));

grant select, delete on app.telephones to caserne_api;
grant insert (sapeur_id, telephone_type_id, numero, rta, priorite),
  update (telephone_type_id, numero, rta, priorite)
  on app.telephones to caserne_api;

drop trigger if exists _020_version on app.telephones;
create trigger _020_version before update on app.telephones
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _850_contenu on app.telephones;
create trigger _850_contenu after insert or update or delete on app.telephones
  for each row execute function app.tg_contenu('sapeurs', 'sapeur_id');
drop trigger if exists _870_changement on app.telephones;
create trigger _870_changement after insert or update or delete on app.telephones
  for each row execute function audit.tg_changement('sapeurs');
drop trigger if exists _880_changement on app.telephones;
create trigger _880_changement after truncate on app.telephones
  for each statement execute function audit.tg_changement('sapeurs');
drop trigger if exists _900_journal on app.telephones;
create trigger _900_journal after insert or update or delete on app.telephones
  for each row execute function audit.tg_journal();
drop trigger if exists _950_if_match on app.telephones;
create trigger _950_if_match after update or delete on app.telephones
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table app.telephones is 'Telephone numbers of people. A number is unique per person; two people may share one.';
comment on column app.telephones.numero is 'Number as typed.';
comment on column app.telephones.e164 is 'The number in E.164, to compare and dial. Never null: the check on numero ensures it, and names that field when it fails.';
comment on column app.telephones.priorite is 'Order in which the numbers of a person are called.';
comment on column app.telephones.rta is 'Whether the alarm centre calls this number.';
comment on index app.telephones_e164_key is 'Ce numéro est déjà enregistré pour ce sapeur';
comment on constraint telephones_telephone_type_id_fkey on app.telephones is 'telephone_type_id: Ce type de téléphone n’existe pas.';
comment on constraint telephones_numero_check on app.telephones is 'numero: Ce numéro de téléphone n’est pas valide.';
--! EndIncluded app/sapeurs/telephones.sql
--! Included app/sapeurs/sapeur_fonctions.sql
create table if not exists app.sapeur_fonctions (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  sapeur_id bigint not null,
  fonction_id bigint not null,
  debut date not null,
  fin date,
  remarque text not null default '',
  version bigint not null default 1,
  primary key (sis_key, id),
  foreign key (sis_key, sapeur_id) references app.sapeurs on delete cascade,
  foreign key (sis_key, fonction_id) references app.fonctions,
  check (debut <= fin),
  -- On expressions, as in app.mutations.
  constraint sapeur_fonctions_sis_key_sapeur_id_fonction_id_daterange_excl
    exclude using gist ((sis_key || '') with =, (sapeur_id + 0) with =, (fonction_id + 0) with =, daterange(debut, fin, '[]') with &&)
);
create index if not exists sapeur_fonctions_sapeur_id_idx on app.sapeur_fonctions (sis_key, sapeur_id, debut);
create index if not exists sapeur_fonctions_fonction_id_idx on app.sapeur_fonctions (sis_key, fonction_id);

alter table app.sapeur_fonctions enable row level security;
alter table app.sapeur_fonctions force row level security;
drop policy if exists locataire on app.sapeur_fonctions;
create policy locataire on app.sapeur_fonctions as restrictive to caserne_owner, caserne_api, caserne_worker
  using (sis_key = request.sis_key());
drop policy if exists octroi on app.sapeur_fonctions;
create policy octroi on app.sapeur_fonctions as restrictive to caserne_analyst
  using (((select auth.octroi_complet()) or (select auth.octrois())[sis_key] is not null)
         and sis_key = any ((select auth.liste_octrois())::text[]));
drop policy if exists analyste on app.sapeur_fonctions;
create policy analyste on app.sapeur_fonctions for select to caserne_analyst using (true);
drop policy if exists national on app.sapeur_fonctions;
create policy national on app.sapeur_fonctions for select to caserne_national using (true);
drop policy if exists lecture on app.sapeur_fonctions;
create policy lecture on app.sapeur_fonctions for select using (sis_key = request.sis_with_any());
drop policy if exists soi on app.sapeur_fonctions;
create policy soi on app.sapeur_fonctions for select using (sapeur_id = request.sapeur_id());
drop policy if exists ajout on app.sapeur_fonctions;
create policy ajout on app.sapeur_fonctions for insert with check (sis_key = request.sis_with('sapeur.modification'));
drop policy if exists modification on app.sapeur_fonctions;
create policy modification on app.sapeur_fonctions for update
  using (sis_key = request.sis_with('sapeur.modification'));
drop policy if exists suppression on app.sapeur_fonctions;
create policy suppression on app.sapeur_fonctions for delete
  using (sis_key = request.sis_with('sapeur.modification'));

grant select, delete on app.sapeur_fonctions to caserne_api;
grant insert (sapeur_id, fonction_id, debut, fin, remarque),
  update (fonction_id, debut, fin, remarque)
  on app.sapeur_fonctions to caserne_api;
grant select (sis_key, id, sapeur_id, fonction_id, debut, fin)
  on app.sapeur_fonctions to caserne_analyst, caserne_national;

drop trigger if exists _010_lock_sapeur on app.sapeur_fonctions;
create trigger _010_lock_sapeur before insert on app.sapeur_fonctions
  for each row execute function app.tg_lock_sapeur();
drop trigger if exists _020_version on app.sapeur_fonctions;
create trigger _020_version before update on app.sapeur_fonctions
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _850_contenu on app.sapeur_fonctions;
create trigger _850_contenu after insert or update or delete on app.sapeur_fonctions
  for each row execute function app.tg_contenu('sapeurs', 'sapeur_id');
drop trigger if exists _870_changement on app.sapeur_fonctions;
create trigger _870_changement after insert or update or delete on app.sapeur_fonctions
  for each row execute function audit.tg_changement('sapeurs');
drop trigger if exists _880_changement on app.sapeur_fonctions;
create trigger _880_changement after truncate on app.sapeur_fonctions
  for each statement execute function audit.tg_changement('sapeurs');
drop trigger if exists _900_journal on app.sapeur_fonctions;
create trigger _900_journal after insert or update or delete on app.sapeur_fonctions
  for each row execute function audit.tg_journal();
drop trigger if exists _950_if_match on app.sapeur_fonctions;
create trigger _950_if_match after update or delete on app.sapeur_fonctions
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table app.sapeur_fonctions is 'Functions that people held, from when to when. Two periods of one function never overlap.';
comment on constraint sapeur_fonctions_check on app.sapeur_fonctions is 'fin: La fin précède le début.';
comment on constraint sapeur_fonctions_sis_key_sapeur_id_fonction_id_daterange_excl on app.sapeur_fonctions is 'Cette période en chevauche une autre de la même fonction';
comment on constraint sapeur_fonctions_sis_key_fonction_id_fkey on app.sapeur_fonctions is 'fonction_id: Cette fonction n’existe pas. | Cette fonction est exercée par un sapeur';
--! EndIncluded app/sapeurs/sapeur_fonctions.sql
--! Included app/sapeurs/sapeur_grades.sql
create table if not exists app.sapeur_grades (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  sapeur_id bigint not null,
  grade_id bigint not null,
  debut date not null,
  fin date,
  remarque text not null default '',
  version bigint not null default 1,
  primary key (sis_key, id),
  foreign key (sis_key, sapeur_id) references app.sapeurs on delete cascade,
  foreign key (sis_key, grade_id) references app.grades,
  check (debut <= fin),
  -- On expressions, as in app.mutations.
  constraint sapeur_grades_sis_key_sapeur_id_grade_id_daterange_excl
    exclude using gist ((sis_key || '') with =, (sapeur_id + 0) with =, (grade_id + 0) with =, daterange(debut, fin, '[]') with &&)
);
create index if not exists sapeur_grades_sapeur_id_idx on app.sapeur_grades (sis_key, sapeur_id, debut);
create index if not exists sapeur_grades_grade_id_idx on app.sapeur_grades (sis_key, grade_id);

alter table app.sapeur_grades enable row level security;
alter table app.sapeur_grades force row level security;
drop policy if exists locataire on app.sapeur_grades;
create policy locataire on app.sapeur_grades as restrictive to caserne_owner, caserne_api, caserne_worker
  using (sis_key = request.sis_key());
drop policy if exists octroi on app.sapeur_grades;
create policy octroi on app.sapeur_grades as restrictive to caserne_analyst
  using (((select auth.octroi_complet()) or (select auth.octrois())[sis_key] is not null)
         and sis_key = any ((select auth.liste_octrois())::text[]));
drop policy if exists analyste on app.sapeur_grades;
create policy analyste on app.sapeur_grades for select to caserne_analyst using (true);
drop policy if exists national on app.sapeur_grades;
create policy national on app.sapeur_grades for select to caserne_national using (true);
drop policy if exists lecture on app.sapeur_grades;
create policy lecture on app.sapeur_grades for select using (sis_key = request.sis_with_any());
drop policy if exists soi on app.sapeur_grades;
create policy soi on app.sapeur_grades for select using (sapeur_id = request.sapeur_id());
drop policy if exists ajout on app.sapeur_grades;
create policy ajout on app.sapeur_grades for insert with check (sis_key = request.sis_with('sapeur.modification'));
drop policy if exists modification on app.sapeur_grades;
create policy modification on app.sapeur_grades for update using (sis_key = request.sis_with('sapeur.modification'));
drop policy if exists suppression on app.sapeur_grades;
create policy suppression on app.sapeur_grades for delete using (sis_key = request.sis_with('sapeur.modification'));

grant select, delete on app.sapeur_grades to caserne_api;
grant insert (sapeur_id, grade_id, debut, fin, remarque),
  update (grade_id, debut, fin, remarque)
  on app.sapeur_grades to caserne_api;
grant select (sis_key, id, sapeur_id, grade_id, debut, fin)
  on app.sapeur_grades to caserne_analyst, caserne_national;

drop trigger if exists _010_lock_sapeur on app.sapeur_grades;
create trigger _010_lock_sapeur before insert on app.sapeur_grades
  for each row execute function app.tg_lock_sapeur();
drop trigger if exists _020_version on app.sapeur_grades;
create trigger _020_version before update on app.sapeur_grades
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _850_contenu on app.sapeur_grades;
create trigger _850_contenu after insert or update or delete on app.sapeur_grades
  for each row execute function app.tg_contenu('sapeurs', 'sapeur_id');
drop trigger if exists _870_changement on app.sapeur_grades;
create trigger _870_changement after insert or update or delete on app.sapeur_grades
  for each row execute function audit.tg_changement('sapeurs');
drop trigger if exists _880_changement on app.sapeur_grades;
create trigger _880_changement after truncate on app.sapeur_grades
  for each statement execute function audit.tg_changement('sapeurs');
drop trigger if exists _900_journal on app.sapeur_grades;
create trigger _900_journal after insert or update or delete on app.sapeur_grades
  for each row execute function audit.tg_journal();
drop trigger if exists _950_if_match on app.sapeur_grades;
create trigger _950_if_match after update or delete on app.sapeur_grades
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table app.sapeur_grades is 'Grades that people bore, from when to when. Two periods of one grade never overlap.';
comment on constraint sapeur_grades_check on app.sapeur_grades is 'fin: La fin précède le début.';
comment on constraint sapeur_grades_sis_key_sapeur_id_grade_id_daterange_excl on app.sapeur_grades is 'Cette période en chevauche une autre du même grade';
comment on constraint sapeur_grades_sis_key_grade_id_fkey on app.sapeur_grades is 'grade_id: Ce grade n’existe pas. | Ce grade est porté par un sapeur';
--! EndIncluded app/sapeurs/sapeur_grades.sql
--! Included app/sapeurs/fonction_at.sql
create or replace function app.fonction_at(sapeur_id bigint, day date) returns text
  language sql stable
as $$
  select coalesce(
    (
      select f.designation
        from app.sapeur_fonctions sf
        join app.fonctions f on f.sis_key = sf.sis_key and f.id = sf.fonction_id
       where sf.sis_key = request.sis_key()
         and sf.sapeur_id = fonction_at.sapeur_id
         and sf.debut <= day and (sf.fin is null or day <= sf.fin)
       order by f.rang desc
       limit 1
    ),
    (
      select g.designation
        from app.sapeur_grades sg
        join app.grades g on g.sis_key = sg.sis_key and g.id = sg.grade_id
       where sg.sis_key = request.sis_key()
         and sg.sapeur_id = fonction_at.sapeur_id
         and sg.debut <= day and (sg.fin is null or day <= sg.fin)
       order by sg.debut desc, g.rang desc
       limit 1
    ),
    ''
  )
$$;
comment on function app.fonction_at(bigint, date) is
  'Main function of a sapeur on a day, else his grade, else an empty text.';
--! EndIncluded app/sapeurs/fonction_at.sql
--! Included app/alarmes/match_numero.sql
create or replace function app.match_numero(telephones text[], day date, out sapeur_id bigint, out known boolean)
  language sql stable
as $$
  with known_numbers as (
    select min(s.id) as id, count(distinct s.id) as owners
      from app.telephones t
      join app.sapeurs s on s.sis_key = t.sis_key and s.id = t.sapeur_id
     where t.sis_key = request.sis_key()
       and t.e164 in (select app.e164(n) from unnest(match_numero.telephones) as n)
       and app.is_actif(s.sis_key, s.id, s.type, s.desactive, day)
     group by t.e164
  )
  select (
           -- A number that two active people share does not identify either of them.
           select min(c.id) from known_numbers c where c.owners = 1 having count(distinct c.id) = 1
         ),
         exists (select from known_numbers)
$$;
comment on function app.match_numero(text[], date) is
  'The one active sapeur who alone has one of the numbers, else null; and whether any active sapeur has one of them.';
--! EndIncluded app/alarmes/match_numero.sql
--! Included app/alarmes/match_nom.sql
create or replace function app.match_nom(nom text, day date) returns bigint
  language sql stable
as $$
  select min(s.id)
    from app.sapeurs s
   where s.sis_key = request.sis_key()
     and (request.plain(s.nom || ' ' || s.prenom) = request.plain(match_nom.nom)
          or request.plain(s.prenom || ' ' || s.nom) = request.plain(match_nom.nom))
     and app.is_actif(s.sis_key, s.id, s.type, s.desactive, day)
  having count(*) = 1
$$;
comment on function app.match_nom(text, date) is
  'The active sapeur with a name, in either order; null when there is none or more than one.';
--! EndIncluded app/alarmes/match_nom.sql
--! Included app/alarmes/match_sapeur.sql
create or replace function app.match_sapeur(nom text, telephones text[], day date) returns bigint
  language sql stable
as $$
  select coalesce((app.match_numero(telephones, day)).sapeur_id, app.match_nom(nom, day))
$$;
comment on function app.match_sapeur(text, text[], date) is
  'The active sapeur whom a report means: by telephone numbers, else by name in either order; null when there is none or more than one.';
--! EndIncluded app/alarmes/match_sapeur.sql
--! Included app/listes/groupes.sql
create table if not exists app.groupes (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  type smallint not null default 1,
  no text not null default '' check (length(no) <= 10),
  designation text not null check (designation <> ''),
  tri integer not null default 0,
  parent_id bigint,
  version bigint not null default 1,
  primary key (sis_key, id),
  foreign key (sis_key, parent_id) references app.groupes
);
create unique index if not exists groupes_no_key on app.groupes (sis_key, type, no) where no <> '';
create index if not exists groupes_parent_id_idx on app.groupes (sis_key, parent_id);

alter table app.groupes enable row level security;
alter table app.groupes force row level security;
drop policy if exists locataire on app.groupes;
create policy locataire on app.groupes as restrictive to caserne_owner, caserne_api, caserne_worker
  using (sis_key = request.sis_key());
drop policy if exists octroi on app.groupes;
create policy octroi on app.groupes as restrictive to caserne_analyst
  using (((select auth.octroi_complet()) or (select auth.octrois())[sis_key] is not null)
         and sis_key = any ((select auth.liste_octrois())::text[]));
drop policy if exists analyste on app.groupes;
create policy analyste on app.groupes for select to caserne_analyst using (true);
drop policy if exists national on app.groupes;
create policy national on app.groupes for select to caserne_national using (true);
drop policy if exists lecture on app.groupes;
create policy lecture on app.groupes for select using (sis_key = request.sis_key());
drop policy if exists ajout on app.groupes;
create policy ajout on app.groupes for insert
  with check (sis_key = request.sis_with('sapeur.config', 'organisation.modification'));
drop policy if exists modification on app.groupes;
create policy modification on app.groupes for update
  using (sis_key = request.sis_with('sapeur.config', 'organisation.modification'));
drop policy if exists suppression on app.groupes;
create policy suppression on app.groupes for delete
  using (sis_key = request.sis_with('sapeur.config', 'organisation.modification'));

grant select, delete on app.groupes to caserne_api;
grant insert (type, no, designation, tri, parent_id),
  update (type, no, designation, tri, parent_id)
  on app.groupes to caserne_api;
grant select (sis_key, id, type, no, designation, tri, parent_id)
  on app.groupes to caserne_analyst, caserne_national;
drop trigger if exists _020_version on app.groupes;
create trigger _020_version before update on app.groupes
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _870_changement on app.groupes;
create trigger _870_changement after insert or update or delete on app.groupes
  for each row execute function audit.tg_changement('sapeurs');
drop trigger if exists _880_changement on app.groupes;
create trigger _880_changement after truncate on app.groupes
  for each statement execute function audit.tg_changement('sapeurs');
drop trigger if exists _900_journal on app.groupes;
create trigger _900_journal after insert or update or delete on app.groupes
  for each row execute function audit.tg_journal();
drop trigger if exists _950_if_match on app.groupes;
create trigger _950_if_match after update or delete on app.groupes
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table app.groupes is 'Groups of a SIS. Type 1 is an alarm group.';
comment on column app.groupes.no is 'Number of the group at the alarm centre, or an empty text.';
comment on constraint groupes_no_check on app.groupes is 'no: Ce champ ne doit pas dépasser 10 caractères.';
comment on constraint groupes_designation_check on app.groupes is 'designation: Ce champ est obligatoire.';
comment on constraint groupes_sis_key_parent_id_fkey on app.groupes is 'parent_id: Ce groupe n’existe pas. | D’autres groupes dépendent de celui-ci';
comment on index app.groupes_no_key is 'Un groupe de ce type a déjà ce numéro';
--! EndIncluded app/listes/groupes.sql
--! Included app/listes/tg_groupes__parent.sql
-- A SIS moves one group at a time: two concurrent moves that together close a circle would not see each other.
create or replace function app.tg_groupes__parent() returns trigger
  language plpgsql volatile
as $$
begin
  perform request.lock('app.groupes ' || new.sis_key);
  if exists (
    with recursive parents (id) as (
      select new.parent_id
      union
      select g.parent_id from parents p join app.groupes g on g.sis_key = new.sis_key and g.id = p.id
    )
    select from parents p where p.id = new.id
  ) then
    raise sqlstate 'PT422' using message = 'Un groupe ne peut dépendre de lui-même.', detail = 'parent_id';
  end if;
  return new;
end;
$$;
comment on function app.tg_groupes__parent() is 'Refuses (PT422) to move a group below itself.';
drop trigger if exists _100_parent on app.groupes;
create trigger _100_parent before update on app.groupes
  for each row when (new.parent_id is distinct from old.parent_id)
  execute function app.tg_groupes__parent();
--! EndIncluded app/listes/tg_groupes__parent.sql
--! Included app/sapeurs/groupe_sapeurs.sql
create table if not exists app.groupe_sapeurs (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  groupe_id bigint not null,
  sapeur_id bigint not null,
  version bigint not null default 1,
  primary key (sis_key, id),
  unique (sis_key, groupe_id, sapeur_id),
  foreign key (sis_key, groupe_id) references app.groupes on delete cascade,
  foreign key (sis_key, sapeur_id) references app.sapeurs on delete cascade
);
create index if not exists groupe_sapeurs_sapeur_id_idx on app.groupe_sapeurs (sis_key, sapeur_id);

alter table app.groupe_sapeurs enable row level security;
alter table app.groupe_sapeurs force row level security;
drop policy if exists locataire on app.groupe_sapeurs;
create policy locataire on app.groupe_sapeurs as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.groupe_sapeurs;
create policy lecture on app.groupe_sapeurs for select using (sis_key = request.sis_with_any());
drop policy if exists soi on app.groupe_sapeurs;
create policy soi on app.groupe_sapeurs for select using (sapeur_id = request.sapeur_id());
drop policy if exists ajout on app.groupe_sapeurs;
create policy ajout on app.groupe_sapeurs for insert
  with check (sis_key = request.sis_with('sapeur.config', 'organisation.modification', 'sapeur.modification'));
drop policy if exists modification on app.groupe_sapeurs;
create policy modification on app.groupe_sapeurs for update
  using (sis_key = request.sis_with('sapeur.config', 'organisation.modification', 'sapeur.modification'));
drop policy if exists suppression on app.groupe_sapeurs;
create policy suppression on app.groupe_sapeurs for delete
  using (sis_key = request.sis_with('sapeur.config', 'organisation.modification', 'sapeur.modification'));

grant select, delete on app.groupe_sapeurs to caserne_api;
grant insert (groupe_id, sapeur_id), update (groupe_id) on app.groupe_sapeurs to caserne_api;

drop trigger if exists _020_version on app.groupe_sapeurs;
create trigger _020_version before update on app.groupe_sapeurs
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _850_contenu on app.groupe_sapeurs;
create trigger _850_contenu after insert or update or delete on app.groupe_sapeurs
  for each row execute function app.tg_contenu('sapeurs', 'sapeur_id');
drop trigger if exists _860_contenu on app.groupe_sapeurs;
create trigger _860_contenu after insert or update or delete on app.groupe_sapeurs
  for each row execute function app.tg_contenu('groupes', 'groupe_id');
drop trigger if exists _870_changement on app.groupe_sapeurs;
create trigger _870_changement after insert or update or delete on app.groupe_sapeurs
  for each row execute function audit.tg_changement('sapeurs');
drop trigger if exists _880_changement on app.groupe_sapeurs;
create trigger _880_changement after truncate on app.groupe_sapeurs
  for each statement execute function audit.tg_changement('sapeurs');
drop trigger if exists _900_journal on app.groupe_sapeurs;
create trigger _900_journal after insert or update or delete on app.groupe_sapeurs
  for each row execute function audit.tg_journal();
drop trigger if exists _950_if_match on app.groupe_sapeurs;
create trigger _950_if_match after update or delete on app.groupe_sapeurs
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table app.groupe_sapeurs is 'Memberships of sapeurs in groups.';
comment on constraint groupe_sapeurs_sis_key_groupe_id_fkey on app.groupe_sapeurs is 'groupe_id: Ce groupe n’existe pas.';
comment on constraint groupe_sapeurs_sis_key_groupe_id_sapeur_id_key on app.groupe_sapeurs is 'Ce sapeur est déjà dans ce groupe';
--! EndIncluded app/sapeurs/groupe_sapeurs.sql
--! Included app/listes/groupe_membres.sql
create or replace function app.groupe_membres() returns table (groupe_id bigint, sapeur_ids json)
  language sql stable
as $$
  select m.groupe_id, json_agg(json_build_object('id', m.id, 'sapeur_id', m.sapeur_id) order by m.id)
    from app.groupe_sapeurs m
   where m.sis_key = request.sis_key()
   group by m.groupe_id
$$;
comment on function app.groupe_membres() is
  'Members of each group of the request''s SIS that the caller sees, as [{id, sapeur_id}]; groups without members are left out.';
grant execute on function app.groupe_membres() to caserne_api;
--! EndIncluded app/listes/groupe_membres.sql
--! Included app/sapeurs/sapeur_permis.sql
create table if not exists app.sapeur_permis (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  sapeur_id bigint not null,
  permis_type_id bigint not null,
  date date not null,
  version bigint not null default 1,
  primary key (sis_key, id),
  unique (sis_key, sapeur_id, permis_type_id),
  foreign key (sis_key, sapeur_id) references app.sapeurs on delete cascade,
  foreign key (sis_key, permis_type_id) references app.permis_types
);
create index if not exists sapeur_permis_permis_type_id_idx on app.sapeur_permis (sis_key, permis_type_id);

alter table app.sapeur_permis enable row level security;
alter table app.sapeur_permis force row level security;
drop policy if exists locataire on app.sapeur_permis;
create policy locataire on app.sapeur_permis as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.sapeur_permis;
create policy lecture on app.sapeur_permis for select
  using (sis_key = request.sis_with('sapeur.lecture', 'sapeur.modification'));
drop policy if exists soi on app.sapeur_permis;
create policy soi on app.sapeur_permis for select using (sapeur_id = request.sapeur_id());
drop policy if exists ajout on app.sapeur_permis;
create policy ajout on app.sapeur_permis for insert with check (sis_key = request.sis_with('sapeur.modification'));
drop policy if exists modification on app.sapeur_permis;
create policy modification on app.sapeur_permis for update using (sis_key = request.sis_with('sapeur.modification'));
drop policy if exists suppression on app.sapeur_permis;
create policy suppression on app.sapeur_permis for delete using (sis_key = request.sis_with('sapeur.modification'));

grant select, delete on app.sapeur_permis to caserne_api;
grant insert (sapeur_id, permis_type_id, date), update (permis_type_id, date) on app.sapeur_permis to caserne_api;

drop trigger if exists _020_version on app.sapeur_permis;
create trigger _020_version before update on app.sapeur_permis
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _850_contenu on app.sapeur_permis;
create trigger _850_contenu after insert or update or delete on app.sapeur_permis
  for each row execute function app.tg_contenu('sapeurs', 'sapeur_id');
drop trigger if exists _870_changement on app.sapeur_permis;
create trigger _870_changement after insert or update or delete on app.sapeur_permis
  for each row execute function audit.tg_changement('sapeurs');
drop trigger if exists _880_changement on app.sapeur_permis;
create trigger _880_changement after truncate on app.sapeur_permis
  for each statement execute function audit.tg_changement('sapeurs');
drop trigger if exists _900_journal on app.sapeur_permis;
create trigger _900_journal after insert or update or delete on app.sapeur_permis
  for each row execute function audit.tg_journal();
drop trigger if exists _950_if_match on app.sapeur_permis;
create trigger _950_if_match after update or delete on app.sapeur_permis
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table app.sapeur_permis is 'Driving licences of people, with the date of each.';
comment on constraint sapeur_permis_sis_key_sapeur_id_permis_type_id_key on app.sapeur_permis is 'Ce permis est déjà enregistré pour ce sapeur';
comment on constraint sapeur_permis_sis_key_permis_type_id_fkey on app.sapeur_permis is 'permis_type_id: Ce type de permis n’existe pas. | Ce permis est détenu par un sapeur';
--! EndIncluded app/sapeurs/sapeur_permis.sql
--! Included app/sapeurs/materiel_personnel.sql
create table if not exists app.materiel_personnel (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  sapeur_id bigint not null,
  designation text not null check (designation <> ''),
  numero text not null default '',
  taille text not null default '',
  attribution date not null,
  retour date,
  version bigint not null default 1,
  primary key (sis_key, id),
  foreign key (sis_key, sapeur_id) references app.sapeurs on delete cascade,
  check (attribution <= retour)
);
create index if not exists materiel_personnel_sapeur_id_idx on app.materiel_personnel (sis_key, sapeur_id);

alter table app.materiel_personnel enable row level security;
alter table app.materiel_personnel force row level security;
drop policy if exists locataire on app.materiel_personnel;
create policy locataire on app.materiel_personnel as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.materiel_personnel;
create policy lecture on app.materiel_personnel for select
  using (sis_key = request.sis_with('sapeur.lecture', 'sapeur.modification'));
drop policy if exists soi on app.materiel_personnel;
create policy soi on app.materiel_personnel for select using (sapeur_id = request.sapeur_id());
drop policy if exists ajout on app.materiel_personnel;
create policy ajout on app.materiel_personnel for insert
  with check (sis_key = request.sis_with('sapeur.modification'));
drop policy if exists modification on app.materiel_personnel;
create policy modification on app.materiel_personnel for update
  using (sis_key = request.sis_with('sapeur.modification'));
drop policy if exists suppression on app.materiel_personnel;
create policy suppression on app.materiel_personnel for delete
  using (sis_key = request.sis_with('sapeur.modification'));

grant select, delete on app.materiel_personnel to caserne_api;
grant insert (sapeur_id, designation, numero, taille, attribution, retour),
  update (designation, numero, taille, attribution, retour)
  on app.materiel_personnel to caserne_api;
drop trigger if exists _020_version on app.materiel_personnel;
create trigger _020_version before update on app.materiel_personnel
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _850_contenu on app.materiel_personnel;
create trigger _850_contenu after insert or update or delete on app.materiel_personnel
  for each row execute function app.tg_contenu('sapeurs', 'sapeur_id');
drop trigger if exists _870_changement on app.materiel_personnel;
create trigger _870_changement after insert or update or delete on app.materiel_personnel
  for each row execute function audit.tg_changement('sapeurs');
drop trigger if exists _880_changement on app.materiel_personnel;
create trigger _880_changement after truncate on app.materiel_personnel
  for each statement execute function audit.tg_changement('sapeurs');
drop trigger if exists _900_journal on app.materiel_personnel;
create trigger _900_journal after insert or update or delete on app.materiel_personnel
  for each row execute function audit.tg_journal();
drop trigger if exists _950_if_match on app.materiel_personnel;
create trigger _950_if_match after update or delete on app.materiel_personnel
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table app.materiel_personnel is 'Personal equipment on loan to sapeurs.';
comment on constraint materiel_personnel_sis_key_sapeur_id_fkey on app.materiel_personnel is 'sapeur_id: Ce sapeur n’existe pas.';
comment on column app.materiel_personnel.retour is 'The day of return; null while the loan is open.';
comment on constraint materiel_personnel_designation_check on app.materiel_personnel is
  'designation: Ce champ est obligatoire.';
comment on constraint materiel_personnel_check on app.materiel_personnel is 'retour: Le retour précède l’attribution.';
--! EndIncluded app/sapeurs/materiel_personnel.sql
--! Included app/sapeurs/tg_sapeurs__materiel.sql
-- Equipment that was returned is removed with the sapeur. Volatile, to see equipment that was lent while the removal
-- waited for its lock.
create or replace function app.tg_sapeurs__materiel() returns trigger
  language plpgsql volatile
as $$
begin
  if exists (
    select
      from app.materiel_personnel m
     where m.sis_key = old.sis_key
       and m.sapeur_id = old.id
       and (m.retour is null or m.retour > app.today())
  ) then
    raise sqlstate 'PT409' using message = 'Ce sapeur a encore du matériel en prêt';
  end if;
  return old;
end;
$$;
comment on function app.tg_sapeurs__materiel() is 'Refuses (PT409) to remove a sapeur who holds equipment.';
drop trigger if exists _100_materiel on app.sapeurs;
create trigger _100_materiel before delete on app.sapeurs
  for each row execute function app.tg_sapeurs__materiel();
--! EndIncluded app/sapeurs/tg_sapeurs__materiel.sql
--! Included app/sapeurs/sapeurs_du_jour.sql
-- Values that follow the calendar are looked up for the day and stored nowhere. Each is a look-up by sapeur in an
-- index, made only for queries that ask for it.
create or replace view app.sapeurs_du_jour with (security_invoker = true) as
select s.sis_key, s.id, s.type, s.nom, s.prenom, s.suffixe, s.nom_prenom, s.civilite_id, s.porteur, s.created_at, s.updated_at,
       t.jour,
       -- Null for readers who cannot see the mutations, because it would be false.
       case
         when s.type <> 0 or s.sis_key = request.sis_with('sapeur.lecture', 'sapeur.modification') or s.id = request.sapeur_id()
         then app.is_actif(s.sis_key, s.id, s.type, s.desactive, t.jour)
       end as actif,
       (
         select f.id
           from app.sapeur_fonctions sf
           join app.fonctions f on f.sis_key = sf.sis_key and f.id = sf.fonction_id
          where sf.sis_key = s.sis_key
            and sf.sapeur_id = s.id
            and sf.debut <= t.jour
            and (sf.fin is null or t.jour <= sf.fin)
          order by f.rang desc, f.id
          limit 1
       ) as fonction_id,
       (
         select g.id
           from app.sapeur_grades sg
           join app.grades g on g.sis_key = sg.sis_key and g.id = sg.grade_id
          where sg.sis_key = s.sis_key
            and sg.sapeur_id = s.id
            and sg.debut <= t.jour
            and (sg.fin is null or t.jour <= sg.fin)
          order by sg.debut desc, g.rang desc, g.id
          limit 1
       ) as grade_id,
       (
         select extract(year from min(m.incorporation))::integer
           from app.mutations m
          where m.sis_key = s.sis_key
            and m.sapeur_id = s.id
       ) as annee_incorporation
  from app.sapeurs s
  -- A sub-select, so that today's date is asked for once and not for each row.
  cross join (select (select app.today())) as t (jour);

grant select on app.sapeurs_du_jour to caserne_api;

comment on view app.sapeurs_du_jour is 'People with the values of today that follow from their functions, grades and mutations, in the time zone of their SIS.';
comment on column app.sapeurs_du_jour.jour is 'Today.';
comment on column app.sapeurs_du_jour.actif is 'Whether the person is in service (app.is_actif); null for readers who may not see his mutations.';
comment on column app.sapeurs_du_jour.fonction_id is 'The current function with the highest rank, or null.';
comment on column app.sapeurs_du_jour.grade_id is 'The current grade that began last, or null.';
comment on column app.sapeurs_du_jour.annee_incorporation is 'Year of the first mutation, or null.';
--! EndIncluded app/sapeurs/sapeurs_du_jour.sql
--! Included app/sapeurs/write_particularites.sql
create or replace function app.write_particularites(sapeur_id bigint, body jsonb) returns void
  language plpgsql volatile
as $$
begin
  insert into app.particularites (
    sapeur_id, email, rue, no_rue, localite_id, date_naissance, profession, employeur, lieu_de_travail, remarque
  )
  select write_particularites.sapeur_id, coalesce(n.email, ''), coalesce(n.rue, ''), coalesce(n.no_rue, ''), n.localite_id,
         n.date_naissance, coalesce(n.profession, ''), coalesce(n.employeur, ''), coalesce(n.lieu_de_travail, ''),
         coalesce(n.remarque, '')
    from jsonb_populate_record((
           select p
             from app.particularites p
            where p.sis_key = request.sis_key()
              and p.sapeur_id = write_particularites.sapeur_id
         ), body) n
  on conflict on constraint particularites_pkey do update
     set (email, rue, no_rue, localite_id, date_naissance, profession, employeur, lieu_de_travail, remarque) = (
       excluded.email, excluded.rue, excluded.no_rue, excluded.localite_id, excluded.date_naissance, excluded.profession,
       excluded.employeur, excluded.lieu_de_travail, excluded.remarque
     );

  insert into app.salaires (sapeur_id, no_avs, cotisation_avs, iban)
  select write_particularites.sapeur_id, coalesce(n.no_avs, ''), coalesce(n.cotisation_avs, true), coalesce(n.iban, '')
    from jsonb_populate_record((
           select s
             from app.salaires s
            where s.sis_key = request.sis_key()
              and s.sapeur_id = write_particularites.sapeur_id
         ), body) n
  on conflict on constraint salaires_pkey do update
     set (no_avs, cotisation_avs, iban) = (excluded.no_avs, excluded.cotisation_avs, excluded.iban);
end;
$$;
comment on function app.write_particularites(bigint, jsonb) is
  'Writes the private data of a sapeur in both tables. Absent keys leave values as they are, null clears them; PT422.';
grant execute on function app.write_particularites(bigint, jsonb) to caserne_api;
--! EndIncluded app/sapeurs/write_particularites.sql
--! Included app/sapeurs/write_actif.sql
create or replace function app.write_actif(sapeur_id bigint, actif boolean) returns void
  language plpgsql volatile
as $$
declare
  v_type smallint;
  v_actif boolean;
begin
  select s.type, app.is_actif(s.sis_key, s.id, s.type, s.desactive, app.today()) into v_type, v_actif
    from app.sapeurs s
   where s.sis_key = request.sis_key()
     and s.id = write_actif.sapeur_id;
  if actif = v_actif then
    return;
  elsif v_type = 0 then
    raise sqlstate 'PT422' using message = 'L’activité d’un sapeur suit ses mutations.', detail = 'actif';
  end if;
  update app.sapeurs s
     set desactive = not actif
   where s.sis_key = request.sis_key()
     and s.id = write_actif.sapeur_id;
end;
$$;
comment on function app.write_actif(bigint, boolean) is
  'Takes a civilian or recruit out of service, or back into it. PT422 where the mutations of a sapeur say otherwise.';
grant execute on function app.write_actif(bigint, boolean) to caserne_api;
--! EndIncluded app/sapeurs/write_actif.sql

-- Vehicles and materials.
--! Included app/vehicules/vehicules.sql
create table if not exists app.vehicules (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  designation text not null check (designation <> ''),
  immatriculation text not null default '',
  statut boolean not null default true,
  tri integer not null default 0,
  forfait numeric(10, 2) not null default 0 check (forfait >= 0),
  unite numeric(10, 2) not null default 0 check (unite >= 0),
  type_unite_id bigint not null default 1 references app.unites,
  version bigint not null default 1,
  primary key (sis_key, id),
  unique (sis_key, designation)
);
create index if not exists vehicules_type_unite_id_idx on app.vehicules (sis_key, type_unite_id);

alter table app.vehicules enable row level security;
alter table app.vehicules force row level security;
drop policy if exists locataire on app.vehicules;
create policy locataire on app.vehicules as restrictive to caserne_owner, caserne_api, caserne_worker
  using (sis_key = request.sis_key());
drop policy if exists octroi on app.vehicules;
create policy octroi on app.vehicules as restrictive to caserne_analyst
  using (((select auth.octroi_complet()) or (select auth.octrois())[sis_key] is not null)
         and sis_key = any ((select auth.liste_octrois())::text[]));
drop policy if exists analyste on app.vehicules;
create policy analyste on app.vehicules for select to caserne_analyst using (true);
drop policy if exists national on app.vehicules;
create policy national on app.vehicules for select to caserne_national using (true);
drop policy if exists lecture on app.vehicules;
create policy lecture on app.vehicules for select
  using (sis_key = request.sis_with('intervention.lecture', 'intervention.config'));
-- For stats.designations, which shows names of vehicles to readers of figures.
drop policy if exists statistique on app.vehicules;
create policy statistique on app.vehicules for select to caserne_owner
  using (sis_key = request.sis_with('comptabilite.lecture'));
drop policy if exists ajout on app.vehicules;
create policy ajout on app.vehicules for insert with check (sis_key = request.sis_with('intervention.config'));
drop policy if exists modification on app.vehicules;
create policy modification on app.vehicules for update using (sis_key = request.sis_with('intervention.config'));
drop policy if exists suppression on app.vehicules;
create policy suppression on app.vehicules for delete using (sis_key = request.sis_with('intervention.config'));

grant select, delete on app.vehicules to caserne_api;
grant insert (designation, immatriculation, statut, tri, forfait, unite, type_unite_id),
  update (designation, immatriculation, statut, tri, forfait, unite, type_unite_id)
  on app.vehicules to caserne_api;
grant select (sis_key, id, designation, immatriculation, statut, tri, forfait, unite, type_unite_id)
  on app.vehicules to caserne_analyst, caserne_national;

drop trigger if exists _020_version on app.vehicules;
create trigger _020_version before update on app.vehicules
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _870_changement on app.vehicules;
create trigger _870_changement after insert or update or delete on app.vehicules
  for each row execute function audit.tg_changement('listes');
drop trigger if exists _880_changement on app.vehicules;
create trigger _880_changement after truncate on app.vehicules
  for each statement execute function audit.tg_changement('listes');
drop trigger if exists _900_journal on app.vehicules;
create trigger _900_journal after insert or update or delete on app.vehicules
  for each row execute function audit.tg_journal();
drop trigger if exists _950_if_match on app.vehicules;
create trigger _950_if_match after update or delete on app.vehicules
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table app.vehicules is 'Vehicles of a SIS.';
comment on column app.vehicules.statut is 'Whether the vehicle is in service.';
comment on column app.vehicules.forfait is 'Flat price per use, in francs.';
comment on column app.vehicules.unite is 'Price per unit, in francs.';
comment on constraint vehicules_designation_check on app.vehicules is 'designation: Ce champ est obligatoire.';
comment on constraint vehicules_sis_key_designation_key on app.vehicules is 'Cette désignation existe déjà';
comment on constraint vehicules_forfait_check on app.vehicules is 'forfait: Le prix ne peut être négatif.';
comment on constraint vehicules_unite_check on app.vehicules is 'unite: Le prix ne peut être négatif.';
comment on constraint vehicules_type_unite_id_fkey on app.vehicules is 'type_unite_id: Cette unité n’existe pas.';
--! EndIncluded app/vehicules/vehicules.sql
--! Included app/vehicules/materiels.sql
create table if not exists app.materiels (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  designation text not null check (designation <> ''),
  statut boolean not null default true,
  tri integer not null default 0,
  forfait numeric(10, 2) not null default 0 check (forfait >= 0),
  unite numeric(10, 2) not null default 0 check (unite >= 0),
  type_unite_id bigint not null default 1 references app.unites,
  version bigint not null default 1,
  primary key (sis_key, id),
  unique (sis_key, designation)
);
create index if not exists materiels_type_unite_id_idx on app.materiels (sis_key, type_unite_id);

alter table app.materiels enable row level security;
alter table app.materiels force row level security;
drop policy if exists locataire on app.materiels;
create policy locataire on app.materiels as restrictive to caserne_owner, caserne_api, caserne_worker
  using (sis_key = request.sis_key());
drop policy if exists octroi on app.materiels;
create policy octroi on app.materiels as restrictive to caserne_analyst
  using (((select auth.octroi_complet()) or (select auth.octrois())[sis_key] is not null)
         and sis_key = any ((select auth.liste_octrois())::text[]));
drop policy if exists analyste on app.materiels;
create policy analyste on app.materiels for select to caserne_analyst using (true);
drop policy if exists national on app.materiels;
create policy national on app.materiels for select to caserne_national using (true);
drop policy if exists lecture on app.materiels;
create policy lecture on app.materiels for select
  using (sis_key = request.sis_with('intervention.lecture', 'intervention.config'));
-- For stats.designations, which shows names of materials to readers of figures.
drop policy if exists statistique on app.materiels;
create policy statistique on app.materiels for select to caserne_owner
  using (sis_key = request.sis_with('comptabilite.lecture'));
drop policy if exists ajout on app.materiels;
create policy ajout on app.materiels for insert with check (sis_key = request.sis_with('intervention.config'));
drop policy if exists modification on app.materiels;
create policy modification on app.materiels for update using (sis_key = request.sis_with('intervention.config'));
drop policy if exists suppression on app.materiels;
create policy suppression on app.materiels for delete using (sis_key = request.sis_with('intervention.config'));

grant select, delete on app.materiels to caserne_api;
grant insert (designation, statut, tri, forfait, unite, type_unite_id),
  update (designation, statut, tri, forfait, unite, type_unite_id)
  on app.materiels to caserne_api;
grant select (sis_key, id, designation, statut, tri, forfait, unite, type_unite_id)
  on app.materiels to caserne_analyst, caserne_national;

drop trigger if exists _020_version on app.materiels;
create trigger _020_version before update on app.materiels
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _870_changement on app.materiels;
create trigger _870_changement after insert or update or delete on app.materiels
  for each row execute function audit.tg_changement('listes');
drop trigger if exists _880_changement on app.materiels;
create trigger _880_changement after truncate on app.materiels
  for each statement execute function audit.tg_changement('listes');
drop trigger if exists _900_journal on app.materiels;
create trigger _900_journal after insert or update or delete on app.materiels
  for each row execute function audit.tg_journal();
drop trigger if exists _950_if_match on app.materiels;
create trigger _950_if_match after update or delete on app.materiels
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table app.materiels is 'Materials that interventions consume or lend.';
comment on column app.materiels.statut is 'Whether the material is in service.';
comment on column app.materiels.forfait is 'Flat price per use, in francs.';
comment on column app.materiels.unite is 'Price per unit, in francs.';
comment on constraint materiels_designation_check on app.materiels is 'designation: Ce champ est obligatoire.';
comment on constraint materiels_sis_key_designation_key on app.materiels is 'Cette désignation existe déjà';
comment on constraint materiels_forfait_check on app.materiels is 'forfait: Le prix ne peut être négatif.';
comment on constraint materiels_unite_check on app.materiels is 'unite: Le prix ne peut être négatif.';
comment on constraint materiels_type_unite_id_fkey on app.materiels is 'type_unite_id: Cette unité n’existe pas.';
--! EndIncluded app/vehicules/materiels.sql

-- Interventions and alarms.
--! Included app/interventions/intervention_statuts.sql
-- The numbers of statut, each in one place. Immutable, so that the planner reads the number.
create or replace function app.intervention_vide() returns smallint
  language sql immutable
as $$
  select smallint '0'
$$;
comment on function app.intervention_vide() is 'Statut of an intervention without presences.';

create or replace function app.intervention_saisie() returns smallint
  language sql immutable
as $$
  select smallint '1'
$$;
comment on function app.intervention_saisie() is 'Statut of an intervention that has presences.';

create or replace function app.intervention_validee() returns smallint
  language sql immutable
as $$
  select smallint '2'
$$;
comment on function app.intervention_validee() is 'Statut of an intervention that an officer has validated.';

create or replace function app.intervention_imputee() returns smallint
  language sql immutable
as $$
  select smallint '3'
$$;
comment on function app.intervention_imputee() is 'Statut of an intervention that is charged to accounts: it does not change any more.';

grant execute on function app.intervention_vide(), app.intervention_saisie(), app.intervention_validee(),
  app.intervention_imputee() to caserne_api;
--! EndIncluded app/interventions/intervention_statuts.sql
--! Included app/interventions/interventions.sql
create table if not exists app.interventions (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  exercice_comptable_id bigint not null,
  no integer not null check (no > 0),
  numero text not null,
  annee integer not null generated always as (pg_catalog.left(numero, 4)::integer) stored,
  date_debut date not null,
  heure_debut time(0) not null,
  date_fin date not null,
  heure_fin time(0) not null,
  objet text not null check (objet <> ''),
  lieu text not null default '',
  localite_id bigint references app.localites,
  wgs84 text not null default '' check (wgs84 ~ '^(-?([0-8]?\d(\.\d+)?|90(\.0+)?),-?((\d{1,2}|1[0-7]\d)(\.\d+)?|180(\.0+)?))?$'),
  degre smallint not null default 1 check (degre between 1 and 4),
  rapport_police boolean not null default false,
  agent text not null default '',
  sauve_personne integer not null default 0 check (sauve_personne >= 0),
  sauve_animaux integer not null default 0 check (sauve_animaux >= 0),
  description text not null default '',
  proprietaire text not null default '',
  responsable text not null default '',
  stat_nb integer not null default 1 check (stat_nb >= 0),
  statut smallint not null default 0 check (statut between 0 and 3),
  secondes numeric not null default 0,
  date_imputation date,
  alarme_id bigint,
  intervention_traitement_id bigint not null default 1 references app.intervention_traitements,
  stat_federal_id bigint not null default app.stat_federal_divers() references app.stat_federal,
  sapeur_id bigint,
  local_uuid uuid,
  validated_by text,
  validated_at timestamptz,
  type_intervention_id bigint not null default app.type_intervention_divers(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version bigint not null default 1,
  primary key (sis_key, id),
  unique (sis_key, exercice_comptable_id, no),
  foreign key (sis_key, exercice_comptable_id) references app.exercices_comptables,
  foreign key (sis_key, sapeur_id) references app.sapeurs,
  foreign key (sis_key, type_intervention_id) references app.types_intervention,
  check (date_debut + heure_debut <= date_fin + heure_fin)
);
-- An alarm makes at most one intervention, however often the job runs.
create unique index if not exists interventions_alarme_id_key on app.interventions (sis_key, alarme_id);
-- A tablet that sends an intervention twice gets the first one.
create unique index if not exists interventions_local_uuid_key on app.interventions (sis_key, local_uuid);
create index if not exists interventions_exercice_idx
  on app.interventions (sis_key, exercice_comptable_id, date_debut desc, heure_debut desc, id desc);
create index if not exists interventions_date_debut_idx
  on app.interventions (sis_key, date_debut desc, heure_debut desc, id desc);
-- A covering index with all columns that statistics count, for the figures of a year: of one SIS, or of all
-- (stats.interventions).
create index if not exists interventions_statistique_idx
  on app.interventions (sis_key, annee)
  include (exercice_comptable_id, date_debut, stat_federal_id, type_intervention_id, intervention_traitement_id, stat_nb,
           sauve_personne, sauve_animaux, secondes, id);
create index if not exists interventions_sapeur_id_idx on app.interventions (sis_key, sapeur_id);
create index if not exists interventions_type_intervention_id_idx on app.interventions (sis_key, type_intervention_id);
create index if not exists interventions_stat_federal_id_idx on app.interventions (sis_key, stat_federal_id);
create index if not exists interventions_traitement_id_idx on app.interventions (sis_key, intervention_traitement_id);
create index if not exists interventions_localite_id_idx on app.interventions (sis_key, localite_id);

alter table app.interventions enable row level security;
alter table app.interventions force row level security;
drop policy if exists locataire on app.interventions;
create policy locataire on app.interventions as restrictive to caserne_owner, caserne_api, caserne_worker
  using (sis_key = request.sis_key());
drop policy if exists octroi on app.interventions;
create policy octroi on app.interventions as restrictive to caserne_analyst
  using (((select auth.octroi_complet()) or (select auth.octrois())[sis_key] is not null)
         and sis_key = any ((select auth.liste_octrois())::text[]));
drop policy if exists analyste on app.interventions;
create policy analyste on app.interventions for select to caserne_analyst using (true);
drop policy if exists national on app.interventions;
create policy national on app.interventions for select to caserne_national using (true);
drop policy if exists lecture on app.interventions;
create policy lecture on app.interventions for select
  using (sis_key = request.sis_with('intervention.lecture', 'intervention.modification', 'intervention.validation', 'comptabilite.lecture'));
drop policy if exists ajout on app.interventions;
create policy ajout on app.interventions for insert
  with check (sis_key = request.sis_with('intervention.modification'));
drop policy if exists modification on app.interventions;
create policy modification on app.interventions for update
  using (sis_key = request.sis_with('intervention.modification'));
drop policy if exists suppression on app.interventions;
create policy suppression on app.interventions for delete
  using (sis_key = request.sis_with('intervention.modification'));
-- For definer functions of api, which choose the rows that they show or change.
drop policy if exists interne on app.interventions;
create policy interne on app.interventions for select to caserne_owner using (request.sapeur_id() is not null);
-- For the trigger that refuses dates of an accounting year which would leave out an intervention.
drop policy if exists bouclement on app.interventions;
create policy bouclement on app.interventions for select to caserne_owner
  using (sis_key = request.sis_with('comptabilite.config'));
drop policy if exists validation on app.interventions;
create policy validation on app.interventions for update to caserne_owner
  using (sis_key = request.sis_with('intervention.validation'));

grant select, delete on app.interventions to caserne_api;
grant insert (date_debut, heure_debut, date_fin, heure_fin, objet, lieu, localite_id, wgs84, degre, rapport_police, agent, sauve_personne, sauve_animaux, description, proprietaire, responsable, stat_nb, intervention_traitement_id, stat_federal_id, sapeur_id, type_intervention_id, alarme_id, local_uuid),
  update (date_debut, heure_debut, date_fin, heure_fin, objet, lieu, localite_id, wgs84, degre, rapport_police, agent, sauve_personne, sauve_animaux, description, proprietaire, responsable, stat_nb, intervention_traitement_id, stat_federal_id, sapeur_id, type_intervention_id)
  on app.interventions to caserne_api;
-- Not granted: statut, numero, exercice_comptable_id and the other columns that follow from what happens to the
-- intervention.
grant select (sis_key, id, annee, exercice_comptable_id, no, numero, date_debut, heure_debut, date_fin, heure_fin, localite_id,
              degre, rapport_police, sauve_personne, sauve_animaux, stat_nb, statut, secondes, date_imputation,
              alarme_id, intervention_traitement_id, stat_federal_id, sapeur_id, type_intervention_id, validated_at, created_at,
              updated_at)
  on app.interventions to caserne_analyst, caserne_national;

drop trigger if exists _010_updated_at on app.interventions;
-- Not when only secondes changes: presences are rows of their own. Rows of other lists do not touch the intervention
-- either.
create trigger _010_updated_at before update on app.interventions
  for each row when (new.version = old.version and (new.secondes = old.secondes or new.statut <> old.statut)) execute function app.tg_updated_at();
drop trigger if exists _900_journal on app.interventions;
create trigger _900_journal after insert or update or delete on app.interventions
  for each row execute function audit.tg_journal();

comment on table app.interventions is 'Interventions. Dates and times of day are local time of the SIS.';
comment on column app.interventions.numero is 'Year and running number in the accounting year, such as 2026-014.';
comment on column app.interventions.annee is 'Year of the accounting year. It cannot change once the year has numbers.';
comment on column app.interventions.secondes is 'Total time of all presences in seconds, standby included. Kept by the trigger of the presences.';
comment on column app.interventions.statut is '0 vide, 1 saisi, 2 validé, 3 imputé.';
comment on column app.interventions.wgs84 is 'Position as "lat,lon", or an empty text.';
comment on column app.interventions.alarme_id is 'The alarm that the intervention was made from.';
comment on column app.interventions.sapeur_id is 'Officer in charge, null until known.';
comment on column app.interventions.stat_nb is 'How many interventions this one counts for in the service''s own statistics.';
comment on column app.interventions.local_uuid is 'Id of the intervention on the tablet that sent it; null for interventions from elsewhere.';
comment on column app.interventions.validated_by is 'Name of the account that validated the intervention, as it was then; null unless the intervention is validée or imputée.';
comment on constraint interventions_check on app.interventions is 'date_fin: La fin précède le début.';
comment on constraint interventions_objet_check on app.interventions is 'objet: Ce champ est obligatoire.';
comment on constraint interventions_wgs84_check on app.interventions is 'wgs84: La position doit être « latitude,longitude » en degrés décimaux.';
comment on constraint interventions_degre_check on app.interventions is 'degre: La valeur doit être comprise entre 1 et 4.';
comment on index app.interventions_local_uuid_key is 'Cette intervention a déjà été transmise';
comment on constraint interventions_sauve_personne_check on app.interventions is 'sauve_personne: La valeur doit être d’au moins 0.';
comment on constraint interventions_sauve_animaux_check on app.interventions is 'sauve_animaux: La valeur doit être d’au moins 0.';
comment on constraint interventions_stat_nb_check on app.interventions is 'stat_nb: La valeur doit être d’au moins 0.';
comment on constraint interventions_sis_key_sapeur_id_fkey on app.interventions is 'sapeur_id: Ce sapeur n’existe pas. | Ce sapeur est responsable d’une intervention';
comment on constraint interventions_sis_key_type_intervention_id_fkey on app.interventions is 'type_intervention_id: Ce type d’intervention n’existe pas. | Ce type est utilisé par une intervention';
comment on constraint interventions_localite_id_fkey on app.interventions is 'localite_id: Cette localité n’existe pas.';
comment on constraint interventions_intervention_traitement_id_fkey on app.interventions is 'intervention_traitement_id: Ce traitement n’existe pas.';
comment on constraint interventions_stat_federal_id_fkey on app.interventions is 'stat_federal_id: Cette catégorie n’existe pas.';
comment on index app.interventions_alarme_id_key is 'Cette alarme a déjà une intervention';
comment on constraint interventions_sis_key_exercice_comptable_id_fkey on app.interventions is 'exercice_comptable_id: Cet exercice comptable n’existe pas. | Cet exercice comptable contient des interventions';
--! EndIncluded app/interventions/interventions.sql
--! Included app/interventions/tg_interventions__version.sql
drop trigger if exists _020_version on app.interventions;
create trigger _020_version before update on app.interventions
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _950_if_match on app.interventions;
create trigger _950_if_match after update or delete on app.interventions
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();
drop trigger if exists _870_changement on app.interventions;
create trigger _870_changement after insert or update or delete on app.interventions
  for each row execute function audit.tg_changement('interventions');
drop trigger if exists _880_changement on app.interventions;
create trigger _880_changement after truncate on app.interventions
  for each statement execute function audit.tg_changement('interventions');
--! EndIncluded app/interventions/tg_interventions__version.sql
--! Included app/interventions/tg_interventions__imputee.sql
create or replace function app.tg_interventions__imputee() returns trigger
  language plpgsql volatile
as $$
begin
  if old.statut = app.intervention_imputee() then
    raise sqlstate 'PT409' using message = 'L’intervention est imputée : elle ne peut plus être modifiée';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end;
$$;
comment on function app.tg_interventions__imputee() is 'Refuses (PT409) to change or remove an imputée intervention.';
drop trigger if exists _050_imputee on app.interventions;
create trigger _050_imputee before update or delete on app.interventions
  for each row execute function app.tg_interventions__imputee();
--! EndIncluded app/interventions/tg_interventions__imputee.sql
--! Included app/interventions/tg_interventions__numero.sql
-- The accounting year is locked until the end of the transaction, so numbers have no duplicates and no gaps except
-- those of removals. An intervention that moves to another year gets a number there and leaves its old one. An
-- intervention that keeps its day needs nothing of its year, which may be closed by now.
create or replace function app.tg_interventions__numero() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_exercice app.exercices_comptables;
begin
  if tg_op = 'UPDATE' and new.date_debut = old.date_debut then
    return new;
  end if;
  v_exercice := app.lock_exercice_comptable(new.date_debut);
  if tg_op = 'UPDATE' and v_exercice.id = old.exercice_comptable_id then
    return new;
  end if;
  new.exercice_comptable_id := v_exercice.id;
  new.no := 1 + greatest(v_exercice.dernier_no_vacant, (
    select max(i.no)
      from app.interventions i
     where i.sis_key = new.sis_key
       and i.exercice_comptable_id = v_exercice.id
  ));
  new.numero := v_exercice.annee || '-' || lpad(new.no::text, greatest(3, length(new.no::text)), '0');
  return new;
end;
$$;
comment on function app.tg_interventions__numero() is
  'Sets the accounting year of an intervention by its first day, and its number in that year. Definer: callers may not choose either.';
drop trigger if exists _100_numero on app.interventions;
create trigger _100_numero before insert or update of date_debut on app.interventions
  for each row execute function app.tg_interventions__numero();

-- A number is noted when it is left and not when it is given. So importing ten thousand interventions never writes the
-- row of the year.
create or replace function app.tg_interventions__numero_vacant() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  update app.exercices_comptables e
     set dernier_no_vacant = old.no
   where e.sis_key = old.sis_key
     and e.id = old.exercice_comptable_id
     and e.dernier_no_vacant < old.no;
  return null;
end;
$$;
comment on function app.tg_interventions__numero_vacant() is
  'Keeps the number of an intervention that is removed, or moved to another year, from being given again. Definer: the accounting year that keeps it is not granted to clients.';
drop trigger if exists _300_numero_vacant on app.interventions;
create trigger _300_numero_vacant after delete on app.interventions
  for each row execute function app.tg_interventions__numero_vacant();
drop trigger if exists _310_numero_vacant on app.interventions;
create trigger _310_numero_vacant after update on app.interventions
  for each row when (new.exercice_comptable_id <> old.exercice_comptable_id) execute function app.tg_interventions__numero_vacant();
--! EndIncluded app/interventions/tg_interventions__numero.sql
--! Included app/interventions/tg_interventions__phase.sql
create or replace function app.tg_interventions__phase() returns trigger
  language plpgsql volatile
as $$
declare
  v_debut timestamptz := (new.date_debut + new.heure_debut) at time zone app.fuseau();
  v_first_id bigint;
begin
  if tg_op = 'INSERT' then
    insert into app.intervention_phases (intervention_id, phase_type_id, debut)
    values (new.id, app.phase_type_intervention(), v_debut);
    return null;
  end if;
  if (new.date_debut, new.heure_debut) = (old.date_debut, old.heure_debut) then
    return null;
  end if;
  -- By type and order and not by time, because the SIS may have changed its time zone since.
  select p.id into v_first_id
    from app.intervention_phases p
   where p.sis_key = new.sis_key
     and p.intervention_id = new.id
     and p.phase_type_id = app.phase_type_intervention()
   order by p.debut, p.id
   limit 1;
  if exists (
    select
      from app.intervention_phases p
     where p.sis_key = new.sis_key
       and p.intervention_id = new.id
       and p.id is distinct from v_first_id
       and p.debut <= v_debut
  ) then
    raise sqlstate 'PT422' using message = 'Une phase commence avant ce début.', detail = 'heure_debut';
  end if;
  update app.intervention_phases p
     set debut = v_debut
   where p.sis_key = new.sis_key
     and p.id = v_first_id;
  return null;
end;
$$;
comment on function app.tg_interventions__phase() is
  'Gives a new intervention its first phase, of type 1, and moves that phase with the start of the intervention. PT422 where the new start is not before the other phases.';
drop trigger if exists _200_phase on app.interventions;
create trigger _200_phase after insert or update of date_debut, heure_debut on app.interventions
  for each row execute function app.tg_interventions__phase();
--! EndIncluded app/interventions/tg_interventions__phase.sql
--! Included app/interventions/tg_interventions__alarmes.sql
-- Runs before the row is removed, because the alarms are found by their link to it.
create or replace function app.tg_interventions__alarmes() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  update app.alarmes a
     set intervention_voulue = false
   where a.sis_key = old.sis_key
     and a.intervention_id = old.id
     and a.intervention_voulue;
  return old;
end;
$$;
comment on function app.tg_interventions__alarmes() is
  'Keeps the alarms of a removed intervention from making a new one. Definer: nobody is granted writing the intervention of an alarm.';
drop trigger if exists _100_alarmes on app.interventions;
create trigger _100_alarmes before delete on app.interventions
  for each row execute function app.tg_interventions__alarmes();
--! EndIncluded app/interventions/tg_interventions__alarmes.sql
--! Included app/interventions/tg_ouverte.sql
-- The intervention is locked, so that it cannot become imputée meanwhile; when the intervention itself is removed,
-- there is no row to lock. When the owner moves a row to another intervention, both are locked in the order of their
-- ids.
create or replace function app.tg_ouverte() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_statut smallint;
begin
  -- An added row has no old, a removed row no new: their ids are null.
  select max(i.statut) into v_statut
    from (
      select i.statut
        from app.interventions i
       where i.sis_key = request.sis_key()
         and i.id in (old.intervention_id, new.intervention_id)
       order by i.id
         for no key update
    ) i;
  if v_statut = app.intervention_imputee() then
    raise sqlstate 'PT409' using message = 'L’intervention est imputée : elle ne peut plus être modifiée';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end;
$$;
comment on function app.tg_ouverte() is
  'Refuses (PT409) to change rows that belong to an imputée intervention. Definer: to lock the intervention.';
--! EndIncluded app/interventions/tg_ouverte.sql
--! Included app/interventions/intervention_sapeurs.sql
create table if not exists app.intervention_sapeurs (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  intervention_id bigint not null,
  sapeur_id bigint not null,
  debut timestamptz not null,
  fin timestamptz not null,
  piquet boolean not null default false,
  toleree boolean not null default false,
  primary key (sis_key, id),
  foreign key (sis_key, intervention_id) references app.interventions on delete cascade,
  foreign key (sis_key, sapeur_id) references app.sapeurs,
  check (debut < fin or toleree and debut = fin),
  -- On expressions, as in app.mutations.
  constraint intervention_sapeurs_sis_key_sapeur_id_tstzrange_excl
    exclude using gist ((sis_key || '') with =, (sapeur_id + 0) with =, tstzrange(debut, fin) with &&)
    where (not toleree)
);
create index if not exists intervention_sapeurs_intervention_id_idx on app.intervention_sapeurs (sis_key, intervention_id);
create index if not exists intervention_sapeurs_sapeur_id_idx on app.intervention_sapeurs (sis_key, sapeur_id, debut);

alter table app.intervention_sapeurs enable row level security;
alter table app.intervention_sapeurs force row level security;
drop policy if exists locataire on app.intervention_sapeurs;
create policy locataire on app.intervention_sapeurs as restrictive to caserne_owner, caserne_api, caserne_worker
  using (sis_key = request.sis_key());
drop policy if exists octroi on app.intervention_sapeurs;
create policy octroi on app.intervention_sapeurs as restrictive to caserne_analyst
  using (((select auth.octroi_complet()) or (select auth.octrois())[sis_key] is not null)
         and sis_key = any ((select auth.liste_octrois())::text[]));
drop policy if exists analyste on app.intervention_sapeurs;
create policy analyste on app.intervention_sapeurs for select to caserne_analyst using (true);
drop policy if exists national on app.intervention_sapeurs;
create policy national on app.intervention_sapeurs for select to caserne_national using (true);
drop policy if exists lecture on app.intervention_sapeurs;
create policy lecture on app.intervention_sapeurs for select
  using (sis_key = request.sis_with('intervention.lecture', 'intervention.modification', 'intervention.validation', 'comptabilite.lecture'));
drop policy if exists soi on app.intervention_sapeurs;
create policy soi on app.intervention_sapeurs for select using (sapeur_id = request.sapeur_id());
drop policy if exists ajout on app.intervention_sapeurs;
create policy ajout on app.intervention_sapeurs for insert
  with check (sis_key = request.sis_with('intervention.modification'));
drop policy if exists modification on app.intervention_sapeurs;
create policy modification on app.intervention_sapeurs for update
  using (sis_key = request.sis_with('intervention.modification'));
drop policy if exists suppression on app.intervention_sapeurs;
create policy suppression on app.intervention_sapeurs for delete
  using (sis_key = request.sis_with('intervention.modification'));

grant select, delete on app.intervention_sapeurs to caserne_api;
grant insert (intervention_id, sapeur_id, debut, fin, piquet),
  update (sapeur_id, debut, fin, piquet)
  on app.intervention_sapeurs to caserne_api;
-- Not granted: toleree, which only a tablet's report sets (app.write_presence_rapport).
grant select (sis_key, id, intervention_id, sapeur_id, debut, fin, piquet)
  on app.intervention_sapeurs to caserne_analyst, caserne_national;

drop trigger if exists _100_ouverte on app.intervention_sapeurs;
create trigger _100_ouverte before insert or update or delete on app.intervention_sapeurs
  for each row execute function app.tg_ouverte();
drop trigger if exists _850_contenu on app.intervention_sapeurs;
create trigger _850_contenu after insert or update or delete on app.intervention_sapeurs
  for each row execute function app.tg_contenu('interventions', 'intervention_id');
drop trigger if exists _870_changement on app.intervention_sapeurs;
create trigger _870_changement after insert or update or delete on app.intervention_sapeurs
  for each row execute function audit.tg_changement('interventions');
drop trigger if exists _880_changement on app.intervention_sapeurs;
create trigger _880_changement after truncate on app.intervention_sapeurs
  for each statement execute function audit.tg_changement('interventions');
drop trigger if exists _900_journal on app.intervention_sapeurs;
create trigger _900_journal after insert or update or delete on app.intervention_sapeurs
  for each row execute function audit.tg_journal();

comment on table app.intervention_sapeurs is 'Presences of sapeurs at interventions. Presences of one sapeur never overlap, even at different interventions, because nobody is paid twice for one hour.';
comment on column app.intervention_sapeurs.toleree is 'Whether a tablet''s report brought the presence although it overlaps another, is far from its intervention or ends as it begins; the report''s warnings say so. Cleared when its time changes.';
comment on column app.intervention_sapeurs.piquet is 'Whether the sapeur was on standby at the station.';
comment on constraint intervention_sapeurs_check on app.intervention_sapeurs is 'fin: La fin doit suivre le début.';
comment on constraint intervention_sapeurs_sis_key_sapeur_id_tstzrange_excl on app.intervention_sapeurs is 'Cette présence en chevauche une autre du même sapeur';
comment on constraint intervention_sapeurs_sis_key_sapeur_id_fkey on app.intervention_sapeurs is 'sapeur_id: Ce sapeur n’existe pas. | Ce sapeur a des présences en intervention';
--! EndIncluded app/interventions/intervention_sapeurs.sql
--! Included app/interventions/tg_intervention_sapeurs__bilan.sql
-- The totals are computed anew each time, because a running total can drift. _100_ouverte locks the intervention before
-- a presence is written, so this trigger sees all presences. A row without changes is not written: it stands in many
-- indexes.
create or replace function app.tg_intervention_sapeurs__bilan() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  update app.interventions i
     set secondes = p.secondes,
         statut = case
                    when i.statut = app.intervention_vide() and p.nb > 0 then app.intervention_saisie()
                    when i.statut in (app.intervention_saisie(), app.intervention_validee()) and p.nb = 0 then app.intervention_vide()
                    else i.statut
                  end,
         validated_at = case when p.nb > 0 or i.statut = app.intervention_imputee() then i.validated_at end,
         validated_by = case when p.nb > 0 or i.statut = app.intervention_imputee() then i.validated_by end
    from (select distinct l.sis_key, l.intervention_id from lignes l) c
   cross join lateral (
     select count(*) as nb, coalesce(sum(extract(epoch from s.fin - s.debut)), 0) as secondes
       from app.intervention_sapeurs s
      where s.sis_key = c.sis_key
        and s.intervention_id = c.intervention_id
   ) p
   where i.sis_key = c.sis_key
     and i.id = c.intervention_id
     and (i.secondes <> p.secondes
          or i.statut = app.intervention_vide() and p.nb > 0
          or i.statut in (app.intervention_saisie(), app.intervention_validee()) and p.nb = 0);
  return null;
end;
$$;
comment on function app.tg_intervention_sapeurs__bilan() is
  'Keeps the total time of an intervention''s presences, and its statut: saisi (1) with the first presence, vide (0) without any, even if it was validated. Definer: nobody is granted writing either column.';
drop trigger if exists _200_bilan on app.intervention_sapeurs;
create trigger _200_bilan after insert on app.intervention_sapeurs referencing new table as lignes
  for each statement execute function app.tg_intervention_sapeurs__bilan();
drop trigger if exists _210_bilan on app.intervention_sapeurs;
create trigger _210_bilan after update on app.intervention_sapeurs referencing new table as lignes
  for each statement execute function app.tg_intervention_sapeurs__bilan();
-- For the intervention that a presence was moved away from, which only the owner can do.
drop trigger if exists _215_bilan on app.intervention_sapeurs;
create trigger _215_bilan after update on app.intervention_sapeurs referencing old table as lignes
  for each statement execute function app.tg_intervention_sapeurs__bilan();
drop trigger if exists _220_bilan on app.intervention_sapeurs;
create trigger _220_bilan after delete on app.intervention_sapeurs referencing old table as lignes
  for each statement execute function app.tg_intervention_sapeurs__bilan();
--! EndIncluded app/interventions/tg_intervention_sapeurs__bilan.sql
--! Included app/interventions/tg_intervention_sapeurs__moment.sql
create or replace function app.tg_intervention_sapeurs__moment() returns trigger
  language plpgsql volatile
as $$
declare
  v_debut timestamptz;
  v_fin timestamptz;
begin
  if tg_op = 'UPDATE' then
    -- Unchanged times pass: the caller changes another column, or sends unchanged rows back.
    if (new.sapeur_id, new.debut, new.fin) = (old.sapeur_id, old.debut, old.fin) then
      return new;
    end if;
    new.toleree := false;
  elsif new.toleree then
    return new;
  end if;
  select (i.date_debut + i.heure_debut) at time zone app.fuseau(), (i.date_fin + i.heure_fin) at time zone app.fuseau()
    into v_debut, v_fin
    from app.interventions i
   where i.sis_key = request.sis_key()
     and i.id = new.intervention_id;
  if new.debut not between v_debut - interval '24 hours' and v_fin + interval '24 hours' then
    raise sqlstate 'PT422' using message = 'La présence doit être à moins d’un jour de l’intervention.', detail = 'debut';
  elsif new.fin > v_fin + interval '24 hours' then
    raise sqlstate 'PT422' using message = 'La présence doit être à moins d’un jour de l’intervention.', detail = 'fin';
  end if;
  -- The exclusion constraint covers presences that are not tolerated.
  if exists (
    select
      from app.intervention_sapeurs p
     where p.sis_key = new.sis_key
       and p.sapeur_id = new.sapeur_id
       and p.toleree
       and p.id <> new.id
       and p.debut < new.fin
       and new.debut < p.fin
  ) then
    raise exclusion_violation using
      message = 'conflicts with a presence that a report brought', schema = tg_table_schema, table = tg_table_name,
      constraint = 'intervention_sapeurs_sis_key_sapeur_id_tstzrange_excl';
  end if;
  return new;
end;
$$;
comment on function app.tg_intervention_sapeurs__moment() is
  'Refuses a presence more than a day from its intervention (PT422), or one that overlaps a tolerated presence of the same sapeur. Presences with unchanged times are not checked again.';
drop trigger if exists _110_moment on app.intervention_sapeurs;
create trigger _110_moment before insert or update on app.intervention_sapeurs
  for each row execute function app.tg_intervention_sapeurs__moment();
--! EndIncluded app/interventions/tg_intervention_sapeurs__moment.sql
--! Included app/interventions/intervention_vehicules.sql
create table if not exists app.intervention_vehicules (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  intervention_id bigint not null,
  vehicule_id bigint not null,
  primary key (sis_key, id),
  foreign key (sis_key, intervention_id) references app.interventions on delete cascade,
  unique (sis_key, intervention_id, vehicule_id),
  foreign key (sis_key, vehicule_id) references app.vehicules
);
create index if not exists intervention_vehicules_vehicule_id_idx on app.intervention_vehicules (sis_key, vehicule_id);

alter table app.intervention_vehicules enable row level security;
alter table app.intervention_vehicules force row level security;
drop policy if exists locataire on app.intervention_vehicules;
create policy locataire on app.intervention_vehicules as restrictive to caserne_owner, caserne_api, caserne_worker
  using (sis_key = request.sis_key());
drop policy if exists octroi on app.intervention_vehicules;
create policy octroi on app.intervention_vehicules as restrictive to caserne_analyst
  using (((select auth.octroi_complet()) or (select auth.octrois())[sis_key] is not null)
         and sis_key = any ((select auth.liste_octrois())::text[]));
drop policy if exists analyste on app.intervention_vehicules;
create policy analyste on app.intervention_vehicules for select to caserne_analyst using (true);
drop policy if exists national on app.intervention_vehicules;
create policy national on app.intervention_vehicules for select to caserne_national using (true);
drop policy if exists lecture on app.intervention_vehicules;
create policy lecture on app.intervention_vehicules for select
  using (sis_key = request.sis_with('intervention.lecture', 'intervention.modification', 'intervention.validation', 'comptabilite.lecture'));
drop policy if exists ajout on app.intervention_vehicules;
create policy ajout on app.intervention_vehicules for insert
  with check (sis_key = request.sis_with('intervention.modification'));
drop policy if exists modification on app.intervention_vehicules;
create policy modification on app.intervention_vehicules for update
  using (sis_key = request.sis_with('intervention.modification'));
drop policy if exists suppression on app.intervention_vehicules;
create policy suppression on app.intervention_vehicules for delete
  using (sis_key = request.sis_with('intervention.modification'));

grant select, delete on app.intervention_vehicules to caserne_api;
grant insert (intervention_id, vehicule_id), update (vehicule_id) on app.intervention_vehicules to caserne_api;
grant select (sis_key, id, intervention_id, vehicule_id)
  on app.intervention_vehicules to caserne_analyst, caserne_national;

drop trigger if exists _100_ouverte on app.intervention_vehicules;
create trigger _100_ouverte before insert or update or delete on app.intervention_vehicules
  for each row execute function app.tg_ouverte();
drop trigger if exists _850_contenu on app.intervention_vehicules;
create trigger _850_contenu after insert or update or delete on app.intervention_vehicules
  for each row execute function app.tg_contenu('interventions', 'intervention_id');
drop trigger if exists _870_changement on app.intervention_vehicules;
create trigger _870_changement after insert or update or delete on app.intervention_vehicules
  for each row execute function audit.tg_changement('interventions');
drop trigger if exists _880_changement on app.intervention_vehicules;
create trigger _880_changement after truncate on app.intervention_vehicules
  for each statement execute function audit.tg_changement('interventions');
drop trigger if exists _900_journal on app.intervention_vehicules;
create trigger _900_journal after insert or update or delete on app.intervention_vehicules
  for each row execute function audit.tg_journal();

comment on table app.intervention_vehicules is 'Vehicles that went to an intervention.';
comment on constraint intervention_vehicules_sis_key_intervention_id_vehicule_id_key on app.intervention_vehicules is 'Ce véhicule est déjà lié à l’intervention';
comment on constraint intervention_vehicules_sis_key_vehicule_id_fkey on app.intervention_vehicules is 'vehicule_id: Ce véhicule n’existe pas. | Ce véhicule est lié à une intervention';
--! EndIncluded app/interventions/intervention_vehicules.sql
--! Included app/interventions/intervention_materiels.sql
create table if not exists app.intervention_materiels (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  intervention_id bigint not null,
  materiel_id bigint not null,
  quantite numeric(10, 2) not null check (quantite > 0),
  primary key (sis_key, id),
  foreign key (sis_key, intervention_id) references app.interventions on delete cascade,
  unique (sis_key, intervention_id, materiel_id),
  foreign key (sis_key, materiel_id) references app.materiels
);
create index if not exists intervention_materiels_materiel_id_idx on app.intervention_materiels (sis_key, materiel_id);

alter table app.intervention_materiels enable row level security;
alter table app.intervention_materiels force row level security;
drop policy if exists locataire on app.intervention_materiels;
create policy locataire on app.intervention_materiels as restrictive to caserne_owner, caserne_api, caserne_worker
  using (sis_key = request.sis_key());
drop policy if exists octroi on app.intervention_materiels;
create policy octroi on app.intervention_materiels as restrictive to caserne_analyst
  using (((select auth.octroi_complet()) or (select auth.octrois())[sis_key] is not null)
         and sis_key = any ((select auth.liste_octrois())::text[]));
drop policy if exists analyste on app.intervention_materiels;
create policy analyste on app.intervention_materiels for select to caserne_analyst using (true);
drop policy if exists national on app.intervention_materiels;
create policy national on app.intervention_materiels for select to caserne_national using (true);
drop policy if exists lecture on app.intervention_materiels;
create policy lecture on app.intervention_materiels for select
  using (sis_key = request.sis_with('intervention.lecture', 'intervention.modification', 'intervention.validation', 'comptabilite.lecture'));
drop policy if exists ajout on app.intervention_materiels;
create policy ajout on app.intervention_materiels for insert
  with check (sis_key = request.sis_with('intervention.modification'));
drop policy if exists modification on app.intervention_materiels;
create policy modification on app.intervention_materiels for update
  using (sis_key = request.sis_with('intervention.modification'));
drop policy if exists suppression on app.intervention_materiels;
create policy suppression on app.intervention_materiels for delete
  using (sis_key = request.sis_with('intervention.modification'));

grant select, delete on app.intervention_materiels to caserne_api;
grant insert (intervention_id, materiel_id, quantite),
  update (materiel_id, quantite)
  on app.intervention_materiels to caserne_api;
grant select (sis_key, id, intervention_id, materiel_id, quantite)
  on app.intervention_materiels to caserne_analyst, caserne_national;

drop trigger if exists _100_ouverte on app.intervention_materiels;
create trigger _100_ouverte before insert or update or delete on app.intervention_materiels
  for each row execute function app.tg_ouverte();
drop trigger if exists _850_contenu on app.intervention_materiels;
create trigger _850_contenu after insert or update or delete on app.intervention_materiels
  for each row execute function app.tg_contenu('interventions', 'intervention_id');
drop trigger if exists _870_changement on app.intervention_materiels;
create trigger _870_changement after insert or update or delete on app.intervention_materiels
  for each row execute function audit.tg_changement('interventions');
drop trigger if exists _880_changement on app.intervention_materiels;
create trigger _880_changement after truncate on app.intervention_materiels
  for each statement execute function audit.tg_changement('interventions');
drop trigger if exists _900_journal on app.intervention_materiels;
create trigger _900_journal after insert or update or delete on app.intervention_materiels
  for each row execute function audit.tg_journal();

comment on table app.intervention_materiels is 'Materials that an intervention consumed or lent.';
comment on constraint intervention_materiels_sis_key_materiel_id_fkey on app.intervention_materiels is 'materiel_id: Ce matériel n’existe pas. | Ce matériel est lié à une intervention';
comment on constraint intervention_materiels_sis_key_intervention_id_materiel_id_key on app.intervention_materiels is 'Ce matériel est déjà lié à l’intervention';
comment on constraint intervention_materiels_quantite_check on app.intervention_materiels is 'quantite: La quantité doit être supérieure à 0.';
--! EndIncluded app/interventions/intervention_materiels.sql
--! Included app/interventions/intervention_missions.sql
create table if not exists app.intervention_missions (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  intervention_id bigint not null,
  titre text not null check (titre <> ''),
  resume text not null default '',
  debut timestamptz not null,
  fin timestamptz,
  sapeur_id bigint,
  sapeur text not null default '',
  primary key (sis_key, id),
  foreign key (sis_key, intervention_id) references app.interventions on delete cascade,
  foreign key (sis_key, sapeur_id) references app.sapeurs,
  check (debut <= fin)
);
create index if not exists intervention_missions_intervention_id_idx on app.intervention_missions (sis_key, intervention_id);
create index if not exists intervention_missions_sapeur_id_idx on app.intervention_missions (sis_key, sapeur_id);

alter table app.intervention_missions enable row level security;
alter table app.intervention_missions force row level security;
drop policy if exists locataire on app.intervention_missions;
create policy locataire on app.intervention_missions as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.intervention_missions;
create policy lecture on app.intervention_missions for select
  using (sis_key = request.sis_with('intervention.lecture', 'intervention.modification', 'intervention.validation', 'comptabilite.lecture'));
drop policy if exists ajout on app.intervention_missions;
create policy ajout on app.intervention_missions for insert
  with check (sis_key = request.sis_with('intervention.modification'));
drop policy if exists modification on app.intervention_missions;
create policy modification on app.intervention_missions for update
  using (sis_key = request.sis_with('intervention.modification'));
drop policy if exists suppression on app.intervention_missions;
create policy suppression on app.intervention_missions for delete
  using (sis_key = request.sis_with('intervention.modification'));

grant select, delete on app.intervention_missions to caserne_api;
grant insert (intervention_id, titre, resume, debut, fin, sapeur_id, sapeur),
  update (titre, resume, debut, fin, sapeur_id, sapeur)
  on app.intervention_missions to caserne_api;

drop trigger if exists _100_ouverte on app.intervention_missions;
create trigger _100_ouverte before insert or update or delete on app.intervention_missions
  for each row execute function app.tg_ouverte();
drop trigger if exists _850_contenu on app.intervention_missions;
create trigger _850_contenu after insert or update or delete on app.intervention_missions
  for each row execute function app.tg_contenu('interventions', 'intervention_id');
drop trigger if exists _870_changement on app.intervention_missions;
create trigger _870_changement after insert or update or delete on app.intervention_missions
  for each row execute function audit.tg_changement('interventions');
drop trigger if exists _880_changement on app.intervention_missions;
create trigger _880_changement after truncate on app.intervention_missions
  for each statement execute function audit.tg_changement('interventions');
drop trigger if exists _900_journal on app.intervention_missions;
create trigger _900_journal after insert or update or delete on app.intervention_missions
  for each row execute function audit.tg_journal();

comment on table app.intervention_missions is 'Tasks during an intervention.';
comment on column app.intervention_missions.sapeur is 'Name of a leader who is no sapeur of the SIS.';
comment on constraint intervention_missions_titre_check on app.intervention_missions is 'titre: Ce champ est obligatoire.';
comment on constraint intervention_missions_check on app.intervention_missions is 'fin: La fin précède le début.';
comment on constraint intervention_missions_sis_key_sapeur_id_fkey on app.intervention_missions is 'sapeur_id: Ce sapeur n’existe pas. | Ce sapeur a des missions en intervention';
--! EndIncluded app/interventions/intervention_missions.sql
--! Included app/interventions/intervention_jalons.sql
create table if not exists app.intervention_jalons (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  intervention_id bigint not null,
  titre text not null check (titre <> ''),
  description text not null default '',
  date_time timestamptz not null,
  sapeur_id bigint,
  sapeur text not null default '',
  primary key (sis_key, id),
  foreign key (sis_key, intervention_id) references app.interventions on delete cascade,
  foreign key (sis_key, sapeur_id) references app.sapeurs
);
create index if not exists intervention_jalons_intervention_id_idx on app.intervention_jalons (sis_key, intervention_id);
create index if not exists intervention_jalons_sapeur_id_idx on app.intervention_jalons (sis_key, sapeur_id);

alter table app.intervention_jalons enable row level security;
alter table app.intervention_jalons force row level security;
drop policy if exists locataire on app.intervention_jalons;
create policy locataire on app.intervention_jalons as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.intervention_jalons;
create policy lecture on app.intervention_jalons for select
  using (sis_key = request.sis_with('intervention.lecture', 'intervention.modification', 'intervention.validation', 'comptabilite.lecture'));
drop policy if exists ajout on app.intervention_jalons;
create policy ajout on app.intervention_jalons for insert
  with check (sis_key = request.sis_with('intervention.modification'));
drop policy if exists modification on app.intervention_jalons;
create policy modification on app.intervention_jalons for update
  using (sis_key = request.sis_with('intervention.modification'));
drop policy if exists suppression on app.intervention_jalons;
create policy suppression on app.intervention_jalons for delete
  using (sis_key = request.sis_with('intervention.modification'));

grant select, delete on app.intervention_jalons to caserne_api;
grant insert (intervention_id, titre, description, date_time, sapeur_id, sapeur),
  update (titre, description, date_time, sapeur_id, sapeur)
  on app.intervention_jalons to caserne_api;

drop trigger if exists _100_ouverte on app.intervention_jalons;
create trigger _100_ouverte before insert or update or delete on app.intervention_jalons
  for each row execute function app.tg_ouverte();
drop trigger if exists _850_contenu on app.intervention_jalons;
create trigger _850_contenu after insert or update or delete on app.intervention_jalons
  for each row execute function app.tg_contenu('interventions', 'intervention_id');
drop trigger if exists _870_changement on app.intervention_jalons;
create trigger _870_changement after insert or update or delete on app.intervention_jalons
  for each row execute function audit.tg_changement('interventions');
drop trigger if exists _880_changement on app.intervention_jalons;
create trigger _880_changement after truncate on app.intervention_jalons
  for each statement execute function audit.tg_changement('interventions');
drop trigger if exists _900_journal on app.intervention_jalons;
create trigger _900_journal after insert or update or delete on app.intervention_jalons
  for each row execute function audit.tg_journal();

comment on table app.intervention_jalons is 'Jalons, the milestones of an intervention: what happened when.';
comment on column app.intervention_jalons.sapeur is 'Name of the person concerned who is no sapeur of the SIS.';
comment on constraint intervention_jalons_titre_check on app.intervention_jalons is 'titre: Ce champ est obligatoire.';
comment on constraint intervention_jalons_sis_key_sapeur_id_fkey on app.intervention_jalons is 'sapeur_id: Ce sapeur n’existe pas. | Ce sapeur figure dans un jalon d’intervention';
--! EndIncluded app/interventions/intervention_jalons.sql
--! Included app/interventions/intervention_appels.sql
create table if not exists app.intervention_appels (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  intervention_id bigint not null,
  date timestamptz not null,
  numero text not null default '',
  nom text not null default '',
  commentaire text not null default '',
  primary key (sis_key, id),
  foreign key (sis_key, intervention_id) references app.interventions on delete cascade
);
create index if not exists intervention_appels_intervention_id_idx on app.intervention_appels (sis_key, intervention_id);

alter table app.intervention_appels enable row level security;
alter table app.intervention_appels force row level security;
drop policy if exists locataire on app.intervention_appels;
create policy locataire on app.intervention_appels as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.intervention_appels;
create policy lecture on app.intervention_appels for select
  using (sis_key = request.sis_with('intervention.lecture', 'intervention.modification', 'intervention.validation', 'comptabilite.lecture'));
drop policy if exists ajout on app.intervention_appels;
create policy ajout on app.intervention_appels for insert
  with check (sis_key = request.sis_with('intervention.modification'));
drop policy if exists modification on app.intervention_appels;
create policy modification on app.intervention_appels for update
  using (sis_key = request.sis_with('intervention.modification'));
drop policy if exists suppression on app.intervention_appels;
create policy suppression on app.intervention_appels for delete
  using (sis_key = request.sis_with('intervention.modification'));

grant select, delete on app.intervention_appels to caserne_api;
grant insert (intervention_id, date, numero, nom, commentaire),
  update (date, numero, nom, commentaire)
  on app.intervention_appels to caserne_api;

drop trigger if exists _100_ouverte on app.intervention_appels;
create trigger _100_ouverte before insert or update or delete on app.intervention_appels
  for each row execute function app.tg_ouverte();
drop trigger if exists _850_contenu on app.intervention_appels;
create trigger _850_contenu after insert or update or delete on app.intervention_appels
  for each row execute function app.tg_contenu('interventions', 'intervention_id');
drop trigger if exists _870_changement on app.intervention_appels;
create trigger _870_changement after insert or update or delete on app.intervention_appels
  for each row execute function audit.tg_changement('interventions');
drop trigger if exists _880_changement on app.intervention_appels;
create trigger _880_changement after truncate on app.intervention_appels
  for each statement execute function audit.tg_changement('interventions');
drop trigger if exists _900_journal on app.intervention_appels;
create trigger _900_journal after insert or update or delete on app.intervention_appels
  for each row execute function audit.tg_journal();

comment on table app.intervention_appels is 'Telephone calls during an intervention.';
--! EndIncluded app/interventions/intervention_appels.sql
--! Included app/interventions/intervention_groupes.sql
create table if not exists app.intervention_groupes (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  intervention_id bigint not null,
  no text not null check (length(no) <= 10),
  designation text not null,
  primary key (sis_key, id),
  unique (sis_key, intervention_id, no, designation),
  foreign key (sis_key, intervention_id) references app.interventions on delete cascade
);

alter table app.intervention_groupes enable row level security;
alter table app.intervention_groupes force row level security;
drop policy if exists locataire on app.intervention_groupes;
create policy locataire on app.intervention_groupes as restrictive to caserne_owner, caserne_api, caserne_worker
  using (sis_key = request.sis_key());
drop policy if exists octroi on app.intervention_groupes;
create policy octroi on app.intervention_groupes as restrictive to caserne_analyst
  using (((select auth.octroi_complet()) or (select auth.octrois())[sis_key] is not null)
         and sis_key = any ((select auth.liste_octrois())::text[]));
drop policy if exists analyste on app.intervention_groupes;
create policy analyste on app.intervention_groupes for select to caserne_analyst using (true);
drop policy if exists national on app.intervention_groupes;
create policy national on app.intervention_groupes for select to caserne_national using (true);
drop policy if exists lecture on app.intervention_groupes;
create policy lecture on app.intervention_groupes for select
  using (sis_key = request.sis_with('intervention.lecture', 'intervention.modification', 'intervention.validation', 'comptabilite.lecture'));
drop policy if exists ajout on app.intervention_groupes;
create policy ajout on app.intervention_groupes for insert
  with check (sis_key = request.sis_with('intervention.modification'));
drop policy if exists modification on app.intervention_groupes;
create policy modification on app.intervention_groupes for update
  using (sis_key = request.sis_with('intervention.modification'));
drop policy if exists suppression on app.intervention_groupes;
create policy suppression on app.intervention_groupes for delete
  using (sis_key = request.sis_with('intervention.modification'));

grant select, delete on app.intervention_groupes to caserne_api;
grant insert (intervention_id, no, designation), update (no, designation) on app.intervention_groupes to caserne_api;
grant select (sis_key, id, intervention_id, no, designation)
  on app.intervention_groupes to caserne_analyst, caserne_national;

drop trigger if exists _100_ouverte on app.intervention_groupes;
create trigger _100_ouverte before insert or update or delete on app.intervention_groupes
  for each row execute function app.tg_ouverte();
drop trigger if exists _850_contenu on app.intervention_groupes;
create trigger _850_contenu after insert or update or delete on app.intervention_groupes
  for each row execute function app.tg_contenu('interventions', 'intervention_id');
drop trigger if exists _870_changement on app.intervention_groupes;
create trigger _870_changement after insert or update or delete on app.intervention_groupes
  for each row execute function audit.tg_changement('interventions');
drop trigger if exists _880_changement on app.intervention_groupes;
create trigger _880_changement after truncate on app.intervention_groupes
  for each statement execute function audit.tg_changement('interventions');
drop trigger if exists _900_journal on app.intervention_groupes;
create trigger _900_journal after insert or update or delete on app.intervention_groupes
  for each row execute function audit.tg_journal();

comment on table app.intervention_groupes is 'Groups alerted for an intervention, copied as text from the alarm or the client.';
comment on constraint intervention_groupes_no_check on app.intervention_groupes is 'no: Ce champ ne doit pas dépasser 10 caractères.';
comment on constraint intervention_groupes_sis_key_intervention_id_no_designation_key on app.intervention_groupes is 'Ce groupe est déjà lié à l’intervention';
--! EndIncluded app/interventions/intervention_groupes.sql
--! Included app/interventions/intervention_phases.sql
create table if not exists app.intervention_phases (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  intervention_id bigint not null,
  phase_type_id bigint not null references app.phase_types,
  debut timestamptz not null,
  primary key (sis_key, id),
  foreign key (sis_key, intervention_id) references app.interventions on delete cascade
);
create index if not exists intervention_phases_intervention_id_idx on app.intervention_phases (sis_key, intervention_id);
create index if not exists intervention_phases_phase_type_id_idx on app.intervention_phases (sis_key, phase_type_id);

alter table app.intervention_phases enable row level security;
alter table app.intervention_phases force row level security;
drop policy if exists locataire on app.intervention_phases;
create policy locataire on app.intervention_phases as restrictive to caserne_owner, caserne_api, caserne_worker
  using (sis_key = request.sis_key());
drop policy if exists octroi on app.intervention_phases;
create policy octroi on app.intervention_phases as restrictive to caserne_analyst
  using (((select auth.octroi_complet()) or (select auth.octrois())[sis_key] is not null)
         and sis_key = any ((select auth.liste_octrois())::text[]));
drop policy if exists analyste on app.intervention_phases;
create policy analyste on app.intervention_phases for select to caserne_analyst using (true);
drop policy if exists national on app.intervention_phases;
create policy national on app.intervention_phases for select to caserne_national using (true);
drop policy if exists lecture on app.intervention_phases;
create policy lecture on app.intervention_phases for select
  using (sis_key = request.sis_with('intervention.lecture', 'intervention.modification', 'intervention.validation', 'comptabilite.lecture'));
drop policy if exists ajout on app.intervention_phases;
create policy ajout on app.intervention_phases for insert
  with check (sis_key = request.sis_with('intervention.modification'));
drop policy if exists modification on app.intervention_phases;
create policy modification on app.intervention_phases for update
  using (sis_key = request.sis_with('intervention.modification'));
drop policy if exists suppression on app.intervention_phases;
create policy suppression on app.intervention_phases for delete
  using (sis_key = request.sis_with('intervention.modification'));

grant select, delete on app.intervention_phases to caserne_api;
grant insert (intervention_id, phase_type_id, debut),
  update (phase_type_id, debut)
  on app.intervention_phases to caserne_api;
grant select (sis_key, id, intervention_id, phase_type_id, debut)
  on app.intervention_phases to caserne_analyst, caserne_national;

drop trigger if exists _100_ouverte on app.intervention_phases;
create trigger _100_ouverte before insert or update or delete on app.intervention_phases
  for each row execute function app.tg_ouverte();
drop trigger if exists _850_contenu on app.intervention_phases;
create trigger _850_contenu after insert or update or delete on app.intervention_phases
  for each row execute function app.tg_contenu('interventions', 'intervention_id');
drop trigger if exists _870_changement on app.intervention_phases;
create trigger _870_changement after insert or update or delete on app.intervention_phases
  for each row execute function audit.tg_changement('interventions');
drop trigger if exists _880_changement on app.intervention_phases;
create trigger _880_changement after truncate on app.intervention_phases
  for each statement execute function audit.tg_changement('interventions');
drop trigger if exists _900_journal on app.intervention_phases;
create trigger _900_journal after insert or update or delete on app.intervention_phases
  for each row execute function audit.tg_journal();

comment on table app.intervention_phases is 'Phases of an intervention, each with its start.';
comment on constraint intervention_phases_phase_type_id_fkey on app.intervention_phases is 'phase_type_id: Ce type de phase n’existe pas.';
--! EndIncluded app/interventions/intervention_phases.sql
--! Included app/interventions/tg_intervention_phases__debut.sql
-- The first phase is inserted with its intervention (_200_phase there). It may be added again after its removal.
create or replace function app.tg_intervention_phases__debut() returns trigger
  language plpgsql volatile
as $$
declare
  v_debut timestamptz;
begin
  if tg_op = 'UPDATE' and new.debut = old.debut then
    return new;
  end if;
  select (i.date_debut + i.heure_debut) at time zone app.fuseau() into v_debut
    from app.interventions i
   where i.sis_key = request.sis_key()
     and i.id = new.intervention_id;
  if new.debut < v_debut or new.debut = v_debut and (new.phase_type_id <> app.phase_type_intervention() or exists (
    select
      from app.intervention_phases p
     where p.sis_key = request.sis_key()
       and p.intervention_id = new.intervention_id
       and p.debut = new.debut
       and p.id <> new.id
  )) then
    raise sqlstate 'PT422' using message = 'La phase doit commencer après le début de l’intervention.', detail = 'debut';
  end if;
  return new;
end;
$$;
comment on function app.tg_intervention_phases__debut() is
  'Refuses (PT422) a phase before the start of the intervention, and a phase at the start other than the first one, of type 1.';
drop trigger if exists _200_debut on app.intervention_phases;
create trigger _200_debut before insert or update on app.intervention_phases
  for each row execute function app.tg_intervention_phases__debut();
--! EndIncluded app/interventions/tg_intervention_phases__debut.sql
--! Included app/interventions/intervention_quittances.sql
create table if not exists app.intervention_quittances (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  intervention_id bigint not null,
  sapeur_id bigint not null,
  primary key (sis_key, id),
  unique (sis_key, intervention_id, sapeur_id),
  foreign key (sis_key, sapeur_id) references app.sapeurs,
  foreign key (sis_key, intervention_id) references app.interventions on delete cascade
);
create index if not exists intervention_quittances_sapeur_id_idx on app.intervention_quittances (sis_key, sapeur_id);

alter table app.intervention_quittances enable row level security;
alter table app.intervention_quittances force row level security;
drop policy if exists locataire on app.intervention_quittances;
create policy locataire on app.intervention_quittances as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.intervention_quittances;
create policy lecture on app.intervention_quittances for select
  using (sis_key = request.sis_with('intervention.lecture', 'intervention.modification', 'intervention.validation', 'comptabilite.lecture'));
drop policy if exists ajout on app.intervention_quittances;
create policy ajout on app.intervention_quittances for insert
  with check (sis_key = request.sis_with('intervention.modification'));
drop policy if exists modification on app.intervention_quittances;
create policy modification on app.intervention_quittances for update
  using (sis_key = request.sis_with('intervention.modification'));
drop policy if exists suppression on app.intervention_quittances;
create policy suppression on app.intervention_quittances for delete
  using (sis_key = request.sis_with('intervention.modification'));

grant select, delete on app.intervention_quittances to caserne_api;
grant insert (intervention_id, sapeur_id), update (sapeur_id) on app.intervention_quittances to caserne_api;

drop trigger if exists _100_ouverte on app.intervention_quittances;
create trigger _100_ouverte before insert or update or delete on app.intervention_quittances
  for each row execute function app.tg_ouverte();
drop trigger if exists _850_contenu on app.intervention_quittances;
create trigger _850_contenu after insert or update or delete on app.intervention_quittances
  for each row execute function app.tg_contenu('interventions', 'intervention_id');
drop trigger if exists _870_changement on app.intervention_quittances;
create trigger _870_changement after insert or update or delete on app.intervention_quittances
  for each row execute function audit.tg_changement('interventions');
drop trigger if exists _880_changement on app.intervention_quittances;
create trigger _880_changement after truncate on app.intervention_quittances
  for each statement execute function audit.tg_changement('interventions');
drop trigger if exists _900_journal on app.intervention_quittances;
create trigger _900_journal after insert or update or delete on app.intervention_quittances
  for each row execute function audit.tg_journal();

comment on table app.intervention_quittances is 'Sapeurs who acknowledged the alarm of an intervention.';
comment on constraint intervention_quittances_sis_key_intervention_id_sapeur_id_key on app.intervention_quittances is 'Ce sapeur a déjà quittancé l’alarme';
comment on constraint intervention_quittances_sis_key_sapeur_id_fkey on app.intervention_quittances is 'sapeur_id: Ce sapeur n’existe pas. | Ce sapeur a quittancé une alarme';
--! EndIncluded app/interventions/intervention_quittances.sql
--! Included app/interventions/rapports_tablette.sql
-- A tablet deletes its copy after a 2xx answer. So the body is kept here as it was received, even where parts could not
-- be read.
create table if not exists app.rapports_tablette (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  intervention_id bigint not null,
  local_uuid uuid,
  recu_at timestamptz not null default now(),
  avertissements text[] not null,
  corps jsonb not null,
  primary key (sis_key, id),
  foreign key (sis_key, intervention_id) references app.interventions on delete cascade
);
-- A tablet that sends a report twice gets the intervention of the first one.
create unique index if not exists rapports_tablette_local_uuid_key on app.rapports_tablette (sis_key, local_uuid);
create index if not exists rapports_tablette_intervention_id_idx on app.rapports_tablette (sis_key, intervention_id);

alter table app.rapports_tablette enable row level security;
alter table app.rapports_tablette force row level security;
drop policy if exists locataire on app.rapports_tablette;
create policy locataire on app.rapports_tablette as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.rapports_tablette;
create policy lecture on app.rapports_tablette for select
  using (sis_key = request.sis_with('intervention.lecture', 'intervention.modification', 'intervention.validation', 'comptabilite.lecture'));
drop policy if exists ajout on app.rapports_tablette;
create policy ajout on app.rapports_tablette for insert
  with check (sis_key = request.sis_with('intervention.modification'));

grant select on app.rapports_tablette to caserne_api;
grant insert (intervention_id, local_uuid, avertissements, corps) on app.rapports_tablette to caserne_api;
-- Not granted: changing or removing a report. It is removed with its intervention.

drop trigger if exists _100_ouverte on app.rapports_tablette;
create trigger _100_ouverte before insert or update or delete on app.rapports_tablette
  for each row execute function app.tg_ouverte();
drop trigger if exists _850_contenu on app.rapports_tablette;
create trigger _850_contenu after insert or update or delete on app.rapports_tablette
  for each row execute function app.tg_contenu('interventions', 'intervention_id');
drop trigger if exists _870_changement on app.rapports_tablette;
create trigger _870_changement after insert or update or delete on app.rapports_tablette
  for each row execute function audit.tg_changement('interventions');
drop trigger if exists _880_changement on app.rapports_tablette;
create trigger _880_changement after truncate on app.rapports_tablette
  for each statement execute function audit.tg_changement('interventions');
drop trigger if exists _900_journal on app.rapports_tablette;
create trigger _900_journal after insert or update or delete on app.rapports_tablette
  for each row execute function audit.tg_journal();

comment on table app.rapports_tablette is 'Reports of interventions that tablets sent (interventions-complet).';
comment on column app.rapports_tablette.local_uuid is 'Id of the intervention on the tablet.';
comment on column app.rapports_tablette.avertissements is 'Warnings for the officer who checks the intervention, in French.';
comment on column app.rapports_tablette.corps is 'The body as it was received.';
comment on index app.rapports_tablette_local_uuid_key is 'Ce rapport a déjà été transmis';
--! EndIncluded app/interventions/rapports_tablette.sql
--! Included app/alarmes/alarmes.sql
create table if not exists app.alarmes (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  message_id bigint,
  empreinte text,
  date timestamptz not null,
  type text not null,
  code text not null default '',
  couleur text not null default '' check (couleur in ('ROUGE', 'JAUNE', 'BLEU', 'GRIS', '')),
  adresse text not null,
  complement text not null default '',
  description text not null default '',
  date_creation timestamptz,
  debut timestamptz,
  fin timestamptz,
  lat numeric(8, 6),
  lon numeric(9, 6),
  lv95_e numeric(9, 2),
  lv95_n numeric(9, 2),
  validated boolean not null default false,
  intervention_voulue boolean not null,
  intervention_id bigint,
  intervention_refus text not null default '',
  created_at timestamptz not null default now(),
  changed_in xid8 not null default pg_current_xact_id(),
  version bigint not null default 1,
  primary key (sis_key, id),
  foreign key (sis_key, intervention_id) references app.interventions on delete set null (intervention_id)
);
create unique index if not exists alarmes_message_id_key on app.alarmes (sis_key, message_id);
create unique index if not exists alarmes_empreinte_key on app.alarmes (sis_key, empreinte);
create index if not exists alarmes_date_idx on app.alarmes (sis_key, date desc, id desc);
create index if not exists alarmes_ouvertes_idx on app.alarmes (sis_key, date desc, id desc) where not validated;
create index if not exists alarmes_changed_in_idx on app.alarmes (sis_key, changed_in);
create index if not exists alarmes_intervention_id_idx on app.alarmes (sis_key, intervention_id);

alter table app.alarmes enable row level security;
alter table app.alarmes force row level security;
drop policy if exists locataire on app.alarmes;
create policy locataire on app.alarmes as restrictive to caserne_owner, caserne_api, caserne_worker
  using (sis_key = request.sis_key());
drop policy if exists octroi on app.alarmes;
create policy octroi on app.alarmes as restrictive to caserne_analyst
  using (((select auth.octroi_complet()) or (select auth.octrois())[sis_key] is not null)
         and sis_key = any ((select auth.liste_octrois())::text[]));
drop policy if exists analyste on app.alarmes;
create policy analyste on app.alarmes for select to caserne_analyst using (true);
drop policy if exists national on app.alarmes;
create policy national on app.alarmes for select to caserne_national using (true);
drop policy if exists lecture on app.alarmes;
create policy lecture on app.alarmes for select
  using (sis_key = request.sis_with('intervention.lecture', 'intervention.modification', 'intervention.validation'));
-- For app.message_alarmes, which shows readers of the ledger only the ids of alarms.
drop policy if exists interne on app.alarmes;
create policy interne on app.alarmes for select to caserne_owner using (sis_key = request.sis_with('sis.config'));
drop policy if exists ajout on app.alarmes;
create policy ajout on app.alarmes for insert with check (sis_key = request.sis_with('intervention.modification'));
drop policy if exists modification on app.alarmes;
create policy modification on app.alarmes for update using (sis_key = request.sis_with('intervention.modification'));
drop policy if exists validation on app.alarmes;
create policy validation on app.alarmes for update to caserne_owner using (sis_key = request.sis_with('intervention.validation'));

grant select on app.alarmes to caserne_api;
grant update (validated) on app.alarmes to caserne_api;
-- Not granted: writing other columns. Alarms come from mails, and clients do not choose the intervention of an alarm.
grant select (sis_key, id, date, type, code, couleur, date_creation, debut, fin, validated, intervention_id, created_at)
  on app.alarmes to caserne_analyst, caserne_national;
drop trigger if exists _020_version on app.alarmes;
create trigger _020_version before update on app.alarmes
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _870_changement on app.alarmes;
create trigger _870_changement after insert or update or delete on app.alarmes
  for each row execute function audit.tg_changement('alarmes');
drop trigger if exists _880_changement on app.alarmes;
create trigger _880_changement after truncate on app.alarmes
  for each statement execute function audit.tg_changement('alarmes');
drop trigger if exists _900_journal on app.alarmes;
create trigger _900_journal after insert or update or delete on app.alarmes
  for each row execute function audit.tg_journal('changed_in');
drop trigger if exists _950_if_match on app.alarmes;
create trigger _950_if_match after update or delete on app.alarmes
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table app.alarmes is 'Alarms of a SIS: one row per SIS that a report concerns.';
comment on column app.alarmes.message_id is 'The message that brought the alarm. No foreign key, because the ledger may belong to the instance.';
comment on column app.alarmes.empreinte is 'Hash of the name of the mail and of its content for this SIS. It keeps one mail from making two alarms when it comes by several mailboxes.';
comment on column app.alarmes.date is 'Start of the alarm, else its creation, else the date of the mail.';
comment on column app.alarmes.validated is 'Whether someone in charge of alarms has marked the alarm as seen to.';
comment on column app.alarmes.intervention_refus is 'Why the wanted intervention could not be made yet; empty when it was made or not tried.';
comment on column app.alarmes.intervention_voulue is 'Whether the alarm makes an intervention: it is real, and its SIS wanted automatic interventions when it came.';
comment on column app.alarmes.changed_in is 'The last transaction that wrote the alarm. Streams of alarms go by it to know what they have sent (api.watch_alarmes).';
--! EndIncluded app/alarmes/alarmes.sql
--! Included app/alarmes/tg_alarmes__change.sql
create or replace function app.tg_alarmes__change() returns trigger
  language plpgsql volatile
as $$
begin
  new.changed_in := pg_current_xact_id();
  return new;
end;
$$;
comment on function app.tg_alarmes__change() is 'Sets changed_in of an alarm to the transaction that changes it.';

drop trigger if exists _010_change on app.alarmes;
create trigger _010_change before update on app.alarmes
  for each row when (old.* is distinct from new.*) execute function app.tg_alarmes__change();
--! EndIncluded app/alarmes/tg_alarmes__change.sql
--! Included app/alarmes/tg_alarmes__annonce.sql
create or replace function app.tg_alarmes__annonce() returns trigger
  language plpgsql volatile
as $$
begin
  -- The notification names the SIS only. PostgreSQL sends equal notifications once per transaction.
  perform pg_notify(request.channel('caserne_alarmes'), new.sis_key);
  return null;
end;
$$;
comment on function app.tg_alarmes__annonce() is
  'Notifies the servers, on the channel caserne_alarmes, that alarms of a SIS were added or changed.';
drop trigger if exists _800_annonce on app.alarmes;
create trigger _800_annonce after insert or update on app.alarmes
  for each row execute function app.tg_alarmes__annonce();
--! EndIncluded app/alarmes/tg_alarmes__annonce.sql
--! Included app/alarmes/alarme_groupes.sql
create table if not exists app.alarme_groupes (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  alarme_id bigint not null,
  no text not null,
  nom text not null,
  primary key (sis_key, id),
  foreign key (sis_key, alarme_id) references app.alarmes on delete cascade
);
create index if not exists alarme_groupes_alarme_id_idx on app.alarme_groupes (sis_key, alarme_id);

alter table app.alarme_groupes enable row level security;
alter table app.alarme_groupes force row level security;
drop policy if exists locataire on app.alarme_groupes;
create policy locataire on app.alarme_groupes as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.alarme_groupes;
create policy lecture on app.alarme_groupes for select
  using (sis_key = request.sis_with('intervention.lecture', 'intervention.modification'));
drop policy if exists ajout on app.alarme_groupes;
create policy ajout on app.alarme_groupes for insert
  with check (sis_key = request.sis_with('intervention.modification'));

grant select on app.alarme_groupes to caserne_api;

drop trigger if exists _850_contenu on app.alarme_groupes;
create trigger _850_contenu after insert or update or delete on app.alarme_groupes
  for each row execute function app.tg_contenu('alarmes', 'alarme_id');
drop trigger if exists _870_changement on app.alarme_groupes;
create trigger _870_changement after insert or update or delete on app.alarme_groupes
  for each row execute function audit.tg_changement('alarmes');
drop trigger if exists _880_changement on app.alarme_groupes;
create trigger _880_changement after truncate on app.alarme_groupes
  for each statement execute function audit.tg_changement('alarmes');
drop trigger if exists _900_journal on app.alarme_groupes;
create trigger _900_journal after insert or update or delete on app.alarme_groupes
  for each row execute function audit.tg_journal();

comment on table app.alarme_groupes is 'Groups that an alarm alerted, as the report names them.';
--! EndIncluded app/alarmes/alarme_groupes.sql
--! Included app/alarmes/alarme_personnes.sql
create table if not exists app.alarme_personnes (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  alarme_id bigint not null,
  groupe_no text not null default '',
  groupe_nom text not null default '',
  nom_complet text not null,
  telephones text[] not null default '{}',
  telephone text not null generated always as (coalesce(telephones[1], '')) stored,
  sapeur_id bigint,
  fonction text not null default '',
  primary key (sis_key, id),
  foreign key (sis_key, alarme_id) references app.alarmes on delete cascade,
  foreign key (sis_key, sapeur_id) references app.sapeurs on delete set null (sapeur_id)
);
create index if not exists alarme_personnes_alarme_id_idx on app.alarme_personnes (sis_key, alarme_id);
create index if not exists alarme_personnes_sapeur_id_idx on app.alarme_personnes (sis_key, sapeur_id);

alter table app.alarme_personnes enable row level security;
alter table app.alarme_personnes force row level security;
drop policy if exists locataire on app.alarme_personnes;
create policy locataire on app.alarme_personnes as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.alarme_personnes;
create policy lecture on app.alarme_personnes for select
  using (sis_key = request.sis_with('intervention.lecture', 'intervention.modification'));
drop policy if exists ajout on app.alarme_personnes;
create policy ajout on app.alarme_personnes for insert
  with check (sis_key = request.sis_with('intervention.modification'));

grant select on app.alarme_personnes to caserne_api;

drop trigger if exists _850_contenu on app.alarme_personnes;
create trigger _850_contenu after insert or update or delete on app.alarme_personnes
  for each row execute function app.tg_contenu('alarmes', 'alarme_id');
drop trigger if exists _870_changement on app.alarme_personnes;
create trigger _870_changement after insert or update or delete on app.alarme_personnes
  for each row execute function audit.tg_changement('alarmes');
drop trigger if exists _880_changement on app.alarme_personnes;
create trigger _880_changement after truncate on app.alarme_personnes
  for each statement execute function audit.tg_changement('alarmes');
drop trigger if exists _900_journal on app.alarme_personnes;
create trigger _900_journal after insert or update or delete on app.alarme_personnes
  for each row execute function audit.tg_journal();

comment on table app.alarme_personnes is 'People who answered an alarm by saying that they come.';
comment on column app.alarme_personnes.groupe_no is 'Number of the group that the person was alerted with, as in the report; empty outside any group.';
comment on column app.alarme_personnes.telephones is 'All numbers that the report gives for the person, pagers included, as written there.';
comment on column app.alarme_personnes.telephone is 'The first of the numbers; empty where the report gives none.';
comment on column app.alarme_personnes.sapeur_id is 'The sapeur whom the report means; null where the name and numbers match nobody or several people.';
comment on column app.alarme_personnes.fonction is 'Main function of the sapeur on the alarm''s day, else his grade.';
--! EndIncluded app/alarmes/alarme_personnes.sql

-- Batches of rows that belong to an intervention.
--! Included app/interventions/require_intervention.sql
create or replace function app.require_intervention(id bigint) returns app.interventions
  language plpgsql stable
as $$
declare
  v_intervention app.interventions;
begin
  select * into v_intervention
    from app.interventions i
   where i.sis_key = request.sis_key()
     and i.id = require_intervention.id;
  if not found then
    raise sqlstate 'PT404' using message = 'Intervention inconnue';
  end if;
  return v_intervention;
end;
$$;
comment on function app.require_intervention(bigint) is
  'An intervention of the caller''s SIS. PT404 when none is visible.';
grant execute on function app.require_intervention(bigint) to caserne_api;
--! EndIncluded app/interventions/require_intervention.sql
--! Included app/interventions/lock_intervention.sql
-- The lock is taken before the first row is written: two batches that name the same rows in different orders would
-- otherwise wait for each other.
create or replace function app.lock_intervention(id bigint) returns void
  language plpgsql volatile
as $$
begin
  perform
    from app.interventions i
   where i.sis_key = request.sis_key()
     and i.id = lock_intervention.id
     for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'Intervention inconnue';
  end if;
end;
$$;
comment on function app.lock_intervention(bigint) is
  'Locks an intervention of the caller''s SIS until the end of the transaction, to write rows that belong to it. PT404 when none is visible.';
grant execute on function app.lock_intervention(bigint) to caserne_api;
--! EndIncluded app/interventions/lock_intervention.sql
--! Included app/interventions/write_presence.sql
create or replace function app.write_presence(intervention_id bigint, ligne jsonb) returns void
  language plpgsql volatile
as $$
declare
  v_fuseau text := app.fuseau();
  v_presence app.intervention_sapeurs;
begin
  select * into v_presence
    from app.intervention_sapeurs p
   where p.sis_key = request.sis_key()
     and p.intervention_id = write_presence.intervention_id
     and p.id = (ligne ->> 'id')::bigint;
  if ligne ? 'id' and not found then
    raise sqlstate 'PT422' using message = 'Cette présence n’existe pas.', detail = 'id';
  elsif not found then
    -- A presence without a start begins with the quarter of an hour in which the intervention began.
    select date_bin('15 minutes', i.date_debut + i.heure_debut, timestamp '2000-01-01') at time zone v_fuseau
      into v_presence.debut
      from app.interventions i
     where i.sis_key = request.sis_key()
       and i.id = write_presence.intervention_id;
  end if;
  v_presence.sapeur_id := coalesce((ligne ->> 'sapeur_id')::bigint, v_presence.sapeur_id);
  v_presence.debut := coalesce(request.read_instant(ligne ->> 'debut', v_fuseau), v_presence.debut);
  v_presence.fin := coalesce(request.read_instant(ligne ->> 'fin', v_fuseau), v_presence.fin);
  v_presence.piquet := coalesce((ligne ->> 'piquet')::boolean, v_presence.piquet, false);

  if ligne ? 'id' then
    update app.intervention_sapeurs p
       set (sapeur_id, debut, fin, piquet) = (v_presence.sapeur_id, v_presence.debut, v_presence.fin, v_presence.piquet)
     where p.sis_key = request.sis_key()
       and p.id = v_presence.id;
  else
    insert into app.intervention_sapeurs (intervention_id, sapeur_id, debut, fin, piquet)
    values (write_presence.intervention_id, v_presence.sapeur_id, v_presence.debut, v_presence.fin, v_presence.piquet);
  end if;
exception
  when exclusion_violation then
    -- In a batch of many rows the caller must learn which sapeur is meant, and where he was.
    raise sqlstate 'PT409' using message = (
      select format('%s est déjà présent à ce moment (intervention %s)', s.nom_prenom, i.numero)
        from app.intervention_sapeurs p
        join app.interventions i on i.sis_key = p.sis_key and i.id = p.intervention_id
        join app.sapeurs s on s.sis_key = p.sis_key and s.id = p.sapeur_id
       where p.sis_key = request.sis_key()
         and p.sapeur_id = v_presence.sapeur_id
         and p.id is distinct from v_presence.id
         and p.debut < v_presence.fin
         and v_presence.debut < p.fin
       limit 1
    );
end;
$$;
comment on function app.write_presence(bigint, jsonb) is
  'Adds a presence {sapeur_id, debut, fin, piquet}, or changes the one with the given id. PT409 when the sapeur is at an intervention at that time, PT422 for an unknown id.';
grant execute on function app.write_presence(bigint, jsonb) to caserne_api;
--! EndIncluded app/interventions/write_presence.sql
--! Included app/interventions/write_vehicule.sql
create or replace function app.write_vehicule(intervention_id bigint, ligne jsonb) returns void
  language plpgsql volatile
as $$
begin
  if ligne ? 'id' then
    update app.intervention_vehicules v
       set vehicule_id = coalesce((ligne ->> 'vehicule_id')::bigint, v.vehicule_id)
     where v.sis_key = request.sis_key()
       and v.intervention_id = write_vehicule.intervention_id
       and v.id = (ligne ->> 'id')::bigint;
    if not found then
      raise sqlstate 'PT422' using message = 'Ce véhicule n’est pas lié à l’intervention.', detail = 'id';
    end if;
  else
    insert into app.intervention_vehicules (intervention_id, vehicule_id)
    values (write_vehicule.intervention_id, coalesce(ligne ->> 'vehicule_id', ligne #>> '{}')::bigint)
    on conflict do nothing;
  end if;
end;
$$;
comment on function app.write_vehicule(bigint, jsonb) is
  'Links a vehicle, given by its id or as {vehicule_id}, unless it is linked already; or changes the link with the given id. PT422 for an unknown id.';
grant execute on function app.write_vehicule(bigint, jsonb) to caserne_api;
--! EndIncluded app/interventions/write_vehicule.sql
--! Included app/interventions/write_materiel.sql
create or replace function app.write_materiel(intervention_id bigint, ligne jsonb) returns void
  language plpgsql volatile
as $$
begin
  if ligne ? 'id' then
    update app.intervention_materiels m
       set (materiel_id, quantite) = (select n.materiel_id, n.quantite from jsonb_populate_record(m, ligne) n)
     where m.sis_key = request.sis_key()
       and m.intervention_id = write_materiel.intervention_id
       and m.id = (ligne ->> 'id')::bigint;
    if not found then
      raise sqlstate 'PT422' using message = 'Ce matériel n’est pas lié à l’intervention.', detail = 'id';
    end if;
  else
    insert into app.intervention_materiels (intervention_id, materiel_id, quantite)
    select write_materiel.intervention_id, n.materiel_id, n.quantite
      from jsonb_populate_record(null::app.intervention_materiels, ligne) n;
  end if;
end;
$$;
comment on function app.write_materiel(bigint, jsonb) is
  'Adds a material {materiel_id, quantite}, or changes the one with the given id. PT422 for an unknown id.';
grant execute on function app.write_materiel(bigint, jsonb) to caserne_api;
--! EndIncluded app/interventions/write_materiel.sql
--! Included app/interventions/write_groupe.sql
create or replace function app.write_groupe(intervention_id bigint, ligne jsonb) returns void
  language plpgsql volatile
as $$
begin
  if ligne ? 'id' then
    update app.intervention_groupes g
       set (no, designation) = (select n.no, n.designation from jsonb_populate_record(g, ligne) n)
     where g.sis_key = request.sis_key()
       and g.intervention_id = write_groupe.intervention_id
       and g.id = (ligne ->> 'id')::bigint;
    if not found then
      raise sqlstate 'PT422' using message = 'Ce groupe n’est pas lié à l’intervention.', detail = 'id';
    end if;
  else
    insert into app.intervention_groupes (intervention_id, no, designation)
    select write_groupe.intervention_id, coalesce(n.no, ''), coalesce(n.designation, '')
      from jsonb_populate_record(null::app.intervention_groupes, ligne) n;
  end if;
end;
$$;
comment on function app.write_groupe(bigint, jsonb) is
  'Adds an alerted group {no, designation}, or changes the one with the given id. PT422 for an unknown id.';
grant execute on function app.write_groupe(bigint, jsonb) to caserne_api;
--! EndIncluded app/interventions/write_groupe.sql
--! Included app/interventions/write_mission.sql
create or replace function app.write_mission(intervention_id bigint, ligne jsonb) returns void
  language plpgsql volatile
as $$
declare
  v_fuseau text := app.fuseau();
  v_debut timestamptz := request.read_instant(ligne ->> 'debut', v_fuseau);
  v_fin timestamptz := request.read_instant(ligne ->> 'fin', v_fuseau);
begin
  if ligne ? 'id' then
    update app.intervention_missions m
       set (titre, resume, debut, fin, sapeur_id, sapeur) = (
         select n.titre, coalesce(n.resume, ''), coalesce(v_debut, m.debut),
                case when ligne ? 'fin' then v_fin else m.fin end, n.sapeur_id, coalesce(n.sapeur, '')
           from jsonb_populate_record(m, ligne) n
       )
     where m.sis_key = request.sis_key()
       and m.intervention_id = write_mission.intervention_id
       and m.id = (ligne ->> 'id')::bigint;
    if not found then
      raise sqlstate 'PT422' using message = 'Cette mission n’existe pas.', detail = 'id';
    end if;
  else
    insert into app.intervention_missions (intervention_id, titre, resume, debut, fin, sapeur_id, sapeur)
    select write_mission.intervention_id, n.titre, coalesce(n.resume, ''), v_debut, v_fin, n.sapeur_id, coalesce(n.sapeur, '')
      from jsonb_populate_record(null::app.intervention_missions, ligne) n;
  end if;
end;
$$;
comment on function app.write_mission(bigint, jsonb) is
  'Adds a mission {titre, resume, debut, fin, sapeur_id, sapeur}, or changes the one with the given id. PT422 for an unknown id.';
grant execute on function app.write_mission(bigint, jsonb) to caserne_api;
--! EndIncluded app/interventions/write_mission.sql
--! Included app/interventions/write_jalon.sql
create or replace function app.write_jalon(intervention_id bigint, ligne jsonb) returns void
  language plpgsql volatile
as $$
declare
  v_date_time timestamptz := request.read_instant(ligne ->> 'date_time', app.fuseau());
begin
  if ligne ? 'id' then
    update app.intervention_jalons j
       set (titre, description, date_time, sapeur_id, sapeur) = (
         select n.titre, coalesce(n.description, ''), coalesce(v_date_time, j.date_time), n.sapeur_id, coalesce(n.sapeur, '')
           from jsonb_populate_record(j, ligne) n
       )
     where j.sis_key = request.sis_key()
       and j.intervention_id = write_jalon.intervention_id
       and j.id = (ligne ->> 'id')::bigint;
    if not found then
      raise sqlstate 'PT422' using message = 'Ce jalon n’existe pas.', detail = 'id';
    end if;
  else
    insert into app.intervention_jalons (intervention_id, titre, description, date_time, sapeur_id, sapeur)
    select write_jalon.intervention_id, n.titre, coalesce(n.description, ''), v_date_time, n.sapeur_id, coalesce(n.sapeur, '')
      from jsonb_populate_record(null::app.intervention_jalons, ligne) n;
  end if;
end;
$$;
comment on function app.write_jalon(bigint, jsonb) is
  'Adds a jalon {titre, description, date_time, sapeur_id, sapeur}, or changes the one with the given id. PT422 for an unknown id.';
grant execute on function app.write_jalon(bigint, jsonb) to caserne_api;
--! EndIncluded app/interventions/write_jalon.sql
--! Included app/interventions/write_appel.sql
create or replace function app.write_appel(intervention_id bigint, ligne jsonb) returns void
  language plpgsql volatile
as $$
declare
  v_date timestamptz := request.read_instant(ligne ->> 'date', app.fuseau());
begin
  if ligne ? 'id' then
    update app.intervention_appels a
       set (date, numero, nom, commentaire) = (
         select coalesce(v_date, a.date), n.numero, n.nom, coalesce(n.commentaire, '')
           from jsonb_populate_record(a, ligne) n
       )
     where a.sis_key = request.sis_key()
       and a.intervention_id = write_appel.intervention_id
       and a.id = (ligne ->> 'id')::bigint;
    if not found then
      raise sqlstate 'PT422' using message = 'Cet appel n’existe pas.', detail = 'id';
    end if;
  else
    insert into app.intervention_appels (intervention_id, date, numero, nom, commentaire)
    select write_appel.intervention_id, v_date, n.numero, n.nom, coalesce(n.commentaire, '')
      from jsonb_populate_record(null::app.intervention_appels, ligne) n;
  end if;
end;
$$;
comment on function app.write_appel(bigint, jsonb) is
  'Adds a telephone call {date, numero, nom, commentaire}, or changes the one with the given id. PT422 for an unknown id.';
grant execute on function app.write_appel(bigint, jsonb) to caserne_api;
--! EndIncluded app/interventions/write_appel.sql
--! Included app/interventions/write_phase.sql
create or replace function app.write_phase(intervention_id bigint, ligne jsonb) returns void
  language plpgsql volatile
as $$
declare
  v_debut timestamptz := request.read_instant(ligne ->> 'debut', app.fuseau());
begin
  if ligne ? 'id' then
    update app.intervention_phases p
       set phase_type_id = coalesce((ligne ->> 'phase_type_id')::bigint, p.phase_type_id),
           debut = coalesce(v_debut, p.debut)
     where p.sis_key = request.sis_key()
       and p.intervention_id = write_phase.intervention_id
       and p.id = (ligne ->> 'id')::bigint;
    if not found then
      raise sqlstate 'PT422' using message = 'Cette phase n’existe pas.', detail = 'id';
    end if;
  else
    insert into app.intervention_phases (intervention_id, phase_type_id, debut)
    values (write_phase.intervention_id, (ligne ->> 'phase_type_id')::bigint, v_debut);
  end if;
end;
$$;
comment on function app.write_phase(bigint, jsonb) is
  'Adds a phase {phase_type_id, debut}, or changes the one with the given id. PT422 for an unknown id.';
grant execute on function app.write_phase(bigint, jsonb) to caserne_api;
--! EndIncluded app/interventions/write_phase.sql
--! Included app/interventions/write_quittance.sql
create or replace function app.write_quittance(intervention_id bigint, ligne jsonb) returns void
  language plpgsql volatile
as $$
begin
  if ligne ? 'id' then
    update app.intervention_quittances q
       set sapeur_id = coalesce((ligne ->> 'sapeur_id')::bigint, q.sapeur_id)
     where q.sis_key = request.sis_key()
       and q.intervention_id = write_quittance.intervention_id
       and q.id = (ligne ->> 'id')::bigint;
    if not found then
      raise sqlstate 'PT422' using message = 'Cette quittance n’existe pas.', detail = 'id';
    end if;
  else
    insert into app.intervention_quittances (intervention_id, sapeur_id)
    values (write_quittance.intervention_id, coalesce(ligne ->> 'sapeur_id', ligne #>> '{}')::bigint)
    on conflict do nothing;
  end if;
end;
$$;
comment on function app.write_quittance(bigint, jsonb) is
  'Adds a quittance for a sapeur, given by his id or as {sapeur_id}, unless there is one; or changes the one with the given id. PT422 for an unknown id.';
grant execute on function app.write_quittance(bigint, jsonb) to caserne_api;
--! EndIncluded app/interventions/write_quittance.sql
--! Included app/interventions/tell_instant.sql
create or replace function app.tell_instant(instant timestamptz) returns text
  language sql stable
as $$
  select to_char(instant at time zone app.fuseau(), 'DD.MM.YYYY HH24:MI')
$$;
comment on function app.tell_instant(timestamptz) is
  'An instant as text for sentences, in local time of the request''s SIS: 14.03.2026 14:30.';
grant execute on function app.tell_instant(timestamptz) to caserne_api;

create or replace function app.tell_periode(debut timestamptz, fin timestamptz) returns text
  language sql stable
as $$
  select app.tell_instant(debut) || ' à ' || app.tell_instant(fin)
$$;
comment on function app.tell_periode(timestamptz, timestamptz) is
  'A period as text for sentences, in local time of the request''s SIS.';
grant execute on function app.tell_periode(timestamptz, timestamptz) to caserne_api;
--! EndIncluded app/interventions/tell_instant.sql
--! Included app/interventions/has_ligne.sql
create or replace function app.has_ligne(genre text, intervention_id bigint, ligne jsonb) returns boolean
  language plpgsql stable
as $$
declare
  v_fuseau text := app.fuseau();
begin
  return case genre
    when 'missions' then exists (
      select
        from app.intervention_missions m, jsonb_populate_record(null::app.intervention_missions, ligne) n
       where m.sis_key = request.sis_key()
         and m.intervention_id = has_ligne.intervention_id
         and (m.titre, m.resume, m.debut, m.fin, m.sapeur_id, m.sapeur) is not distinct from
             (n.titre, coalesce(n.resume, ''), request.read_instant(ligne ->> 'debut', v_fuseau),
              request.read_instant(ligne ->> 'fin', v_fuseau), n.sapeur_id, coalesce(n.sapeur, ''))
    )
    when 'jalons' then exists (
      select
        from app.intervention_jalons j, jsonb_populate_record(null::app.intervention_jalons, ligne) n
       where j.sis_key = request.sis_key()
         and j.intervention_id = has_ligne.intervention_id
         and (j.titre, j.description, j.date_time, j.sapeur_id, j.sapeur) is not distinct from
             (n.titre, coalesce(n.description, ''), request.read_instant(ligne ->> 'date_time', v_fuseau), n.sapeur_id,
              coalesce(n.sapeur, ''))
    )
    when 'appels' then exists (
      select
        from app.intervention_appels a, jsonb_populate_record(null::app.intervention_appels, ligne) n
       where a.sis_key = request.sis_key()
         and a.intervention_id = has_ligne.intervention_id
         and (a.date, a.numero, a.nom, a.commentaire) is not distinct from
             (request.read_instant(ligne ->> 'date', v_fuseau), n.numero, n.nom, coalesce(n.commentaire, ''))
    )
    when 'phases' then exists (
      select
        from app.intervention_phases p
       where p.sis_key = request.sis_key()
         and p.intervention_id = has_ligne.intervention_id
         and p.phase_type_id = (ligne ->> 'phase_type_id')::bigint
         and p.debut = request.read_instant(ligne ->> 'debut', v_fuseau)
    )
    when 'groupes' then exists (
      select
        from app.intervention_groupes g
       where g.sis_key = request.sis_key()
         and g.intervention_id = has_ligne.intervention_id
         and g.no = coalesce(ligne ->> 'no', '')
         and g.designation = coalesce(ligne ->> 'designation', '')
    )
    else false
  end;
end;
$$;
comment on function app.has_ligne(text, bigint, jsonb) is
  'Whether an intervention already has a mission, jalon, call, phase or group with the same values in all fields.';
grant execute on function app.has_ligne(text, bigint, jsonb) to caserne_api;
--! EndIncluded app/interventions/has_ligne.sql
--! Included app/interventions/write_presence_rapport.sql
-- Definer: only a report may add a presence that breaks the rules (toleree).
create or replace function app.write_presence_rapport(intervention_id bigint, ligne jsonb, later boolean) returns text
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_fuseau text := app.fuseau();
  v_intervention app.interventions := app.require_intervention(intervention_id);
  v_sapeur app.sapeurs;
  v_nom text := coalesce(nullif(ligne ->> 'sapeur', ''), nullif(ligne ->> 'nom_prenom', ''), concat_ws(' ', ligne ->> 'nom', ligne ->> 'prenom'));
  v_debut timestamptz := coalesce(
    request.read_instant(ligne ->> 'debut', v_fuseau),
    -- A presence without a start begins with the quarter of an hour in which the intervention began.
    date_bin('15 minutes', v_intervention.date_debut + v_intervention.heure_debut, timestamp '2000-01-01') at time zone v_fuseau);
  v_fin timestamptz := request.read_instant(ligne ->> 'fin', v_fuseau);
  v_other record;
  v_sentences text[] := array[]::text[];
begin
  if not request.can('intervention.modification') then
    raise sqlstate 'PT403' using message = 'Permission requise : intervention.modification';
  end if;
  if ligne ->> 'sapeur_id' is null and v_nom <> '' then
    return format('« %s » n’est pas un sapeur connu, sa présence (%s) est à saisir', v_nom, app.tell_periode(v_debut, v_fin));
  end if;
  select * into v_sapeur
    from app.sapeurs s
   where s.sis_key = request.sis_key()
     and s.id = (ligne ->> 'sapeur_id')::bigint;
  if not found then
    raise sqlstate 'PT422' using detail = 'sapeur_id',
      message = case when ligne ->> 'sapeur_id' is null then 'Ce champ est obligatoire.' else 'Ce sapeur n’existe pas.' end;
  end if;
  if v_fin <= v_debut then
    v_sentences := v_sentences || format('la fin (%s) ne suit pas le début, elle a été mise au début', app.tell_instant(v_fin));
    v_fin := v_debut;
  end if;
  for v_other in
    select p.*, i.numero
      from app.intervention_sapeurs p
      join app.interventions i on i.sis_key = p.sis_key and i.id = p.intervention_id
     where p.sis_key = request.sis_key()
       and p.sapeur_id = v_sapeur.id
       and (p.debut < v_fin and v_debut < p.fin or (p.debut, p.fin) = (v_debut, v_fin))
     -- Presences that decide the outcome come first. Four are enough: nobody reads a sentence about hundreds.
     order by p.intervention_id = v_intervention.id desc, (p.debut, p.fin) = (v_debut, v_fin) desc, p.debut
     limit 4
  loop
    if cardinality(v_sentences) > 2 then
      v_sentences := v_sentences || 'et d’autres fois encore'::text;
    elsif v_other.intervention_id <> v_intervention.id then
      v_sentences := v_sentences || format('aussi présent à l’intervention %s (%s)', v_other.numero, app.tell_periode(v_other.debut, v_other.fin));
    elsif (v_other.debut, v_other.fin) = (v_debut, v_fin) then
      return case when v_other.piquet is distinct from coalesce((ligne ->> 'piquet')::boolean, false)
                  then format('%s y est déjà, piquet compris autrement', v_sapeur.nom_prenom) end;
    elsif later then
      return format('%s y est déjà (%s), %s n’a pas été ajouté', v_sapeur.nom_prenom, app.tell_periode(v_other.debut, v_other.fin), app.tell_periode(v_debut, v_fin));
    else
      v_sentences := v_sentences || format('présent deux fois à cette intervention (%s)', app.tell_periode(v_other.debut, v_other.fin));
    end if;
  end loop;
  if v_debut < (v_intervention.date_debut + v_intervention.heure_debut) at time zone v_fuseau - interval '24 hours'
    or v_fin > (v_intervention.date_fin + v_intervention.heure_fin) at time zone v_fuseau + interval '24 hours'
  then
    v_sentences := v_sentences || format('à plus d’un jour de l’intervention (%s)', app.tell_periode(v_debut, v_fin));
  end if;
  insert into app.intervention_sapeurs (intervention_id, sapeur_id, debut, fin, piquet, toleree)
  values (v_intervention.id, v_sapeur.id, v_debut, v_fin, coalesce((ligne ->> 'piquet')::boolean, false), v_sentences <> '{}');
  return v_sapeur.nom_prenom || ' : ' || nullif(array_to_string(v_sentences, ', '), '');
end;
$$;
comment on function app.write_presence_rapport(bigint, jsonb, boolean) is
  'Adds a presence of a tablet''s report, tolerating any time, and returns a warning for the officer, or null; a suivant report adds nobody whom the first one had then. PT403, PT422. Definer: clients may not add tolerated presences.';
grant execute on function app.write_presence_rapport(bigint, jsonb, boolean) to caserne_api;
--! EndIncluded app/interventions/write_presence_rapport.sql
--! Included app/interventions/write_materiel_rapport.sql
create or replace function app.write_materiel_rapport(intervention_id bigint, ligne jsonb) returns text
  language plpgsql volatile
as $$
declare
  v_quantite numeric(10, 2) := (ligne ->> 'quantite')::numeric;
  v_existing numeric(10, 2);
begin
  select m.quantite into v_existing
    from app.intervention_materiels m
   where m.sis_key = request.sis_key()
     and m.intervention_id = write_materiel_rapport.intervention_id
     and m.materiel_id = (ligne ->> 'materiel_id')::bigint;
  if v_existing = v_quantite then
    return null;
  elsif v_existing is not null then
    return format('ce matériel y est déjà (%s), %s n’a pas été ajouté', v_existing, v_quantite);
  elsif v_quantite <= 0 then
    return format('ce matériel n’a pas été ajouté, sa quantité est %s', v_quantite);
  end if;
  perform app.write_materiel(intervention_id, ligne);
  return null;
end;
$$;
comment on function app.write_materiel_rapport(bigint, jsonb) is
  'Adds a material of a tablet''s report unless the intervention already has it. Returns a warning for the officer, or null.';
grant execute on function app.write_materiel_rapport(bigint, jsonb) to caserne_api;
--! EndIncluded app/interventions/write_materiel_rapport.sql
--! Included app/interventions/write_ligne_rapport.sql
create or replace function app.write_ligne_rapport(genre text, intervention_id bigint, ligne jsonb, later boolean) returns text
  language plpgsql volatile
as $$
declare
  v_fuseau text := app.fuseau();
  v_sentence text;
begin
  if genre = 'sapeurs' then
    return app.write_presence_rapport(intervention_id, ligne, later);
  elsif genre in ('materiel', 'materiels') then
    return app.write_materiel_rapport(intervention_id, ligne);
  elsif genre = 'vehicules' then
    perform app.write_vehicule(intervention_id, ligne);
    return null;
  elsif genre = 'quittances' then
    perform app.write_quittance(intervention_id, ligne);
    return null;
  end if;
  if genre = 'missions'
    and request.read_instant(ligne ->> 'fin', v_fuseau) < request.read_instant(ligne ->> 'debut', v_fuseau)
  then
    v_sentence := format('la fin (%s) précède le début, elle a été mise au début',
                       app.tell_instant(request.read_instant(ligne ->> 'fin', v_fuseau)));
    ligne := ligne || jsonb_build_object('fin', ligne -> 'debut');
  end if;
  if app.has_ligne(genre, intervention_id, ligne) then
    return v_sentence;
  end if;
  case genre
    when 'groupes' then perform app.write_groupe(intervention_id, ligne);
    when 'missions' then perform app.write_mission(intervention_id, ligne);
    when 'jalons' then perform app.write_jalon(intervention_id, ligne);
    when 'appels' then perform app.write_appel(intervention_id, ligne);
    when 'phases' then
      begin
        perform app.write_phase(intervention_id, ligne);
      exception when sqlstate 'PT422' then
        v_sentence := format('la phase du %s n’a pas été ajoutée : %s',
                           app.tell_instant(request.read_instant(ligne ->> 'debut', v_fuseau)), sqlerrm);
      end;
  end case;
  return v_sentence;
end;
$$;
comment on function app.write_ligne_rapport(text, bigint, jsonb, boolean) is
  'Adds a row of a tablet''s report unless the intervention already has it. Returns a warning for the officer, or null; PT422 for unknown ids.';
grant execute on function app.write_ligne_rapport(text, bigint, jsonb, boolean) to caserne_api;
--! EndIncluded app/interventions/write_ligne_rapport.sql
--! Included app/interventions/write_lignes.sql
-- A batch is written all or nothing, because each request is one statement. Only this function knows which row of a
-- batch is at fault.
create or replace function app.write_lignes(genre text, parent_id bigint, lignes jsonb, rapport text default null) returns text[]
  language plpgsql volatile
as $$
declare
  -- Clients call the convocations of an exercice its sapeurs.
  v_list text := case genre when 'convocations' then 'sapeurs' else genre end;
  v_n integer;
  v_ligne jsonb;
  v_etat text;
  v_sentence text;
  v_field text;
  v_schema text;
  v_table text;
  v_column text;
  v_constraint text;
  v_avertissement text;
  v_avertissements text[] := array[]::text[];
begin
  -- Presences of one sapeur never overlap, even at different interventions. Two batches for different interventions
  -- with the same people in different orders would wait for each other, so a SIS writes one batch of presences at a
  -- time.
  if genre = 'sapeurs' and jsonb_array_length(lignes) > 0 then
    perform request.lock('app.intervention_sapeurs ' || request.sis_key());
  end if;
  for v_n, v_ligne in
    select n - 1, l from jsonb_array_elements(lignes) with ordinality as t (l, n) order by n
  loop
    begin
      if rapport is not null then
        v_avertissement := case
                             when v_ligne = 'null' then 'élément vide, passé'
                             else app.write_ligne_rapport(genre, parent_id, v_ligne, rapport = 'suivant')
                           end;
        v_avertissements := v_avertissements || (v_list || '.' || v_n || ' : ' || v_avertissement);
        continue;
      end if;
      case genre
        when 'sapeurs' then perform app.write_presence(parent_id, v_ligne);
        when 'vehicules' then perform app.write_vehicule(parent_id, v_ligne);
        when 'materiel', 'materiels' then perform app.write_materiel(parent_id, v_ligne);
        when 'groupes' then perform app.write_groupe(parent_id, v_ligne);
        when 'missions' then perform app.write_mission(parent_id, v_ligne);
        when 'jalons' then perform app.write_jalon(parent_id, v_ligne);
        when 'appels' then perform app.write_appel(parent_id, v_ligne);
        when 'phases' then perform app.write_phase(parent_id, v_ligne);
        when 'quittances' then perform app.write_quittance(parent_id, v_ligne);
        when 'convocations' then perform app.write_convocation(parent_id, v_ligne);
      end case;
    exception
      when integrity_constraint_violation or sqlstate 'PT422' then
        get stacked diagnostics
          v_etat = returned_sqlstate, v_sentence = message_text, v_field = pg_exception_detail, v_schema = schema_name,
          v_table = table_name, v_column = column_name, v_constraint = constraint_name;
        raise exception using
          errcode = v_etat, message = v_sentence, detail = concat_ws('.', v_list, v_n, nullif(v_field, '')),
          hint = concat_ws('.', v_list, v_n), schema = v_schema, table = v_table, column = v_column,
          constraint = v_constraint;
    end;
  end loop;
  return array_remove(v_avertissements, null);
end;
$$;
comment on function app.write_lignes(text, bigint, jsonb, text) is
  'Writes a batch of rows of an intervention, or convocations of an exercice: a row with an id is changed, others are added, and a refusal names its row (PT422 in its detail, a constraint in its hint: sapeurs.0). With rapport (''premier'' or ''suivant'') it adds rows of a tablet''s report and returns warnings for the officer.';
grant execute on function app.write_lignes(text, bigint, jsonb, text) to caserne_api;
--! EndIncluded app/interventions/write_lignes.sql

-- Reports of tablets: an intervention with all its rows.
--! Included app/interventions/read_intervention.sql
create or replace function app.read_intervention(intervention app.interventions, body jsonb) returns app.interventions
  language sql stable
as $$
  select jsonb_populate_record(n, jsonb_build_object(
           'heure_fin', coalesce(n.heure_fin, n.heure_debut),
           -- An end given by its time alone falls in the night that follows.
           'date_fin', coalesce(n.date_fin, n.date_debut + (n.heure_fin < n.heure_debut)::integer, n.date_debut),
           'lieu', coalesce(n.lieu, ''),
           'wgs84', coalesce(n.wgs84, ''),
           'degre', coalesce(n.degre, 1),
           'rapport_police', coalesce(n.rapport_police, false),
           'agent', coalesce(n.agent, ''),
           'sauve_personne', coalesce(n.sauve_personne, 0),
           'sauve_animaux', coalesce(n.sauve_animaux, 0),
           'description', coalesce(n.description, ''),
           'proprietaire', coalesce(n.proprietaire, ''),
           'responsable', coalesce(n.responsable, ''),
           'stat_nb', coalesce(n.stat_nb, 1),
           'intervention_traitement_id', coalesce(n.intervention_traitement_id, 1),
           'stat_federal_id', coalesce(n.stat_federal_id, app.stat_federal_divers()),
           'type_intervention_id', coalesce(n.type_intervention_id, app.type_intervention_divers())
         ))
    from jsonb_populate_record(intervention, body) n
$$;
comment on function app.read_intervention(app.interventions, jsonb) is
  'An intervention with the values of a body (of a new one when the intervention is null). Absent keys leave values as they are, null sets the default of a new intervention.';
grant execute on function app.read_intervention(app.interventions, jsonb) to caserne_api;
--! EndIncluded app/interventions/read_intervention.sql
--! Included app/alarmes/lock_alarme.sql
-- The job that makes interventions takes the same lock. So the second of two transactions finds the intervention that
-- the first one made.
create or replace function app.lock_alarme(id bigint) returns app.alarmes
  language plpgsql volatile
as $$
declare
  v_alarme app.alarmes;
begin
  select * into v_alarme
    from app.alarmes a
   where a.sis_key = request.sis_key()
     and a.id = lock_alarme.id
     for update;
  if not found and id is not null then
    raise sqlstate 'PT422' using message = 'Cette alarme n’existe pas.', detail = 'alarme';
  end if;
  return v_alarme;
end;
$$;
comment on function app.lock_alarme(bigint) is
  'An alarm, locked for the rest of the transaction; nulls for a null id. PT422 when no such alarm is visible.';
grant execute on function app.lock_alarme(bigint) to caserne_api;
--! EndIncluded app/alarmes/lock_alarme.sql
--! Included app/interventions/lock_rapportee.sql
create or replace function app.lock_rapportee(alarme app.alarmes) returns app.interventions
  language sql volatile
as $$
  select i
    from app.interventions i
   where i.sis_key = request.sis_key()
     and i.id = alarme.intervention_id
     for update
$$;
comment on function app.lock_rapportee(app.alarmes) is
  'The intervention of an alarm, locked for the rest of the transaction; nulls when the alarm has none.';
grant execute on function app.lock_rapportee(app.alarmes) to caserne_api;
--! EndIncluded app/interventions/lock_rapportee.sql
--! Included app/interventions/read_local_uuid.sql
create or replace function app.read_local_uuid(local_uuid text) returns uuid
  language sql immutable parallel safe
as $$
  select case
           when local_uuid ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then local_uuid::uuid
           -- Some tablets use other ids: the same text gives the same UUID.
           when local_uuid <> '' then md5(local_uuid)::uuid
         end
$$;
comment on function app.read_local_uuid(text) is 'The tablet''s id of a report as a UUID; null without an id.';
grant execute on function app.read_local_uuid(text) to caserne_api;
--! EndIncluded app/interventions/read_local_uuid.sql
--! Included app/interventions/read_wgs84.sql
-- Switzerland lies between 45.8 and 47.9 degrees north and between 5.9 and 10.5 degrees east, so the larger of two
-- numbers is the latitude.
create or replace function app.read_wgs84(position_text text) returns text
  language sql immutable parallel safe
as $$
  select case
           when n[1]::numeric between 5.5 and 11 and n[2]::numeric between 45 and 48.5 then n[2] || ',' || n[1]
           when abs(n[1]::numeric) <= 90 and abs(n[2]::numeric) <= 180 then n[1] || ',' || n[2]
         end
    from regexp_match(position_text, '^\s*\+?(-?\d{1,3}(?:\.\d{1,20})?)\s*[,;\s]\s*\+?(-?\d{1,3}(?:\.\d{1,20})?)\s*$') n
$$;
comment on function app.read_wgs84(text) is
  'A position as "lat,lon", read from "lat,lon" or "lon,lat" with or without spaces; null when the text is neither.';
grant execute on function app.read_wgs84(text) to caserne_api;
--! EndIncluded app/interventions/read_wgs84.sql
--! Included app/interventions/read_rapport.sql
create or replace function app.read_rapport(inout corps jsonb, out avertissements text[])
  language plpgsql stable
as $$
declare
  v_intervention app.interventions := app.read_intervention(null, corps);
  v_wgs84 text := app.read_wgs84(corps ->> 'wgs84');
begin
  avertissements := '{}';
  if v_intervention.date_fin + v_intervention.heure_fin < v_intervention.date_debut + v_intervention.heure_debut then
    avertissements := avertissements || format(
      'date_fin : la fin (%s) précède le début, elle a été mise au début', to_char(v_intervention.date_fin + v_intervention.heure_fin, 'DD.MM.YYYY HH24:MI'));
    corps := corps || jsonb_build_object('date_fin', corps -> 'date_debut', 'heure_fin', corps -> 'heure_debut');
  end if;
  if v_wgs84 is null and corps ->> 'wgs84' <> '' then
    avertissements := avertissements || format('wgs84 : la position « %s » n’est pas lisible, elle a été laissée vide', corps ->> 'wgs84');
  end if;
  corps := corps || case when corps ? 'wgs84' then jsonb_build_object('wgs84', v_wgs84) else '{}' end;
end;
$$;
comment on function app.read_rapport(jsonb) is
  'The fields of the intervention in a tablet''s report, corrected where possible, with one sentence for each correction.';
grant execute on function app.read_rapport(jsonb) to caserne_api;
--! EndIncluded app/interventions/read_rapport.sql
--! Included app/interventions/list_ecarts.sql
create or replace function app.list_ecarts(intervention app.interventions, corps jsonb) returns text[]
  language sql stable
as $$
  select coalesce(array_agg(format('%s : « %s » n’a pas remplacé « %s »', recu.key, recu.value, la.value) order by recu.key), '{}')
    from jsonb_each_text(to_jsonb(app.read_intervention(intervention, corps))) recu
    join jsonb_each_text(to_jsonb(intervention)) la using (key)
   where recu.value is distinct from la.value
     and nullif(corps -> recu.key, 'null') is not null
$$;
comment on function app.list_ecarts(app.interventions, jsonb) is
  'One sentence for each field of an intervention to which a second report gives another value.';
grant execute on function app.list_ecarts(app.interventions, jsonb) to caserne_api;
--! EndIncluded app/interventions/list_ecarts.sql
--! Included app/interventions/check_rapports.sql
-- GET answers an intervention with all its reports, and one body may have 1 MiB. A thousand of them would be too much
-- for the server.
create or replace function app.check_rapports(intervention_id bigint) returns void
  language plpgsql stable
as $$
begin
  if (
    select sum(octet_length(r.corps::text))
      from app.rapports_tablette r
     where r.sis_key = request.sis_key()
       and r.intervention_id = check_rapports.intervention_id
  ) > 8 * 1024 * 1024 then
    raise sqlstate 'PT409' using message = 'Les rapports de tablette de cette intervention dépassent 8 Mio';
  end if;
end;
$$;
comment on function app.check_rapports(bigint) is
  'Refuses (PT409) an intervention whose reports of tablets together exceed 8 MiB.';
grant execute on function app.check_rapports(bigint) to caserne_api;
--! EndIncluded app/interventions/check_rapports.sql
--! Included app/interventions/set_saisie.sql
create or replace function app.set_saisie(intervention_id bigint, alarme_id bigint, local_uuid uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not request.can('intervention.modification') then
    raise sqlstate 'PT403' using message = 'Permission requise : intervention.modification';
  end if;
  update app.interventions i
     set statut = app.intervention_saisie(),
         alarme_id = coalesce(i.alarme_id, set_saisie.alarme_id),
         local_uuid = coalesce(i.local_uuid, set_saisie.local_uuid)
   where i.sis_key = request.sis_key()
     and i.id = set_saisie.intervention_id
     and i.statut < app.intervention_validee();
  update app.alarmes a
     set intervention_id = set_saisie.intervention_id, intervention_refus = '', validated = true
   where a.sis_key = request.sis_key()
     and a.id = set_saisie.alarme_id
     and coalesce(a.intervention_id, set_saisie.intervention_id) = set_saisie.intervention_id;
end;
$$;
comment on function app.set_saisie(bigint, bigint, uuid) is
  'Sets an intervention to saisi (1), with its alarm and the tablet''s id, and marks the alarm as seen to. PT403. Definer: clients may not write these columns.';
grant execute on function app.set_saisie(bigint, bigint, uuid) to caserne_api;
--! EndIncluded app/interventions/set_saisie.sql
--! Included app/interventions/fill_intervention.sql
create or replace function app.fill_intervention(intervention_id bigint, corps jsonb, rapport text) returns text[]
  language plpgsql volatile
as $$
declare
  v_genre text;
  v_avertissements text[] := array[]::text[];
begin
  foreach v_genre in array
    array['sapeurs', 'vehicules', 'materiel', 'materiels', 'groupes', 'missions', 'jalons', 'appels', 'phases', 'quittances']
  loop
    v_avertissements := v_avertissements || app.write_lignes(v_genre, intervention_id, nullif(corps -> v_genre, 'null'), rapport);
  end loop;
  return v_avertissements;
end;
$$;
comment on function app.fill_intervention(bigint, jsonb, text) is
  'Adds the rows of a tablet''s report that an intervention lacks; rapport says whether it is the premier or a suivant. Returns warnings for the officer. PT409, PT422.';
grant execute on function app.fill_intervention(bigint, jsonb, text) to caserne_api;
--! EndIncluded app/interventions/fill_intervention.sql

-- Exercices.
--! Included app/exercices/exercice_statuts.sql
-- The numbers of statut, each in one place. Immutable, so that the planner reads the number.
create or replace function app.exercice_annule() returns smallint
  language sql immutable
as $$
  select smallint '0'
$$;
comment on function app.exercice_annule() is 'Statut of an exercice that was called off.';

create or replace function app.exercice_a_saisir() returns smallint
  language sql immutable
as $$
  select smallint '1'
$$;
comment on function app.exercice_a_saisir() is 'Statut of an exercice where someone convoked has no result yet.';

create or replace function app.exercice_saisi() returns smallint
  language sql immutable
as $$
  select smallint '2'
$$;
comment on function app.exercice_saisi() is 'Statut of an exercice where everybody convoked has a result.';

create or replace function app.exercice_valide() returns smallint
  language sql immutable
as $$
  select smallint '3'
$$;
comment on function app.exercice_valide() is 'Statut of an exercice that was validated.';

create or replace function app.exercice_impute() returns smallint
  language sql immutable
as $$
  select smallint '4'
$$;
comment on function app.exercice_impute() is 'Statut of an exercice that is charged to accounts: it does not change any more.';

grant execute on function app.exercice_annule(), app.exercice_a_saisir(), app.exercice_saisi(), app.exercice_valide(),
  app.exercice_impute() to caserne_api;
--! EndIncluded app/exercices/exercice_statuts.sql
--! Included app/exercices/exercices.sql
create table if not exists app.exercices (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  exercice_comptable_id bigint not null,
  designation text not null check (designation <> ''),
  date date not null,
  heure time(0) not null,
  duree integer not null check (duree between 1 and 780),
  lieu text not null default '',
  communications text not null default '',
  statut smallint not null default 1 check (statut between 0 and 4),
  localite_id bigint references app.localites,
  exercice_categorie_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version bigint not null default 1,
  primary key (sis_key, id),
  foreign key (sis_key, exercice_comptable_id) references app.exercices_comptables,
  foreign key (sis_key, exercice_categorie_id) references app.exercice_categories
);
create index if not exists exercices_exercice_comptable_id_idx
  on app.exercices (sis_key, exercice_comptable_id, date, heure, id);
create index if not exists exercices_date_idx on app.exercices (sis_key, date);
create index if not exists exercices_exercice_categorie_id_idx on app.exercices (sis_key, exercice_categorie_id);
create index if not exists exercices_localite_id_idx on app.exercices (sis_key, localite_id);

alter table app.exercices enable row level security;
alter table app.exercices force row level security;
drop policy if exists locataire on app.exercices;
create policy locataire on app.exercices as restrictive to caserne_owner, caserne_api, caserne_worker
  using (sis_key = request.sis_key());
drop policy if exists octroi on app.exercices;
create policy octroi on app.exercices as restrictive to caserne_analyst
  using (((select auth.octroi_complet()) or (select auth.octrois())[sis_key] is not null)
         and sis_key = any ((select auth.liste_octrois())::text[]));
drop policy if exists analyste on app.exercices;
create policy analyste on app.exercices for select to caserne_analyst using (true);
drop policy if exists national on app.exercices;
create policy national on app.exercices for select to caserne_national using (true);
drop policy if exists lecture on app.exercices;
create policy lecture on app.exercices for select
  using (sis_key = request.sis_with('exercice.lecture', 'exercice.modification', 'exercice.validation', 'exercice.presence',
                                    'comptabilite.lecture'));
drop policy if exists ajout on app.exercices;
create policy ajout on app.exercices for insert with check (sis_key = request.sis_with('exercice.modification'));
drop policy if exists modification on app.exercices;
create policy modification on app.exercices for update using (sis_key = request.sis_with('exercice.modification'));
drop policy if exists suppression on app.exercices;
create policy suppression on app.exercices for delete using (sis_key = request.sis_with('exercice.modification'));
-- For definer functions, which choose the rows that they show or change.
drop policy if exists interne on app.exercices;
create policy interne on app.exercices for select to caserne_owner using (request.sapeur_id() is not null);
-- For the trigger that refuses dates of an accounting year which would leave out an exercice.
drop policy if exists bouclement on app.exercices;
create policy bouclement on app.exercices for select to caserne_owner
  using (sis_key = request.sis_with('comptabilite.config'));
-- For stats.presence_exercice, which shows sums only.
drop policy if exists statistique on app.exercices;
create policy statistique on app.exercices for select to caserne_owner
  using (sis_key = request.sis_with('intervention.lecture'));
drop policy if exists validation on app.exercices;
create policy validation on app.exercices for update to caserne_owner
  using (sis_key = request.sis_with('exercice.presence', 'exercice.validation'));

grant select, delete on app.exercices to caserne_api;
grant insert (designation, date, heure, duree, lieu, communications, localite_id, exercice_categorie_id),
  update (designation, date, heure, duree, lieu, communications, localite_id, exercice_categorie_id)
  on app.exercices to caserne_api;
-- Not granted: statut and exercice_comptable_id, which follow from other writes.
grant select (sis_key, id, exercice_comptable_id, designation, date, heure, duree, lieu, statut, localite_id, exercice_categorie_id, created_at, updated_at)
  on app.exercices to caserne_analyst, caserne_national;
-- Not when only the version changes: rows that belong to the exercice raise it without changing the exercice.
drop trigger if exists _010_updated_at on app.exercices;
create trigger _010_updated_at before update on app.exercices
  for each row when (new.version = old.version) execute function app.tg_updated_at();
drop trigger if exists _020_version on app.exercices;
create trigger _020_version before update on app.exercices
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _870_changement on app.exercices;
create trigger _870_changement after insert or update or delete on app.exercices
  for each row execute function audit.tg_changement('exercices');
drop trigger if exists _880_changement on app.exercices;
create trigger _880_changement after truncate on app.exercices
  for each statement execute function audit.tg_changement('exercices');
drop trigger if exists _900_journal on app.exercices;
create trigger _900_journal after insert or update or delete on app.exercices
  for each row execute function audit.tg_journal();
drop trigger if exists _950_if_match on app.exercices;
create trigger _950_if_match after update or delete on app.exercices
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table app.exercices is 'Exercices, the trainings of a SIS. date and heure are local time of the SIS.';
comment on column app.exercices.statut is '0 annulé, 1 à saisir, 2 saisi, 3 validé, 4 imputé; 1 and 2 follow from the presences.';
comment on column app.exercices.duree is 'Duration in minutes.';
comment on constraint exercices_designation_check on app.exercices is 'designation: Ce champ est obligatoire.';
comment on constraint exercices_duree_check on app.exercices is 'duree: La durée doit être de 1 à 780 minutes.';
comment on constraint exercices_localite_id_fkey on app.exercices is
  'localite_id: Cette localité n’existe pas.';
comment on constraint exercices_sis_key_exercice_categorie_id_fkey on app.exercices is
  'exercice_categorie_id: Cette catégorie n’existe pas. | Cette catégorie est utilisée par un exercice';
comment on constraint exercices_sis_key_exercice_comptable_id_fkey on app.exercices is
  'exercice_comptable_id: Cet exercice comptable n’existe pas. | Cet exercice comptable contient des exercices';
--! EndIncluded app/exercices/exercices.sql
--! Included app/exercices/tg_exercices__impute.sql
create or replace function app.tg_exercices__impute() returns trigger
  language plpgsql volatile
as $$
begin
  if old.statut = app.exercice_impute() then
    raise sqlstate 'PT409' using message = 'L’exercice est imputé : il ne peut plus être modifié';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end;
$$;
comment on function app.tg_exercices__impute() is 'Refuses (PT409) to change or remove an imputé exercice.';
drop trigger if exists _050_impute on app.exercices;
create trigger _050_impute before update or delete on app.exercices
  for each row execute function app.tg_exercices__impute();
--! EndIncluded app/exercices/tg_exercices__impute.sql
--! Included app/exercices/tg_exercices__exercice_comptable.sql
-- Definer: callers may not choose the accounting year. An exercice that keeps its day stays in its year, even a closed
-- one.
create or replace function app.tg_exercices__exercice_comptable() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' or new.date <> old.date then
    new.exercice_comptable_id := (app.lock_exercice_comptable(new.date)).id;
  end if;
  return new;
end;
$$;
comment on function app.tg_exercices__exercice_comptable() is
  'Sets the accounting year of an exercice by its day. PT409 when the year is closed. Definer: callers may not choose it.';
drop trigger if exists _100_exercice_comptable on app.exercices;
create trigger _100_exercice_comptable before insert or update of date on app.exercices
  for each row execute function app.tg_exercices__exercice_comptable();
--! EndIncluded app/exercices/tg_exercices__exercice_comptable.sql
--! Included app/exercices/exercice_sapeurs.sql
create table if not exists app.exercice_sapeurs (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  exercice_id bigint not null,
  sapeur_id bigint not null,
  convoque boolean not null default true,
  present boolean not null default false,
  absent boolean not null default false,
  remplace boolean not null default false,
  excuse_type_id bigint,
  excuse boolean not null generated always as (excuse_type_id is not null) stored,
  excuse_statut smallint not null default 0 check (excuse_statut between -2 and 1),
  date_demande date,
  date_validation date,
  remarque text not null default '',
  justification text not null default '',
  primary key (sis_key, id),
  unique (sis_key, exercice_id, sapeur_id),
  foreign key (sis_key, exercice_id) references app.exercices on delete cascade,
  foreign key (sis_key, sapeur_id) references app.sapeurs,
  foreign key (sis_key, excuse_type_id) references app.excuses_types,
  check (num_nonnulls(nullif(present, false), nullif(absent, false)) <= 1)
);
create index if not exists exercice_sapeurs_sapeur_id_idx on app.exercice_sapeurs (sis_key, sapeur_id);
create index if not exists exercice_sapeurs_excuse_type_id_idx on app.exercice_sapeurs (sis_key, excuse_type_id);

alter table app.exercice_sapeurs enable row level security;
alter table app.exercice_sapeurs force row level security;
drop policy if exists locataire on app.exercice_sapeurs;
create policy locataire on app.exercice_sapeurs as restrictive to caserne_owner, caserne_api, caserne_worker
  using (sis_key = request.sis_key());
drop policy if exists octroi on app.exercice_sapeurs;
create policy octroi on app.exercice_sapeurs as restrictive to caserne_analyst
  using (((select auth.octroi_complet()) or (select auth.octrois())[sis_key] is not null)
         and sis_key = any ((select auth.liste_octrois())::text[]));
drop policy if exists analyste on app.exercice_sapeurs;
create policy analyste on app.exercice_sapeurs for select to caserne_analyst using (true);
drop policy if exists national on app.exercice_sapeurs;
create policy national on app.exercice_sapeurs for select to caserne_national using (true);
drop policy if exists lecture on app.exercice_sapeurs;
create policy lecture on app.exercice_sapeurs for select
  using (sis_key = request.sis_with('exercice.lecture', 'exercice.modification', 'exercice.validation', 'exercice.presence',
                                    'comptabilite.lecture'));
-- For stats.presence_exercice, which shows sums only.
drop policy if exists statistique on app.exercice_sapeurs;
create policy statistique on app.exercice_sapeurs for select to caserne_owner
  using (sis_key = request.sis_with('intervention.lecture'));
drop policy if exists soi on app.exercice_sapeurs;
create policy soi on app.exercice_sapeurs for select using (sapeur_id = request.sapeur_id());
-- Callers who write presences may add sapeurs who came without a convocation. Only exercice.modification may convoke.
drop policy if exists ajout on app.exercice_sapeurs;
create policy ajout on app.exercice_sapeurs for insert
  with check (
    sis_key = request.sis_with('exercice.modification')
    or (not convoque and sis_key = request.sis_with('exercice.presence'))
  );
drop policy if exists modification on app.exercice_sapeurs;
create policy modification on app.exercice_sapeurs for update
  using (sis_key = request.sis_with('exercice.presence', 'exercice.modification'));
drop policy if exists suppression on app.exercice_sapeurs;
create policy suppression on app.exercice_sapeurs for delete
  using (sis_key = request.sis_with('exercice.modification'));

grant select, delete on app.exercice_sapeurs to caserne_api;
grant insert (exercice_id, sapeur_id, convoque, present, absent, remplace, excuse_type_id, excuse_statut, remarque, justification),
  update (convoque, present, absent, remplace, excuse_type_id, excuse_statut, remarque, justification)
  on app.exercice_sapeurs to caserne_api;
-- Not granted: the dates, which triggers write. Analysts may not read the reason either: it may be an illness.
grant select (sis_key, id, exercice_id, sapeur_id, convoque, present, absent, remplace, excuse)
  on app.exercice_sapeurs to caserne_analyst, caserne_national;

drop trigger if exists _850_contenu on app.exercice_sapeurs;
create trigger _850_contenu after insert or update or delete on app.exercice_sapeurs
  for each row execute function app.tg_contenu('exercices', 'exercice_id');
drop trigger if exists _870_changement on app.exercice_sapeurs;
create trigger _870_changement after insert or update or delete on app.exercice_sapeurs
  for each row execute function audit.tg_changement('exercices');
drop trigger if exists _880_changement on app.exercice_sapeurs;
create trigger _880_changement after truncate on app.exercice_sapeurs
  for each statement execute function audit.tg_changement('exercices');
drop trigger if exists _900_journal on app.exercice_sapeurs;
create trigger _900_journal after insert or update or delete on app.exercice_sapeurs
  for each row execute function audit.tg_journal();

comment on table app.exercice_sapeurs is 'Sapeurs convoked to an exercice, with the result of each convocation.';
comment on column app.exercice_sapeurs.convoque is 'False for a sapeur who came without a convocation.';
comment on column app.exercice_sapeurs.remplace is 'Whether someone else came in his place.';
comment on column app.exercice_sapeurs.excuse is 'Whether he was excused; for readers who may not know the reason.';
comment on column app.exercice_sapeurs.excuse_statut is '0 none or undecided, 1 accepted, -1 refused, -2 fined.';
comment on constraint exercice_sapeurs_excuse_statut_check on app.exercice_sapeurs is
  'excuse_statut: La valeur doit être l’une de : -1, 0, 1.';
comment on constraint exercice_sapeurs_check on app.exercice_sapeurs is
  'present: Un sapeur ne peut être à la fois présent et absent.';
comment on constraint exercice_sapeurs_sis_key_exercice_id_sapeur_id_key on app.exercice_sapeurs is
  'Ce sapeur est déjà inscrit à cet exercice';
comment on constraint exercice_sapeurs_sis_key_sapeur_id_fkey on app.exercice_sapeurs is
  'sapeur_id: Ce sapeur n’existe pas. | Ce sapeur est inscrit à un exercice';
comment on constraint exercice_sapeurs_sis_key_excuse_type_id_fkey on app.exercice_sapeurs is
  'excuse_type_id: Ce motif d’excuse n’existe pas. | Ce motif d’excuse est utilisé';
--! EndIncluded app/exercices/exercice_sapeurs.sql
--! Included app/exercices/tg_exercice_sapeurs__convocation.sql
-- A trigger, because a policy does not see the old row.
create or replace function app.tg_exercice_sapeurs__convocation() returns trigger
  language plpgsql volatile
as $$
begin
  if not request.can('exercice.modification') then
    raise sqlstate 'PT403' using message = 'Permission requise : exercice.modification';
  end if;
  return new;
end;
$$;
comment on function app.tg_exercice_sapeurs__convocation() is
  'Refuses (PT403) a change of convoque by callers who may only write presences.';
drop trigger if exists _100_convocation on app.exercice_sapeurs;
create trigger _100_convocation before update of convoque on app.exercice_sapeurs
  for each row when (old.convoque <> new.convoque) execute function app.tg_exercice_sapeurs__convocation();
--! EndIncluded app/exercices/tg_exercice_sapeurs__convocation.sql
--! Included app/exercices/tg_exercice_sapeurs__excuse.sql
-- Only the owner makes fines, in a run of their own.
create or replace function app.tg_exercice_sapeurs__excuse() returns trigger
  language plpgsql volatile
as $$
begin
  if current_user = 'caserne_owner' or new.excuse_statut = coalesce(old.excuse_statut, 0::smallint) then
    return new;
  elsif not request.can('exercice.validation') then
    raise sqlstate 'PT403' using message = 'Permission requise : exercice.validation';
  elsif -2 in (old.excuse_statut, new.excuse_statut) then
    raise sqlstate 'PT409' using message = 'Les amendes se calculent à part';
  end if;
  new.date_validation := case when new.excuse_statut <> 0 then app.today() end;
  return new;
end;
$$;
comment on function app.tg_exercice_sapeurs__excuse() is
  'Sets the date on which an excuse was decided. Refuses decisions by callers who may only write presences (PT403), and fines by anyone (PT409).';
drop trigger if exists _110_excuse on app.exercice_sapeurs;
create trigger _110_excuse before insert or update of excuse_statut on app.exercice_sapeurs
  for each row execute function app.tg_exercice_sapeurs__excuse();
--! EndIncluded app/exercices/tg_exercice_sapeurs__excuse.sql
--! Included app/exercices/exercice_heures.sql
-- Rows refer to the exercice and not to its list of sapeurs: someone who prepared the exercice without being on the
-- list has hours too.
create table if not exists app.exercice_heures (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  exercice_id bigint not null,
  sapeur_id bigint not null,
  heure_exercice_type_id bigint not null,
  quantite numeric(10, 2) not null check (quantite >= 0),
  primary key (sis_key, id),
  foreign key (sis_key, exercice_id) references app.exercices on delete cascade,
  foreign key (sis_key, sapeur_id) references app.sapeurs,
  foreign key (sis_key, heure_exercice_type_id) references app.heure_exercice_types
);
create index if not exists exercice_heures_exercice_id_idx on app.exercice_heures (sis_key, exercice_id, sapeur_id);
create index if not exists exercice_heures_sapeur_id_idx on app.exercice_heures (sis_key, sapeur_id);
create index if not exists exercice_heures_heure_exercice_type_id_idx
  on app.exercice_heures (sis_key, heure_exercice_type_id);

alter table app.exercice_heures enable row level security;
alter table app.exercice_heures force row level security;
drop policy if exists locataire on app.exercice_heures;
create policy locataire on app.exercice_heures as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.exercice_heures;
create policy lecture on app.exercice_heures for select
  using (sis_key = request.sis_with('exercice.lecture', 'exercice.modification', 'exercice.validation', 'exercice.presence',
                                    'comptabilite.lecture'));
drop policy if exists soi on app.exercice_heures;
create policy soi on app.exercice_heures for select using (sapeur_id = request.sapeur_id());
drop policy if exists ajout on app.exercice_heures;
create policy ajout on app.exercice_heures for insert
  with check (sis_key = request.sis_with('exercice.presence', 'exercice.modification'));
drop policy if exists modification on app.exercice_heures;
create policy modification on app.exercice_heures for update
  using (sis_key = request.sis_with('exercice.presence', 'exercice.modification'));
drop policy if exists suppression on app.exercice_heures;
create policy suppression on app.exercice_heures for delete
  using (sis_key = request.sis_with('exercice.presence', 'exercice.modification'));

grant select, delete on app.exercice_heures to caserne_api;
grant insert (exercice_id, sapeur_id, heure_exercice_type_id, quantite), update (heure_exercice_type_id, quantite)
  on app.exercice_heures to caserne_api;
drop trigger if exists _850_contenu on app.exercice_heures;
create trigger _850_contenu after insert or update or delete on app.exercice_heures
  for each row execute function app.tg_contenu('exercices', 'exercice_id');
drop trigger if exists _870_changement on app.exercice_heures;
create trigger _870_changement after insert or update or delete on app.exercice_heures
  for each row execute function audit.tg_changement('exercices');
drop trigger if exists _880_changement on app.exercice_heures;
create trigger _880_changement after truncate on app.exercice_heures
  for each statement execute function audit.tg_changement('exercices');
drop trigger if exists _900_journal on app.exercice_heures;
create trigger _900_journal after insert or update or delete on app.exercice_heures
  for each row execute function audit.tg_journal();

comment on table app.exercice_heures is 'Additional hours of sapeurs at an exercice, for example to prepare it.';
comment on column app.exercice_heures.quantite is 'Quantity in the unit of the type.';
comment on constraint exercice_heures_quantite_check on app.exercice_heures is
  'quantite: La quantité doit être d’au moins 0.';
comment on constraint exercice_heures_sis_key_exercice_id_fkey on app.exercice_heures is
  'exercice_id: Cet exercice n’existe pas.';
comment on constraint exercice_heures_sis_key_sapeur_id_fkey on app.exercice_heures is
  'sapeur_id: Ce sapeur n’existe pas. | Ce sapeur a des heures à un exercice';
comment on constraint exercice_heures_sis_key_heure_exercice_type_id_fkey on app.exercice_heures is
  'heure_exercice_type_id: Ce type d’heures n’existe pas. | Ce type d’heures est utilisé par un exercice';
--! EndIncluded app/exercices/exercice_heures.sql
--! Included app/exercices/tg_exercice_heures__ouvert.sql
-- Definer: a caller who writes presences may not lock the exercice. When the exercice itself is removed, there is no
-- row to lock.
create or replace function app.tg_exercice_heures__ouvert() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_statut smallint;
begin
  select e.statut into v_statut
    from app.exercices e
   where e.sis_key = request.sis_key()
     and e.id = coalesce(new.exercice_id, old.exercice_id)
     for no key update;
  if v_statut = app.exercice_impute() then
    raise sqlstate 'PT409' using message = 'L’exercice est imputé : il ne peut plus être modifié';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end;
$$;
comment on function app.tg_exercice_heures__ouvert() is
  'Refuses (PT409) to change hours of an imputé exercice. Definer: to lock the exercice.';
drop trigger if exists _100_ouvert on app.exercice_heures;
create trigger _100_ouvert before insert or update or delete on app.exercice_heures
  for each row execute function app.tg_exercice_heures__ouvert();
--! EndIncluded app/exercices/tg_exercice_heures__ouvert.sql
--! Included app/exercices/exercice_statut.sql
create or replace function app.exercice_statut(exercice_id bigint) returns smallint
  language sql stable set search_path = ''
as $$
  select case
           when coalesce(bool_and(
             not s.convoque or s.present or s.absent or s.remplace or s.excuse_type_id is not null
           ), false) then app.exercice_saisi()
           else app.exercice_a_saisir()
         end
    from app.exercice_sapeurs s
   where s.sis_key = request.sis_key()
     and s.exercice_id = exercice_statut.exercice_id
$$;
comment on function app.exercice_statut(bigint) is
  'The statut that follows from the presences of an exercice: 1 à saisir while the list is empty or a convoked sapeur has no result, else 2 saisi. Results are present, absent, replaced and excused.';
--! EndIncluded app/exercices/exercice_statut.sql
--! Included app/exercices/tg_exercice_sapeurs__statut.sql
-- The exercice is locked first, so that writers of presences come one after the other. When the exercice itself is
-- removed, there is no row to lock.
create or replace function app.tg_exercice_sapeurs__statut() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_id bigint := case when tg_op = 'DELETE' then old.exercice_id else new.exercice_id end;
  v_statut smallint;
  -- The columns that decide the statut; remarks do not.
  v_old record := (old.convoque, old.present, old.absent, old.remplace, old.excuse_type_id);
  v_new record := (new.convoque, new.present, new.absent, new.remplace, new.excuse_type_id);
begin
  if tg_op = 'UPDATE' and old is not distinct from new then
    return null;
  end if;
  select e.statut into v_statut
    from app.exercices e
   where e.sis_key = request.sis_key() and e.id = v_id
     for no key update;
  if v_statut = app.exercice_impute() then
    raise sqlstate 'PT409' using message = 'L’exercice est imputé : il ne peut plus être modifié';
  elsif v_statut <> app.exercice_annule() and (tg_op <> 'UPDATE' or v_new is distinct from v_old) then
    v_statut := case when v_statut = app.exercice_valide() then app.exercice_a_saisir() else app.exercice_statut(v_id) end;
    update app.exercices e
       set statut = v_statut
     where e.sis_key = request.sis_key() and e.id = v_id and e.statut <> v_statut;
  end if;
  return null;
end;
$$;
comment on function app.tg_exercice_sapeurs__statut() is
  'Keeps the statut of an exercice: 1 à saisir or 2 saisi (app.exercice_statut); a validated exercice falls back to 1, an annulé one stays annulé. PT409 when it is imputé. Definer: nobody is granted writing statut.';
drop trigger if exists _200_statut on app.exercice_sapeurs;
create trigger _200_statut after insert or delete
  or update of convoque, present, absent, remplace, excuse_type_id, remarque, justification
  on app.exercice_sapeurs
  for each row execute function app.tg_exercice_sapeurs__statut();
--! EndIncluded app/exercices/tg_exercice_sapeurs__statut.sql
--! Included app/exercices/lock_exercice.sql
-- Definer: callers who write presences or validate may not update an exercice, so they could not lock it. The policies
-- let through everyone who may do one of these.
create or replace function app.lock_exercice(id bigint) returns app.exercices
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_exercice app.exercices;
begin
  select * into v_exercice
    from app.exercices e
   where e.sis_key = request.sis_key()
     and e.id = lock_exercice.id
     for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'Exercice inconnu';
  elsif v_exercice.statut = app.exercice_impute() then
    raise sqlstate 'PT409' using message = 'L’exercice est imputé : il ne peut plus être modifié';
  end if;
  return v_exercice;
end;
$$;
comment on function app.lock_exercice(bigint) is
  'An exercice of the caller''s SIS, locked for the rest of the transaction, so that writers of presences come one after the other. PT404 when there is none, PT409 when it is imputé. Definer: writers of presences may not update exercices.';
grant execute on function app.lock_exercice(bigint) to caserne_api;
--! EndIncluded app/exercices/lock_exercice.sql
--! Included app/exercices/renew_exercice_statut.sql
-- The row trigger does not know that one batch changes several rows: the first row sets a validated exercice back, and
-- the second must not make it saisi again. Presences sent once more without changes confirm an exercice that was set
-- back.
create or replace function app.renew_exercice_statut(before app.exercices) returns smallint
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_statut smallint := (
    select e.statut from app.exercices e where e.sis_key = request.sis_key() and e.id = before.id
  );
  v_new smallint := case
                       when before.statut = app.exercice_valide() then app.exercice_a_saisir()
                       else app.exercice_statut(before.id)
                     end;
begin
  if v_statut not in (app.exercice_a_saisir(), app.exercice_saisi()) then
    return v_statut;
  end if;
  update app.exercices e
     set statut = v_new
   where e.sis_key = request.sis_key()
     and e.id = before.id
     and e.statut <> v_new;
  return v_new;
end;
$$;
comment on function app.renew_exercice_statut(app.exercices) is
  'Sets and returns the statut of an exercice after a batch of presences, given the row before: 1 à saisir while someone is incomplete, else 2 saisi. A validated exercice falls back to 1 if anything changed, an annulé one stays annulé. Definer: nobody is granted writing statut.';
grant execute on function app.renew_exercice_statut(app.exercices) to caserne_api;
--! EndIncluded app/exercices/renew_exercice_statut.sql
--! Included app/exercices/write_heures.sql
-- The hours of a sapeur are given as a whole. A tablet may send ids that another tablet has replaced meanwhile; those
-- rows are added anew.
create or replace function app.write_heures(exercice_id bigint, sapeur_id bigint, heures jsonb) returns void
  language plpgsql volatile
as $$
declare
  v_n integer;
  v_heure jsonb;
begin
  delete from app.exercice_heures h
   where h.sis_key = request.sis_key()
     and h.exercice_id = write_heures.exercice_id
     and h.sapeur_id = write_heures.sapeur_id
     and h.id <> all (array(select (l ->> 'id')::bigint from jsonb_array_elements(heures) as l where l ->> 'id' is not null));
  for v_n, v_heure in
    select n - 1, l from jsonb_array_elements(heures) with ordinality as t (l, n) where jsonb_typeof(l) <> 'null' order by n
  loop
    if not exists (
      select
        from app.heure_exercice_types t
       where t.sis_key = request.sis_key()
         and t.id = (v_heure ->> 'heure_exercice_type_id')::bigint
    ) then
      raise sqlstate 'PT422' using
        message = 'Ce type d’heures n’existe pas.', detail = format('heures.%s.heure_exercice_type_id', v_n);
    end if;
    update app.exercice_heures h
       set (heure_exercice_type_id, quantite) = (
         select n.heure_exercice_type_id, n.quantite from jsonb_populate_record(h, v_heure) n
       )
     where h.sis_key = request.sis_key()
       and h.exercice_id = write_heures.exercice_id
       and h.sapeur_id = write_heures.sapeur_id
       and h.id = (v_heure ->> 'id')::bigint;
    if not found then
      insert into app.exercice_heures (exercice_id, sapeur_id, heure_exercice_type_id, quantite)
      select write_heures.exercice_id, write_heures.sapeur_id, n.heure_exercice_type_id, n.quantite
        from jsonb_populate_record(null::app.exercice_heures, v_heure) n;
    end if;
  end loop;
end;
$$;
comment on function app.write_heures(bigint, bigint, jsonb) is
  'Replaces the additional hours of a sapeur at an exercice by [{id, heure_exercice_type_id, quantite}]; null elements are skipped. PT422 names the row.';
grant execute on function app.write_heures(bigint, bigint, jsonb) to caserne_api;
--! EndIncluded app/exercices/write_heures.sql
--! Included app/exercices/write_convocation.sql
create or replace function app.write_convocation(exercice_id bigint, ligne jsonb) returns void
  language plpgsql volatile
as $$
declare
  v_sapeur_id bigint := (ligne ->> 'sapeur_id')::bigint;
  -- A result is given as a whole: where one of the three fields is named, the absent ones are false.
  v_ligne jsonb := case
                     when ligne ?| array['present', 'absent', 'remplace']
                     then '{"present": false, "absent": false, "remplace": false}' || ligne
                     else ligne
                   end;
  -- Convoking and deciding on excuses need permissions of their own; other callers send back the values that they read.
  -- Fines are made by a separate run.
  v_convoque boolean := case when request.can('exercice.modification') then (ligne ->> 'convoque')::boolean end;
  v_excuse_statut smallint := case
                                when request.can('exercice.validation')
                                then nullif((ligne ->> 'excuse_statut')::smallint, -2)
                              end;
begin
  if jsonb_typeof(ligne) = 'null' then
    return;
  end if;
  update app.exercice_sapeurs s
     set (convoque, present, absent, remplace, excuse_type_id, excuse_statut, remarque, justification) = (
       select coalesce(v_convoque, s.convoque), coalesce(n.present, false), coalesce(n.absent, false),
              coalesce(n.remplace, false), n.excuse_type_id,
              case when s.excuse_statut = -2 then s.excuse_statut else coalesce(v_excuse_statut, s.excuse_statut) end,
              coalesce(n.remarque, ''), coalesce(n.justification, '')
         from jsonb_populate_record(s, v_ligne) n
     )
   where s.sis_key = request.sis_key()
     and s.exercice_id = write_convocation.exercice_id
     and s.sapeur_id = v_sapeur_id;
  if not found then
    if not exists (select from app.sapeurs p where p.sis_key = request.sis_key() and p.id = v_sapeur_id) then
      raise sqlstate 'PT422' using message = 'Ce sapeur n’existe pas.', detail = 'sapeur_id';
    end if;
    insert into app.exercice_sapeurs (
      exercice_id, sapeur_id, convoque, present, absent, remplace, excuse_type_id, excuse_statut, remarque, justification
    )
    select write_convocation.exercice_id, v_sapeur_id, coalesce(v_convoque, false), coalesce(n.present, false),
           coalesce(n.absent, false), coalesce(n.remplace, false), n.excuse_type_id, coalesce(v_excuse_statut, 0),
           coalesce(n.remarque, ''), coalesce(n.justification, '')
      from jsonb_populate_record(null::app.exercice_sapeurs, v_ligne) n;
  end if;
  if jsonb_typeof(ligne -> 'heures') = 'array' then
    perform app.write_heures(exercice_id, v_sapeur_id, ligne -> 'heures');
  end if;
end;
$$;
comment on function app.write_convocation(bigint, jsonb) is
  'Writes the convocation of one sapeur to an exercice {sapeur_id, convoque, present, absent, remplace, excuse_type_id, excuse_statut, remarque, justification, heures}, adding him to the list if needed. Absent keys leave values as they are, a null row is skipped; PT422 for an unknown sapeur.';
grant execute on function app.write_convocation(bigint, jsonb) to caserne_api;
--! EndIncluded app/exercices/write_convocation.sql
--! Included app/exercices/write_presences_exercice.sql
create or replace function app.write_presences_exercice(exercice_id bigint, lignes jsonb) returns smallint
  language plpgsql volatile
as $$
declare
  v_before app.exercices := app.lock_exercice(exercice_id);
begin
  perform app.write_lignes('convocations', exercice_id, lignes);
  return app.renew_exercice_statut(v_before);
end;
$$;
comment on function app.write_presences_exercice(bigint, jsonb) is
  'Writes a batch of convocations or presences of an exercice, all or none, and returns the statut that follows. PT404, PT409, PT422 with the row.';
grant execute on function app.write_presences_exercice(bigint, jsonb) to caserne_api;
--! EndIncluded app/exercices/write_presences_exercice.sql
--! Included app/exercices/presence_avertissements.sql
create or replace function app.presence_avertissements(exercice_id bigint, lignes jsonb) returns json
  language sql stable
as $$
  with lignes as (
    select 'sapeurs.' || (n - 1) as path, l as ligne, n
      from jsonb_array_elements(presence_avertissements.lignes) with ordinality as t (l, n)
  ),
  empty_elements as (
    select l.n, 0::bigint as m, l.path
      from lignes l
     where jsonb_typeof(l.ligne) = 'null'
    union all
    select l.n, h.m, l.path || '.heures.' || (h.m - 1)
      from lignes l
     cross join jsonb_array_elements(case jsonb_typeof(l.ligne -> 'heures') when 'array' then l.ligne -> 'heures' else '[]' end)
           with ordinality as h (heure, m)
     where jsonb_typeof(h.heure) = 'null'
  ),
  -- Values of the batch that differ from the stored row.
  unchanged as (
    select l.n, c.m, format('%s.%s (%s) : reste inchangé, %s', l.path, c.field, p.nom_prenom, c.reason) as sentence
      from lignes l
      join app.exercice_sapeurs s
        on s.sis_key = request.sis_key()
       and s.exercice_id = presence_avertissements.exercice_id
       and s.sapeur_id = (l.ligne ->> 'sapeur_id')::bigint
      join app.sapeurs p on p.sis_key = s.sis_key and p.id = s.sapeur_id
     cross join lateral (
       values (1, 'convoque', to_jsonb(s.convoque), 'la permission exercice.modification est requise'),
              (2, 'excuse_statut', to_jsonb(s.excuse_statut),
               case
                 when -2 in (s.excuse_statut, (l.ligne ->> 'excuse_statut')::smallint) then 'les amendes se calculent à part'
                 else 'la permission exercice.validation est requise'
               end),
              (3, 'excuse', to_jsonb(s.excuse), 'ce champ suit excuse_type_id'),
              (4, 'amende', to_jsonb(s.excuse_statut = -2), 'les amendes se calculent à part'),
              (5, 'date_demande', to_jsonb(s.date_demande), 'ce champ suit la demande du sapeur'),
              (6, 'date_validation', to_jsonb(s.date_validation), 'ce champ suit la décision')
     ) as c (m, field, value, reason)
     where jsonb_typeof(l.ligne -> c.field) <> 'null'
       and l.ligne -> c.field is distinct from c.value
  )
  select coalesce(json_agg(a.sentence order by a.n, a.m), '[]')
    from (
      select v.n, v.m, v.path || ' : élément vide, ignoré' as sentence from empty_elements v
      union all
      select g.n, g.m, g.sentence from unchanged g
    ) a
$$;
comment on function app.presence_avertissements(bigint, jsonb) is
  'One sentence for each part of a batch of presences that was not stored: empty elements, fields that the caller may not change, and derived fields. To be called after the batch is written.';
grant execute on function app.presence_avertissements(bigint, jsonb) to caserne_api;
--! EndIncluded app/exercices/presence_avertissements.sql

-- Accounting entries, statements of account and payments.
--! Included app/moi/decomptes.sql
create table if not exists app.decomptes (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  exercice_comptable_id bigint not null,
  designation text not null check (designation <> ''),
  date date not null,
  primary key (sis_key, id),
  foreign key (sis_key, exercice_comptable_id) references app.exercices_comptables
);
create index if not exists decomptes_exercice_comptable_id_idx on app.decomptes (sis_key, exercice_comptable_id);

alter table app.decomptes enable row level security;
alter table app.decomptes force row level security;
drop policy if exists locataire on app.decomptes;
create policy locataire on app.decomptes as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.decomptes;
create policy lecture on app.decomptes for select
  using (sis_key = request.sis_with('comptabilite.lecture', 'comptabilite.modification'));
drop policy if exists ajout on app.decomptes;
create policy ajout on app.decomptes for insert with check (sis_key = request.sis_with('comptabilite.modification'));
drop policy if exists modification on app.decomptes;
create policy modification on app.decomptes for update
  using (sis_key = request.sis_with('comptabilite.modification'));
drop policy if exists suppression on app.decomptes;
create policy suppression on app.decomptes for delete using (sis_key = request.sis_with('comptabilite.modification'));
-- For definer functions of api, which choose the rows that they show.
drop policy if exists interne on app.decomptes;
create policy interne on app.decomptes for select to caserne_owner using (request.sapeur_id() is not null);

grant select on app.decomptes to caserne_api;

drop trigger if exists _900_journal on app.decomptes;
create trigger _900_journal after insert or update or delete on app.decomptes
  for each row execute function audit.tg_journal();

comment on table app.decomptes is 'Statements of account. One statement pays several sapeurs at once.';
comment on constraint decomptes_sis_key_exercice_comptable_id_fkey on app.decomptes is 'exercice_comptable_id: Cet exercice comptable n’existe pas. | Cet exercice comptable contient des décomptes';
--! EndIncluded app/moi/decomptes.sql
--! Included app/moi/paiements.sql
create table if not exists app.paiements (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  decompte_id bigint not null,
  sapeur_id bigint not null,
  date date not null,
  solde numeric(12, 2) not null default 0,
  indemnite numeric(12, 2) not null default 0,
  frais_forfaitaire numeric(12, 2) not null default 0,
  frais_effectif numeric(12, 2) not null default 0,
  autre numeric(12, 2) not null default 0,
  avs_ac numeric(12, 2) not null default 0,
  total numeric(12, 2) not null generated always as (solde + indemnite + frais_forfaitaire + frais_effectif + autre - avs_ac) stored,
  primary key (sis_key, id),
  unique (sis_key, decompte_id, sapeur_id),
  foreign key (sis_key, decompte_id) references app.decomptes,
  foreign key (sis_key, sapeur_id) references app.sapeurs
);
create index if not exists paiements_sapeur_id_idx on app.paiements (sis_key, sapeur_id);

alter table app.paiements enable row level security;
alter table app.paiements force row level security;
drop policy if exists locataire on app.paiements;
create policy locataire on app.paiements as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.paiements;
create policy lecture on app.paiements for select
  using (sis_key = request.sis_with('comptabilite.lecture', 'comptabilite.modification'));
drop policy if exists soi on app.paiements;
create policy soi on app.paiements for select using (sapeur_id = request.sapeur_id());
drop policy if exists ajout on app.paiements;
create policy ajout on app.paiements for insert with check (sis_key = request.sis_with('comptabilite.modification'));
drop policy if exists modification on app.paiements;
create policy modification on app.paiements for update
  using (sis_key = request.sis_with('comptabilite.modification'));
drop policy if exists suppression on app.paiements;
create policy suppression on app.paiements for delete using (sis_key = request.sis_with('comptabilite.modification'));

grant select on app.paiements to caserne_api;

drop trigger if exists _900_journal on app.paiements;
create trigger _900_journal after insert or update or delete on app.paiements
  for each row execute function audit.tg_journal();

comment on table app.paiements is 'The amounts in francs that a statement of account pays to one sapeur.';
comment on column app.paiements.solde is 'Pay for presences.';
comment on column app.paiements.avs_ac is 'Social security contributions (AVS, AC), deducted from the total.';
comment on column app.paiements.total is 'Amount paid out.';
comment on constraint paiements_sis_key_sapeur_id_fkey on app.paiements is 'sapeur_id: Ce sapeur n’existe pas. | Ce sapeur a des comptes écrits';
--! EndIncluded app/moi/paiements.sql
--! Included app/moi/ecritures.sql
create table if not exists app.ecritures (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  exercice_comptable_id bigint not null,
  sapeur_id bigint not null,
  date date not null,
  designation text not null check (designation <> ''),
  quantite numeric(10, 2) not null default 1,
  total numeric(12, 2) not null,
  decompte_id bigint,
  intervention_id bigint,
  exercice_id bigint,
  primary key (sis_key, id),
  foreign key (sis_key, exercice_comptable_id) references app.exercices_comptables,
  foreign key (sis_key, sapeur_id) references app.sapeurs,
  foreign key (sis_key, decompte_id) references app.decomptes,
  foreign key (sis_key, intervention_id) references app.interventions,
  foreign key (sis_key, exercice_id) references app.exercices
);
create index if not exists ecritures_exercice_comptable_id_idx on app.ecritures (sis_key, exercice_comptable_id);
create index if not exists ecritures_sapeur_id_idx on app.ecritures (sis_key, sapeur_id, exercice_comptable_id);
create index if not exists ecritures_decompte_id_idx on app.ecritures (sis_key, decompte_id);
create index if not exists ecritures_intervention_id_idx on app.ecritures (sis_key, intervention_id);
create index if not exists ecritures_exercice_id_idx on app.ecritures (sis_key, exercice_id);

alter table app.ecritures enable row level security;
alter table app.ecritures force row level security;
drop policy if exists locataire on app.ecritures;
create policy locataire on app.ecritures as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.ecritures;
create policy lecture on app.ecritures for select
  using (sis_key = request.sis_with('comptabilite.lecture', 'comptabilite.modification'));
drop policy if exists soi on app.ecritures;
create policy soi on app.ecritures for select using (sapeur_id = request.sapeur_id());
drop policy if exists ajout on app.ecritures;
create policy ajout on app.ecritures for insert with check (sis_key = request.sis_with('comptabilite.modification'));
drop policy if exists modification on app.ecritures;
create policy modification on app.ecritures for update
  using (sis_key = request.sis_with('comptabilite.modification'));
drop policy if exists suppression on app.ecritures;
create policy suppression on app.ecritures for delete using (sis_key = request.sis_with('comptabilite.modification'));

grant select on app.ecritures to caserne_api;

drop trigger if exists _900_journal on app.ecritures;
create trigger _900_journal after insert or update or delete on app.ecritures
  for each row execute function audit.tg_journal();

comment on table app.ecritures is 'Accounting entries: the amount in francs that a SIS owes a sapeur for a presence or another service.';
comment on column app.ecritures.decompte_id is 'The statement of account that settled the entry, or null.';
comment on constraint ecritures_sis_key_sapeur_id_fkey on app.ecritures is 'sapeur_id: Ce sapeur n’existe pas. | Ce sapeur a des comptes écrits';
comment on constraint ecritures_sis_key_intervention_id_fkey on app.ecritures is 'intervention_id: Cette intervention n’existe pas. | Cette intervention est imputée';
comment on constraint ecritures_sis_key_exercice_id_fkey on app.ecritures is 'exercice_id: Cet exercice n’existe pas. | Cet exercice est imputé';
comment on constraint ecritures_sis_key_exercice_comptable_id_fkey on app.ecritures is 'exercice_comptable_id: Cet exercice comptable n’existe pas. | Cet exercice comptable contient des écritures';
--! EndIncluded app/moi/ecritures.sql

-- Contacts and logo of a SIS.
--! Included app/sis/sis_contacts.sql
create table if not exists app.sis_contacts (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  email text not null check (email <> '' and app.is_email(email)),
  liste text not null default '',
  version bigint not null default 1,
  primary key (sis_key, id)
);
create unique index if not exists sis_contacts_key on app.sis_contacts (sis_key, lower(email), liste);

alter table app.sis_contacts enable row level security;
alter table app.sis_contacts force row level security;
drop policy if exists locataire on app.sis_contacts;
create policy locataire on app.sis_contacts as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.sis_contacts;
create policy lecture on app.sis_contacts for select using (sis_key = request.sis_with('sis.config'));
drop policy if exists ajout on app.sis_contacts;
create policy ajout on app.sis_contacts for insert with check (sis_key = request.sis_with('sis.config'));
drop policy if exists suppression on app.sis_contacts;
create policy suppression on app.sis_contacts for delete using (sis_key = request.sis_with('sis.config'));

grant select, delete on app.sis_contacts to caserne_api;
grant insert (email, liste) on app.sis_contacts to caserne_api;

drop trigger if exists _020_version on app.sis_contacts;
create trigger _020_version before update on app.sis_contacts
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _870_changement on app.sis_contacts;
create trigger _870_changement after insert or update or delete on app.sis_contacts
  for each row execute function audit.tg_changement('sis');
drop trigger if exists _880_changement on app.sis_contacts;
create trigger _880_changement after truncate on app.sis_contacts
  for each statement execute function audit.tg_changement('sis');
drop trigger if exists _900_journal on app.sis_contacts;
create trigger _900_journal after insert or update or delete on app.sis_contacts
  for each row execute function audit.tg_journal();
drop trigger if exists _950_if_match on app.sis_contacts;
create trigger _950_if_match after update or delete on app.sis_contacts
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table app.sis_contacts is 'Addresses that a SIS writes to, in lists.';
comment on constraint sis_contacts_email_check on app.sis_contacts is 'email: Cette adresse e-mail n’est pas valide.';
comment on index app.sis_contacts_key is 'Cette adresse est déjà dans cette liste';
--! EndIncluded app/sis/sis_contacts.sql
--! Included app/sis/sis_logos.sql
-- The only public thing of a SIS: any request opened on its key may see it.
create table if not exists app.sis_logos (
  sis_key text not null references auth.sis default request.sis_key(),
  type text not null check (type in ('image/png', 'image/jpeg', 'image/webp', 'image/svg+xml')),
  image bytea not null check (length(image) between 1 and 1048576),
  etag text not null generated always as (encode(sha256(image), 'hex')) stored,
  updated_at timestamptz not null default now(),
  version bigint not null default 1,
  primary key (sis_key)
);

alter table app.sis_logos enable row level security;
alter table app.sis_logos force row level security;
drop policy if exists locataire on app.sis_logos;
create policy locataire on app.sis_logos as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.sis_logos;
create policy lecture on app.sis_logos for select using (sis_key = request.sis_key());
drop policy if exists ajout on app.sis_logos;
create policy ajout on app.sis_logos for insert with check (sis_key = request.sis_with('sis.config'));
drop policy if exists modification on app.sis_logos;
create policy modification on app.sis_logos for update using (sis_key = request.sis_with('sis.config'));
drop policy if exists suppression on app.sis_logos;
create policy suppression on app.sis_logos for delete using (sis_key = request.sis_with('sis.config'));

grant select, delete on app.sis_logos to caserne_api;
grant insert (type, image), update (type, image) on app.sis_logos to caserne_api;

drop trigger if exists _010_updated_at on app.sis_logos;
create trigger _010_updated_at before update on app.sis_logos
  for each row execute function app.tg_updated_at();
drop trigger if exists _020_version on app.sis_logos;
create trigger _020_version before update on app.sis_logos
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _870_changement on app.sis_logos;
create trigger _870_changement after insert or update or delete on app.sis_logos
  for each row execute function audit.tg_changement('sis');
drop trigger if exists _880_changement on app.sis_logos;
create trigger _880_changement after truncate on app.sis_logos
  for each statement execute function audit.tg_changement('sis');
drop trigger if exists _900_journal on app.sis_logos;
create trigger _900_journal after insert or update or delete on app.sis_logos
  for each row execute function audit.tg_journal('image');
drop trigger if exists _950_if_match on app.sis_logos;
create trigger _950_if_match after update or delete on app.sis_logos
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match('sis_key');

comment on table app.sis_logos is 'The logo of a SIS.';
comment on column app.sis_logos.etag is 'SHA-256 of the image, by which caches know it.';
comment on constraint sis_logos_image_check on app.sis_logos is 'logo: L’image ne doit pas dépasser 1 Mio.';
comment on constraint sis_logos_type_check on app.sis_logos is 'logo: Ce fichier n’est pas une image PNG, JPEG, WebP ou SVG.';
--! EndIncluded app/sis/sis_logos.sql

-- Mailboxes and the ledger of messages.
--! Included app/sis/messageries.sql
-- A mailbox belongs to a SIS or to the instance. The sis_key of the instance's mailbox is '*', which no account can
-- hold; that mailbox serves every SIS. Hence no foreign key to auth.sis.
create table if not exists app.messageries (
  sis_key text not null default request.sis_key(),
  id bigint generated always as identity,
  host text not null check (host <> ''),
  port integer not null check (port between 1 and 65535),
  securite text not null default 'tls' check (securite in ('tls', 'starttls', 'none')),
  utilisateur text not null,
  mot_de_passe bytea not null,
  dossier text not null default 'INBOX' check (dossier <> ''),
  dossier_traite text check (dossier_traite <> ''),
  expediteurs text[] not null default '{}',
  active boolean not null default true,
  lire_depuis timestamptz not null default now() - interval '1 day',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version bigint not null default 1,
  primary key (sis_key, id),
  unique (sis_key, host, port, utilisateur, dossier),
  -- Each value is sent to the mail server within one line, so it must not contain control characters.
  constraint messageries_host_ligne check (host !~ '[[:cntrl:]]'),
  constraint messageries_utilisateur_ligne check (utilisateur !~ '[[:cntrl:]]'),
  constraint messageries_dossier_ligne check (dossier !~ '[[:cntrl:]]'),
  constraint messageries_dossier_traite_ligne check (dossier_traite !~ '[[:cntrl:]]')
);

alter table app.messageries enable row level security;
alter table app.messageries force row level security;
drop policy if exists locataire on app.messageries;
create policy locataire on app.messageries as restrictive using (sis_key = request.sis_key());
-- The login of the data server can open a request for any SIS (request.open). This policy hides the instance's mailbox
-- from that login, in definer functions too.
drop policy if exists instance on app.messageries;
create policy instance on app.messageries as restrictive using (sis_key <> '*' or 'caserne_api' not in (current_user, session_user));
drop policy if exists lecture on app.messageries;
create policy lecture on app.messageries for select using (sis_key = request.sis_with('sis.config'));
drop policy if exists ajout on app.messageries;
create policy ajout on app.messageries for insert with check (sis_key = request.sis_with('sis.config'));
drop policy if exists modification on app.messageries;
create policy modification on app.messageries for update using (sis_key = request.sis_with('sis.config'));
drop policy if exists suppression on app.messageries;
create policy suppression on app.messageries for delete using (sis_key = request.sis_with('sis.config'));

grant select (sis_key, id, host, port, securite, utilisateur, dossier, dossier_traite, expediteurs, active, lire_depuis, created_at, updated_at, version)
  on app.messageries to caserne_api;
grant insert (host, port, securite, utilisateur, mot_de_passe, dossier, expediteurs, active, lire_depuis),
  update (host, port, securite, utilisateur, mot_de_passe, dossier, expediteurs, active, lire_depuis)
  on app.messageries to caserne_api;
grant delete on app.messageries to caserne_api;
-- Not granted to anyone: reading mot_de_passe.

drop trigger if exists _010_updated_at on app.messageries;
create trigger _010_updated_at before update on app.messageries
  for each row execute function app.tg_updated_at();
drop trigger if exists _020_version on app.messageries;
create trigger _020_version before update on app.messageries
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _900_journal on app.messageries;
create trigger _900_journal after insert or update or delete on app.messageries
  for each row execute function audit.tg_journal('mot_de_passe');
drop trigger if exists _950_if_match on app.messageries;
create trigger _950_if_match after update or delete on app.messageries
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table app.messageries is 'Mailboxes that alarms are read from; the instance''s own has the sis_key ''*''.';
comment on column app.messageries.mot_de_passe is 'Password encrypted with AES-256-GCM under MAILBOX_KEY for this SIS, host, port, securite and utilisateur: nonce, tag, ciphertext.';
comment on column app.messageries.dossier_traite is 'Folder that read messages are moved to; null leaves them in place, flagged seen.';
comment on column app.messageries.lire_depuis is 'Messages that arrived before this time are ignored. Default: one day before the mailbox was set up.';
comment on column app.messageries.expediteurs is 'Addresses of the senders whose mails are read. Mails of other senders are refused.';
comment on constraint messageries_host_check on app.messageries is 'host: Ce champ est obligatoire.';
comment on constraint messageries_securite_check on app.messageries is 'securite: La valeur doit être l’une de : tls, starttls, none.';
comment on constraint messageries_dossier_check on app.messageries is 'dossier: Ce champ est obligatoire.';
comment on constraint messageries_host_ligne on app.messageries is 'host: Les caractères de contrôle ne sont pas permis.';
comment on constraint messageries_utilisateur_ligne on app.messageries is 'user: Les caractères de contrôle ne sont pas permis.';
comment on constraint messageries_dossier_ligne on app.messageries is 'folder: Les caractères de contrôle ne sont pas permis.';
comment on constraint messageries_dossier_traite_ligne on app.messageries is 'dossier_traite: Les caractères de contrôle ne sont pas permis.';
comment on constraint messageries_port_check on app.messageries is 'port: La valeur doit être comprise entre 1 et 65535.';
comment on constraint messageries_sis_key_host_port_utilisateur_dossier_key on app.messageries is 'Cette messagerie existe déjà';
--! EndIncluded app/sis/messageries.sql
--! Included app/sis/tg_messageries__mot_de_passe.sql
-- A trigger and not a check in the operation, because the rule holds for every writer of the table. A moved mailbox
-- must not take its password along; the password is sealed for its server and would not open elsewhere
-- (src/mail/seal.ts).
create or replace function app.tg_messageries__mot_de_passe() returns trigger
  language plpgsql volatile
as $$
begin
  raise sqlstate 'PT422' using
    message = 'Le mot de passe est à donner à nouveau quand le serveur ou l’utilisateur change.', detail = 'password';
end;
$$;
comment on function app.tg_messageries__mot_de_passe() is
  'Refuses (PT422) to keep the password when the server, port, protection or user changes.';
drop trigger if exists _020_mot_de_passe on app.messageries;
create trigger _020_mot_de_passe before update on app.messageries
  for each row
  when ((old.host, old.port, old.securite, old.utilisateur) is distinct from (new.host, new.port, new.securite, new.utilisateur)
        and old.mot_de_passe = new.mot_de_passe)
  execute function app.tg_messageries__mot_de_passe();
--! EndIncluded app/sis/tg_messageries__mot_de_passe.sql
--! Included app/sis/messages.sql
create table if not exists app.messages (
  sis_key text not null default request.sis_key(),
  id bigint generated always as identity,
  messagerie_id bigint not null,
  uidvalidity bigint not null,
  uid bigint not null,
  message_id text,
  sha256 text not null,
  corps text,
  expediteur text not null,
  sujet text not null,
  date timestamptz,
  taille integer not null,
  etat text not null default 'received' check (etat in ('received', 'alarm', 'ignored', 'refused', 'failed')),
  raison text not null default '',
  tentatives integer not null default 1,
  contenu bytea,
  created_at timestamptz not null default now(),
  version bigint not null default 1,
  primary key (sis_key, id),
  foreign key (sis_key, messagerie_id) references app.messageries on delete cascade
);
create unique index if not exists messages_empreinte_key
  on app.messages (sis_key, messagerie_id, (coalesce(message_id, sha256)));
create index if not exists messages_etat_idx on app.messages (sis_key, messagerie_id, etat, id);

alter table app.messages enable row level security;
alter table app.messages force row level security;
drop policy if exists locataire on app.messages;
create policy locataire on app.messages as restrictive using (sis_key = request.sis_key());
-- As on app.messageries.
drop policy if exists instance on app.messages;
create policy instance on app.messages as restrictive using (sis_key <> '*' or 'caserne_api' not in (current_user, session_user));
drop policy if exists lecture on app.messages;
create policy lecture on app.messages for select using (sis_key = request.sis_with('sis.config'));
drop policy if exists ajout on app.messages;
create policy ajout on app.messages for insert with check (sis_key = request.sis_with('sis.config'));
drop policy if exists modification on app.messages;
create policy modification on app.messages for update using (sis_key = request.sis_with('sis.config'));
-- Refused messages are removed when they are old. Nobody removes a message by hand.
drop policy if exists suppression on app.messages;
create policy suppression on app.messages for delete to caserne_owner using (sis_key = request.sis_with('sis.config'));

grant select on app.messages to caserne_api;
-- Not granted: writing. The worker records what became of a message; api.relire_message asks for a relecture.

drop trigger if exists _020_version on app.messages;
create trigger _020_version before update on app.messages
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _900_journal on app.messages;
create trigger _900_journal after insert or update or delete on app.messages
  for each row execute function audit.tg_journal('contenu');
drop trigger if exists _950_if_match on app.messages;
create trigger _950_if_match after update or delete on app.messages
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table app.messages is 'The ledger: each message seen in a mailbox, once, with what became of it.';
comment on column app.messages.etat is 'What became of the message; received: it waits for a relecture.';
comment on column app.messages.tentatives is 'How often the message was read.';
comment on column app.messages.message_id is 'Header Message-ID; null where the message has none or another message already has it. Then the hash tells messages apart.';
comment on column app.messages.corps is 'SHA-256 of the mail after its header, which servers do not change; null where it was not read. It tells apart two messages with the same Message-ID.';
comment on column app.messages.raison is 'Why the message is in this state, or what was odd about it; in French.';
comment on column app.messages.contenu is 'The raw message, kept for a limited time, and longer while it is failed.';
--! EndIncluded app/sis/messages.sql

-- Accounts linked to sapeurs: these files need the tables of people.
--! Included auth/memberships.sql
create table if not exists auth.memberships (
  sis_key text not null references auth.sis,
  user_id bigint not null references auth.users on delete cascade,
  sapeur_id bigint,
  mobile boolean not null default false,
  parti_at timestamptz,
  primary key (sis_key, user_id),
  foreign key (sis_key, sapeur_id) references app.sapeurs
);
create index if not exists memberships_user_id_idx on auth.memberships (user_id);
create unique index if not exists memberships_sapeur_id_key on auth.memberships (sis_key, sapeur_id);

alter table auth.memberships enable row level security;
alter table auth.memberships force row level security;
drop policy if exists locataire on auth.memberships;
create policy locataire on auth.memberships as restrictive using (sis_key = coalesce(request.sis_key(), sis_key));
drop policy if exists interne on auth.memberships;
create policy interne on auth.memberships to caserne_owner using (true);

drop trigger if exists _850_contenu on auth.memberships;
create trigger _850_contenu after insert or update or delete on auth.memberships
  for each row execute function auth.tg_contenu('users', 'user_id');
drop trigger if exists _900_journal on auth.memberships;
create trigger _900_journal after insert or update or delete on auth.memberships
  for each row execute function audit.tg_journal();

comment on constraint memberships_sis_key_sapeur_id_fkey on auth.memberships is 'sapeur_id: Ce sapeur n’existe pas. | Ce sapeur est lié à un compte';
comment on column auth.memberships.parti_at is 'Midnight after the linked sapeur''s last day, from which the account''s rights here are void; null while he serves. Set by a trigger.';
comment on table auth.memberships is 'The sapeur that an account is in a SIS, and whether it gets mobile alerts there. A sapeur has at most one account.';

-- auth.invitations is loaded before app.sapeurs, so its foreign key to the sapeur is added here.
alter table auth.invitations drop constraint if exists invitations_sapeur_id_fkey;
alter table auth.invitations add constraint invitations_sapeur_id_fkey
  foreign key (sis_key, sapeur_id) references app.sapeurs on delete set null (sapeur_id);
--! EndIncluded auth/memberships.sql
--! Included auth/end_sessions.sql
-- A token carries the second of its issue only, so tokens of the current second end too, and auth.session dates the
-- next ones later. The instant always rises by at least a second, to end tokens issued since the last time.
create or replace function auth.end_access_tokens(user_id bigint) returns void
  language sql volatile set search_path = ''
as $$
  update auth.users u
     set tokens_valid_from = date_trunc('second', greatest(clock_timestamp(), u.tokens_valid_from)) + interval '1 second'
   where u.id = end_access_tokens.user_id;
$$;
comment on function auth.end_access_tokens(bigint) is
  'Ends the access tokens of an account; its refresh tokens give new ones.';

create or replace function auth.end_sessions(user_id bigint) returns void
  language sql volatile set search_path = ''
as $$
  select auth.end_access_tokens(end_sessions.user_id);
  update auth.sessions s
     set revoked_at = clock_timestamp()
   where s.user_id = end_sessions.user_id
     and s.revoked_at is null;
  delete from auth.tokens t where t.user_id = end_sessions.user_id and t.genre = 'reinitialisation';
$$;
comment on function auth.end_sessions(bigint) is 'Ends all access, refresh and reset tokens of an account at once.';
--! EndIncluded auth/end_sessions.sql
--! Included auth/depart.sql
-- An account has left a SIS when it is linked to a sapeur (type 0) whose mutations have all ended. The instant of
-- leaving is stored beside the link, so that the calendar decides and each request reads one row. Every change of its
-- sources renews it: mutations, type of the sapeur, link and time zone (app.tg_depart, auth.tg_memberships__depart).
-- See decision 0024.

create or replace function auth.depart(sis_key text, sapeur_id bigint) returns timestamptz
  language sql stable set search_path = ''
as $$
  select case
           when bool_and(m.sortie is not null)
           then (max(m.sortie) + 1)::timestamp at time zone (select c.fuseau from app.sis c where c.sis_key = depart.sis_key)
         end
    from app.sapeurs s
    join app.mutations m on m.sis_key = s.sis_key and m.sapeur_id = s.id
   where s.sis_key = depart.sis_key
     and s.id = depart.sapeur_id
     and s.type = 0
$$;
comment on function auth.depart(text, bigint) is
  'The midnight after the last day of a sapeur''s last mutation, in the time zone of the request''s SIS; null when a mutation is open or there is none.';

-- The sapeur is locked: a link made while his mutations change waits for that change, and the other way round.
create or replace function auth.read_depart(sis_key text, sapeur_id bigint, before timestamptz, out parti_at timestamptz, out interrupted boolean)
  language plpgsql volatile set search_path = ''
as $$
declare
  v_opened text[] := request.opened();
begin
  perform request.open(null, read_depart.sis_key, array['sapeur.lecture', 'sapeur.modification'], null);
  perform
     from app.sapeurs s
    where s.sis_key = read_depart.sis_key
      and s.id = read_depart.sapeur_id
      for no key update;
  parti_at := auth.depart(read_depart.sis_key, read_depart.sapeur_id);
  interrupted := not exists (
    select
      from app.mutations m
     where m.sis_key = read_depart.sis_key
       and m.sapeur_id = read_depart.sapeur_id
       and daterange(m.incorporation, m.sortie, '[]') @> (before at time zone app.fuseau())::date
  );
  perform request.reopen(v_opened);
end;
$$;
comment on function auth.read_depart(text, bigint, timestamptz) is
  'parti_at: auth.depart, from any request or none. interrupted: whether no mutation covers the day of an earlier departure (before).';

create or replace function auth.renew_depart(sis_key text, sapeur_id bigint) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_parti_at timestamptz := (auth.read_depart(renew_depart.sis_key, renew_depart.sapeur_id, null)).parti_at;
begin
  -- The trigger of the link writes parti_at.
  update auth.memberships m
     set sapeur_id = m.sapeur_id
   where m.sis_key = renew_depart.sis_key
     and m.sapeur_id = renew_depart.sapeur_id
     and m.parti_at is distinct from v_parti_at;
end;
$$;
comment on function auth.renew_depart(text, bigint) is
  'Recomputes when the account of a sapeur leaves, after a change of mutations, type or time zone.';
--! EndIncluded auth/depart.sql
--! Included auth/has_left.sql
create or replace function auth.has_left(user_id bigint, sis_key text) returns boolean
  language sql stable set search_path = ''
as $$
  select exists (
    select
      from auth.memberships m
     where m.sis_key = has_left.sis_key
       and m.user_id = has_left.user_id
       and m.parti_at <= clock_timestamp()
  )
$$;
comment on function auth.has_left(bigint, text) is
  'Whether an account''s rights in a SIS are void because its sapeur has left.';

create or replace function auth.refuse_left(user_id bigint, sis_key text) returns void
  language plpgsql stable set search_path = ''
as $$
begin
  if auth.has_left(refuse_left.user_id, refuse_left.sis_key) then
    raise sqlstate 'PT409' using message = 'Ce compte est lié à un sapeur sorti du SIS : déliez-le avant de lui donner un rôle';
  end if;
end;
$$;
comment on function auth.refuse_left(bigint, text) is
  'Refuses (PT409) to give roles to an account whose sapeur has left the SIS, because they would be void.';
--! EndIncluded auth/has_left.sql
--! Included auth/tg_memberships__depart.sql
-- Access tokens issued before still carry the roles, so they end, and new ones carry the remaining rights.
create or replace function auth.lapse_rights(sis_key text, user_id bigint) returns void
  language sql volatile set search_path = ''
as $$
  delete from auth.user_roles ur where ur.sis_key = lapse_rights.sis_key and ur.user_id = lapse_rights.user_id;
  select auth.end_access_tokens(lapse_rights.user_id);
$$;
comment on function auth.lapse_rights(text, bigint) is 'Removes the roles of an account in a SIS for good.';

-- The roles of someone who has left stay stored, so that correcting a mistyped end restores them. They lapse when he
-- comes back after a day out of service, or when the account is unlinked: otherwise they would revive without anyone
-- giving them.
create or replace function auth.tg_memberships__depart() returns trigger
  language plpgsql volatile set search_path = ''
as $$
declare
  v_left boolean := tg_op <> 'INSERT' and coalesce(old.parti_at <= clock_timestamp(), false);
  v_interrupted boolean;
begin
  if tg_op = 'DELETE' then
    if v_left then
      perform auth.lapse_rights(old.sis_key, old.user_id);
    end if;
    return old;
  end if;
  new.parti_at := null;
  if new.sapeur_id is not null then
    select d.parti_at, d.interrupted into new.parti_at, v_interrupted
      from auth.read_depart(new.sis_key, new.sapeur_id, case when v_left then old.parti_at end) d;
  end if;
  if v_left and (
       new.sapeur_id is distinct from old.sapeur_id
       or v_interrupted and coalesce(new.parti_at > old.parti_at, true)
     ) then
    perform auth.lapse_rights(old.sis_key, old.user_id);
    new.mobile := false;
  end if;
  return new;
end;
$$;
comment on function auth.tg_memberships__depart() is
  'Keeps when the linked sapeur leaves, and removes the roles of an account whose sapeur had left and comes back or is unlinked.';
drop trigger if exists _100_depart on auth.memberships;
create trigger _100_depart before insert or delete or update of sapeur_id on auth.memberships
  for each row execute function auth.tg_memberships__depart();
--! EndIncluded auth/tg_memberships__depart.sql
--! Included auth/as_json.sql
create or replace function auth.as_json(u auth.users) returns json
  language sql stable set search_path = ''
as $$
  select json_build_object(
    'id', u.id,
    'name', u.name,
    'email', u.email,
    'email_verified_at', request.utc_micros(u.email_verified_at),
    'created_at', request.utc_micros(u.created_at),
    'updated_at', request.utc_micros(u.updated_at)
  )
$$;
comment on function auth.as_json(auth.users) is 'An account as its owner sees it.';

create or replace function auth.as_json(s auth.sis) returns json
  language sql stable set search_path = ''
as $$
  select json_build_object(
    'id', s.id,
    'api_key', s.api_key,
    'nom', s.nom,
    'abreviation', s.abreviation,
    -- Also true while an account gets alerts of the SIS: its tokens say so, whatever the directory says.
    'mobile', s.mobile or exists (select from auth.memberships m where m.sis_key = s.api_key and m.mobile)
  )
$$;
comment on function auth.as_json(auth.sis) is 'A SIS as the directory shows it.';
--! EndIncluded auth/as_json.sql
--! Included auth/user_by_email.sql
create or replace function auth.user_by_email(email text) returns auth.users
  language sql stable set search_path = ''
as $$
  select u from auth.users u where lower(u.email) = lower(btrim(user_by_email.email))
$$;
comment on function auth.user_by_email(text) is
  'The account with an e-mail, compared without case; null when there is none.';
--! EndIncluded auth/user_by_email.sql
--! Included auth/permissions_of.sql
create or replace function auth.permissions_of(u auth.users) returns json
  language sql stable set search_path = ''
as $$
  select coalesce(json_object_agg(p.sis_key, p.permissions order by p.sis_key), '{}')
    from (
      select s.api_key as sis_key, '["admin"]'::json as permissions
        from auth.sis s
       where u.is_admin
      union all
      select ur.sis_key, json_agg(distinct rp.permission)
        from auth.user_roles ur
        join auth.role_permissions rp on rp.sis_key = ur.sis_key and rp.role_id = ur.role_id
        left join auth.memberships m on m.sis_key = ur.sis_key and m.user_id = ur.user_id
       where ur.user_id = u.id
         and not u.is_admin
         and coalesce(m.parti_at > clock_timestamp(), true)
       group by ur.sis_key
    ) p
$$;
comment on function auth.permissions_of(auth.users) is
  'Rights of an account: {sis_key: [permission, …]}, without SIS that its sapeur has left; for an administrator every SIS with ["admin"].';

create or replace function auth.permissions_in(u auth.users, sis_key text) returns text[]
  language sql stable set search_path = ''
as $$
  select array(
    select p.identifiant
      from auth.permissions p
     where u.is_admin
        or not (select auth.has_left(u.id, permissions_in.sis_key)) and exists (
          select
            from auth.user_roles ur
            join auth.role_permissions rp on rp.sis_key = ur.sis_key and rp.role_id = ur.role_id
           where ur.sis_key = permissions_in.sis_key and ur.user_id = u.id and rp.permission = p.identifiant
        )
  )
$$;
comment on function auth.permissions_in(auth.users, text) is
  'Permissions of an account in one SIS today: none where its sapeur has left, for an administrator the whole catalogue.';
--! EndIncluded auth/permissions_of.sql
--! Included auth/session.sql
create or replace function auth.session(user_id bigint) returns json
  language sql stable set search_path = ''
as $$
  select json_build_object(
    'user', auth.as_json(u),
    -- By the database clock, which also dates revocations.
    'issued_at', greatest(floor(extract(epoch from clock_timestamp())), extract(epoch from u.tokens_valid_from))::bigint,
    'claims', json_build_object(
      'id', u.id,
      'admin', u.is_admin,
      'validated', u.email_verified_at is not null,
      'pseudo', u.name,
      'email', u.email,
      'permissions', auth.permissions_of(u),
      'mobiles', coalesce((
        select json_agg(m.sis_key order by m.sis_key)
          from auth.memberships m
         where m.user_id = u.id and m.mobile and (u.is_admin or coalesce(m.parti_at > clock_timestamp(), true))
      ), '[]'),
      'sapeurs', coalesce((
        select json_object_agg(m.sis_key, m.sapeur_id order by m.sis_key)
          from auth.memberships m
         where m.user_id = u.id and m.sapeur_id is not null and (u.is_admin or coalesce(m.parti_at > clock_timestamp(), true))
      ), '{}')
    )
  )
    from auth.users u
   where u.id = session.user_id
$$;
comment on function auth.session(bigint) is
  'The answer to a sign-in, {user, issued_at, claims}: claims is the object `data` of the access token, issued_at its iat in UNIX seconds.';

create or replace function auth.begin_session(user_id bigint, refresh_hash bytea, appareil text) returns json
  language sql volatile set search_path = ''
as $$
  with session as (
    insert into auth.sessions (user_id, appareil)
    values (begin_session.user_id, left(coalesce(begin_session.appareil, ''), 255))
    returning id
  )
  insert into auth.refresh_tokens (token_hash, session_id) select refresh_hash, id from session;
  select auth.session(begin_session.user_id);
$$;
comment on function auth.begin_session(bigint, bytea, text) is
  'Signs an account in with its first refresh token, and returns auth.session.';
--! EndIncluded auth/session.sql
--! Included auth/verify_password.sql
-- pgcrypto knows bcrypt as $2a$ only and falls back to DES on other prefixes, so the prefix is rewritten. bcrypt reads
-- 72 bytes, so a longer password would match by its beginning alone. A hash is always computed, so that the time does
-- not tell an unknown account from a wrong password.
create or replace function auth.verify_password(password text, hash text, cost integer) returns boolean
  language plpgsql volatile set search_path = ''
as $$
declare
  v_hash text := regexp_replace(coalesce(hash, ''), '^\$2[by]\$', '$2a$');
  v_known boolean := v_hash ~ '^\$2a\$(0[4-9]|[12]\d|3[01])\$[./A-Za-z0-9]{53}$';
begin
  -- A null password is wrong: without coalesce the answer would be neither true nor false.
  return coalesce(
    ext.crypt(password, case when v_known then v_hash else ext.gen_salt('bf', cost) end) = v_hash
      and v_known
      and octet_length(password) <= 72,
    false);
end;
$$;
comment on function auth.verify_password(text, text, integer) is
  'Whether a password matches a bcrypt hash ($2a$, $2b$, $2y$). Without a hash it takes as long as one of this cost.';
--! EndIncluded auth/verify_password.sql
--! Included auth/check_password.sql
-- Hashing takes time. A transaction that changes the password or disables the account meanwhile (auth.end_sessions)
-- ends the sessions that exist then, so no new one may begin with the old password afterwards.
create or replace function auth.check_password(u auth.users, password text, cost integer) returns boolean
  language plpgsql volatile set search_path = ''
as $$
begin
  if not auth.verify_password(password, u.password_hash, cost) then
    return false;
  end if;
  perform
     from auth.users o
    where o.id = u.id
      and o.tokens_valid_from = u.tokens_valid_from
      and o.disabled_at is null
      for no key update;
  return found;
end;
$$;
comment on function auth.check_password(auth.users, text, integer) is
  'Whether a password opens an account that was just read; the account stays unchanged until the transaction ends. Takes the same time without an account.';
--! EndIncluded auth/check_password.sql
--! Included auth/password_fault.sql
create or replace function auth.password_fault(password text, email text, name text, min_length integer) returns text
  language sql stable set search_path = ''
as $$
  select case
           when length(password) < min_length then format('Le mot de passe doit compter au moins %s caractères.', min_length)
           when lower(btrim(password)) in (lower(btrim(email)), lower(btrim(name)))
             then 'Le mot de passe ne doit être ni l’adresse e-mail ni le nom.'
           when octet_length(password) > 72 then 'Le mot de passe ne doit pas dépasser 72 octets.'
         end
$$;
comment on function auth.password_fault(text, text, text, integer) is
  'The fault of a new password, as a French sentence: too short, equal to the e-mail or name, or longer than the 72 bytes that bcrypt reads; null when it has none. No rules on characters (NIST SP 800-63B, 3.1.1).';
--! EndIncluded auth/password_fault.sql
--! Included auth/hash_password.sql
create or replace function auth.hash_password(password text, cost integer default 10, field text default 'password') returns text
  language plpgsql volatile set search_path = ''
as $$
begin
  if octet_length(password) > 72 then
    raise sqlstate 'PT422' using message = 'Le mot de passe ne doit pas dépasser 72 octets.', detail = field;
  end if;
  return ext.crypt(password, ext.gen_salt('bf', cost));
end;
$$;
comment on function auth.hash_password(text, integer, text) is
  'bcrypt hash of a password of at most 72 bytes, because bcrypt reads no more. PT422 when it is longer, detail: the field.';

create or replace function auth.hash_new_password(
  password text, email text, name text, min_length integer, cost integer, field text default 'password') returns text
  language plpgsql volatile set search_path = ''
as $$
declare
  v_fault text := auth.password_fault(password, email, name, min_length);
begin
  if v_fault is not null then
    raise sqlstate 'PT422' using message = v_fault, detail = field;
  end if;
  return auth.hash_password(password, cost, field);
end;
$$;
comment on function auth.hash_new_password(text, text, text, integer, integer, text) is
  'bcrypt hash of a new password. PT422 (detail: the field) where auth.password_fault finds a fault.';
--! EndIncluded auth/hash_password.sql
--! Included auth/add_user.sql
create or replace function auth.add_user(name text, email text, password_hash text) returns bigint
  language plpgsql volatile set search_path = ''
as $$
declare
  v_id bigint;
begin
  insert into auth.users (name, email, password_hash)
  values (btrim(add_user.name), btrim(add_user.email), add_user.password_hash)
  on conflict do nothing
  returning id into v_id;
  if v_id is null then
    raise sqlstate 'PT422' using message = 'Cette adresse e-mail est déjà utilisée.', detail = 'email';
  end if;
  return v_id;
end;
$$;
comment on function auth.add_user(text, text, text) is
  'Creates an account and returns its id. PT422 on email when it is taken.';
--! EndIncluded auth/add_user.sql
--! Included auth/add_sis.sql
create or replace function auth.check_sis_name(api_key text, nom text) returns void
  language plpgsql stable set search_path = ''
as $$
begin
  if exists (select from auth.sis s where s.api_key <> check_sis_name.api_key and request.plain(s.nom) = request.plain(check_sis_name.nom)) then
    raise sqlstate 'PT409' using message = 'Un SIS de ce nom existe déjà';
  end if;
end;
$$;
comment on function auth.check_sis_name(text, text) is
  'Refuses (PT409) a name that another SIS has, compared without case and accents.';

create or replace function auth.add_sis(api_key text, nom text, abreviation text, mobile boolean default false) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  if exists (select from auth.sis s where s.api_key = add_sis.api_key) then
    raise sqlstate 'PT409' using message = 'Un SIS de cette clé existe déjà';
  end if;
  perform auth.check_sis_name(add_sis.api_key, add_sis.nom);
  insert into auth.sis (api_key, nom, abreviation, mobile)
  values (add_sis.api_key, add_sis.nom, coalesce(add_sis.abreviation, add_sis.nom), coalesce(add_sis.mobile, false));
  -- Also opens a request in the new SIS: the policies on tables of roles allow writing in the SIS of the request only.
  perform app.set_up_sis(add_sis.api_key);
  with templates as (
    select *
      from (values
        ('Administration', array['%']),
        ('Chef d''intervention', array['intervention.%', 'sapeur.lecture', 'exercice.lecture']),
        ('Instruction', array['exercice.%', 'sapeur.lecture']),
        ('Comptabilité', array['comptabilite.%', 'intervention.lecture', 'exercice.lecture', 'sapeur.lecture']),
        ('Consultation', array['intervention.lecture', 'exercice.lecture', 'sapeur.lecture'])
      ) as m (nom, patterns)
  ),
  added as (
    insert into auth.roles (sis_key, nom) select add_sis.api_key, m.nom from templates m returning roles.id, roles.nom
  )
  insert into auth.role_permissions (sis_key, role_id, permission)
  select add_sis.api_key, n.id, p.identifiant
    from added n
    join templates m on m.nom = n.nom
    join auth.permissions p on p.identifiant like any (m.patterns);
end;
$$;
comment on function auth.add_sis(text, text, text, boolean) is
  'Creates a SIS with its five roles, settings and reference lists. PT409 when the key or name is taken.';
--! EndIncluded auth/add_sis.sql
--! Included auth/link_sapeur.sql
create or replace function auth.link_sapeur(sis_key text, user_id bigint, email text) returns void
  language sql volatile set search_path = ''
as $$
  insert into auth.memberships (sis_key, user_id, sapeur_id)
  select link_sapeur.sis_key, link_sapeur.user_id, min(p.sapeur_id)
    from app.particularites p
   where p.sis_key = link_sapeur.sis_key
     and lower(p.email) = lower(link_sapeur.email)
  -- An e-mail that two people of a SIS share identifies neither.
  having count(*) = 1
     and bool_and(p.email_garanti)
     -- A link to a sapeur who has left would take rights away.
     and coalesce(auth.depart(link_sapeur.sis_key, min(p.sapeur_id)) > clock_timestamp(), true)
     and not exists (select from auth.memberships m where m.sis_key = link_sapeur.sis_key and m.sapeur_id = min(p.sapeur_id))
  on conflict on constraint memberships_pkey do update set sapeur_id = excluded.sapeur_id
   where memberships.sapeur_id is null
$$;
comment on function auth.link_sapeur(text, bigint, text) is
  'Links an account to the only sapeur of the request''s SIS with its e-mail, if the e-mail is garanti, the sapeur serves and neither is linked yet.';
--! EndIncluded auth/link_sapeur.sql
--! Included auth/link_sapeurs.sql
-- People are under policies, so each SIS is opened in turn.
create or replace function auth.link_sapeurs(user_id bigint, email text) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_opened text[] := request.opened();
  v_sis_key text;
begin
  for v_sis_key in select s.api_key from auth.sis s order by s.api_key loop
    perform request.open(coalesce(nullif(v_opened[1], '')::bigint, link_sapeurs.user_id), v_sis_key, array['sapeur.lecture'], null);
    perform auth.link_sapeur(v_sis_key, link_sapeurs.user_id, link_sapeurs.email);
  end loop;
  perform request.reopen(v_opened);
end;
$$;
comment on function auth.link_sapeurs(bigint, text) is
  'Links an account to the sapeur with its e-mail in each SIS where auth.link_sapeur finds one.';
--! EndIncluded auth/link_sapeurs.sql
--! Included auth/possible_links.sql
create or replace function auth.possible_links() returns table (user_id bigint, sapeur_id bigint, nom_prenom text)
  language sql stable set search_path = ''
as $$
  select u.id, s.id, s.nom_prenom
    from app.particularites p
    join app.sapeurs s on s.sis_key = p.sis_key and s.id = p.sapeur_id
    join auth.users u on lower(u.email) = lower(p.email)
   where p.sis_key = request.sis_key()
     and p.email <> ''
     and u.email_verified_at is not null
     and u.disabled_at is null
     and not exists (select from auth.memberships m where m.sis_key = p.sis_key and m.sapeur_id = p.sapeur_id)
     and not exists (
       select from auth.memberships m where m.sis_key = p.sis_key and m.user_id = u.id and m.sapeur_id is not null
     )
     and coalesce(auth.depart(p.sis_key, p.sapeur_id) > now(), true)
$$;
comment on function auth.possible_links() is
  'Accounts and sapeurs of the request''s SIS that might be linked: the confirmed e-mail of the account is in the record of a sapeur who serves, and neither is linked. Empty for callers who may not read e-mails.';
--! EndIncluded auth/possible_links.sql
--! Included auth/check_link.sql
create or replace function auth.check_link(sapeur_id bigint, user_id bigint) returns void
  language plpgsql stable set search_path = ''
as $$
begin
  if sapeur_id is null then
    return;
  end if;
  if not exists (select from app.sapeurs s where s.sis_key = request.sis_key() and s.id = check_link.sapeur_id) then
    raise sqlstate 'PT422' using message = 'Sapeur inconnu', detail = 'sapeur_id';
  end if;
  if exists (select from auth.memberships m
              where m.sis_key = request.sis_key() and m.sapeur_id = check_link.sapeur_id and m.user_id is distinct from check_link.user_id) then
    raise sqlstate 'PT409' using message = 'Ce sapeur est déjà lié à un autre compte';
  end if;
  -- The link would take all rights from the account, and the caller may not hold those himself.
  if auth.depart(request.sis_key(), sapeur_id) <= now() then
    raise sqlstate 'PT409' using message = 'Ce sapeur est sorti du SIS';
  end if;
end;
$$;
comment on function auth.check_link(bigint, bigint) is
  'Refuses to link an account to a sapeur who does not exist in the request''s SIS (PT422), has another account or has left (PT409). A null sapeur links to nobody; a null account stands for a new one.';
--! EndIncluded auth/check_link.sql
--! Included auth/verify_email.sql
create or replace function auth.verify_email(user_id bigint) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_email text;
begin
  update auth.users u
     set email_verified_at = clock_timestamp()
   where u.id = verify_email.user_id
  returning u.email into v_email;
  delete from auth.tokens t where t.user_id = verify_email.user_id and t.genre = 'confirmation';
  perform auth.link_sapeurs(verify_email.user_id, v_email);
end;
$$;
comment on function auth.verify_email(bigint) is
  'Marks the e-mail of an account as confirmed, and links the account to the sapeurs with that e-mail.';
--! EndIncluded auth/verify_email.sql
--! Included auth/link_invited.sql
-- The author of the invitation names the sapeur and holds sapeur.lecture (auth.is_backed), which vouches for the
-- address.
create or replace function auth.link_invited(i auth.invitations, user_id bigint) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_opened text[] := request.opened();
begin
  perform request.open(link_invited.user_id, i.sis_key, array['sapeur.lecture', 'sapeur.modification', 'utilisateur.tout'], null);
  perform auth.check_link(i.sapeur_id, link_invited.user_id);
  if not exists (select from app.particularites p where p.sis_key = i.sis_key and p.sapeur_id = i.sapeur_id and p.email <> '') then
    perform app.write_particularites(i.sapeur_id, jsonb_build_object('email', i.email));
  end if;
  update app.particularites p
     set email_garanti = true
   where p.sis_key = i.sis_key
     and p.sapeur_id = i.sapeur_id
     and lower(p.email) = lower(i.email)
     and not p.email_garanti;
  insert into auth.memberships as m (sis_key, user_id, sapeur_id)
  values (i.sis_key, link_invited.user_id, i.sapeur_id)
  on conflict on constraint memberships_pkey do update
     set sapeur_id = excluded.sapeur_id
   where coalesce(m.sapeur_id, excluded.sapeur_id) = excluded.sapeur_id;
  if not found then
    raise sqlstate 'PT409' using message = 'Ce compte est déjà lié à un autre sapeur de ce SIS';
  end if;
  perform request.reopen(v_opened);
end;
$$;
comment on function auth.link_invited(auth.invitations, bigint) is
  'Links an account to the sapeur whom its invitation names, and writes the e-mail in his record where it has none. PT409 when either is linked elsewhere or the sapeur has left, PT422 when the sapeur does not exist any more.';
--! EndIncluded auth/link_invited.sql
--! Included auth/accept_invitation.sql
-- Only a token that was sent by mail and nowhere else proves that its taker reads that mailbox. The author of an
-- invitation is shown a different token.
create or replace function auth.accept_invitation(token_hash bytea, user_id bigint) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_invitation auth.invitations := auth.find_invitation(token_hash);
  v_verified timestamptz;
  v_own boolean;
begin
  select u.email_verified_at, lower(u.email) = lower(v_invitation.email) and (t.mailed or u.email_verified_at is not null)
    into v_verified, v_own
    from auth.users u
    left join auth.tokens t on t.token_hash = accept_invitation.token_hash
   where u.id = accept_invitation.user_id;
  update auth.invitations i
     set used_at = clock_timestamp(), used_by = accept_invitation.user_id
   where i.sis_key = v_invitation.sis_key
     and i.id = v_invitation.id
     and i.used_at is null;
  if not found then
    raise sqlstate 'PT422' using message = 'Cette invitation n’est pas valable, ou ne l’est plus.', detail = 'token';
  end if;
  if v_invitation.sapeur_id is not null and not v_own then
    raise sqlstate 'PT422' using
      message = 'Cette invitation nomme un sapeur : ouvrez le lien du message, avec l’adresse qui l’a reçu.', detail = 'token';
  end if;
  perform auth.refuse_left(accept_invitation.user_id, v_invitation.sis_key);
  delete from auth.tokens t where t.sis_key = v_invitation.sis_key and t.invitation_id = v_invitation.id;
  insert into auth.user_roles (sis_key, user_id, role_id)
  select r.sis_key, accept_invitation.user_id, r.role_id
    from auth.invitation_roles r
   where r.sis_key = v_invitation.sis_key
     and r.invitation_id = v_invitation.id
  on conflict do nothing;
  if v_own and v_verified is null then
    perform auth.verify_email(accept_invitation.user_id);
  end if;
  if v_invitation.sapeur_id is not null then
    perform auth.link_invited(v_invitation, accept_invitation.user_id);
  end if;
end;
$$;
comment on function auth.accept_invitation(bytea, bigint) is
  'Gives an account the roles of an invitation, once, verifies its e-mail if the token was mailed to it, and links it to the sapeur whom the invitation names. PT422 on token when it is not valid, or a sapeur is named and the e-mail is not proved; PT409 when the account''s sapeur has left, or from auth.link_invited.';
--! EndIncluded auth/accept_invitation.sql
--! Included auth/find_invitation.sql
-- An invitation gives rights when it is taken, so its author must still hold them at that time.
create or replace function auth.is_backed(i auth.invitations) returns boolean
  language sql stable set search_path = ''
as $$
  select exists (select from auth.invitation_roles ir where ir.sis_key = i.sis_key and ir.invitation_id = i.id)
     and exists (
       select
         from auth.users u
        where u.id = i.created_by
          and u.disabled_at is null
          and auth.permissions_in(u, i.sis_key) @> (array['utilisateur.tout'] || array(
                select rp.permission
                  from auth.invitation_roles ir
                  join auth.role_permissions rp on rp.sis_key = ir.sis_key and rp.role_id = ir.role_id
                 where ir.sis_key = i.sis_key and ir.invitation_id = i.id
                union all
                select 'sapeur.lecture' where i.sapeur_id is not null
              ))
     )
$$;
comment on function auth.is_backed(auth.invitations) is
  'Whether an invitation still gives roles, and its author could still make it today.';

create or replace function auth.find_invitation(token_hash bytea) returns auth.invitations
  language sql stable set search_path = ''
as $$
  select i
    from auth.tokens t
    join auth.invitations i on i.sis_key = t.sis_key and i.id = t.invitation_id
   where t.token_hash = find_invitation.token_hash
     and t.genre = 'invitation'
     and i.used_at is null
     and i.expires_at > clock_timestamp()
     and auth.is_backed(i)
$$;
comment on function auth.find_invitation(bytea) is
  'The invitation of a token. Null when the token is unknown, used or expired, or when its author could not make it today.';
--! EndIncluded auth/find_invitation.sql
--! Included auth/registration_faults.sql
-- All faults at once, so that a form needs one correction. Null fields are skipped: they were refused before.
create or replace function auth.registration_faults(name text, email text, password text, invitation_hash bytea, min_length integer)
  returns json
  language sql stable set search_path = ''
as $$
  select json_object_agg(f.field, json_build_array(f.fault))
    from (
      values
        ('password', auth.password_fault(password, email, name, min_length)),
        ('email', case when (auth.user_by_email(email)).id is not null then 'Cette adresse e-mail est déjà utilisée.' end),
        ('token', case
                    when invitation_hash is not null and (auth.find_invitation(invitation_hash)).id is null
                    then 'Cette invitation n’est pas valable, ou ne l’est plus.'
                  end)
    ) as f (field, fault)
   where f.fault is not null
$$;
comment on function auth.registration_faults(text, text, text, bytea, integer) is
  'Faults of a registration: {field: [sentence]}, or null.';
--! EndIncluded auth/registration_faults.sql
--! Included auth/open.sql
-- The rights are read now and not taken from the token, because those who give rights must still hold them.
create or replace function auth.open(user_id bigint, issued_at timestamptz, sis_key text) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user auth.users;
  v_permissions text[];
begin
  select * into v_user from auth.users u where u.id = open.user_id;
  perform auth.check_session(
    open.user_id, open.issued_at, open.sis_key,
    case when v_user.is_admin and open.sis_key is not null then array['admin'] end);
  if open.sis_key is not null then
    v_permissions := auth.permissions_in(v_user, open.sis_key);
  end if;
  perform request.open(open.user_id, open.sis_key, v_permissions, null);
end;
$$;
comment on function auth.open(bigint, timestamptz, text) is
  'Opens a request of the authentication API for an account in a SIS (null: none), with its permissions of today. PT401 when the account is disabled or its tokens revoked since, PT403 when its sapeur has left the SIS, PT404 when an administrator names no SIS.';
grant execute on function auth.open(bigint, timestamptz, text) to caserne_auth;
--! EndIncluded auth/open.sql
--! Included auth/require.sql
create or replace function auth.require(variadic permissions text[]) returns void
  language plpgsql stable set search_path = ''
as $$
begin
  if request.sis_with(variadic permissions) is null then
    raise sqlstate 'PT403' using message = 'Permission requise : ' || array_to_string(permissions, ' ou ');
  end if;
end;
$$;
comment on function auth.require(text[]) is
  'Refuses (PT403) callers who hold none of these permissions in the request''s SIS.';

create or replace function auth.require_admin() returns void
  language plpgsql stable set search_path = ''
as $$
begin
  if not exists (select from auth.users u where u.id = request.user_id() and u.is_admin and u.disabled_at is null) then
    raise sqlstate 'PT403' using message = 'Permission requise : admin';
  end if;
end;
$$;
comment on function auth.require_admin() is 'Refuses (PT403) callers who are no administrators.';

create or replace function auth.require_own(permissions text[]) returns void
  language plpgsql stable set search_path = ''
as $$
declare
  v_missing text;
begin
  select string_agg(distinct p, ', ' order by p) into v_missing
    from unnest(permissions) as p
   where not request.can(p);
  if v_missing is not null then
    raise sqlstate 'PT403' using message = 'Vous ne pouvez donner ni retirer ce que vous n’avez pas vous-même : ' || v_missing;
  end if;
end;
$$;
comment on function auth.require_own(text[]) is
  'Refuses (PT403) callers who would give or take permissions that they do not hold themselves.';
--! EndIncluded auth/require.sql

-- The authentication API, one file per operation: the caller's account.
--! Included auth/account/list_sis.sql
create or replace function auth.list_sis() returns json
  language sql stable security definer set search_path = ''
as $$
  select coalesce(json_agg(auth.as_json(s) order by request.plain(s.nom)), '[]') from auth.sis s
$$;
comment on function auth.list_sis() is 'The directory of SIS, for clients that let their user choose one.';
grant execute on function auth.list_sis() to caserne_auth;
--! EndIncluded auth/account/list_sis.sql
--! Included auth/account/login.sql
-- Null instead of an exception: a rollback would lose what a failed attempt writes.
create or replace function auth.login(email text, password text, refresh_hash bytea, appareil text, cost integer) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user auth.users := auth.user_by_email(login.email);
begin
  if not auth.check_password(v_user, password, cost) then
    return null;
  end if;
  -- Imported hashes, and hashes of another cost, are replaced, so that every sign-in takes the same time.
  if v_user.password_hash !~ format('^\$2a\$%s\$', lpad(cost::text, 2, '0')) then
    update auth.users u set password_hash = auth.hash_password(login.password, cost) where u.id = v_user.id;
  end if;
  return auth.begin_session(v_user.id, refresh_hash, appareil);
end;
$$;
comment on function auth.login(text, text, bytea, text, integer) is
  'Signs in: {user, issued_at, claims}, and stores the SHA-256 of the refresh token. Null when the credentials are wrong or the account is disabled.';
grant execute on function auth.login(text, text, bytea, text, integer) to caserne_auth;
--! EndIncluded auth/account/login.sql
--! Included auth/account/refresh_token.sql
-- One update decides which of several simultaneous uses finds the token unused. A client may honestly repeat itself
-- within ten seconds. A used token that is shown again later was stolen by one side or the other, so its session ends.
create or replace function auth.refresh_token(token_hash bytea, new_hash bytea) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_session auth.sessions;
begin
  -- The account is locked first, as in auth.end_sessions. A transaction that ends its sessions meanwhile waits, and
  -- then ends the new tokens too.
  perform
     from auth.refresh_tokens t
     join auth.sessions s on s.id = t.session_id
     join auth.users u on u.id = s.user_id
    where t.token_hash = refresh_token.token_hash
      for share of u;
  update auth.refresh_tokens t
     set used_at = clock_timestamp()
    from auth.sessions s
    join auth.users u on u.id = s.user_id
   where t.token_hash = refresh_token.token_hash
     and t.used_at is null
     and t.expires_at > clock_timestamp()
     and s.id = t.session_id
     and s.revoked_at is null
     and u.disabled_at is null
  returning s.* into v_session;
  if not found then
    update auth.sessions s
       set revoked_at = clock_timestamp()
      from auth.refresh_tokens t
     where t.token_hash = refresh_token.token_hash
       and t.used_at < clock_timestamp() - interval '10 seconds'
       and s.id = t.session_id
       and s.revoked_at is null;
    return null;
  end if;
  insert into auth.refresh_tokens (token_hash, session_id) values (new_hash, v_session.id);
  return auth.session(v_session.user_id);
end;
$$;
comment on function auth.refresh_token(bytea, bytea) is
  'Exchanges a refresh token for a new one, once: {user, issued_at, claims}. Null when it is unknown, used, revoked or expired.';
grant execute on function auth.refresh_token(bytea, bytea) to caserne_auth;
--! EndIncluded auth/account/refresh_token.sql
--! Included auth/account/logout.sql
create or replace function auth.logout(token_hash bytea) returns void
  language sql volatile security definer set search_path = ''
as $$
  update auth.sessions s
     set revoked_at = clock_timestamp()
    from auth.refresh_tokens t
   where t.token_hash = logout.token_hash
     and s.id = t.session_id
     and s.revoked_at is null
$$;
comment on function auth.logout(bytea) is 'Ends the session of a refresh token, if there is one.';
grant execute on function auth.logout(bytea) to caserne_auth;
--! EndIncluded auth/account/logout.sql
--! Included auth/account/ask_mail.sql
-- The mail is queued for any address, known or not. The worker finds out whether an account has it (jobs.begin_mail),
-- so the answer takes the same time in either case. The job key keeps one waiting mail per cause.
create or replace function auth.ask_mail(genre text, email text) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_email text := lower(btrim(ask_mail.email));
begin
  perform graphile_worker.add_job('send_mail', json_build_object('genre', ask_mail.genre, 'email', v_email),
                                  job_key := 'mail:' || ask_mail.genre || ':' || v_email);
end;
$$;
comment on function auth.ask_mail(text, text) is
  'Queues a mail of a kind (confirmation, reinitialisation, mot_de_passe_change) to an account, sent as soon as a worker is free.';
grant execute on function auth.ask_mail(text, text) to caserne_auth;
--! EndIncluded auth/account/ask_mail.sql
--! Included auth/account/register.sql
-- The hash is computed before the e-mail is looked up, so registration takes the same time whether or not the e-mail
-- has an account.
create or replace function auth.register(
  name text, email text, password text, invitation_hash bytea, by_invitation_only boolean, min_length integer, cost integer,
  refresh_hash bytea, appareil text, refused boolean) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_hash text;
  v_faults json;
  v_user_id bigint;
begin
  if by_invitation_only and invitation_hash is null then
    raise sqlstate 'PT403' using message = 'Les inscriptions sont fermées : il faut une invitation';
  end if;
  if not refused and auth.password_fault(password, email, name, min_length) is null then
    v_hash := auth.hash_password(password, cost);
  end if;
  v_faults := auth.registration_faults(name, email, password, invitation_hash, min_length);
  if refused or v_faults is not null then
    return json_build_object('faults', coalesce(v_faults, '{}'));
  end if;
  v_user_id := auth.add_user(name, email, v_hash);
  if invitation_hash is not null then
    perform auth.accept_invitation(invitation_hash, v_user_id);
  end if;
  if not exists (select from auth.users u where u.id = v_user_id and u.email_verified_at is not null) then
    perform auth.ask_mail('confirmation', email);
  end if;
  return auth.begin_session(v_user_id, refresh_hash, appareil);
end;
$$;
comment on function auth.register(text, text, text, bytea, boolean, integer, integer, bytea, text, boolean) is
  'Creates an account and signs it in as auth.login does, verified if its invitation was mailed to its e-mail, else with a confirmation mail. {faults: {field: [sentence]}} for faults found here or before (refused; the faulty fields are null); PT403 when an invitation is needed.';
grant execute on function auth.register(text, text, text, bytea, boolean, integer, integer, bytea, text, boolean) to caserne_auth;
--! EndIncluded auth/account/register.sql
--! Included auth/account/confirm_email.sql
create or replace function auth.confirm_email(token_hash bytea) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user auth.users;
begin
  select u.* into v_user
    from auth.tokens t
    join auth.users u on u.id = t.user_id
   where t.token_hash = confirm_email.token_hash
     and t.genre = 'confirmation'
     and t.expires_at > clock_timestamp()
     and u.email_verified_at is null
     and u.disabled_at is null
     for update of u;
  if not found then
    return null;
  end if;
  perform auth.verify_email(v_user.id);
  return auth.session(v_user.id);
end;
$$;
comment on function auth.confirm_email(bytea) is
  'Verifies the account of a confirmation token and links it to its sapeurs: {user, issued_at, claims}. Null when the token is unknown, used or expired.';
grant execute on function auth.confirm_email(bytea) to caserne_auth;
--! EndIncluded auth/account/confirm_email.sql
--! Included auth/set_password.sql
create or replace function auth.set_password(u auth.users, password_hash text) returns void
  language sql volatile set search_path = ''
as $$
  update auth.users set password_hash = set_password.password_hash where id = u.id;
  select auth.end_sessions(u.id);
  select auth.ask_mail('mot_de_passe_change', u.email);
$$;
comment on function auth.set_password(auth.users, text) is
  'Stores the hash of a new password, ends all tokens of the account, and queues a mail to tell its owner.';
--! EndIncluded auth/set_password.sql
--! Included auth/account/reset_password.sql
-- An exception rolls back everything, so the token may be used again after a weak password.
create or replace function auth.reset_password(token_hash bytea, password text, min_length integer, cost integer) returns text
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user auth.users;
begin
  -- The account is locked before its token: another transaction on the account finishes first, and deletes the token.
  select u.* into v_user
    from auth.users u
    join auth.tokens t on t.user_id = u.id
   where t.token_hash = reset_password.token_hash
     and t.genre = 'reinitialisation'
     and t.expires_at > clock_timestamp()
     and u.disabled_at is null
     for no key update of u;
  delete from auth.tokens t where t.token_hash = reset_password.token_hash and t.user_id = v_user.id;
  if not found then
    return null;
  end if;
  perform auth.set_password(v_user, auth.hash_new_password(password, v_user.email, v_user.name, min_length, cost));
  return v_user.email;
end;
$$;
comment on function auth.reset_password(bytea, text, integer, integer) is
  'Sets a new password for the account of a reset token, ends its sessions and returns its e-mail. Null when the token is unknown, used or expired; PT422 on password when it is weak.';
grant execute on function auth.reset_password(bytea, text, integer, integer) to caserne_auth;
--! EndIncluded auth/account/reset_password.sql
--! Included auth/account/change_password.sql
-- Some clients change a password with the e-mail of the account and without a request (auth.open). Null instead of an
-- exception, as in auth.login.
create or replace function auth.change_password(
  email text, current_password text, new_password text, min_length integer, cost integer, refresh_hash bytea, appareil text)
  returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user auth.users;
begin
  if email is null then
    select * into v_user from auth.users u where u.id = request.user_id();
  else
    v_user := auth.user_by_email(email);
  end if;
  if not auth.check_password(v_user, current_password, cost) then
    return null;
  end if;
  perform auth.set_password(
    v_user, auth.hash_new_password(new_password, v_user.email, v_user.name, min_length, cost, 'new_password'));
  return case when email is null then auth.begin_session(v_user.id, refresh_hash, appareil) else '{}' end;
end;
$$;
comment on function auth.change_password(text, text, text, integer, integer, bytea, text) is
  'Changes the password of the calling account, or of the account with this e-mail, and ends its sessions; the caller is signed in anew: {user, issued_at, claims}, else {}. Null when the current password is wrong, PT422 on new_password when the new one is weak.';
grant execute on function auth.change_password(text, text, text, integer, integer, bytea, text) to caserne_auth;
--! EndIncluded auth/account/change_password.sql
--! Included auth/account/get_me.sql
create or replace function auth.get_me() returns json
  language sql stable security definer set search_path = ''
as $$
  select auth.as_json(u) from auth.users u where u.id = request.user_id()
$$;
comment on function auth.get_me() is 'The calling account.';
grant execute on function auth.get_me() to caserne_auth;
--! EndIncluded auth/account/get_me.sql
--! Included auth/account/list_sessions.sql
create or replace function auth.list_sessions() returns json
  language sql stable security definer set search_path = ''
as $$
  select coalesce(json_agg(
           json_build_object(
             'id', s.id,
             'appareil', s.appareil,
             'created_at', request.utc_micros(s.created_at),
             'last_used_at', request.utc_micros(t.issued_at),
             'expires_at', request.utc_micros(t.expires_at)
           ) order by t.issued_at desc, s.id desc), '[]')
    from auth.sessions s
    join auth.refresh_tokens t on t.session_id = s.id
   where s.user_id = request.user_id()
     and s.revoked_at is null
     and t.used_at is null
     and t.expires_at > clock_timestamp()
$$;
comment on function auth.list_sessions() is
  'Sessions of the calling account, last used first. last_used_at is when its tokens were last renewed.';
grant execute on function auth.list_sessions() to caserne_auth;
--! EndIncluded auth/account/list_sessions.sql
--! Included auth/account/delete_session.sql
create or replace function auth.delete_session(id bigint) returns json
  language sql volatile security definer set search_path = ''
as $$
  update auth.sessions s
     set revoked_at = clock_timestamp()
   where s.id = delete_session.id
     and s.user_id = request.user_id()
     and s.revoked_at is null
  returning to_json(true)
$$;
comment on function auth.delete_session(bigint) is
  'Ends a session of the calling account and its refresh token; null when the account has no such session.';
grant execute on function auth.delete_session(bigint) to caserne_auth;
--! EndIncluded auth/account/delete_session.sql
--! Included auth/account/use_token.sql
create or replace function auth.use_token(token_hash bytea) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- The account is locked first, as in auth.refresh_token; for update, because it may be verified.
  perform from auth.users u where u.id = request.user_id() for no key update;
  perform auth.accept_invitation(token_hash, request.user_id());
  return auth.session(request.user_id());
end;
$$;
comment on function auth.use_token(bytea) is
  'Takes an invitation for the calling account: {user, issued_at, claims} with its new rights. PT422 on token when it is not valid.';
grant execute on function auth.use_token(bytea) to caserne_auth;
--! EndIncluded auth/account/use_token.sql

-- The authentication API: accounts and rights of others.
--! Included auth/user_ids_of.sql
create or replace function auth.user_ids_of(sis_key text) returns setof bigint
  language sql stable set search_path = ''
as $$
  select ur.user_id from auth.user_roles ur where ur.sis_key = user_ids_of.sis_key
  union
  select m.user_id from auth.memberships m where m.sis_key = user_ids_of.sis_key
$$;
comment on function auth.user_ids_of(text) is
  'Accounts with a role or membership in a SIS. Managers of the SIS see these only.';
--! EndIncluded auth/user_ids_of.sql
--! Included auth/lock_user.sql
create or replace function auth.lock_user(id bigint) returns auth.users
  language plpgsql volatile set search_path = ''
as $$
declare
  v_user auth.users;
begin
  perform auth.require('utilisateur.tout');
  select * into v_user
    from auth.users u
   where u.id = lock_user.id
     and (u.id in (select auth.user_ids_of(request.sis_key()))
          or exists (select from auth.users me where me.id = request.user_id() and me.is_admin))
     for update;
  return v_user;
end;
$$;
comment on function auth.lock_user(bigint) is
  'An account, locked for a change of its rights in the request''s SIS, or null. The caller may change accounts of that SIS, administrators any.';
--! EndIncluded auth/lock_user.sql
--! Included auth/lock_role.sql
create or replace function auth.lock_role(id bigint) returns auth.roles
  language plpgsql volatile set search_path = ''
as $$
declare
  v_role auth.roles;
begin
  perform auth.require('utilisateur.config');
  select * into v_role
    from auth.roles r
   where r.sis_key = request.sis_key() and r.id = lock_role.id
     for update;
  perform auth.require_own(array(
    select rp.permission
      from auth.role_permissions rp
     where rp.sis_key = v_role.sis_key and rp.role_id = v_role.id
  ));
  return v_role;
end;
$$;
comment on function auth.lock_role(bigint) is
  'A role of the request''s SIS, locked for a change by the caller, or null. PT403 when it has permissions that the caller lacks.';
--! EndIncluded auth/lock_role.sql
--! Included auth/read_roles.sql
create or replace function auth.read_roles(body json) returns bigint[]
  language plpgsql stable set search_path = ''
as $$
declare
  v_roles bigint[] := array(select distinct r::bigint from json_array_elements_text(body -> 'roles') as r);
  v_unknown text;
begin
  select string_agg(r::text, ', ' order by r) into v_unknown
    from unnest(v_roles) as r
   where not exists (select from auth.roles o where o.sis_key = request.sis_key() and o.id = r);
  if v_unknown is not null then
    raise sqlstate 'PT422' using message = 'Rôle inconnu : ' || v_unknown, detail = 'roles';
  end if;
  return v_roles;
end;
$$;
comment on function auth.read_roles(json) is
  'The ids of roles in a body. PT422 on roles for an id that is no role of the request''s SIS.';
--! EndIncluded auth/read_roles.sql
--! Included auth/set_role_permissions.sql
create or replace function auth.set_role_permissions(role_id bigint, permissions text[]) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_unknown text;
begin
  select string_agg(distinct p, ', ' order by p) into v_unknown
    from unnest(permissions) as p
   where p not in (select identifiant from auth.permissions);
  if v_unknown is not null then
    raise sqlstate 'PT422' using message = 'Permission inconnue : ' || v_unknown, detail = 'permissions';
  end if;
  perform auth.require_own(permissions);
  delete from auth.role_permissions rp where rp.sis_key = request.sis_key() and rp.role_id = set_role_permissions.role_id;
  insert into auth.role_permissions (sis_key, role_id, permission)
  select distinct request.sis_key(), set_role_permissions.role_id, p from unnest(permissions) as p;
end;
$$;
comment on function auth.set_role_permissions(bigint, text[]) is
  'Sets the permissions of a role of the request''s SIS. PT422 on permissions for an unknown one, PT403 for one that the caller does not hold himself.';
--! EndIncluded auth/set_role_permissions.sql
--! Included auth/change_user.sql
-- Changes of an account that both an administrator over HTTP and the operator on the command line make.

create or replace function auth.change_email(u auth.users, email text) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  if (auth.user_by_email(change_email.email)).id <> u.id then
    raise sqlstate 'PT422' using message = 'Cette adresse e-mail est déjà utilisée.', detail = 'email';
  end if;
  update auth.users set email = btrim(change_email.email), email_verified_at = null where id = u.id;
  -- Tokens that were mailed to the former address.
  delete from auth.tokens t where t.user_id = u.id;
  perform auth.ask_mail('confirmation', change_email.email);
end;
$$;
comment on function auth.change_email(auth.users, text) is
  'Changes the e-mail of an account, to be confirmed anew. PT422 on email when it is taken.';

create or replace function auth.change_admin(u auth.users, is_admin boolean) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  update auth.users set is_admin = change_admin.is_admin where id = u.id;
  -- The account's tokens would still carry the admin flag.
  if not is_admin then
    perform auth.end_sessions(u.id);
  end if;
end;
$$;
comment on function auth.change_admin(auth.users, boolean) is
  'Makes an account administrator, or takes that away. PT409 when no administrator would be left.';

create or replace function auth.change_disabled(u auth.users, disabled boolean) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  update auth.users set disabled_at = case when disabled then clock_timestamp() end where id = u.id;
  if disabled then
    perform auth.end_sessions(u.id);
  end if;
end;
$$;
comment on function auth.change_disabled(auth.users, boolean) is
  'Disables an account and ends its sessions, or enables it again. PT409 when no administrator would be left.';
--! EndIncluded auth/change_user.sql
--! Included auth/rights_json.sql
create or replace function auth.as_json(r auth.roles) returns json
  language sql stable set search_path = ''
as $$
  select json_build_object(
    'id', r.id,
    'nom', r.nom,
    'permissions', array(
      select rp.permission
        from auth.role_permissions rp
       where rp.sis_key = r.sis_key and rp.role_id = r.id
       order by rp.permission
    ),
    'utilisateurs', (select count(*) from auth.user_roles ur where ur.sis_key = r.sis_key and ur.role_id = r.id)
  )
$$;
comment on function auth.as_json(auth.roles) is 'A role with its permissions and the number of accounts that hold it.';

create or replace function auth.role_names(sis_key text, ids bigint[]) returns json
  language sql stable set search_path = ''
as $$
  select coalesce(json_agg(json_build_object('id', r.id, 'nom', r.nom) order by r.nom), '[]')
    from auth.roles r
   where r.sis_key = role_names.sis_key and r.id = any (ids)
$$;
comment on function auth.role_names(text, bigint[]) is 'Roles of a SIS by id and name, as other records show them.';

create or replace function auth.as_json(i auth.invitations) returns json
  language sql stable set search_path = ''
as $$
  select json_build_object(
    'id', i.id,
    'email', i.email,
    'sapeur_id', i.sapeur_id,
    'roles', auth.role_names(i.sis_key, array(
      select ir.role_id from auth.invitation_roles ir where ir.sis_key = i.sis_key and ir.invitation_id = i.id
    )),
    'created_at', request.utc_micros(i.created_at),
    'expires_at', request.utc_micros(i.expires_at)
  )
$$;
comment on function auth.as_json(auth.invitations) is 'An invitation with the roles that it gives. Its token is not stored.';
--! EndIncluded auth/rights_json.sql
--! Included auth/user_json.sql
create or replace function auth.user_json(u auth.users, sis_key text) returns json
  language sql stable set search_path = ''
as $$
  select (auth.as_json(u)::jsonb || jsonb_build_object(
    'admin', u.is_admin,
    'disabled', u.disabled_at is not null,
    'roles', auth.role_names(user_json.sis_key, array(
      select ur.role_id from auth.user_roles ur where ur.sis_key = user_json.sis_key and ur.user_id = u.id
    )),
    'sapeur_id', m.sapeur_id,
    'mobile', coalesce(m.mobile, false),
    'parti', not u.is_admin and coalesce(m.parti_at <= now(), false)
  ))::json
    from (select) as one
    left join auth.memberships m on m.sis_key = user_json.sis_key and m.user_id = u.id
$$;
comment on function auth.user_json(auth.users, text) is 'An account with its rights in one SIS (null: none), for those who manage users.';

create or replace function auth.user_json(u auth.users) returns json
  language sql stable set search_path = ''
as $$
  select (auth.user_json(u, null)::jsonb || jsonb_build_object('sis', coalesce((
    select jsonb_agg(
             jsonb_build_object(
               'api_key', s.sis_key,
               'roles', auth.role_names(s.sis_key, s.roles),
               'sapeur_id', m.sapeur_id,
               'mobile', coalesce(m.mobile, false),
               'parti', not u.is_admin and coalesce(m.parti_at <= now(), false)
             ) order by s.sis_key
           )
      from (
        select h.sis_key, array_agg(h.role_id) filter (where h.role_id is not null) as roles
          from (
            select ur.sis_key, ur.role_id from auth.user_roles ur where ur.user_id = u.id
            union all
            select n.sis_key, null from auth.memberships n where n.user_id = u.id
          ) h
         group by h.sis_key
      ) s
      left join auth.memberships m on m.sis_key = s.sis_key and m.user_id = u.id
  ), '[]')))::json
$$;
comment on function auth.user_json(auth.users) is 'An account with its rights in each SIS, for administrators.';
--! EndIncluded auth/user_json.sql
--! Included auth/rights/list_permissions.sql
create or replace function auth.list_permissions() returns json
  language sql stable security definer set search_path = ''
as $$
  select auth.require('utilisateur.tout', 'utilisateur.config');
  select json_agg(p.identifiant order by p.identifiant) from auth.permissions p;
$$;
comment on function auth.list_permissions() is
  'The catalogue of permissions.';
grant execute on function auth.list_permissions() to caserne_auth;
--! EndIncluded auth/rights/list_permissions.sql
--! Included auth/rights/list_roles.sql
create or replace function auth.list_roles() returns json
  language sql stable security definer set search_path = ''
as $$
  select auth.require('utilisateur.tout', 'utilisateur.config');
  select coalesce(json_agg(auth.as_json(r) order by request.plain(r.nom), r.id), '[]')
    from auth.roles r
   where r.sis_key = request.sis_key();
$$;
comment on function auth.list_roles() is 'Roles of the request''s SIS, by name.';
grant execute on function auth.list_roles() to caserne_auth;
--! EndIncluded auth/rights/list_roles.sql
--! Included auth/rights/create_role.sql
create or replace function auth.create_role(body json) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_role auth.roles;
begin
  perform auth.require('utilisateur.config');
  insert into auth.roles (sis_key, nom)
  values (request.sis_key(), body ->> 'nom')
  on conflict do nothing
  returning * into v_role;
  if v_role.id is null then
    raise sqlstate 'PT409' using message = 'Un rôle de ce nom existe déjà';
  end if;
  perform auth.set_role_permissions(v_role.id, array(select json_array_elements_text(body -> 'permissions')));
  return auth.as_json(v_role);
end;
$$;
comment on function auth.create_role(json) is 'Creates a role in the request''s SIS. PT409 when the name is taken.';
grant execute on function auth.create_role(json) to caserne_auth;
--! EndIncluded auth/rights/create_role.sql
--! Included auth/rights/update_role.sql
create or replace function auth.update_role(id bigint, body json) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_role auth.roles := auth.lock_role(update_role.id);
begin
  if v_role.id is null then
    return null;
  end if;
  if body ->> 'nom' <> v_role.nom then
    update auth.roles r
       set nom = body ->> 'nom'
     where r.sis_key = v_role.sis_key
       and r.id = v_role.id
       and not exists (select from auth.roles o where o.sis_key = v_role.sis_key and o.nom = body ->> 'nom')
    returning * into v_role;
    if not found then
      raise sqlstate 'PT409' using message = 'Un rôle de ce nom existe déjà';
    end if;
  end if;
  if body -> 'permissions' is not null then
    perform auth.set_role_permissions(v_role.id, array(select json_array_elements_text(body -> 'permissions')));
  end if;
  return auth.as_json(v_role);
end;
$$;
comment on function auth.update_role(bigint, json) is
  'Changes the name or permissions of a role of the request''s SIS; null when it does not exist. PT409 when another role has the name.';
grant execute on function auth.update_role(bigint, json) to caserne_auth;
--! EndIncluded auth/rights/update_role.sql
--! Included auth/rights/delete_role.sql
create or replace function auth.delete_role(id bigint) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_role auth.roles := auth.lock_role(delete_role.id);
  v_holders bigint;
begin
  if v_role.id is null then
    return null;
  end if;
  select count(*) into v_holders from auth.user_roles ur where ur.sis_key = v_role.sis_key and ur.role_id = v_role.id;
  if v_holders > 0 then
    raise sqlstate 'PT409' using message = format('Ce rôle est encore attribué à %s compte(s)', v_holders);
  end if;
  delete from auth.roles r where r.sis_key = v_role.sis_key and r.id = v_role.id;
  return to_json(true);
end;
$$;
comment on function auth.delete_role(bigint) is
  'Deletes a role of the request''s SIS; null when it does not exist. PT409 while accounts hold it.';
grant execute on function auth.delete_role(bigint) to caserne_auth;
--! EndIncluded auth/rights/delete_role.sql
--! Included auth/list_users_to_link.sql
create or replace function auth.list_users_to_link(apres json, limite integer) returns json
  language plpgsql stable set search_path = ''
as $$
begin
  if request.sis_key() is null then
    raise sqlstate 'PT422' using message = 'Choisissez un SIS (Sis-Key).', detail = 'a_lier';
  end if;
  perform auth.require('utilisateur.tout');
  perform auth.require('sapeur.lecture');
  return (
    select coalesce(json_agg(
             (auth.user_json(p.u, request.sis_key())::jsonb || jsonb_build_object('a_lier', p.sapeurs))::json
             order by request.plain((p.u).name), (p.u).id), '[]')
      from (
        select u, l.sapeurs
          from (
            select l.user_id, jsonb_agg(jsonb_build_object('id', l.sapeur_id, 'nom_prenom', l.nom_prenom)
                                        order by request.plain(l.nom_prenom), l.sapeur_id) as sapeurs
              from auth.possible_links() l
             group by l.user_id
          ) l
          join auth.users u on u.id = l.user_id
         where apres is null or (request.plain(u.name), u.id) > (request.plain(apres ->> 0), (apres ->> 1)::bigint)
         order by request.plain(u.name), u.id
         limit limite
      ) p
  );
end;
$$;
comment on function auth.list_users_to_link(json, integer) is
  'Accounts that might be linked to sapeurs of the request''s SIS (auth.possible_links), each with these sapeurs, by name; a page after [name, id]. PT403 without sapeur.lecture, because e-mails are private.';
--! EndIncluded auth/list_users_to_link.sql
--! Included auth/rights/list_users.sql
-- Without a SIS: every account with its rights in each SIS, for administrators.
create or replace function auth.list_users(
  tous boolean default false, a_lier boolean default false, apres json default null, limite integer default null) returns json
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_sis_key text := request.sis_key();
begin
  if a_lier then
    return auth.list_users_to_link(apres, limite);
  end if;
  if v_sis_key is not null then
    perform auth.require('utilisateur.tout');
  end if;
  if tous or v_sis_key is null then
    perform auth.require_admin();
  end if;
  return (
    select coalesce(json_agg(
             case when v_sis_key is null then auth.user_json(p.u) else auth.user_json(p.u, v_sis_key) end
             order by request.plain((p.u).name), (p.u).id), '[]')
      from (
        select u
          from auth.users u
         where (tous or v_sis_key is null or u.id in (select auth.user_ids_of(v_sis_key)))
           and (apres is null or (request.plain(u.name), u.id) > (request.plain(apres ->> 0), (apres ->> 1)::bigint))
         order by request.plain(u.name), u.id
         limit limite
      ) p
  );
end;
$$;
comment on function auth.list_users(boolean, boolean, json, integer) is
  'Accounts with a role or membership in the request''s SIS, by name; all accounts for administrators who ask for them or name no SIS; a_lier: auth.list_users_to_link. A page after [name, id].';
grant execute on function auth.list_users(boolean, boolean, json, integer) to caserne_auth;
--! EndIncluded auth/rights/list_users.sql
--! Included auth/rights/update_user_roles.sql
create or replace function auth.update_user_roles(id bigint, body json) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user auth.users := auth.lock_user(update_user_roles.id);
  v_sis_key text := request.sis_key();
  v_roles bigint[] := auth.read_roles(body);
  v_held bigint[];
begin
  if v_user.id is null then
    return null;
  end if;
  v_held := array(select ur.role_id from auth.user_roles ur where ur.sis_key = v_sis_key and ur.user_id = v_user.id);
  perform auth.require_own(array(
    select rp.permission
      from auth.role_permissions rp
     where rp.sis_key = v_sis_key
       and rp.role_id = any (v_roles || v_held)
       and not (rp.role_id = any (v_roles) and rp.role_id = any (v_held))
  ));
  if not v_roles <@ v_held then
    perform auth.refuse_left(v_user.id, v_sis_key);
  end if;
  delete from auth.user_roles ur where ur.sis_key = v_sis_key and ur.user_id = v_user.id and ur.role_id <> all (v_roles);
  insert into auth.user_roles (sis_key, user_id, role_id)
  select v_sis_key, v_user.id, r from unnest(v_roles) as r
  on conflict do nothing;
  return auth.user_json(v_user, v_sis_key);
end;
$$;
comment on function auth.update_user_roles(bigint, json) is
  'Sets the roles of an account in the request''s SIS, leaving other SIS untouched; null when the account is not of this SIS. PT409 to give a role when its sapeur has left, PT403 when a role given or taken has permissions that the caller lacks.';
grant execute on function auth.update_user_roles(bigint, json) to caserne_auth;
--! EndIncluded auth/rights/update_user_roles.sql
--! Included auth/rights/update_user_sis.sql
create or replace function auth.update_user_sis(id bigint, body json) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_sis_key text := request.sis_key();
  v_sapeur_id bigint := (body ->> 'sapeur_id')::bigint;
  v_user auth.users := auth.lock_user(update_user_sis.id);
  v_membership auth.memberships;
begin
  if v_user.id is null then
    -- A proposed link may be confirmed although the account does not belong to the SIS yet.
    select u.* into v_user
      from auth.users u
     where u.id = update_user_sis.id
       and exists (select from auth.possible_links() l where l.user_id = u.id and l.sapeur_id = v_sapeur_id)
       for update;
    if not found then
      return null;
    end if;
  end if;
  select * into v_membership from auth.memberships m where m.sis_key = v_sis_key and m.user_id = v_user.id;
  if body -> 'sapeur_id' is not null and v_sapeur_id is distinct from v_membership.sapeur_id then
    -- The link lets the account read the private data of the sapeur.
    perform auth.require_own(array['sapeur.lecture']);
    perform auth.check_link(v_sapeur_id, v_user.id);
    v_membership.sapeur_id := v_sapeur_id;
  end if;
  insert into auth.memberships (sis_key, user_id, sapeur_id, mobile)
  values (v_sis_key, v_user.id, v_membership.sapeur_id, coalesce((body ->> 'mobile')::boolean, v_membership.mobile, false))
  on conflict on constraint memberships_pkey do update
     set sapeur_id = excluded.sapeur_id, mobile = excluded.mobile;
  return auth.user_json(v_user, v_sis_key);
end;
$$;
comment on function auth.update_user_sis(bigint, json) is
  'Sets which sapeur an account is in the request''s SIS (null: none) and whether it gets mobile alerts; null when the account is neither of this SIS nor proposed for the sapeur. PT403 without sapeur.lecture, PT422 for an unknown sapeur, PT409 when he has another account or has left.';
grant execute on function auth.update_user_sis(bigint, json) to caserne_auth;
--! EndIncluded auth/rights/update_user_sis.sql
--! Included auth/rights/create_invitation.sql
create or replace function auth.create_invitation(body json, token_hash bytea) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_roles bigint[];
  v_invitation auth.invitations;
begin
  perform auth.require('utilisateur.tout');
  v_roles := auth.read_roles(body);
  perform auth.require_own(array(
    select rp.permission
      from auth.role_permissions rp
     where rp.sis_key = request.sis_key() and rp.role_id = any (v_roles)
  ));
  if body ->> 'sapeur_id' is not null then
    -- The same rule as for linking an account directly (auth.update_user_sis).
    perform auth.require_own(array['sapeur.lecture']);
    perform auth.check_link((body ->> 'sapeur_id')::bigint, null);
    if body ->> 'email' is null then
      raise sqlstate 'PT422' using message = 'Un sapeur s’invite par e-mail : indiquez son adresse.', detail = 'email';
    end if;
  end if;
  insert into auth.invitations (sis_key, email, sapeur_id, created_by)
  values (request.sis_key(), body ->> 'email', (body ->> 'sapeur_id')::bigint, request.user_id())
  returning * into v_invitation;
  insert into auth.invitation_roles (sis_key, invitation_id, role_id)
  select v_invitation.sis_key, v_invitation.id, r from unnest(v_roles) as r;
  insert into auth.tokens (token_hash, genre, sis_key, invitation_id, expires_at)
  values (create_invitation.token_hash, 'invitation', v_invitation.sis_key, v_invitation.id, v_invitation.expires_at);
  if v_invitation.email is not null then
    perform graphile_worker.add_job('send_mail', json_build_object(
      'genre', 'invitation', 'sis_key', v_invitation.sis_key, 'invitation_id', v_invitation.id));
  end if;
  return auth.as_json(v_invitation);
end;
$$;
comment on function auth.create_invitation(json, bytea) is
  'Creates an invitation, by the SHA-256 of its token, to take roles of the request''s SIS within 30 days, once; it is mailed when it has an e-mail, and may name a sapeur. PT403 for rights that the caller lacks; PT409, PT422 from auth.check_link, PT422 for a sapeur without e-mail.';
grant execute on function auth.create_invitation(json, bytea) to caserne_auth;
--! EndIncluded auth/rights/create_invitation.sql
--! Included auth/rights/list_invitations.sql
create or replace function auth.list_invitations() returns json
  language sql stable security definer set search_path = ''
as $$
  select auth.require('utilisateur.tout');
  select coalesce(json_agg(auth.as_json(i) order by i.id desc), '[]')
    from auth.invitations i
   where i.sis_key = request.sis_key()
     and i.used_at is null
     and i.expires_at > now();
$$;
comment on function auth.list_invitations() is
  'Invitations of the request''s SIS that can still be taken, newest first.';
grant execute on function auth.list_invitations() to caserne_auth;
--! EndIncluded auth/rights/list_invitations.sql
--! Included auth/rights/delete_invitation.sql
create or replace function auth.delete_invitation(id bigint) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform auth.require('utilisateur.tout');
  delete from auth.invitations i
   where i.sis_key = request.sis_key()
     and i.id = delete_invitation.id
     and i.used_at is null;
  return case when found then to_json(true) end;
end;
$$;
comment on function auth.delete_invitation(bigint) is
  'Withdraws an invitation of the request''s SIS; null when it does not exist or has been taken.';
grant execute on function auth.delete_invitation(bigint) to caserne_auth;
--! EndIncluded auth/rights/delete_invitation.sql
--! Included auth/rights/create_sis.sql
create or replace function auth.create_sis(body json) returns json
  language sql volatile security definer set search_path = ''
as $$
  select auth.require_admin();
  select auth.add_sis(body ->> 'api_key', body ->> 'nom', body ->> 'abreviation', (body ->> 'mobile')::boolean);
  select auth.as_json(s) from auth.sis s where s.api_key = body ->> 'api_key';
$$;
comment on function auth.create_sis(json) is 'Creates a SIS, for administrators. PT409 when the key or name is taken.';
grant execute on function auth.create_sis(json) to caserne_auth;
--! EndIncluded auth/rights/create_sis.sql
--! Included auth/rights/update_sis.sql
create or replace function auth.update_sis(api_key text, body json) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_sis auth.sis;
begin
  perform auth.require_admin();
  perform from auth.sis s where s.api_key = update_sis.api_key for update;
  if not found then
    return null;
  end if;
  perform auth.check_sis_name(update_sis.api_key, body ->> 'nom');
  update auth.sis s
     set nom = coalesce(body ->> 'nom', s.nom),
         abreviation = coalesce(body ->> 'abreviation', s.abreviation),
         mobile = coalesce((body ->> 'mobile')::boolean, s.mobile)
   where s.api_key = update_sis.api_key
  returning * into v_sis;
  return auth.as_json(v_sis);
end;
$$;
comment on function auth.update_sis(text, json) is
  'Changes the name, abbreviation or mobile alerts of a SIS (its key stays), for administrators; null when it does not exist. PT409 when another SIS has the name.';
grant execute on function auth.update_sis(text, json) to caserne_auth;
--! EndIncluded auth/rights/update_sis.sql
--! Included auth/rights/update_user.sql
create or replace function auth.update_user(id bigint, body json) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user auth.users;
begin
  perform auth.require_admin();
  select * into v_user from auth.users u where u.id = update_user.id for update;
  if not found then
    return null;
  end if;
  if body ->> 'name' <> v_user.name then
    update auth.users u set name = body ->> 'name' where u.id = v_user.id;
  end if;
  if body ->> 'email' <> v_user.email then
    perform auth.change_email(v_user, body ->> 'email');
  end if;
  if (body ->> 'admin')::boolean <> v_user.is_admin then
    perform auth.change_admin(v_user, (body ->> 'admin')::boolean);
  end if;
  if (body ->> 'disabled')::boolean <> (v_user.disabled_at is not null) then
    perform auth.change_disabled(v_user, (body ->> 'disabled')::boolean);
  end if;
  select * into v_user from auth.users u where u.id = update_user.id;
  return auth.user_json(v_user, null);
end;
$$;
comment on function auth.update_user(bigint, json) is
  'Changes name, e-mail, admin or disabled of an account, for administrators; null when it does not exist. PT422 when the e-mail is taken, PT409 when no administrator would be left.';
grant execute on function auth.update_user(bigint, json) to caserne_auth;
--! EndIncluded auth/rights/update_user.sql

-- Functions for the operator's commands, called as the owner.
--! Included auth/demo_users.sql
-- Definer: logins of servers may not read accounts. The demo's accounts share one hash, so one comparison decides for
-- all of them.
create or replace function auth.demo_users() returns text[]
  language sql volatile security definer set search_path = ''
as $$
  with accounts as materialized (
    select u.id, u.email, u.password_hash
      from auth.users u
     where u.email like '%@example.org'
       and u.disabled_at is null
  ),
  hashes as materialized (
    select h.password_hash
      from (select distinct a.password_hash from accounts a) h
     where auth.verify_password('caserne-demo', h.password_hash, 4)
  )
  select coalesce(array_agg(a.email order by a.id), '{}') from accounts a join hashes h using (password_hash)
$$;
comment on function auth.demo_users() is
  'E-mails of enabled accounts that still have the demo''s password, which everybody knows.';
grant execute on function auth.demo_users() to caserne_api, caserne_auth;
--! EndIncluded auth/demo_users.sql
--! Included auth/operator/find_user.sql
create or replace function auth.find_user(email text) returns auth.users
  language plpgsql stable set search_path = ''
as $$
declare
  v_user auth.users := auth.user_by_email(find_user.email);
begin
  if v_user.id is null then
    raise sqlstate 'PT404' using message = 'Compte inconnu : ' || find_user.email;
  end if;
  return v_user;
end;
$$;
comment on function auth.find_user(text) is
  'The account with an e-mail, for the operator (PT404 when there is none).';
--! EndIncluded auth/operator/find_user.sql
--! Included auth/operator/create_user.sql
create or replace function auth.create_user(
  name text, email text, password text, is_admin boolean, reset_hash bytea, min_length integer, cost integer) returns bigint
  language plpgsql volatile set search_path = ''
as $$
declare
  v_id bigint;
begin
  -- An account without a password: no hash looks like this one.
  v_id := auth.add_user(name, email, case
    when password is null then '!'
    else auth.hash_new_password(password, email, name, min_length, cost)
  end);
  update auth.users u
     set email_verified_at = clock_timestamp(), is_admin = create_user.is_admin
   where u.id = v_id;
  perform auth.link_sapeurs(v_id, email);
  if reset_hash is not null then
    insert into auth.tokens (token_hash, genre, user_id, expires_at)
    values (reset_hash, 'reinitialisation', v_id, clock_timestamp() + auth.token_lifetime('reinitialisation'));
  end if;
  return v_id;
end;
$$;
comment on function auth.create_user(text, text, text, boolean, bytea, integer, integer) is
  'Creates an account with an e-mail that the operator vouches for, and a password or the SHA-256 of a token to choose one within an hour; returns its id. PT422 (detail: the field) for a taken e-mail or a weak password.';
--! EndIncluded auth/operator/create_user.sql
--! Included auth/operator/require_sis.sql
create or replace function auth.require_sis(sis_key text) returns void
  language plpgsql stable set search_path = ''
as $$
begin
  if not exists (select from auth.sis s where s.api_key = require_sis.sis_key) then
    raise sqlstate 'PT404' using message = format('SIS inconnu : %s (voyez : npm run caserne -- sis list)', require_sis.sis_key);
  end if;
end;
$$;
comment on function auth.require_sis(text) is 'Refuses a key that is no SIS''s, for the operator (PT404).';
--! EndIncluded auth/operator/require_sis.sql
--! Included auth/operator/grant_role.sql
create or replace function auth.find_role(sis_key text, role text) returns auth.roles
  language plpgsql stable set search_path = ''
as $$
declare
  v_role auth.roles;
begin
  perform auth.require_sis(find_role.sis_key);
  select *
    into v_role
    from auth.roles r
   where r.sis_key = find_role.sis_key
     and request.plain(r.nom) = request.plain(role)
   -- Two names may differ by an accent only.
   order by r.nom = role desc, r.nom
   limit 1;
  if not found then
    raise sqlstate 'PT404' using message = format('Rôle inconnu : %s. %s a : %s', role, find_role.sis_key, (
      select string_agg(r.nom, ', ' order by r.nom) from auth.roles r where r.sis_key = find_role.sis_key));
  end if;
  return v_role;
end;
$$;
comment on function auth.find_role(text, text) is
  'A role of a SIS by its name, else by the name without case and accents, for the operator (PT404 when there is none).';

create or replace function auth.grant_role(email text, sis_key text, role text) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_user auth.users := auth.find_user(grant_role.email);
  v_role auth.roles := auth.find_role(grant_role.sis_key, role);
begin
  perform auth.refuse_left(v_user.id, v_role.sis_key);
  insert into auth.user_roles (sis_key, user_id, role_id)
  values (v_role.sis_key, v_user.id, v_role.id)
  on conflict do nothing;
end;
$$;
comment on function auth.grant_role(text, text, text) is
  'Gives an account a role, for the operator. PT404 for an unknown account, SIS or role, PT409 when its sapeur has left the SIS.';

create or replace function auth.revoke_role(email text, sis_key text, role text) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_user auth.users := auth.find_user(revoke_role.email);
  v_role auth.roles := auth.find_role(revoke_role.sis_key, role);
begin
  delete from auth.user_roles ur where ur.sis_key = v_role.sis_key and ur.role_id = v_role.id and ur.user_id = v_user.id;
  if not found then
    raise sqlstate 'PT404' using message = format('%s n’a pas le rôle %s', v_user.email, v_role.nom);
  end if;
end;
$$;
comment on function auth.revoke_role(text, text, text) is
  'Takes a role from an account, for the operator. PT404 for an unknown account, SIS or role, or one that it does not hold.';
--! EndIncluded auth/operator/grant_role.sql
--! Included auth/operator/grant_analyste.sql
create or replace function auth.require_analyste(login text, national_allowed boolean) returns void
  language plpgsql stable set search_path = ''
as $$
declare
  v_national boolean;
begin
  select bool_or(m.roleid = 'caserne_national'::regrole)
    into v_national
    from pg_catalog.pg_roles r
    join pg_catalog.pg_auth_members m on m.member = r.oid
     and m.roleid in ('caserne_analyst'::regrole, 'caserne_national'::regrole)
   where r.rolname = login
     and r.rolcanlogin
     -- A login with more rights is no analyst, whatever roles it is a member of.
     and not (r.rolsuper or r.rolcreaterole or r.rolcreatedb or r.rolbypassrls or r.rolreplication);
  if v_national is null then
    raise sqlstate 'PT404' using message = 'Analyste inconnu : ' || login;
  end if;
  if v_national and not national_allowed then
    raise sqlstate 'PT409' using message = format('%s voit tous les SIS, sans octroi', login);
  end if;
end;
$$;
comment on function auth.require_analyste(text, boolean) is
  'Refuses a name that is no analyst''s login (PT404), or a login that sees every SIS unless national_allowed is set (PT409), for the operator.';

create or replace function auth.grant_analyste(login text, sis_keys text[]) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  perform auth.require_sis(k.key) from unnest(sis_keys) as k (key);
  insert into auth.analystes (sis_key, login)
  select distinct k.key, grant_analyste.login from unnest(sis_keys) as k (key)
  on conflict do nothing;
end;
$$;
comment on function auth.grant_analyste(text, text[]) is
  'Grants SIS to a login, for the operator (PT404 for an unknown SIS).';

create or replace function auth.revoke_analyste(login text, sis_keys text[]) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_other text;
begin
  select k.key into v_other
    from unnest(sis_keys) as k (key)
   where not exists (
     select from auth.analystes a where a.sis_key = k.key and a.login = revoke_analyste.login
   );
  if found then
    raise sqlstate 'PT404' using message = format('%s ne voit pas %s', login, v_other);
  end if;
  delete from auth.analystes a where a.login = revoke_analyste.login and a.sis_key = any (sis_keys);
end;
$$;
comment on function auth.revoke_analyste(text, text[]) is
  'Takes SIS from a login, for the operator (PT404 for a SIS that it does not see).';
--! EndIncluded auth/operator/grant_analyste.sql
--! Included auth/operator/add_analyste.sql
-- The command itself creates the role in the same transaction. This function checks that it may.
create or replace function auth.add_analyste(login text, sis_keys text[]) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  if not exists (
    select from pg_catalog.pg_roles r where r.rolname = session_user and (r.rolsuper or r.rolcreaterole)
  ) then
    raise sqlstate 'PT403' using message = format(
      'Le rôle %s ne peut pas créer de rôles (CREATEROLE) : indiquez dans DATABASE_URL un rôle qui le peut', session_user);
  end if;
  if exists (select from pg_catalog.pg_roles r where r.rolname = login) then
    raise sqlstate 'PT409' using message = format('Le rôle %s existe déjà', login);
  end if;
  -- Rows of a login that was dropped by other means.
  delete from auth.analystes a where a.login = add_analyste.login;
  perform auth.grant_analyste(login, sis_keys);
end;
$$;
comment on function auth.add_analyste(text, text[]) is
  'Grants SIS to a new analyst''s login before the login is created, for the operator. PT403 when he may not create roles, PT404 for an unknown SIS, PT409 for a taken name.';

create or replace function auth.remove_analyste(login text) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  perform auth.require_analyste(login, true);
  delete from auth.analystes a where a.login = remove_analyste.login;
end;
$$;
comment on function auth.remove_analyste(text) is
  'Removes all grants of an analyst''s login before it is dropped, for the operator (PT404 when the login is no analyst''s).';

create or replace function auth.list_analystes() returns jsonb
  language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('login', l.rolname, 'national', l.national, 'sis', l.sis) order by l.rolname), '[]')
    from (
      select r.rolname, bool_or(m.roleid = 'caserne_national'::regrole) as national,
             coalesce((select jsonb_agg(a.sis_key order by a.sis_key) from auth.analystes a where a.login = r.rolname), '[]') as sis
        from pg_catalog.pg_roles r
        join pg_catalog.pg_auth_members m on m.member = r.oid
       where m.roleid in ('caserne_analyst'::regrole, 'caserne_national'::regrole)
         and r.rolcanlogin
       group by r.rolname
    ) l
$$;
comment on function auth.list_analystes() is 'Logins of analysts with the SIS that each sees, for the operator.';
--! EndIncluded auth/operator/add_analyste.sql
--! Included auth/operator/set_admin.sql
create or replace function auth.set_admin(email text, is_admin boolean) returns void
  language sql volatile set search_path = ''
as $$
  select auth.change_admin(auth.find_user(email), is_admin)
$$;
comment on function auth.set_admin(text, boolean) is
  'Makes an account administrator, or takes that away, for the operator. PT404 for an unknown account, PT409 when no administrator would be left.';

create or replace function auth.set_disabled(email text, disabled boolean) returns void
  language sql volatile set search_path = ''
as $$
  select auth.change_disabled(auth.find_user(email), disabled)
$$;
comment on function auth.set_disabled(text, boolean) is
  'Disables an account, or enables it again, for the operator. PT404 for an unknown account, PT409 when no administrator would be left.';
--! EndIncluded auth/operator/set_admin.sql
--! Included auth/operator/describe_users.sql
create or replace function auth.describe_users(sis_key text) returns json
  language sql stable set search_path = ''
as $$
  select coalesce(json_agg(
           json_build_object(
             'id', u.id,
             'email', u.email,
             'name', u.name,
             'admin', u.is_admin,
             'disabled', u.disabled_at is not null,
             'roles', (
               select coalesce(json_object_agg(r.sis_key, r.noms order by r.sis_key), '{}')
                 from (
                   select ro.sis_key, json_agg(ro.nom order by ro.nom) as noms
                     from auth.user_roles ur
                     join auth.roles ro on ro.sis_key = ur.sis_key and ro.id = ur.role_id
                    where ur.user_id = u.id
                    group by ro.sis_key
                 ) r
             )
           ) order by lower(u.email)), '[]')
    from auth.users u
   where describe_users.sis_key is null or u.id in (select auth.user_ids_of(describe_users.sis_key))
$$;
comment on function auth.describe_users(text) is
  'All accounts, or those of one SIS, with their roles by SIS, for the operator.';
--! EndIncluded auth/operator/describe_users.sql

-- Tables of the worker: read positions, marquages, counts of messages.
--! Included jobs/releves/releves.sql
-- The worker's notes on each mailbox. Not a tenant table: only functions of this schema read it.
create table if not exists jobs.releves (
  sis_key text not null,
  messagerie_id bigint not null,
  active boolean not null default true,
  active_since timestamptz not null default now(),
  -- The read position.
  uidvalidity bigint,
  last_uid bigint not null default 0,
  advanced_at timestamptz,
  -- The relève: asked for, begun, ended.
  asked_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  done_from timestamptz,
  outdated boolean not null default false,
  -- The result, and the next try.
  last_success_at timestamptz,
  last_error text,
  last_error_at timestamptz,
  failures integer not null default 0,
  next_try_at timestamptz,
  bloquee boolean not null default false,
  silent_since timestamptz,
  primary key (sis_key, messagerie_id),
  foreign key (sis_key, messagerie_id) references app.messageries on delete cascade
);

comment on table jobs.releves is 'Read position of each mailbox, and the result of its relèves.';
comment on column jobs.releves.active is 'Copy of the mailbox''s active, for callers who may not read the mailbox.';
comment on column jobs.releves.active_since is 'When the mailbox was set up or last enabled.';
comment on column jobs.releves.advanced_at is 'When the last message was stored. The first relève may take long.';
comment on column jobs.releves.last_uid is 'All messages up to this UID are in the ledger.';
comment on column jobs.releves.asked_at is 'When someone last asked for a relève and waited for it (force), except those who joined a running one.';
comment on column jobs.releves.done_from is 'When the relève that ended last had begun. Whoever asked before that need not wait.';
comment on column jobs.releves.outdated is 'Whether the settings changed since the last relève began. Its result then says nothing about the new settings.';
comment on column jobs.releves.last_error is 'Last error, in French and without secrets, for the health of the mailbox.';
comment on column jobs.releves.failures is 'Failures in a row, of relèves and connections, which decide the next pause. A success within a minute of a failure does not end the row.';
comment on column jobs.releves.next_try_at is 'Before this instant no relève is tried; null while all is well.';
comment on column jobs.releves.bloquee is 'Whether the server refused the user or password. No try before next_try_at, so that the server does not lock the account.';
comment on column jobs.releves.silent_since is 'Since when nobody could read the mailbox, as reported in a worker''s log (jobs.note_silences); null: no outage reported, or its end was.';

create or replace function jobs.tg_releves__fin() returns trigger
  language plpgsql volatile
as $$
begin
  new.done_from := new.started_at;
  perform pg_notify(request.channel('caserne_releve_finie'), new.messagerie_id::text);
  return new;
end;
$$;
comment on function jobs.tg_releves__fin() is
  'Records which relève has ended, and notifies the servers of its mailbox on the channel caserne_releve_finie.';

drop trigger if exists _010_fin on jobs.releves;
create trigger _010_fin before update on jobs.releves
  for each row when (old.finished_at is distinct from new.finished_at) execute function jobs.tg_releves__fin();
--! EndIncluded jobs/releves/releves.sql
--! Included jobs/queue/workers.sql
-- Rows and not advisory locks: every login can take those unless a superuser forbids it, and pg_locks shows their keys.
-- Not a tenant table: only functions of this schema read it.
create table if not exists jobs.workers (
  pid integer primary key,
  login name not null,
  seen_at timestamptz not null,
  runners text[] not null default '{}'
);

comment on table jobs.workers is 'Workers. Each has one database session by which it proves to be alive.';
comment on column jobs.workers.pid is 'Process id of that session.';
comment on column jobs.workers.seen_at is 'When the worker last proved to be alive.';
comment on column jobs.workers.runners is 'Runners of the queue that belong to the worker; their jobs are not freed while it is alive.';

create table if not exists jobs.baux (
  sis_key text not null,
  messagerie_id bigint not null,
  pid integer not null references jobs.workers on delete cascade,
  primary key (sis_key, messagerie_id),
  foreign key (sis_key, messagerie_id) references jobs.releves on delete cascade
);
create index if not exists baux_pid_idx on jobs.baux (pid);

comment on table jobs.baux is 'Leases: the mailbox that a worker has to itself while it is alive.';

-- Both conditions are needed: the session ends with the worker, or after 30 s of silence (idle_session_timeout), but
-- another session may get its pid.
create or replace function jobs.is_alive(worker jobs.workers) returns boolean
  language sql volatile
as $$
  select worker.seen_at > clock_timestamp() - interval '30 seconds'
     and exists (
       select
         from pg_catalog.pg_stat_activity a
        where a.pid = worker.pid
          and a.usename = worker.login
          and a.datname = current_database()
     )
$$;
comment on function jobs.is_alive(jobs.workers) is
  'Whether a worker is alive: its session exists and has reported within half a minute.';
--! EndIncluded jobs/queue/workers.sql
--! Included jobs/releves/note_silences.sql
create or replace function jobs.unread_since(releve jobs.releves) returns timestamptz
  language sql volatile
as $$
  select case when releve.active and d.since < clock_timestamp() - interval '3 minutes' then d.since end
    -- The first relève of thousands of messages takes longer, but it advances.
    from (select greatest(releve.last_success_at, releve.active_since, releve.advanced_at)) as d (since)
$$;
comment on function jobs.unread_since(jobs.releves) is
  'Since when nobody has been able to read an active mailbox; null during the first three minutes.';

-- The row keeps what was reported, so only one of several workers reports an outage, and none repeats it after a
-- restart.
create or replace function jobs.note_silences() returns json
  language sql volatile security definer set search_path = ''
as $$
  with changed as (
    update jobs.releves r
       set silent_since = jobs.unread_since(r)
     where (r.silent_since is null) <> (jobs.unread_since(r) is null)
    returning r.*
  )
  select coalesce(json_agg(json_build_object(
           'messagerie_id', c.messagerie_id,
           'sis_key', c.sis_key,
           'since', request.utc(c.silent_since),
           'error', case when c.last_error_at >= coalesce(c.last_success_at, '-infinity') then c.last_error end,
           'held', exists (
             select
               from jobs.baux b
               join jobs.workers w on w.pid = b.pid
              where b.sis_key = c.sis_key
                and b.messagerie_id = c.messagerie_id
                and jobs.is_alive(w)
           )
         ) order by c.messagerie_id), '[]')
    from changed c
$$;
comment on function jobs.note_silences() is
  'Mailboxes unread for three minutes, and mailboxes read again (since: null), each reported once: [{messagerie_id, sis_key, since, error, held}]. Definer: the worker holds no right on any table.';
grant execute on function jobs.note_silences() to caserne_worker;
--! EndIncluded jobs/releves/note_silences.sql
--! Included jobs/releves/tg_messageries__releve.sql
create or replace function jobs.tg_messageries__releve() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_other boolean;
begin
  if tg_op = 'INSERT' then
    insert into jobs.releves (sis_key, messagerie_id, active)
    values (new.sis_key, new.id, new.active);
    return null;
  end if;
  -- A UID has a meaning only within one folder of one account. Reading all of the new folder is harmless, because the
  -- ledger recognises the messages it has.
  v_other := (old.host, old.port, old.utilisateur, old.dossier) is distinct from (new.host, new.port, new.utilisateur, new.dossier);
  update jobs.releves r
     set active = new.active,
         active_since = case when new.active and not r.active then clock_timestamp() else r.active_since end,
         uidvalidity = case when not v_other then r.uidvalidity end,
         last_uid = case when v_other then 0 else r.last_uid end,
         outdated = true,
         failures = 0,
         next_try_at = null,
         bloquee = false
   where r.sis_key = new.sis_key
     and r.messagerie_id = new.id;
  if new.active then
    perform jobs.ask_releve(new.id);
  end if;
  return null;
end;
$$;
comment on function jobs.tg_messageries__releve() is
  'Adds the relève state of a new mailbox. After a change of settings it asks for a relève at once, from the beginning if the folder or account changed. Definer: the state and the queue belong to the worker.';

drop trigger if exists _100_releve on app.messageries;
create trigger _100_releve after insert on app.messageries
  for each row execute function jobs.tg_messageries__releve();
drop trigger if exists _200_releve on app.messageries;
create trigger _200_releve after update on app.messageries
  for each row
  when ((old.host, old.port, old.securite, old.utilisateur, old.mot_de_passe, old.dossier, old.active)
        is distinct from (new.host, new.port, new.securite, new.utilisateur, new.mot_de_passe, new.dossier, new.active))
  execute function jobs.tg_messageries__releve();
--! EndIncluded jobs/releves/tg_messageries__releve.sql
--! Included jobs/releves/marquages.sql
-- A marquage is written with the row of the ledger and removed once the mail server has marked the mail. If a worker
-- dies in between, the next relève finds what is left to mark. Not a tenant table: only functions of this schema read
-- it.
create table if not exists jobs.marquages (
  sis_key text not null,
  messagerie_id bigint not null,
  uidvalidity bigint not null,
  uid bigint not null,
  tentatives smallint not null default 0,
  next_try_at timestamptz not null default now(),
  primary key (sis_key, messagerie_id, uidvalidity, uid),
  foreign key (sis_key, messagerie_id) references app.messageries on delete cascade
);

comment on table jobs.marquages is 'Messages of the ledger that are still to be flagged seen, or moved, in their mailbox.';
comment on column jobs.marquages.tentatives is 'How often the server has refused.';
comment on column jobs.marquages.next_try_at is 'The earliest instant of the next try.';
--! EndIncluded jobs/releves/marquages.sql
--! Included jobs/releves/messagerie_totaux.sql
-- Counts are kept as messages arrive: the ledger grows for years, and the health of a mailbox is asked for at any time.
-- Not a tenant table: only the functions about mailboxes read it.
create table if not exists jobs.messagerie_totaux (
  sis_key text not null,
  messagerie_id bigint not null,
  received bigint not null default 0,
  alarm bigint not null default 0,
  ignored bigint not null default 0,
  refused bigint not null default 0,
  failed bigint not null default 0,
  primary key (sis_key, messagerie_id),
  foreign key (sis_key, messagerie_id) references app.messageries on delete cascade
);

comment on table jobs.messagerie_totaux is 'Number of messages of each mailbox in each state.';

create or replace function jobs.tg_messages__totaux() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before text := case when tg_op = 'UPDATE' then old.etat end;
begin
  insert into jobs.messagerie_totaux (sis_key, messagerie_id)
  values (new.sis_key, new.messagerie_id)
  on conflict do nothing;
  update jobs.messagerie_totaux c
     set received = c.received + (new.etat = 'received')::integer - coalesce(v_before = 'received', false)::integer,
         alarm = c.alarm + (new.etat = 'alarm')::integer - coalesce(v_before = 'alarm', false)::integer,
         ignored = c.ignored + (new.etat = 'ignored')::integer - coalesce(v_before = 'ignored', false)::integer,
         refused = c.refused + (new.etat = 'refused')::integer - coalesce(v_before = 'refused', false)::integer,
         failed = c.failed + (new.etat = 'failed')::integer - coalesce(v_before = 'failed', false)::integer
   where c.sis_key = new.sis_key
     and c.messagerie_id = new.messagerie_id;
  return null;
end;
$$;
comment on function jobs.tg_messages__totaux() is
  'Moves a message from the count of its old state to that of its new one. Messages deleted from the ledger stay counted. Definer: the counts belong to the worker.';

-- Deferred, so that a transaction locks the counts of its mailbox at its very end, and no two wait for each other.
drop trigger if exists _500_totaux on app.messages;
create constraint trigger _500_totaux after insert or update of etat on app.messages
  deferrable initially deferred
  for each row execute function jobs.tg_messages__totaux();
--! EndIncluded jobs/releves/messagerie_totaux.sql

-- For the worker: which worker holds a mailbox.
--! Included jobs/releves/lock_messagerie.sql
create or replace function jobs.lock_messagerie(messagerie_id bigint) returns boolean
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- Another worker that takes the mailbox at the same time waits here, no longer than this statement runs.
  insert into jobs.baux as b (sis_key, messagerie_id, pid)
  select r.sis_key, r.messagerie_id, w.pid
    from jobs.releves r
    join jobs.workers w on w.pid = pg_backend_pid()
   where r.messagerie_id = lock_messagerie.messagerie_id
  on conflict on constraint baux_pkey do update set pid = excluded.pid
   where b.pid = excluded.pid
      or not exists (select from jobs.workers w where w.pid = b.pid and jobs.is_alive(w));
  return found;
end;
$$;
comment on function jobs.lock_messagerie(bigint) is
  'Takes a mailbox for the worker of this session, so that two workers never read it at once; false when another live worker holds it. Definer: the worker holds no right on any table.';
grant execute on function jobs.lock_messagerie(bigint) to caserne_worker;
--! EndIncluded jobs/releves/lock_messagerie.sql
--! Included jobs/releves/unlock_messagerie.sql
create or replace function jobs.unlock_messagerie(messagerie_id bigint) returns void
  language sql volatile security definer set search_path = ''
as $$
  delete from jobs.baux b where b.messagerie_id = unlock_messagerie.messagerie_id and b.pid = pg_backend_pid()
$$;
comment on function jobs.unlock_messagerie(bigint) is
  'Releases a mailbox. Definer: the worker holds no right on any table.';
grant execute on function jobs.unlock_messagerie(bigint) to caserne_worker;
--! EndIncluded jobs/releves/unlock_messagerie.sql
--! Included jobs/releves/pass_releve.sql
-- The queue gives a relève to any worker, but only the worker that holds the mailbox can do it.
create or replace function jobs.pass_releve(messagerie_id bigint) returns void
  language sql volatile
as $$
  select pg_notify(request.channel('caserne_releve'), messagerie_id::text)
$$;
comment on function jobs.pass_releve(bigint) is 'Notifies the worker that holds a mailbox to read it now.';
grant execute on function jobs.pass_releve(bigint) to caserne_worker;
--! EndIncluded jobs/releves/pass_releve.sql

-- For the worker: a relève from its request to its end.
--! Included jobs/releves/ask_releve.sql
create or replace function jobs.ask_releve(messagerie_id bigint, not_before timestamptz default null) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- The job key keeps one waiting job per mailbox. A job that a killed worker still holds does not block a new one.
  perform graphile_worker.add_job('read_messagerie', json_build_object('messagerie_id', messagerie_id),
                                  run_at := coalesce(not_before, now()), job_key := 'releve:' || messagerie_id, max_attempts := 1);
end;
$$;
comment on function jobs.ask_releve(bigint, timestamptz) is
  'Asks for a relève of a mailbox as soon as a worker is free, or from an instant on, replacing an earlier request. Definer: the queue belongs to the worker.';
grant execute on function jobs.ask_releve(bigint, timestamptz) to caserne_worker;
--! EndIncluded jobs/releves/ask_releve.sql
--! Included jobs/releves/ask_releves.sql
create or replace function jobs.ask_releves() returns void
  language sql volatile security definer set search_path = ''
as $$
  -- In the order in which api.ask_releve locks them too.
  select jobs.ask_releve(r.messagerie_id)
    from (
      select messagerie_id
        from jobs.releves
       where next_try_at is null
          or next_try_at <= now()
       order by messagerie_id
    ) r
$$;
comment on function jobs.ask_releves() is
  'Asks for a relève of every mailbox, except those that wait for their next try. Definer: the worker holds no right on any table.';
grant execute on function jobs.ask_releves() to caserne_worker;
--! EndIncluded jobs/releves/ask_releves.sql
--! Included jobs/releves/ask_unheld_releves.sql
-- The mailboxes of a dead worker are held by nobody. Other workers ask every few seconds, so they need not wait for the
-- next minute.
create or replace function jobs.ask_unheld_releves() returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_releve jobs.releves;
begin
  for v_releve in
    select *
      from jobs.releves r
     where not exists (
             select
               from jobs.baux b
               join jobs.workers w on w.pid = b.pid
              where b.sis_key = r.sis_key
                and b.messagerie_id = r.messagerie_id
                and jobs.is_alive(w)
           )
       and (r.next_try_at is null or r.next_try_at <= now())
     order by r.messagerie_id
  loop
    perform request.open(null, v_releve.sis_key, array['sis.config'], null);
    perform jobs.ask_releve(b.id)
       from app.messageries b
      where b.sis_key = v_releve.sis_key and b.id = v_releve.messagerie_id and b.active;
  end loop;
end;
$$;
comment on function jobs.ask_unheld_releves() is
  'Asks for a relève of the active mailboxes that no worker holds, except those that wait for their next try. Definer: visits the SIS of every mailbox, each under its own policies.';
grant execute on function jobs.ask_unheld_releves() to caserne_worker;
--! EndIncluded jobs/releves/ask_unheld_releves.sql
--! Included jobs/queue/beat_worker.sql
create or replace function jobs.begin_worker() returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- Also removes an earlier worker whose session had this pid.
  delete from jobs.workers w where w.pid = pg_backend_pid() or not jobs.is_alive(w);
  insert into jobs.workers (pid, login, seen_at) values (pg_backend_pid(), session_user, clock_timestamp());
end;
$$;
comment on function jobs.begin_worker() is
  'Registers the worker of this session, and removes dead workers. Definer: the worker holds no right on any table.';
grant execute on function jobs.begin_worker() to caserne_worker;

create or replace function jobs.beat_worker() returns boolean
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  update jobs.workers w set seen_at = clock_timestamp() where w.pid = pg_backend_pid();
  return found;
end;
$$;
comment on function jobs.beat_worker() is
  'Records that the worker of this session is alive; false when it is registered no longer. Definer: the worker holds no right on any table.';
grant execute on function jobs.beat_worker() to caserne_worker;

create or replace function jobs.end_worker() returns void
  language sql volatile security definer set search_path = ''
as $$
  delete from jobs.workers w where w.pid = pg_backend_pid()
$$;
comment on function jobs.end_worker() is
  'Removes the worker of this session and so releases all that it holds. Definer: the worker holds no right on any table.';
grant execute on function jobs.end_worker() to caserne_worker;
--! EndIncluded jobs/queue/beat_worker.sql
--! Included jobs/releves/begin_releve.sql
create or replace function jobs.begin_releve(messagerie_id bigint) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_releve jobs.releves;
  v_messagerie app.messageries;
begin
  update jobs.releves r set started_at = clock_timestamp(), outdated = false
   where r.messagerie_id = begin_releve.messagerie_id
  returning * into v_releve;
  perform request.open(null, v_releve.sis_key, array['sis.config'], null);
  select * into v_messagerie
    from app.messageries b
   where b.sis_key = v_releve.sis_key and b.id = v_releve.messagerie_id and b.active
     and not (v_releve.bloquee and v_releve.next_try_at > clock_timestamp());
  if not found then
    -- Nothing is read, so nobody should wait for this relève.
    update jobs.releves r set finished_at = clock_timestamp() where r.messagerie_id = begin_releve.messagerie_id;
    return null;
  end if;
  -- A UID means nothing under another UIDVALIDITY. Its message counts as new there and is noted again.
  delete from jobs.marquages m
   where m.messagerie_id = begin_releve.messagerie_id and m.uidvalidity is distinct from v_releve.uidvalidity;
  return json_build_object(
    'messagerie_id', v_messagerie.id, 'sis_key', v_messagerie.sis_key, 'host', v_messagerie.host, 'port', v_messagerie.port,
    'securite', v_messagerie.securite, 'utilisateur', v_messagerie.utilisateur, 'mot_de_passe', encode(v_messagerie.mot_de_passe, 'base64'),
    'dossier', v_messagerie.dossier, 'dossier_traite', v_messagerie.dossier_traite, 'expediteurs', to_json(v_messagerie.expediteurs),
    'lire_depuis', v_messagerie.lire_depuis,
    'uidvalidity', v_releve.uidvalidity, 'last_uid', v_releve.last_uid,
    'a_marquer', array(
      select m.uid from jobs.marquages m
       where m.messagerie_id = begin_releve.messagerie_id and m.next_try_at <= clock_timestamp()
       order by m.uid)
  );
end;
$$;
comment on function jobs.begin_releve(bigint) is
  'Begins a relève: settings of the mailbox (password sealed, base64), read position, and UIDs still to be marked; null when the mailbox is inactive, blocked or gone. Definer: the worker holds no right on any table.';
grant execute on function jobs.begin_releve(bigint) to caserne_worker;
--! EndIncluded jobs/releves/begin_releve.sql
--! Included jobs/releves/advance_releve.sql
create or replace function jobs.advance_releve(messagerie_id bigint, uidvalidity bigint, uid bigint) returns void
  language sql volatile
as $$
  update jobs.releves r
     set uidvalidity = advance_releve.uidvalidity,
         advanced_at = clock_timestamp(),
         last_uid = case
                      when r.uidvalidity is distinct from advance_releve.uidvalidity then uid
                      else greatest(r.last_uid, uid)
                    end
   where r.messagerie_id = advance_releve.messagerie_id
     -- Otherwise messages read from the old folder would move the position in the new one.
     and not r.outdated
$$;
comment on function jobs.advance_releve(bigint, bigint, bigint) is
  'Moves the read position of a mailbox up to this UID. A new UIDVALIDITY starts from it; a mailbox whose settings changed meanwhile keeps its position.';
--! EndIncluded jobs/releves/advance_releve.sql
--! Included jobs/releves/rewind_releve.sql
create or replace function jobs.rewind_releve(messagerie_id bigint) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  update jobs.releves r set last_uid = 0 where r.messagerie_id = rewind_releve.messagerie_id and not r.outdated;
  -- Their UIDs may belong to other messages by now.
  delete from jobs.marquages m where m.messagerie_id = rewind_releve.messagerie_id;
end;
$$;
comment on function jobs.rewind_releve(bigint) is
  'Resets the read position of a mailbox whose server gives UIDs a second time; the ledger recognises the messages it has. Definer: the worker holds no right on any table.';
grant execute on function jobs.rewind_releve(bigint) to caserne_worker;
--! EndIncluded jobs/releves/rewind_releve.sql
--! Included jobs/releves/end_marquages.sql
create or replace function jobs.end_marquages(messagerie_id bigint, uidvalidity bigint, uids bigint[], refusal text) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- Ten refusals, over about four hours, are enough: the messages are in the ledger all the same.
  delete from jobs.marquages m
   where m.messagerie_id = end_marquages.messagerie_id
     and m.uidvalidity = end_marquages.uidvalidity
     and m.uid = any (uids)
     and (refusal is null or m.tentatives >= 9);
  if refusal is null then
    return;
  end if;
  update jobs.marquages m
     set tentatives = m.tentatives + 1,
         next_try_at = clock_timestamp() + least(interval '1 minute' * 2 ^ m.tentatives, interval '1 hour')
   where m.messagerie_id = end_marquages.messagerie_id
     and m.uidvalidity = end_marquages.uidvalidity
     and m.uid = any (uids);
  update jobs.releves r
     set last_error = refusal, last_error_at = clock_timestamp()
   where r.messagerie_id = end_marquages.messagerie_id;
end;
$$;
comment on function jobs.end_marquages(bigint, bigint, bigint[], text) is
  'Removes messages that were marked in their mailbox, or records why the server refused (refusal, in French) and when to try again, ten times at most. Definer: the worker holds no right on any table.';
grant execute on function jobs.end_marquages(bigint, bigint, bigint[], text) to caserne_worker;
--! EndIncluded jobs/releves/end_marquages.sql
--! Included jobs/releves/releve_pause.sql
-- Full jitter: many mailboxes of one server must not come back to it at once.
-- https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
create or replace function jobs.releve_pause(failures integer) returns interval
  language sql volatile
as $$
  select random() * least(make_interval(secs => 2 ^ least(failures, 6)), interval '1 minute')
$$;
comment on function jobs.releve_pause(integer) is
  'Random pause before the next try of a mailbox after a number of failures: at most 1, 2, 4, … seconds, up to a minute.';
--! EndIncluded jobs/releves/releve_pause.sql
--! Included jobs/releves/end_releve.sql
create or replace function jobs.end_releve(messagerie_id bigint, error text, block boolean default false) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_now timestamptz := clock_timestamp();
  v_next_try_at timestamptz;
begin
  update jobs.releves r
     set finished_at = v_now,
         last_success_at = case when error is null then v_now else r.last_success_at end,
         last_error = coalesce(error, r.last_error),
         last_error_at = case when error is not null then v_now else r.last_error_at end,
         failures = case
                      when error is not null then r.failures + 1
                      -- A server that hangs up after each relève must not be called without end.
                      when r.last_error_at > v_now - interval '1 minute' then r.failures
                      else 0
                    end,
         next_try_at = case
                         when error is null then null
                         when block then v_now + interval '1 hour'
                         else v_now + jobs.releve_pause(r.failures)
                       end,
         bloquee = error is not null and block
   where r.messagerie_id = end_releve.messagerie_id
     and not r.outdated
  returning r.next_try_at into v_next_try_at;
  if not found or v_next_try_at is not null then
    perform jobs.ask_releve(messagerie_id, v_next_try_at);
  end if;
end;
$$;
comment on function jobs.end_releve(bigint, text, boolean) is
  'Ends a relève or a connection with its error (null: none) and plans the next try: after a pause, or in an hour when the mailbox is to be blocked. When the settings changed meanwhile, it asks for a new relève. Definer: the worker holds no right on any table.';
grant execute on function jobs.end_releve(bigint, text, boolean) to caserne_worker;
--! EndIncluded jobs/releves/end_releve.sql

-- For the worker: from a report to alarms and interventions.
--! Included jobs/alarmes/read_titre.sql
create or replace function jobs.read_titre(titre text, out sis_key text, out no text, out nom text)
  language plpgsql stable
as $$
declare
  v_titre text := btrim(titre, '* ');
  v_parts text[] := regexp_split_to_array(v_titre, '\s*,\s*|\s+-\s+');
  v_first text := v_parts[1];
  v_rest text;
  v_groupe text := v_titre;
begin
  if cardinality(v_parts) > 1 then
    v_rest := btrim(regexp_replace(v_titre, '^.*?(\s*,\s*|\s+-\s+)', ''));
    sis_key := coalesce(auth.find_sis(v_rest), auth.find_sis(v_parts[cardinality(v_parts)]));
    if sis_key is not null then
      v_groupe := v_first;
    else
      sis_key := auth.find_sis(v_first);
      v_groupe := case when sis_key is not null then v_rest else v_titre end;
    end if;
  end if;
  no := coalesce(substring(v_groupe from '^(\d{1,10})(?:\s|$)'), '');
  nom := btrim(regexp_replace(v_groupe, '^\d{1,10}(\s+|$)', ''));
end;
$$;
comment on function jobs.read_titre(text) is
  'Number (may be empty), name and SIS of an alerted group by its title, such as "*90 EM, SIS Haute-Sorne" or "90 EM - SIS Haute-Sorne". The SIS is null when none is known.';
--! EndIncluded jobs/alarmes/read_titre.sql
--! Included jobs/messages/find_report_sis.sql
-- A mailbox of one SIS makes alarms of that SIS only, whatever its mails say, because those who configure the mailbox
-- have no rights in other SIS.
create or replace function jobs.find_report_sis(report json, sis_key text) returns text[]
  language sql stable
as $$
  select case
           when sis_key <> '*' then array[sis_key]
           else (
             select coalesce(array_agg(distinct n.named), '{}')
               from (
                 select auth.find_sis(s) from json_array_elements_text(report -> 'sis') as s
                 union all
                 select (jobs.read_titre(g ->> 'titre')).sis_key from json_array_elements(report -> 'groupes') as g
               ) as n (named)
              where n.named is not null
           )
         end
$$;
comment on function jobs.find_report_sis(json, text) is
  'The SIS that a report concerns, by the titles of its groups and the SIS it names. For a mailbox of one SIS, that SIS alone.';
--! EndIncluded jobs/messages/find_report_sis.sql
--! Included jobs/alarmes/read_report_groupes.sql
create or replace function jobs.read_report_groupes(report json, sis_keys text[])
  returns table (sis_key text, no text, nom text, titre text, personnes json, sans_sis boolean)
  language sql stable
as $$
  select case
           when t.sis_key = any (sis_keys) then t.sis_key
           -- "90 EM" names no SIS: the group belongs to the SIS of the report if there is only one.
           when s.sans_sis and cardinality(sis_keys) = 1 then sis_keys[1]
         end,
         t.no, t.nom, g ->> 'titre', g -> 'personnes', s.sans_sis
    from json_array_elements(report -> 'groupes') as g
   cross join lateral jobs.read_titre(g ->> 'titre') as t
   cross join lateral (select t.sis_key is null and btrim(g ->> 'titre', '* ') !~ ',|\s-\s') as s (sans_sis)
$$;
comment on function jobs.read_report_groupes(json, text[]) is
  'Groups of a report, each with its SIS among those that the report concerns (null: none of them), and whether the title names no SIS at all (sans_sis).';
--! EndIncluded jobs/alarmes/read_report_groupes.sql
--! Included jobs/messages/describe_report.sql
create or replace function jobs.describe_report(report json, sis_keys text[]) returns text
  language sql stable
as $$
  select left(coalesce(string_agg(r.remark, ' ' order by r.place), ''), 4000)
    from (
      select 0, 'Aucun SIS de cette instance n’est nommé.' where sis_keys = '{}'
      union all
      select 1, a from json_array_elements_text(report -> 'avertissements') as a
      union all
      select 2, format('SIS inconnu, ignoré : %s.', s)
        from json_array_elements_text(report -> 'sis') as s
       where auth.find_sis(s) is null
      union all
      select 3, format('Groupe sans SIS connu, ignoré : %s.', g.titre)
        from jobs.read_report_groupes(report, sis_keys) g
       where g.sis_key is null
    ) as r (place, remark)
$$;
comment on function jobs.describe_report(json, text[]) is
  'French sentences about what was odd in a report: warnings of the parser, unknown SIS, and groups of no SIS that the report concerns.';
--! EndIncluded jobs/messages/describe_report.sql
--! Included jobs/alarmes/read_alarme_date.sql
-- A wrong clock or a typing error must not open an accounting year, nor hide an alarm at the end of the list.
create or replace function jobs.read_alarme_date(report json, message_date timestamptz, out date timestamptz, out improbable timestamptz)
  language sql stable
as $$
  select case when d.credible then d.stated else d.received end,
         case when not d.credible then d.stated end
    from (
      select l.stated, l.received, l.stated between l.received - interval '1 year' and l.received + interval '1 day' as credible
        from (
          select coalesce(request.read_instant(report ->> 'debut', app.fuseau()), request.read_instant(report ->> 'date_creation', app.fuseau())),
                 coalesce(message_date, now())
        ) as l (stated, received)
    ) as d
$$;
comment on function jobs.read_alarme_date(json, timestamptz) is
  'Date of a report''s alarm in the request''s SIS: its start, else its creation, else the date of the mail. A date more than a day after the mail or a year before it is improbable, and the date of the mail counts instead.';
--! EndIncluded jobs/alarmes/read_alarme_date.sql
--! Included jobs/alarmes/share_personnes.sql
-- A telephone number identifies the SIS of a person more surely than a name. So the name counts only where no SIS of
-- the report knows a number of the person, or where several people share the number, in the SIS that knows it. Nobody
-- is left out: an unknown person is shown unresolved in each SIS that may know him.
create or replace function jobs.share_personnes(report json, sis_keys text[], message_date timestamptz) returns jsonb
  language plpgsql volatile
as $$
declare
  v_personnes jsonb := (
    select jsonb_agg(p.personne || jsonb_build_object('no', p.no, 'nom_groupe', p.nom))
      from (
        select '' as no, '' as nom, jsonb_array_elements(report::jsonb -> 'personnes') as personne
        union all
        select g.no, g.nom, jsonb_array_elements(g.personnes::jsonb)
          from jobs.read_report_groupes(report, sis_keys) g
         where g.sans_sis and g.sis_key is null
      ) p
     where p.personne ->> 'reponse' = 'vient'
  );
  v_found jsonb := jsonb '[]';
  v_sis_key text;
begin
  if v_personnes is null then
    return jsonb '{}';
  end if;
  foreach v_sis_key in array sis_keys loop
    perform request.open(null, v_sis_key, array['intervention.lecture', 'sapeur.lecture'], null);
    v_found := v_found || (
      select jsonb_agg(jsonb_build_object('sis_key', v_sis_key, 'rang', p.rang, 'connu', m.known, 'par_numero', m.sapeur_id,
                                          'par_nom', app.match_nom(p.personne ->> 'nom', j.jour)))
        from jsonb_array_elements(v_personnes) with ordinality as p (personne, rang)
       cross join (select (d.date at time zone app.fuseau())::date from jobs.read_alarme_date(report, message_date) d) as j (jour)
       cross join lateral app.match_numero(array(select jsonb_array_elements_text(p.personne -> 'telephones')), j.jour) as m
    );
  end loop;
  return (
    select coalesce(jsonb_object_agg(s.sis_key, s.personnes), '{}')
      from (
        select t.sis_key,
               jsonb_agg(
                 v_personnes -> (t.rang - 1) || jsonb_build_object(
                   'sapeur_id', case when t.par_numeros > 0 then t.par_numero when t.connus < 2 then t.par_nom end)
                 order by t.rang
               ) as personnes
          from (
            select r.*, count(r.par_numero) over w as par_numeros, count(*) filter (where r.connu) over w as connus,
                   count(r.par_nom) over w as par_noms
              from jsonb_to_recordset(v_found)
                     as r (sis_key text, rang integer, connu boolean, par_numero bigint, par_nom bigint)
            window w as (partition by r.rang)
          ) t
         where case
                 when t.par_numeros > 0 then t.par_numero is not null
                 when t.connus > 0 then t.connu
                 when t.par_noms > 0 then t.par_nom is not null
                 else true
               end
         group by t.sis_key
      ) s
  );
end;
$$;
comment on function jobs.share_personnes(json, text[], timestamptz) is
  'People who come and are named without a SIS, shared out among the SIS of a report: {sis_key: [{nom, telephones, no, nom_groupe, sapeur_id}]}, sapeur_id null where unknown. Leaves the request of the last SIS open.';
--! EndIncluded jobs/alarmes/share_personnes.sql
--! Included jobs/alarmes/store_alarme_personnes.sql
create or replace function jobs.store_alarme_personnes(alarme app.alarmes, report json, sis_keys text[], sans_sis jsonb) returns void
  language plpgsql volatile
as $$
declare
  v_day date := (alarme.date at time zone app.fuseau())::date;
begin
  insert into app.alarme_groupes (alarme_id, no, nom)
  select alarme.id, g.no, g.nom
    from jobs.read_report_groupes(report, sis_keys) g
   where g.sis_key = request.sis_key();

  insert into app.alarme_personnes (alarme_id, groupe_no, groupe_nom, nom_complet, telephones, sapeur_id, fonction)
  select alarme.id, g.no, g.nom, p.nom, p.telephones, m.sapeur_id, app.fonction_at(m.sapeur_id, v_day)
    from jobs.read_report_groupes(report, sis_keys) g
   cross join lateral json_to_recordset(g.personnes) as p (nom text, telephones text[], reponse text)
   -- offset 0: one match per person, not one for each column that uses it.
   cross join lateral (select app.match_sapeur(p.nom, p.telephones, v_day) offset 0) as m (sapeur_id)
   where g.sis_key = request.sis_key()
     and p.reponse = 'vient';

  insert into app.alarme_personnes (alarme_id, groupe_no, groupe_nom, nom_complet, telephones, sapeur_id, fonction)
  select alarme.id, p.no, p.nom_groupe, p.nom, p.telephones, p.sapeur_id, app.fonction_at(p.sapeur_id, v_day)
    from jsonb_to_recordset(sans_sis) as p (nom text, telephones text[], no text, nom_groupe text, sapeur_id bigint);
end;
$$;
comment on function jobs.store_alarme_personnes(app.alarmes, json, text[], jsonb) is
  'Stores the groups of an alarm that belong to the request''s SIS, their people who come, and the people whom jobs.share_personnes assigned to this SIS, each matched to a sapeur where possible.';
--! EndIncluded jobs/alarmes/store_alarme_personnes.sql
--! Included jobs/alarmes/alarme_empreinte.sql
-- The hash covers the content for this SIS and not only the mail: two reports under one Message-ID are two alarms. A
-- mail that tells a SIS more in its own mailbox than in the instance's makes a second alarm, which joins the
-- intervention of the first.
create or replace function jobs.alarme_empreinte(sis_keys text[], report json, mail_name text) returns text
  language sql stable
as $$
  select encode(
           sha256(
             convert_to(
               jsonb_build_object(
                 'nom', mail_name,
                 'alarme', report::jsonb - '{avertissements,sis,groupes,personnes}'::text[],
                 'groupes', (
                   select jsonb_agg(jsonb_build_array(g.no, g.nom, g.personnes) order by g.no, g.nom, g.personnes::text)
                     from jobs.read_report_groupes(report, sis_keys) g
                    where g.sis_key = request.sis_key()
                 ),
                 'personnes', report -> 'personnes',
                 'sans_sis', (
                   select jsonb_agg(jsonb_build_array(g.titre, g.personnes) order by g.titre, g.personnes::text)
                     from jobs.read_report_groupes(report, sis_keys) g
                    where g.sis_key is null and g.sans_sis
                 ),
                 'seul', cardinality(sis_keys) = 1 or json_array_length(report -> 'personnes') = 0
               )::text,
               'UTF8'
             )
           ),
           'hex'
         )
$$;
comment on function jobs.alarme_empreinte(text[], json, text) is
  'A hash that identifies an alarm of the request''s SIS: of the name of its mail, and of the content for this SIS of a report that concerns the given SIS.';
--! EndIncluded jobs/alarmes/alarme_empreinte.sql
--! Included jobs/alarmes/store_alarme.sql
-- jobs.settle_message calls this function for each SIS of a report. It leaves the request of that SIS open.
create or replace function jobs.store_alarme(
  sis_key text, sis_keys text[], message_id bigint, message_date timestamptz, report json, mail_name text, sans_sis jsonb) returns bigint
  language plpgsql volatile
as $$
declare
  v_alarme app.alarmes;
  v_empreinte text;
begin
  perform request.open(null, sis_key, array['intervention.lecture', 'intervention.modification', 'sapeur.lecture'], null);
  v_empreinte := jobs.alarme_empreinte(sis_keys, report, mail_name);

  insert into app.alarmes (message_id, empreinte, date, type, code, couleur, adresse, complement, description,
                           date_creation, debut, fin, lat, lon, lv95_e, lv95_n, intervention_voulue)
  select store_alarme.message_id, v_empreinte, (jobs.read_alarme_date(report, message_date)).date, t.type, r.code, r.couleur, r.adresse, r.complement,
         coalesce(nullif(r.description, ''), concat_ws(' ', nullif(r.code, ''), nullif(r.complement, ''))),
         i.creation, i.debut, i.fin,
         (r.wgs84 ->> 'lat')::numeric, (r.wgs84 ->> 'lon')::numeric, (r.lv95 ->> 'e')::numeric, (r.lv95 ->> 'n')::numeric,
         s.intervention_automatique and request.plain(t.type) !~ '\m(test|exercice)'
    from app.sis s
   cross join json_to_record(report) as r (
     type text, code text, couleur text, adresse text, complement text, description text, wgs84 json, lv95 json,
     date_creation text, debut text, fin text
   )
   cross join lateral (select coalesce(nullif(r.type, ''), r.code)) as t (type)
   cross join lateral (
     select request.read_instant(r.date_creation, s.fuseau), request.read_instant(r.debut, s.fuseau), request.read_instant(r.fin, s.fuseau)
   ) as i (creation, debut, fin)
   where s.sis_key = store_alarme.sis_key
  -- One alarm per message and SIS: a relecture, or the same mail in another mailbox, finds the first one.
  on conflict do nothing
  returning * into v_alarme;
  if not found then
    return (
      select a.id
        from app.alarmes a
       where a.sis_key = store_alarme.sis_key
         and (a.message_id = store_alarme.message_id or a.empreinte = v_empreinte)
       order by a.message_id = store_alarme.message_id desc nulls last
       limit 1
    );
  end if;

  perform jobs.store_alarme_personnes(v_alarme, report, sis_keys, sans_sis -> sis_key);
  return v_alarme.id;
end;
$$;
comment on function jobs.store_alarme(text, text[], bigint, timestamptz, json, text, jsonb) is
  'Stores the alarm of one SIS of a report, once, with the groups and people of that SIS only, and returns its id. sans_sis is the result of jobs.share_personnes.';
--! EndIncluded jobs/alarmes/store_alarme.sql
--! Included jobs/alarmes/find_intervention_to_join.sql
create or replace function jobs.find_intervention_to_join(alarme app.alarmes) returns bigint
  language sql stable
as $$
  select a.intervention_id
    from app.alarmes a
    join app.interventions i on i.sis_key = a.sis_key and i.id = a.intervention_id
   where a.sis_key = request.sis_key()
     and a.date between alarme.date - interval '30 minutes' and alarme.date + interval '30 minutes'
     and a.id <> alarme.id
     and i.statut < app.intervention_imputee()
     and request.plain(a.adresse) = request.plain(alarme.adresse)
     -- Alarms known by their coordinates alone all have the same address: none.
     and request.plain(alarme.adresse) <> ''
     -- Without a code, the description tells what happened, else the type.
     and request.plain(coalesce(nullif(a.code, ''), nullif(a.description, ''), a.type))
       = request.plain(coalesce(nullif(alarme.code, ''), nullif(alarme.description, ''), alarme.type))
   order by a.id
   limit 1
$$;
comment on function jobs.find_intervention_to_join(app.alarmes) is
  'Intervention of another alarm within 30 minutes for the same address and code, or null.';
--! EndIncluded jobs/alarmes/find_intervention_to_join.sql
--! Included jobs/alarmes/create_intervention_from_alarme.sql
-- The accounting year is locked first, by the function that numbers interventions. So two alarms for one address are
-- handled one after the other, and the second finds the intervention of the first.
create or replace function jobs.create_intervention_from_alarme(sis_key text, alarme_id bigint) returns bigint
  language plpgsql volatile
as $$
declare
  v_alarme app.alarmes;
  v_debut timestamp;
  v_intervention_id bigint;
begin
  perform request.open(null, sis_key, array['intervention.lecture', 'intervention.modification', 'sapeur.lecture'], null);
  select * into v_alarme
    from app.alarmes a
   where a.sis_key = create_intervention_from_alarme.sis_key
     and a.id = create_intervention_from_alarme.alarme_id
     for update;
  if not found or v_alarme.intervention_id is not null or not v_alarme.intervention_voulue then
    return v_alarme.intervention_id;
  end if;

  -- Truncated to the second: rounding half a second before midnight would give 24:00:00.
  v_debut := date_trunc('second', v_alarme.date at time zone app.fuseau());
  perform app.lock_exercice_comptable(v_debut::date);
  v_intervention_id := jobs.find_intervention_to_join(v_alarme);

  if v_intervention_id is null then
    insert into app.interventions (date_debut, heure_debut, date_fin, heure_fin, objet, lieu, localite_id, wgs84, degre,
                                   alarme_id, type_intervention_id, stat_federal_id)
    select v_debut::date, v_debut::time, v_debut::date, v_debut::time,
           coalesce(nullif(v_alarme.description, ''), nullif(v_alarme.code, ''), v_alarme.type),
           v_alarme.adresse, app.localite_of(v_alarme.adresse), coalesce(v_alarme.lat || ',' || v_alarme.lon, ''),
           case v_alarme.couleur when 'BLEU' then 2 when 'JAUNE' then 3 when 'ROUGE' then 4 else 1 end,
           v_alarme.id, c.type_intervention_id, c.stat_federal_id
      from (
        select k.* from app.classify_code(v_alarme.code) k where v_alarme.code <> ''
        union all
        select w.* from app.classify_words(v_alarme.type, v_alarme.description) w where v_alarme.code = ''
      ) c
    returning id into v_intervention_id;
  end if;

  insert into app.intervention_groupes (intervention_id, no, designation)
  select distinct v_intervention_id, g.no, g.nom
    from app.alarme_groupes g
   where g.sis_key = v_alarme.sis_key and g.alarme_id = v_alarme.id
  on conflict do nothing;

  insert into app.intervention_quittances (intervention_id, sapeur_id)
  select distinct v_intervention_id, p.sapeur_id
    from app.alarme_personnes p
   where p.sis_key = v_alarme.sis_key and p.alarme_id = v_alarme.id and p.sapeur_id is not null
  on conflict do nothing;

  update app.alarmes a
     set intervention_id = v_intervention_id, intervention_refus = ''
   where a.sis_key = v_alarme.sis_key and a.id = v_alarme.id;
  return v_intervention_id;
end;
$$;
comment on function jobs.create_intervention_from_alarme(text, bigint) is
  'The intervention of an alarm: made now, joined for the same event, or the existing one; null when none is wanted. PT409 when the accounting year is closed.';
--! EndIncluded jobs/alarmes/create_intervention_from_alarme.sql
--! Included jobs/alarmes/try_create_intervention.sql
-- A closed accounting year, for example, must not cost the alarm. A job tries again every minute.
create or replace function jobs.try_create_intervention(sis_key text, alarme_id bigint, tries integer default 4) returns bigint
  language plpgsql volatile
as $$
declare
  v_refus text;
begin
  return jobs.create_intervention_from_alarme(sis_key, alarme_id);
exception when others then
  -- The failed attempt has rolled back the request that it opened.
  perform request.open(null, sis_key, array['intervention.lecture', 'intervention.modification'], null);
  -- A transaction that moves the intervention which this alarm joins locks intervention and year in the other order.
  -- The deadlock has released the locks of this attempt, so it tries again; a few times, because the other may try
  -- again too.
  if sqlstate = '40P01' and tries > 1 then
    return jobs.try_create_intervention(sis_key, alarme_id, tries - 1);
  end if;
  -- PT errors carry French sentences for users. Other messages are PostgreSQL's, in English, and name internal objects.
  v_refus := case when sqlstate like 'PT%' then sqlerrm else format('Erreur interne (%s)', sqlstate) end;
  update app.alarmes a
     set intervention_refus = v_refus
   where a.sis_key = try_create_intervention.sis_key
     and a.id = alarme_id
     and a.intervention_refus <> v_refus;
  if found and v_refus <> sqlerrm then
    raise warning 'alarm % of %: %', alarme_id, sis_key, sqlerrm;
  end if;
  return null;
end;
$$;
comment on function jobs.try_create_intervention(text, bigint, integer) is
  'The intervention of an alarm. Null where none is wanted, or where it cannot be made now; the alarm then says why.';
--! EndIncluded jobs/alarmes/try_create_intervention.sql
--! Included jobs/alarmes/create_pending_interventions.sql
create or replace function jobs.create_pending_interventions() returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_sis_key text;
  v_alarme_id bigint;
  v_made integer := 0;
begin
  for v_sis_key in select s.api_key from auth.sis s order by s.api_key loop
    perform request.open(null, v_sis_key, array['intervention.lecture'], null);
    for v_alarme_id in
      select a.id
        from app.alarmes a
       where a.sis_key = v_sis_key
         and not a.validated
         and a.intervention_voulue
         and a.intervention_id is null
         and a.created_at > now() - interval '7 days'
       order by a.id
    loop
      v_made := v_made + (jobs.try_create_intervention(v_sis_key, v_alarme_id) is not null)::integer;
    end loop;
  end loop;
  return v_made;
end;
$$;
comment on function jobs.create_pending_interventions() is
  'Makes the missing interventions of this week''s alarms and returns their number. Definer: visits every SIS, each under its own policies.';
grant execute on function jobs.create_pending_interventions() to caserne_worker;
--! EndIncluded jobs/alarmes/create_pending_interventions.sql

-- For the worker: a message enters the ledger, has its relecture, and leaves.
--! Included jobs/messages/settle_message.sql
-- The first reading and the relecture share this function, which runs in the transaction that writes the row of the
-- ledger.
create or replace function jobs.settle_message(message app.messages, report json, mail_name text) returns json
  language plpgsql volatile
as $$
declare
  v_message app.messages := message;
  v_sis text[];
  v_sis_key text;
  v_alarme_id bigint;
  v_refus jsonb := jsonb '{}';
  v_known boolean := false;
  v_sans_sis jsonb;
  v_date text;
begin
  if v_message.etat = 'alarm' then
    v_sis := jobs.find_report_sis(report, v_message.sis_key);
    v_sans_sis := jobs.share_personnes(report, v_sis, v_message.date);
    foreach v_sis_key in array v_sis loop
      v_alarme_id := jobs.store_alarme(v_sis_key, v_sis, v_message.id, v_message.date, report, mail_name, v_sans_sis);
      -- In local time of the first SIS.
      v_date := coalesce(v_date, (
        select to_char(d.improbable at time zone app.fuseau(), 'DD.MM.YYYY HH24:MI') from jobs.read_alarme_date(report, v_message.date) d
      ));
      v_known := v_known or exists (
        select from app.alarmes a where a.sis_key = v_sis_key and a.id = v_alarme_id and a.message_id <> v_message.id
      );
      perform jobs.try_create_intervention(v_sis_key, v_alarme_id);
      v_refus := v_refus || coalesce((
        select jsonb_build_object(a.sis_key, a.intervention_refus)
          from app.alarmes a
         where a.sis_key = v_sis_key and a.id = v_alarme_id and a.intervention_refus <> ''
      ), '{}');
    end loop;
    perform request.open(null, v_message.sis_key, array['sis.config'], null);
    update app.messages m
       set etat = case when v_sis = '{}' then 'failed' else m.etat end,
           raison = concat_ws(
             ' ',
             case when v_known then 'Cette alarme est déjà venue par un autre message.' end,
             'Date improbable (' || v_date || ') : l’alarme porte celle du message.',
             nullif(jobs.describe_report(report, v_sis), '')
           )
     where m.sis_key = v_message.sis_key and m.id = v_message.id
    returning * into v_message;
  end if;
  return json_strip_nulls(json_build_object('nouveau', true, 'id', v_message.id, 'etat', v_message.etat, 'raison', v_message.raison,
                                            'sis', coalesce(to_json(v_sis), '[]'), 'refus', nullif(v_refus, '{}')));
end;
$$;
comment on function jobs.settle_message(app.messages, json, text) is
  'Makes the alarms and interventions of a message: {nouveau, id, etat, raison, sis: [key], refus: {key: why}}, refus where an intervention could not be made. mail_name identifies the mail in any mailbox; the request of its mailbox stays open.';
--! EndIncluded jobs/messages/settle_message.sql
--! Included jobs/messages/is_reused.sql
-- Refused mails do not count: anybody can write a Message-ID, and a refused mail must not keep the real one out.
create or replace function jobs.is_reused(message app.messages) returns boolean
  language sql stable
as $$
  select exists (
    select
      from app.messages m
     where m.sis_key = message.sis_key
       and m.messagerie_id = message.messagerie_id
       and coalesce(m.message_id, m.sha256) = message.message_id
       and m.id is distinct from message.id
       and m.etat <> 'refused'
       and m.corps <> message.corps
  )
$$;
comment on function jobs.is_reused(app.messages) is
  'Whether another message of the mailbox, with other content, already has the Message-ID. The request of the mailbox must be open.';

create or replace function jobs.add_avertissement(report json, avertissement text) returns json
  language sql immutable
as $$
  select jsonb_insert(report::jsonb, '{avertissements,0}', to_jsonb(avertissement))::json
$$;
comment on function jobs.add_avertissement(json, text) is 'A report with a warning put first; null for null.';
--! EndIncluded jobs/messages/is_reused.sql
--! Included jobs/messages/store_message.sql
-- The row of the ledger, alarms, interventions, read position and note to mark the mail are written in one transaction,
-- so that a crash leaves all or nothing.
-- message: {sis_key, messagerie_id, uidvalidity, uid, message_id, sha256, corps, expediteur, sujet, date, taille, etat,
-- raison, marquer (whether to mark it in the mailbox)}; contenu: the raw text; report: by the parser, or null.
create or replace function jobs.store_message(message json, contenu bytea, report json) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_message app.messages := json_populate_record(null::app.messages, message);
  v_messagerie text := v_message.sis_key;
  v_nom text := coalesce(v_message.message_id, v_message.sha256);
  v_report json := report;
  v_result json;
begin
  perform request.open(null, v_messagerie, array['sis.config'], null);
  if length(v_message.message_id) > 500 then
    v_message.message_id := null;
  end if;
  -- Two messages with the same Message-ID are two messages: the hash identifies the later one.
  if jobs.is_reused(v_message) then
    v_report := jobs.add_avertissement(report, 'Son Message-ID est déjà celui d’un autre message.');
    v_message.raison := concat_ws(' ', 'Son Message-ID est déjà celui d’un autre message.', nullif(v_message.raison, ''));
    v_message.message_id := null;
  end if;

  -- Noted for known messages too: the mailbox still shows them as new.
  insert into jobs.marquages (sis_key, messagerie_id, uidvalidity, uid)
  select v_messagerie, v_message.messagerie_id, v_message.uidvalidity, v_message.uid
   where (message ->> 'marquer')::boolean
  on conflict do nothing;

  insert into app.messages as m (messagerie_id, uidvalidity, uid, message_id, sha256, corps, expediteur, sujet, date,
                                 taille, etat, raison, contenu)
  values (v_message.messagerie_id, v_message.uidvalidity, v_message.uid, v_message.message_id, v_message.sha256, v_message.corps,
          left(v_message.expediteur, 500), left(v_message.sujet, 1000), v_message.date, v_message.taille,
          v_message.etat, coalesce(v_message.raison, ''), store_message.contenu)
  -- A message that is no alarm must not block one: a Message-ID can be used again, and anybody can write one.
  on conflict (sis_key, messagerie_id, (coalesce(message_id, sha256))) do update
     set etat = excluded.etat, tentatives = m.tentatives + 1, raison = excluded.raison, expediteur = excluded.expediteur, sujet = excluded.sujet,
         sha256 = excluded.sha256, corps = excluded.corps, date = excluded.date, taille = excluded.taille, contenu = excluded.contenu,
         uidvalidity = excluded.uidvalidity, uid = excluded.uid
   where m.etat <> 'alarm' and excluded.etat = 'alarm'
      or m.etat = 'refused' and excluded.etat <> 'refused'
  returning m.* into v_message;

  if not found then
    perform jobs.advance_releve((message ->> 'messagerie_id')::bigint, (message ->> 'uidvalidity')::bigint, (message ->> 'uid')::bigint);
    return json_build_object('nouveau', false);
  end if;

  v_result := jobs.settle_message(v_message, v_report, v_nom);
  perform jobs.advance_releve(v_message.messagerie_id, v_message.uidvalidity, v_message.uid);
  return v_result;
end;
$$;
comment on function jobs.store_message(json, bytea, json) is
  'Stores a message in the ledger, once, with its alarms and interventions: {nouveau, id, etat, raison, sis: [key], refus: {key: why}}, as jobs.settle_message. Definer: the worker holds no right on any table; the policies of each SIS still apply.';
grant execute on function jobs.store_message(json, bytea, json) to caserne_worker;
--! EndIncluded jobs/messages/store_message.sql
--! Included jobs/messages/ask_relecture.sql
create or replace function jobs.ask_relecture(message app.messages) returns void
  language plpgsql volatile
as $$
begin
  -- The next relève fetches messages whose text is not kept.
  if message.contenu is null then
    perform jobs.ask_releve(message.messagerie_id);
  else
    -- The job key keeps one waiting job per message. A job that a killed worker still holds does not block a new one.
    perform graphile_worker.add_job('relire_message', json_build_object('sis_key', message.sis_key, 'id', message.id),
                                    job_key := 'relecture:' || message.id, max_attempts := 1);
  end if;
end;
$$;
comment on function jobs.ask_relecture(app.messages) is
  'Asks for a relecture of a message as soon as a worker is free: of its kept text, else by a relève of its mailbox.';
--! EndIncluded jobs/messages/ask_relecture.sql
--! Included jobs/messages/ask_relectures.sql
create or replace function jobs.ask_relectures() returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_sis_key text;
begin
  for v_sis_key in select distinct r.sis_key from jobs.releves r order by r.sis_key loop
    perform request.open(null, v_sis_key, array['sis.config'], null);
    -- The relève of each mailbox, every minute too, fetches the messages whose text is not kept.
    perform jobs.ask_relecture(m)
       from (
         select m
           from app.messages m
          where m.sis_key = v_sis_key
            and m.etat = 'received'
            and m.contenu is not null
          order by m.id
       ) as l (m);
  end loop;
end;
$$;
comment on function jobs.ask_relectures() is
  'Puts waiting relectures into the queue again, for example after a worker was killed. Definer: visits the SIS of every mailbox, each under its own policies.';
grant execute on function jobs.ask_relectures() to caserne_worker;
--! EndIncluded jobs/messages/ask_relectures.sql
--! Included jobs/messages/reopen_message.sql
create or replace function jobs.reopen_message(message app.messages) returns app.messages
  language plpgsql volatile
as $$
declare
  v_message app.messages := message;
begin
  -- The relecture was asked for before and is still waiting.
  if v_message.etat = 'received' then
    return v_message;
  end if;
  if v_message.etat = 'alarm' then
    raise sqlstate 'PT409' using message = 'Seul un message en échec, ignoré ou refusé peut être relu';
  end if;
  if v_message.contenu is null and not exists (
    select from app.messageries b where b.sis_key = v_message.sis_key and b.id = v_message.messagerie_id and b.active
  ) then
    raise sqlstate 'PT409' using message = 'Le texte de ce message est à chercher dans sa messagerie, qui n’est pas active';
  end if;
  update app.messages m
     set etat = 'received'
   where m.sis_key = v_message.sis_key and m.id = v_message.id
  returning * into v_message;
  perform jobs.ask_relecture(v_message);
  return v_message;
end;
$$;
comment on function jobs.reopen_message(app.messages) is
  'Asks for a relecture of a message of the request''s SIS, whose row is locked, and returns the row, now received. PT409 where it is an alarm or has no text to read.';
--! EndIncluded jobs/messages/reopen_message.sql
--! Included jobs/messages/list_relectures.sql
create or replace function jobs.list_relectures(messagerie_id bigint) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_sis_key text := (select r.sis_key from jobs.releves r where r.messagerie_id = list_relectures.messagerie_id);
begin
  perform request.open(null, v_sis_key, array['sis.config'], null);
  return (
    select coalesce(json_agg(json_build_object('id', m.id, 'uidvalidity', m.uidvalidity, 'uid', m.uid) order by m.id), '[]')
      from app.messages m
     where m.sis_key = v_sis_key
       and m.messagerie_id = list_relectures.messagerie_id
       and m.etat = 'received'
       and m.contenu is null
  );
end;
$$;
comment on function jobs.list_relectures(bigint) is
  'Messages of a mailbox to fetch once more for their relecture: [{id, uidvalidity, uid}]. Definer: the worker holds no right on any table.';
grant execute on function jobs.list_relectures(bigint) to caserne_worker;
--! EndIncluded jobs/messages/list_relectures.sql
--! Included jobs/messages/begin_relecture.sql
create or replace function jobs.begin_relecture(sis_key text, id bigint)
  returns table (messagerie_id bigint, expediteurs text[], contenu bytea)
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform request.open(null, begin_relecture.sis_key, array['sis.config'], null);
  return query
    select b.id, b.expediteurs, m.contenu
      from app.messages m
      join app.messageries b on b.sis_key = m.sis_key and b.id = m.messagerie_id
     where m.sis_key = begin_relecture.sis_key
       and m.id = begin_relecture.id
       and m.etat = 'received'
       and m.contenu is not null;
end;
$$;
comment on function jobs.begin_relecture(text, bigint) is
  'A message that waits for its relecture, with the senders that its mailbox accepts today; no row when it waits no longer. Definer: the worker holds no right on any table.';
grant execute on function jobs.begin_relecture(text, bigint) to caserne_worker;
--! EndIncluded jobs/messages/begin_relecture.sql
--! Included jobs/messages/store_relecture.sql
-- The row is locked: when two workers have read the same message, the second finds it settled.
create or replace function jobs.store_relecture(message json, contenu bytea, report json) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_read app.messages := json_populate_record(null::app.messages, message);
  v_message app.messages;
  v_nom text;
  v_other text[];
  v_own text;
  v_report json := report;
begin
  perform request.open(null, v_read.sis_key, array['sis.config'], null);
  select * into v_message
    from app.messages m
   where m.sis_key = v_read.sis_key and m.id = v_read.id and m.etat = 'received'
     for update;
  if not found then
    return json_build_object('nouveau', false);
  end if;

  v_read.message_id := case when length(v_read.message_id) <= 500 then v_read.message_id end;
  v_own := coalesce(v_read.message_id, v_read.sha256, v_message.message_id, v_message.sha256);
  v_read.messagerie_id := v_message.messagerie_id;
  if jobs.is_reused(v_read) then
    v_report := jobs.add_avertissement(report, 'Son Message-ID est déjà celui d’un autre message.');
    v_read.message_id := null;
  end if;
  v_nom := coalesce(v_read.message_id, v_read.sha256);
  v_other := case
    -- A mailbox that was replaced may have another message under the same number.
    when v_message.contenu is null and v_message.taille > 0 and v_nom <> coalesce(v_message.message_id, v_message.sha256)
      and v_read.sha256 <> v_message.sha256
    then array['failed', 'Le message n’est plus dans la messagerie.']
    -- A message that its server withheld had no name yet. It may turn out to be known from elsewhere.
    when exists (
      select
        from app.messages m
       where m.sis_key = v_message.sis_key and m.messagerie_id = v_message.messagerie_id and m.id <> v_message.id
         and coalesce(m.message_id, m.sha256) = v_nom
    )
    then array['ignored', 'Ce message est déjà connu.']
  end;

  -- A message that was just fetched still looks new in the mailbox. The next relève marks it.
  if (message ->> 'marquer')::boolean and v_message.contenu is null and v_other[1] is distinct from 'failed' then
    insert into jobs.marquages (sis_key, messagerie_id, uidvalidity, uid)
    values (v_message.sis_key, v_message.messagerie_id, v_message.uidvalidity, v_message.uid)
    on conflict do nothing;
    perform jobs.ask_releve(v_message.messagerie_id);
  end if;

  if v_other is not null then
    update app.messages m
       set etat = v_other[1], raison = v_other[2], tentatives = m.tentatives + 1
     where m.sis_key = v_message.sis_key and m.id = v_message.id
    returning * into v_message;
    return jobs.settle_message(v_message, null, v_own);
  end if;

  update app.messages m
     set etat = v_read.etat, raison = coalesce(v_read.raison, ''), tentatives = m.tentatives + 1,
         message_id = case when v_nom is null then m.message_id else v_read.message_id end,
         sha256 = coalesce(v_read.sha256, m.sha256), corps = coalesce(v_read.corps, m.corps),
         expediteur = coalesce(left(v_read.expediteur, 500), m.expediteur), sujet = coalesce(left(v_read.sujet, 1000), m.sujet),
         date = coalesce(v_read.date, m.date), taille = coalesce(v_read.taille, m.taille),
         contenu = coalesce(store_relecture.contenu, m.contenu)
   where m.sis_key = v_message.sis_key and m.id = v_message.id
  returning * into v_message;
  return jobs.settle_message(v_message, v_report, v_own);
end;
$$;
comment on function jobs.store_relecture(json, bytea, json) is
  'Stores the result of a relecture, with the same result as jobs.store_message, or {nouveau: false} when another worker was faster; message: {sis_key, id, etat, raison}, where it was read its header fields and marquer. Definer: the worker holds no right on any table.';
grant execute on function jobs.store_relecture(json, bytea, json) to caserne_worker;
--! EndIncluded jobs/messages/store_relecture.sql
--! Included jobs/messages/purge_messages.sql
create or replace function jobs.purge_messages(days integer) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_sis_key text;
  v_before timestamptz := now() - make_interval(days => days);
begin
  for v_sis_key in select distinct r.sis_key from jobs.releves r loop
    perform request.open(null, v_sis_key, array['sis.config'], null);
    update app.messages m
       set contenu = null
     where m.sis_key = v_sis_key
       and m.etat not in ('failed', 'received')
       and m.contenu is not null
       and m.created_at < v_before;
    -- The read position keeps the mailbox from bringing these messages again. Should it be lost, they are refused
    -- again.
    delete from app.messages m
     where m.sis_key = v_sis_key
       and m.etat = 'refused'
       and m.created_at < v_before;
  end loop;
end;
$$;
comment on function jobs.purge_messages(integer) is
  'Deletes the raw text of older messages, except failed ones and those that wait for a relecture, and the rows of refused ones, which anybody may send in any number. Definer: visits the SIS of every mailbox, each under its own policies.';
grant execute on function jobs.purge_messages(integer) to caserne_worker;
--! EndIncluded jobs/messages/purge_messages.sql

-- For the worker: queue, mails, the instance's mailbox, metrics.
--! Included jobs/queue/lock_runner.sql
create or replace function jobs.lock_runner(runner_id text) returns void
  language sql volatile security definer set search_path = ''
as $$
  update jobs.workers w
     set runners = array_append(array_remove(w.runners, lock_runner.runner_id), lock_runner.runner_id)
   where w.pid = pg_backend_pid()
$$;
comment on function jobs.lock_runner(text) is
  'Registers a runner of the queue with the worker of this session: jobs.release_jobs frees none of its jobs while the worker is alive. Definer: the worker holds no right on any table.';
grant execute on function jobs.lock_runner(text) to caserne_worker;
--! EndIncluded jobs/queue/lock_runner.sql
--! Included jobs/queue/unlock_runner.sql
create or replace function jobs.unlock_runner(runner_id text) returns void
  language sql volatile security definer set search_path = ''
as $$
  update jobs.workers w set runners = array_remove(w.runners, unlock_runner.runner_id) where w.pid = pg_backend_pid()
$$;
comment on function jobs.unlock_runner(text) is
  'Removes a runner of the queue that has ended. Definer: the worker holds no right on any table.';
grant execute on function jobs.unlock_runner(text) to caserne_worker;
--! EndIncluded jobs/queue/unlock_runner.sql
--! Included jobs/queue/release_jobs.sql
-- The queue itself would hold the jobs of a killed worker for four hours. A worker registers its runners by its session
-- (jobs.lock_runner), and may lose that session for a moment without being dead. So a job that may safely run twice is
-- left alone for half a minute, and a mail for longer than any attempt to send one takes.
create or replace function jobs.release_jobs() returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform graphile_worker.force_unlock_workers(array(
    select distinct j.locked_by
      from graphile_worker.jobs j
     where j.locked_at <= now() - case j.task_identifier when 'send_mail' then interval '5 minutes' else interval '30 seconds' end
       and j.locked_by not in (select unnest(w.runners) from jobs.workers w where jobs.is_alive(w))
  ));
  -- A relève is tried once, because the next minute asks again. Its failed job would stay in the queue for ever.
  perform graphile_worker.complete_jobs(array(
    select j.id
      from graphile_worker.jobs j
     where j.task_identifier = 'read_messagerie'
       and j.attempts >= j.max_attempts
       and j.locked_at is null
  ));
end;
$$;
comment on function jobs.release_jobs() is
  'Frees jobs that a killed worker had begun, and deletes failed relèves. Definer: the queue belongs to the owner.';
grant execute on function jobs.release_jobs() to caserne_worker;
--! EndIncluded jobs/queue/release_jobs.sql
--! Included jobs/mails/begin_mail.sql
-- The token of a mail's link is made when the mail is sent, because the queue is on disk and must not hold tokens.
create or replace function jobs.begin_mail(payload json, token_hash bytea) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_genre text := payload ->> 'genre';
  v_user auth.users;
  v_invitation auth.invitations;
begin
  if v_genre = 'invitation' then
    select * into v_invitation
      from auth.invitations i
     where i.sis_key = payload ->> 'sis_key'
       and i.id = (payload ->> 'invitation_id')::bigint
       and i.email is not null
       and i.used_at is null
       and i.expires_at > clock_timestamp()
       and auth.is_backed(i);
    if not found then
      return null;
    end if;
    insert into auth.tokens (token_hash, genre, sis_key, invitation_id, expires_at, mailed)
    values (begin_mail.token_hash, v_genre, v_invitation.sis_key, v_invitation.id, v_invitation.expires_at, true);
    return json_build_object(
      'genre', v_genre, 'email', v_invitation.email, 'name', null,
      'sis', (select s.nom from auth.sis s where s.api_key = v_invitation.sis_key),
      'par', (select u.name from auth.users u where u.id = v_invitation.created_by));
  end if;

  v_user := auth.user_by_email(payload ->> 'email');
  if v_user.id is null or v_user.disabled_at is not null
     or v_genre = 'confirmation' and v_user.email_verified_at is not null then
    return null;
  end if;
  if v_genre in ('confirmation', 'reinitialisation') then
    insert into auth.tokens (token_hash, genre, user_id, expires_at)
    values (begin_mail.token_hash, v_genre, v_user.id,
            clock_timestamp() + auth.token_lifetime(v_genre));
  end if;
  return json_build_object('genre', v_genre, 'email', v_user.email, 'name', v_user.name, 'sis', null, 'par', null);
end;
$$;
comment on function jobs.begin_mail(json, bytea) is
  'The data of the mail of a send_mail job, {genre, email, name, sis, par}, or null when there is no addressee. Stores the SHA-256 of the token in its link. Definer: the worker holds no right on any table.';
grant execute on function jobs.begin_mail(json, bytea) to caserne_worker;
--! EndIncluded jobs/mails/begin_mail.sql
--! Included jobs/mails/purge_tokens.sql
create or replace function jobs.purge_tokens() returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- A used refresh token is kept until it would have expired: shown again, it ends its session.
  delete from auth.refresh_tokens t where t.expires_at <= now();
  delete from auth.sessions s
   where s.revoked_at is not null
      or not exists (select from auth.refresh_tokens t where t.session_id = s.id);
  delete from auth.tokens t where t.expires_at <= now();
  -- Invitations are kept a month longer than they are valid, to look up who invited whom.
  delete from auth.invitations i where i.expires_at <= now() - interval '30 days';
  -- Jobs that were given up, or overtaken by another for the same cause; the queue would keep them for ever.
  perform graphile_worker.complete_jobs(array(
    select j.id
      from graphile_worker.jobs j
     where j.task_identifier = 'send_mail'
       and j.attempts >= j.max_attempts
       and j.locked_at is null
       and j.updated_at <= now() - interval '30 days'
  ));
  -- The policy of request.reponses lets only yesterday's answers be deleted.
  delete from request.reponses;
  delete from auth.throttles t where t.expire <= extract(epoch from now()) * 1000;
end;
$$;
comment on function jobs.purge_tokens() is
  'Deletes tokens, sessions, invitations, counts of attempts and kept answers that have expired. Definer: the worker holds no right on any table.';
grant execute on function jobs.purge_tokens() to caserne_worker;
--! EndIncluded jobs/mails/purge_tokens.sql
--! Included jobs/releves/set_instance_messagerie.sql
-- The instance has one mailbox, taken from the configuration. Its row stays the same when the server changes, so that
-- the ledger still knows what was read. Definer: the worker calls this at its start and holds no right on any table.
create or replace function jobs.set_instance_messagerie(messagerie json, mot_de_passe bytea) returns bigint
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_messagerie app.messageries := json_populate_record(null::app.messageries, messagerie);
  v_id bigint;
begin
  perform request.open(null, '*', array['sis.config'], null);
  -- Several workers may start at once.
  perform request.lock('jobs.set_instance_messagerie');
  update app.messageries b
     set host = v_messagerie.host, port = v_messagerie.port, securite = v_messagerie.securite, utilisateur = v_messagerie.utilisateur,
         mot_de_passe = set_instance_messagerie.mot_de_passe, dossier = v_messagerie.dossier,
         dossier_traite = v_messagerie.dossier_traite, expediteurs = v_messagerie.expediteurs, active = true,
         lire_depuis = coalesce(v_messagerie.lire_depuis, b.lire_depuis), updated_at = now()
   where b.sis_key = '*'
  returning b.id into v_id;
  if v_id is null then
    insert into app.messageries (host, port, securite, utilisateur, mot_de_passe, dossier, dossier_traite, expediteurs, lire_depuis)
    values (v_messagerie.host, v_messagerie.port, v_messagerie.securite, v_messagerie.utilisateur, set_instance_messagerie.mot_de_passe,
            v_messagerie.dossier, v_messagerie.dossier_traite, v_messagerie.expediteurs,
            coalesce(v_messagerie.lire_depuis, now() - interval '1 day'))
    returning id into v_id;
  end if;
  return v_id;
end;
$$;
comment on function jobs.set_instance_messagerie(json, bytea) is
  'Sets the instance''s mailbox to the configuration {host, port, securite, utilisateur, dossier, dossier_traite, expediteurs, lire_depuis (null: unchanged, at first one day ago)} and a sealed password, and returns its id. Definer: the worker holds no right on any table.';
grant execute on function jobs.set_instance_messagerie(json, bytea) to caserne_worker;
--! EndIncluded jobs/releves/set_instance_messagerie.sql
--! Included jobs/releves/disable_instance_messagerie.sql
create or replace function jobs.disable_instance_messagerie() returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform request.open(null, '*', array['sis.config'], null);
  update app.messageries b set active = false, updated_at = now() where b.sis_key = '*' and b.active;
end;
$$;
comment on function jobs.disable_instance_messagerie() is
  'Disables the instance''s mailbox when the configuration has none. Definer: the worker holds no right on any table.';
grant execute on function jobs.disable_instance_messagerie() to caserne_worker;
--! EndIncluded jobs/releves/disable_instance_messagerie.sql
--! Included jobs/releves/messagerie_metrics.sql
-- Figures for operators, without user names or passwords.
create or replace function jobs.messagerie_metrics() returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_sis_key text;
  v_messageries json[] := array[]::json[];
begin
  for v_sis_key in select distinct r.sis_key from jobs.releves r order by r.sis_key loop
    perform request.open(null, v_sis_key, array['sis.config'], null);
    v_messageries := v_messageries || array(
      select json_build_object(
               'sis', b.sis_key,
               'id', b.id,
               'host', b.host,
               -- A mailbox that was never read counts from its creation.
               'since_success', extract(epoch from clock_timestamp() - coalesce(r.last_success_at, b.created_at)),
               'failures', case when r.next_try_at is null then 0 else r.failures end,
               'blocked', r.bloquee,
               'unread', jobs.unread_since(r) is not null,
               'messages', json_build_object(
                 'received', coalesce(c.received, 0), 'alarm', coalesce(c.alarm, 0), 'ignored', coalesce(c.ignored, 0),
                 'refused', coalesce(c.refused, 0), 'failed', coalesce(c.failed, 0)
               )
             )
        from app.messageries b
        join jobs.releves r on r.sis_key = b.sis_key and r.messagerie_id = b.id
        left join jobs.messagerie_totaux c on c.sis_key = b.sis_key and c.messagerie_id = b.id
       where b.sis_key = v_sis_key
         and b.active
       order by b.id
    );
  end loop;
  return json_build_object(
    'messageries', to_json(v_messageries),
    'jobs', (
      select json_build_object('waiting', count(*), 'oldest', coalesce(extract(epoch from clock_timestamp() - min(j.run_at)), 0))
        from graphile_worker.jobs j
       where j.run_at <= clock_timestamp()
         and j.locked_at is null
         and j.attempts < j.max_attempts
    )
  );
end;
$$;
comment on function jobs.messagerie_metrics() is
  'Figures on active mailboxes and due jobs: {messageries: [{sis, id, host, since_success (seconds), failures, blocked, unread, messages: {<etat>: n}}], jobs: {waiting, oldest (seconds)}}. Definer: the worker holds no right on any table; the policies of each SIS still apply.';
grant execute on function jobs.messagerie_metrics() to caserne_worker;
--! EndIncluded jobs/releves/messagerie_metrics.sql

-- For the operator's commands: the ledger.
--! Included jobs/operator/find_message.sql
-- Nobody may read across SIS, not even the owner, so each SIS is opened in turn.
create or replace function jobs.find_message(id bigint) returns app.messages
  language plpgsql volatile set search_path = ''
as $$
declare
  v_sis_key text;
  v_message app.messages;
begin
  for v_sis_key in select distinct r.sis_key from jobs.releves r loop
    perform request.open(null, v_sis_key, array['sis.config'], null);
    select * into v_message from app.messages m where m.sis_key = v_sis_key and m.id = find_message.id for update;
    if found then
      return v_message;
    end if;
  end loop;
  raise sqlstate 'PT404' using message = 'Message inconnu : ' || find_message.id;
end;
$$;
comment on function jobs.find_message(bigint) is
  'A message of any mailbox, locked, for the operator (PT404 when there is none). The request of its mailbox stays open.';
--! EndIncluded jobs/operator/find_message.sql
--! Included jobs/operator/describe_message.sql
create or replace function jobs.describe_message(message app.messages) returns json
  language sql stable set search_path = ''
as $$
  select json_build_object(
    'id', message.id,
    'sis_key', message.sis_key,
    'messagerie', b.utilisateur || ' @ ' || b.host || ', ' || b.dossier,
    'etat', message.etat,
    'raison', message.raison,
    'expediteur', message.expediteur,
    'sujet', message.sujet,
    'date', request.utc(message.date),
    'created_at', request.utc(message.created_at),
    'taille', message.taille,
    'tentatives', message.tentatives,
    'message_id', message.message_id,
    'uid', message.uid,
    'raw', message.contenu is not null
  )
    from app.messageries b
   where b.sis_key = message.sis_key
     and b.id = message.messagerie_id
$$;
comment on function jobs.describe_message(app.messages) is 'A message with its mailbox, as shown to the operator.';
--! EndIncluded jobs/operator/describe_message.sql
--! Included jobs/operator/list_messages.sql
create or replace function jobs.list_messages(sis_key text, etat text, limite integer) returns json
  language plpgsql volatile set search_path = ''
as $$
declare
  v_sis_key text;
  v_found json[] := array[]::json[];
begin
  if list_messages.sis_key <> '*' then
    perform auth.require_sis(list_messages.sis_key);
  end if;
  for v_sis_key in
    select distinct r.sis_key
      from jobs.releves r
     where list_messages.sis_key is null or r.sis_key = list_messages.sis_key
  loop
    perform request.open(null, v_sis_key, array['sis.config'], null);
    v_found := v_found || array(
      select jobs.describe_message(m)
        from app.messages m
       where m.sis_key = v_sis_key
         and (list_messages.etat is null or m.etat = list_messages.etat)
       order by m.id desc
       limit limite
    );
  end loop;
  return (
    select coalesce(json_agg(l.message order by l.id desc), '[]')
      from (
        select t as message, (t ->> 'id')::bigint as id from unnest(v_found) t order by id desc limit limite
      ) l
  );
end;
$$;
comment on function jobs.list_messages(text, text, integer) is
  'The newest messages of all mailboxes, or of one SIS (''*'': the instance), in any or one state, for the operator (PT404 for an unknown SIS).';
--! EndIncluded jobs/operator/list_messages.sql
--! Included jobs/operator/get_message.sql
create or replace function jobs.get_message(id bigint) returns json
  language sql volatile set search_path = ''
as $$
  select jobs.describe_message(jobs.find_message(id))
$$;
comment on function jobs.get_message(bigint) is
  'A message of any mailbox, for the operator (PT404 when there is none).';

create or replace function jobs.get_message_raw(id bigint) returns bytea
  language sql volatile set search_path = ''
as $$
  select (jobs.find_message(id)).contenu
$$;
comment on function jobs.get_message_raw(bigint) is
  'The raw text of a message, null where it is not kept, for the operator (PT404 when there is no such message).';
--! EndIncluded jobs/operator/get_message.sql
--! Included jobs/operator/relire_message.sql
create or replace function jobs.relire_message(id bigint) returns json
  language sql volatile set search_path = ''
as $$
  select jobs.describe_message(jobs.reopen_message(jobs.find_message(id)))
$$;
comment on function jobs.relire_message(bigint) is
  'Asks for a relecture of a message of any mailbox, for the operator. PT404, PT409.';
--! EndIncluded jobs/operator/relire_message.sql

-- Figures.
--! Included stats/heures.sql
create or replace function stats.heures(secondes numeric) returns text
  language sql immutable parallel safe
as $$
  -- Rounded once, where the figure is written; sums are made of unrounded values.
  select pg_catalog.round(coalesce(secondes, 0) / 3600, 2)::text
$$;
comment on function stats.heures(numeric) is
  'Seconds as hours with two decimals, as on the wire: 12.50; null becomes 0.00.';
grant execute on function stats.heures(numeric) to caserne_api, caserne_analyst, caserne_national;
--! EndIncluded stats/heures.sql
--! Included stats/interventions_annuelles.sql
-- One row per intervention, so that its figures count once whatever is joined to it. Every intervention counts,
-- whatever its statut: also one that is vide or was a false alarm. An intervention and its hours belong to the
-- accounting year of its first day, so a night across two years counts as a whole in the year of its start. Standby at
-- the station (piquet) is presence. An hour is an hour, also in nights when the clock changes. begin atomic parses the
-- body when the function is made: analysts call it through views of stats and may not use names of app.
create or replace function stats.interventions_annuelles(sis_key text, annee integer)
  returns table (
    id bigint, date_debut date, stat_federal_id bigint, type_intervention_id bigint, stat_intervention_id bigint,
    intervention_traitement_id bigint, stat_nb integer, sauve_personne integer, sauve_animaux integer, secondes numeric,
    numero text, statut smallint, degre smallint, heure_debut time, date_fin date, heure_fin time, localite_id bigint, sapeur_id bigint,
    alarme_id bigint, no integer, rapport_police boolean, date_imputation date, validated_at timestamptz, created_at timestamptz,
    updated_at timestamptz
  )
  language sql stable
begin atomic
  select i.id, i.date_debut, i.stat_federal_id, i.type_intervention_id, t.stat_intervention_id, i.intervention_traitement_id, i.stat_nb,
         i.sauve_personne, i.sauve_animaux, i.secondes, i.numero, i.statut, i.degre, i.heure_debut, i.date_fin, i.heure_fin,
         i.localite_id, i.sapeur_id, i.alarme_id, i.no, i.rapport_police, i.date_imputation, i.validated_at, i.created_at,
         i.updated_at
    from app.interventions i
    left join app.types_intervention t on t.sis_key = i.sis_key and t.id = i.type_intervention_id
   where i.sis_key = interventions_annuelles.sis_key
     and i.annee = interventions_annuelles.annee;
end;
comment on function stats.interventions_annuelles(text, integer) is
  'Interventions of a SIS in an accounting year, as statistics count them.';
grant execute on function stats.interventions_annuelles(text, integer) to caserne_api, caserne_analyst, caserne_national;
--! EndIncluded stats/interventions_annuelles.sql
--! Included stats/interventions.sql
-- Joined by accounting year, so that one year of all SIS is read from the index, SIS by SIS.
create or replace view stats.interventions with (security_invoker = true) as
  select e.sis_key, i.id, e.annee, e.id as exercice_comptable_id, i.date_debut, i.stat_federal_id, i.type_intervention_id, i.stat_intervention_id,
         i.intervention_traitement_id, i.stat_nb, i.sauve_personne, i.sauve_animaux, i.secondes, i.numero, i.statut, i.degre,
         i.heure_debut, i.date_fin, i.heure_fin, i.localite_id, i.sapeur_id, i.alarme_id, i.no, i.rapport_police,
         i.date_imputation, i.validated_at, i.created_at, i.updated_at
    from app.exercices_comptables e
   cross join lateral stats.interventions_annuelles(e.sis_key, e.annee) i;

grant select on stats.interventions to caserne_api, caserne_analyst, caserne_national;

comment on view stats.interventions is 'Interventions as statistics count them, one row each.';
comment on column stats.interventions.annee is 'Accounting year.';
comment on column stats.interventions.secondes is 'Person-seconds of presence, standby included; stats.heures(sum(secondes)) gives hours.';
comment on column stats.interventions.stat_intervention_id is 'Category of the intervention''s type, as the SIS has it today.';
comment on column stats.interventions.stat_nb is 'How many interventions this one counts for in the service''s own statistics.';
comment on column stats.interventions.statut is '0 vide, 1 saisi, 2 validé, 3 imputé.';
comment on column stats.interventions.degre is 'Size of the intervention, 1 to 4.';
comment on column stats.interventions.sapeur_id is 'Officer in charge, null until known.';
comment on column stats.interventions.numero is 'Year and running number in the accounting year, such as 2026-014.';
comment on column stats.interventions.no is 'The running number alone.';
comment on column stats.interventions.rapport_police is 'Whether the police wrote a report.';
comment on column stats.interventions.date_imputation is 'Date on which the pay was booked.';
comment on column stats.interventions.alarme_id is 'The alarm that the intervention was made from.';
--! EndIncluded stats/interventions.sql
--! Included stats/bilan_annuel.sql
-- All figures are added up here. PostgreSQL inlines the function, so it computes only the sums that are asked for. It
-- is called for each year, so that other years are not read; a join with the years would count all of them first.
create or replace function stats.bilan_annuel(par text, sis_key text, annee integer)
  returns table (id bigint, nb bigint, secondes numeric, sauve_personne bigint, sauve_animaux bigint)
  language sql stable
begin atomic
  select c.id, count(*), sum(i.secondes), sum(i.sauve_personne), sum(i.sauve_animaux)
    from stats.interventions_annuelles(bilan_annuel.sis_key, bilan_annuel.annee) i
   cross join lateral (
     select case par
              when 'stat_federal' then i.stat_federal_id
              when 'stat_intervention' then i.stat_intervention_id
              when 'type_intervention' then i.type_intervention_id
              when 'intervention_traitement' then i.intervention_traitement_id
              when 'mois' then (extract(year from i.date_debut) * 100 + extract(month from i.date_debut))::bigint
            end
   ) as c (id)
   group by c.id;
end;
comment on function stats.bilan_annuel(text, text, integer) is
  'Interventions of a SIS in an accounting year by stat_federal, stat_intervention, type_intervention, intervention_traitement or mois (202603): number, seconds of presence, people and animals saved. Categories without interventions have no row.';
grant execute on function stats.bilan_annuel(text, text, integer) to caserne_api, caserne_analyst, caserne_national;
--! EndIncluded stats/bilan_annuel.sql
--! Included stats/bilan.sql
-- begin atomic parses the body when the function is made: analysts call it through views of stats and may not use names
-- of app.
create or replace function stats.bilan(par text)
  returns table (
    sis_key text, annee integer, exercice_comptable_id bigint, id bigint, nb bigint, secondes numeric, sauve_personne bigint,
    sauve_animaux bigint
  )
  language sql stable
begin atomic
  select e.sis_key, e.annee, e.id, b.id, b.nb, b.secondes, b.sauve_personne, b.sauve_animaux
    from app.exercices_comptables e
   cross join lateral stats.bilan_annuel(par, e.sis_key, e.annee) b;
end;
comment on function stats.bilan(text) is 'Figures of stats.bilan_annuel for all SIS and accounting years.';
grant execute on function stats.bilan(text) to caserne_api, caserne_analyst, caserne_national;
--! EndIncluded stats/bilan.sql
--! Included stats/liste_categories.sql
-- begin atomic parses the body when the function is made: analysts call it through views of stats and may not use names
-- of app.
create or replace function stats.liste_categories(par text)
  returns table (id bigint, designation text, tri integer)
  language sql stable
begin atomic
  select f.id, f.designation, f.tri
    from app.stat_federal f
   where par = 'stat_federal'
  union all
  select s.id, s.designation, s.tri
    from app.stat_intervention s
   where par = 'stat_intervention';
end;
comment on function stats.liste_categories(text) is 'Categories of stat_federal or stat_intervention.';
grant execute on function stats.liste_categories(text) to caserne_api, caserne_analyst, caserne_national;
--! EndIncluded stats/liste_categories.sql
--! Included stats/sees_interventions.sql
-- A caller who may not see interventions gets no row: zeros would look like figures. Analysts open no request, and
-- their grants decide what they see. begin atomic parses the body when the function is made: analysts call it through
-- views of stats and may not use names of request.
create or replace function stats.sees_interventions(sis_key text) returns boolean
  language sql stable
begin atomic
  select request.sis_key() is null
      or sis_key = request.sis_with('intervention.lecture', 'intervention.modification', 'intervention.validation', 'comptabilite.lecture');
end;
comment on function stats.sees_interventions(text) is
  'Whether the caller may count interventions of a SIS. The permissions are those of the policy app.interventions.lecture.';
grant execute on function stats.sees_interventions(text) to caserne_api, caserne_analyst, caserne_national;
--! EndIncluded stats/sees_interventions.sql
--! Included stats/bilan_categories.sql
-- begin atomic parses the body when the function is made: analysts call it through views of stats and may not use names
-- of app.
create or replace function stats.bilan_categories(par text)
  returns table (
    sis_key text, annee integer, exercice_comptable_id bigint, id bigint, designation text, tri integer, nb bigint, secondes numeric,
    sauve_personne bigint, sauve_animaux bigint, nb_precedent bigint, secondes_precedent numeric
  )
  language sql stable
begin atomic
  select e.sis_key, e.annee, e.id, c.id, c.designation, c.tri, c.nb, c.secondes, c.sauve_personne, c.sauve_animaux, c.nb_precedent,
         c.secondes_precedent
    from app.exercices_comptables e
   cross join lateral (
     select l.id, l.designation, l.tri, coalesce(b.nb, 0) as nb, coalesce(b.secondes, 0) as secondes,
            coalesce(b.sauve_personne, 0) as sauve_personne, coalesce(b.sauve_animaux, 0) as sauve_animaux,
            coalesce(p.nb, 0) as nb_precedent, coalesce(p.secondes, 0) as secondes_precedent
       from stats.liste_categories(par) l
       left join stats.bilan_annuel(par, e.sis_key, e.annee) b on b.id = l.id
       -- The previous year is the one whose annee is one less, whatever its dates.
       left join stats.bilan_annuel(par, e.sis_key, e.annee - 1) p on p.id = l.id
     -- offset 0: each year is counted once, not once for each category.
     offset 0
   ) c
   where stats.sees_interventions(e.sis_key);
end;
comment on function stats.bilan_categories(text) is
  'Rows of stats.federal and stats.categories_service: each category of stat_federal or stat_intervention in each accounting year of each SIS with the figures of the previous year, including categories without interventions.';
grant execute on function stats.bilan_categories(text) to caserne_api, caserne_analyst, caserne_national;
--! EndIncluded stats/bilan_categories.sql
--! Included stats/federal.sql
create or replace view stats.federal with (security_invoker = true) as
  select c.sis_key, c.annee, c.exercice_comptable_id, c.id as stat_federal_id, c.designation, c.tri, c.nb, c.secondes, c.sauve_personne,
         c.sauve_animaux, c.nb_precedent, c.secondes_precedent
    from stats.bilan_categories('stat_federal') c;

grant select on stats.federal to caserne_api, caserne_analyst, caserne_national;

comment on view stats.federal is 'The federal statistics: each category in each accounting year of each SIS with the figures of the previous year, including categories without interventions.';
comment on column stats.federal.tri is 'Position of the category in the list.';
comment on column stats.federal.nb is 'Number of interventions.';
comment on column stats.federal.secondes is 'Person-seconds of presence, standby included.';
comment on column stats.federal.nb_precedent is 'Number of interventions in the accounting year whose annee is one less; 0 when that year does not exist.';
comment on column stats.federal.secondes_precedent is 'Person-seconds of presence in that year.';
--! EndIncluded stats/federal.sql
--! Included stats/categories_service.sql
create or replace view stats.categories_service with (security_invoker = true) as
  select c.sis_key, c.annee, c.exercice_comptable_id, c.id as stat_intervention_id, c.designation, c.tri, c.nb, c.secondes,
         c.sauve_personne, c.sauve_animaux, c.nb_precedent, c.secondes_precedent
    from stats.bilan_categories('stat_intervention') c;

grant select on stats.categories_service to caserne_api, caserne_analyst, caserne_national;

comment on view stats.categories_service is 'A service''s own statistics: each category in each accounting year of each SIS with the figures of the previous year, including categories without interventions.';
comment on column stats.categories_service.tri is 'Position of the category in the list.';
comment on column stats.categories_service.nb is 'Number of interventions.';
comment on column stats.categories_service.secondes is 'Person-seconds of presence, standby included.';
comment on column stats.categories_service.nb_precedent is 'Number of interventions in the accounting year whose annee is one less; 0 when that year does not exist.';
comment on column stats.categories_service.secondes_precedent is 'Person-seconds of presence in that year.';
--! EndIncluded stats/categories_service.sql
--! Included stats/types.sql
create or replace view stats.types with (security_invoker = true) as
  select b.sis_key, b.annee, b.exercice_comptable_id, b.id as type_intervention_id, t.designation, t.stat_intervention_id, b.nb, b.secondes,
         b.sauve_personne, b.sauve_animaux
    from stats.bilan('type_intervention') b
    join app.types_intervention t on t.sis_key = b.sis_key and t.id = b.id;

grant select on stats.types to caserne_api, caserne_analyst, caserne_national;

comment on view stats.types is 'Interventions of each SIS and accounting year by type. Types without interventions have no row.';
comment on column stats.types.nb is 'Number of interventions.';
comment on column stats.types.secondes is 'Person-seconds of presence, standby included.';
--! EndIncluded stats/types.sql
--! Included stats/traitements.sql
create or replace view stats.traitements with (security_invoker = true) as
  select b.sis_key, b.annee, b.exercice_comptable_id, b.id as intervention_traitement_id, t.designation, b.nb, b.secondes, b.sauve_personne,
         b.sauve_animaux
    from stats.bilan('intervention_traitement') b
    join app.intervention_traitements t on t.id = b.id;

grant select on stats.traitements to caserne_api, caserne_analyst, caserne_national;

comment on view stats.traitements is 'Interventions of each SIS and accounting year by how far they have been invoiced today.';
comment on column stats.traitements.nb is 'Number of interventions.';
comment on column stats.traitements.secondes is 'Person-seconds of presence, standby included.';
--! EndIncluded stats/traitements.sql
--! Included stats/mensuel.sql
create or replace view stats.mensuel with (security_invoker = true) as
  select b.sis_key, b.annee, b.exercice_comptable_id, pg_catalog.make_date((b.id / 100)::integer, (b.id % 100)::integer, 1) as mois, b.nb,
         b.secondes, b.sauve_personne, b.sauve_animaux
    from stats.bilan('mois') b;

grant select on stats.mensuel to caserne_api, caserne_analyst, caserne_national;

comment on view stats.mensuel is 'Interventions of each SIS and accounting year by the month in which they began. Months without interventions have no row.';
comment on column stats.mensuel.mois is 'First day of the month.';
comment on column stats.mensuel.nb is 'Number of interventions.';
comment on column stats.mensuel.secondes is 'Person-seconds of presence, standby included.';
--! EndIncluded stats/mensuel.sql
--! Included stats/fausses_alarmes.sql
create or replace view stats.fausses_alarmes with (security_invoker = true) as
  select b.sis_key, b.annee, b.exercice_comptable_id, sum(b.nb)::bigint as nb, coalesce(sum(b.nb) filter (where b.id = 9), 0)::bigint as nb_fausses,
         round(coalesce(sum(b.nb) filter (where b.id = 9), 0) / sum(b.nb), 4) as part
    from stats.bilan('stat_federal') b
   group by b.sis_key, b.annee, b.exercice_comptable_id;

grant select on stats.fausses_alarmes to caserne_api, caserne_analyst, caserne_national;

comment on view stats.fausses_alarmes is 'Share of false alarms of fire detectors (federal category 9) among the interventions of each SIS and accounting year, 0 to 1.';
comment on column stats.fausses_alarmes.nb is 'Number of interventions.';
comment on column stats.fausses_alarmes.nb_fausses is 'Number of interventions of federal category 9.';
comment on column stats.fausses_alarmes.part is 'nb_fausses divided by nb, 0 to 1.';
--! EndIncluded stats/fausses_alarmes.sql
--! Included stats/vehicules.sql
create or replace view stats.vehicules with (security_invoker = true) as
  select b.sis_key, b.annee, b.exercice_comptable_id, b.vehicule_id, v.designation, b.nb, b.secondes
    from (
      select i.sis_key, i.annee, i.exercice_comptable_id, l.vehicule_id, sum(i.stat_nb) as nb, sum(i.secondes) as secondes
        from stats.interventions i
       cross join lateral (
         select l.vehicule_id
           from app.intervention_vehicules l
          where l.sis_key = i.sis_key
            and l.intervention_id = i.id
         -- offset 0: vehicles are looked up by intervention, so that those of other years are not read.
         offset 0
       ) l
       group by i.sis_key, i.annee, i.exercice_comptable_id, l.vehicule_id
    ) b
    left join app.vehicules v on v.sis_key = b.sis_key and v.id = b.vehicule_id;

grant select on stats.vehicules to caserne_api, caserne_analyst, caserne_national;

comment on view stats.vehicules is 'Number of interventions of each SIS and accounting year to which each vehicle went. Vehicles that went to none have no row.';
comment on column stats.vehicules.designation is 'Name of the vehicle; null where the reader may not see the vehicle.';
comment on column stats.vehicules.nb is 'Number of interventions, each counted stat_nb times.';
comment on column stats.vehicules.secondes is 'Person-seconds of presence at these interventions, not multiplied by stat_nb.';
--! EndIncluded stats/vehicules.sql
--! Included stats/materiels.sql
create or replace view stats.materiels with (security_invoker = true) as
  select b.sis_key, b.annee, b.exercice_comptable_id, b.materiel_id, m.designation, b.nb, b.secondes, b.quantite
    from (
      select i.sis_key, i.annee, i.exercice_comptable_id, l.materiel_id, count(*) as nb, sum(i.secondes) as secondes,
             sum(l.quantite) as quantite
        from stats.interventions i
       cross join lateral (
         select l.materiel_id, l.quantite
           from app.intervention_materiels l
          where l.sis_key = i.sis_key
            and l.intervention_id = i.id
         -- offset 0: as in stats.vehicules.
         offset 0
       ) l
       group by i.sis_key, i.annee, i.exercice_comptable_id, l.materiel_id
    ) b
    left join app.materiels m on m.sis_key = b.sis_key and m.id = b.materiel_id;

grant select on stats.materiels to caserne_api, caserne_analyst, caserne_national;

comment on view stats.materiels is 'Number of interventions of each SIS and accounting year at which each material was used, and the quantity. Materials without use have no row.';
comment on column stats.materiels.designation is 'Name of the material; null where the reader may not see the material.';
comment on column stats.materiels.secondes is 'Person-seconds of presence at these interventions.';
--! EndIncluded stats/materiels.sql
--! Included stats/presences.sql
create or replace view stats.presences with (security_invoker = true) as
  select i.sis_key, p.id, i.annee, i.exercice_comptable_id, p.intervention_id, p.sapeur_id, p.debut, p.fin, p.piquet,
         extract(epoch from p.fin - p.debut) as secondes
    from stats.interventions i
    join app.intervention_sapeurs p on p.sis_key = i.sis_key and p.intervention_id = i.id;

grant select on stats.presences to caserne_api, caserne_analyst, caserne_national;

comment on view stats.presences is 'Presences of sapeurs at interventions, from when to when, with their duration.';
comment on column stats.presences.annee is 'Accounting year of the intervention.';
comment on column stats.presences.piquet is 'Whether the sapeur was on standby at the station. Standby counts like any presence.';
--! EndIncluded stats/presences.sql
--! Included stats/presences_interventions.sql
create or replace view stats.presences_interventions with (security_invoker = true) as
  select i.sis_key, i.annee, i.exercice_comptable_id, p.sapeur_id, count(*) as nb, sum(p.secondes) as secondes, i.interventions,
         round(count(*)::numeric / i.interventions, 4) as taux
    from (
      select i.sis_key, i.annee, i.exercice_comptable_id, i.id,
             count(*) over (partition by i.sis_key, i.annee, i.exercice_comptable_id) as interventions
        from stats.interventions i
    ) i
   -- Grouped by intervention: someone who came and went twice was there once, with the time of both presences.
   -- Presences of other years are not read.
   cross join lateral (
     select p.sapeur_id, sum(extract(epoch from p.fin - p.debut)) as secondes
       from app.intervention_sapeurs p
      where p.sis_key = i.sis_key
        and p.intervention_id = i.id
      group by p.sapeur_id
   ) p
   group by i.sis_key, i.annee, i.exercice_comptable_id, i.interventions, p.sapeur_id;

grant select on stats.presences_interventions to caserne_api, caserne_analyst, caserne_national;

comment on view stats.presences_interventions is 'Number of interventions of each accounting year at which each sapeur was present, with the hours and the share of all interventions. Sapeurs without presence have no row.';
comment on column stats.presences_interventions.interventions is 'Number of interventions of the SIS in that year.';
comment on column stats.presences_interventions.taux is 'nb divided by interventions, 0 to 1.';
--! EndIncluded stats/presences_interventions.sql
--! Included stats/exercices.sql
create or replace view stats.exercices with (security_invoker = true) as
  select c.sis_key, e.id, c.annee, e.exercice_comptable_id, e.date, e.heure, e.designation, e.lieu, e.exercice_categorie_id, e.statut, e.duree,
         s.convoques, s.presents, s.absents, s.remplaces, s.excuses, s.presents * e.duree * 60 as secondes,
         e.localite_id, e.created_at, e.updated_at
    from app.exercices_comptables c
    join app.exercices e on e.sis_key = c.sis_key and e.exercice_comptable_id = c.id
   cross join lateral (
     select count(*) filter (where p.convoque) as convoques, count(*) filter (where p.present) as presents,
            count(*) filter (where p.absent) as absents, count(*) filter (where p.remplace) as remplaces,
            count(*) filter (where p.excuse) as excuses
       from app.exercice_sapeurs p
      where p.sis_key = e.sis_key
        and p.exercice_id = e.id
        and e.statut > 0
   ) s;

grant select on stats.exercices to caserne_api, caserne_analyst, caserne_national;

comment on view stats.exercices is 'Exercices with the number of sapeurs convoked and the results of their convocations; zeros for exercices that were called off (statut 0).';
comment on column stats.exercices.duree is 'Duration in minutes.';
comment on column stats.exercices.secondes is 'Person-seconds of presence: the whole duration for each sapeur who was present.';
comment on column stats.exercices.statut is '0 annulé, 1 à saisir, 2 saisi, 3 validé, 4 imputé.';
--! EndIncluded stats/exercices.sql
--! Included stats/presences_exercices.sql
create or replace view stats.presences_exercices with (security_invoker = true) as
  select c.sis_key, c.annee, c.id as exercice_comptable_id, p.sapeur_id, count(*) filter (where p.present) as nb,
         coalesce(sum(e.duree) filter (where p.present), 0) * 60 as secondes,
         count(*) filter (where p.convoque) as convoque, count(*) filter (where p.absent) as absent,
         count(*) filter (where p.remplace) as remplace, count(*) filter (where p.excuse) as excuse
    from app.exercices_comptables c
    join app.exercices e on e.sis_key = c.sis_key and e.exercice_comptable_id = c.id and e.statut > 0
    join app.exercice_sapeurs p on p.sis_key = e.sis_key and p.exercice_id = e.id
   group by c.sis_key, c.annee, c.id, p.sapeur_id;

grant select on stats.presences_exercices to caserne_api, caserne_analyst, caserne_national;

comment on view stats.presences_exercices is 'Number of exercices of each accounting year at which each sapeur was present, with the hours and the other results of his convocations. Exercices that were called off do not count.';
comment on column stats.presences_exercices.nb is 'Number of exercices at which he was present.';
comment on column stats.presences_exercices.secondes is 'Seconds of these exercices, each counted as a whole.';
comment on column stats.presences_exercices.convoque is 'Number of exercices to which he was convoked, future ones included.';
--! EndIncluded stats/presences_exercices.sql
--! Included stats/sapeurs.sql
create or replace view stats.sapeurs with (security_invoker = true) as
  select s.sis_key, s.id, s.type, s.nom, s.prenom, s.nom_prenom, s.porteur,
         -- Null for users who cannot see the mutations, because it would be false. Analysts have no request and see
         -- them.
         case
           when s.type <> 0 or request.sis_key() is null or s.sis_key = request.sis_with('sapeur.lecture', 'sapeur.modification')
                or s.id = request.sapeur_id()
           then app.is_actif(s.sis_key, s.id, s.type, s.desactive, z.jour)
         end as actif,
         (
           select extract(year from min(m.incorporation))::integer
             from app.mutations m
            where m.sis_key = s.sis_key
              and m.sapeur_id = s.id
         ) as annee_incorporation,
         s.suffixe, s.civilite_id, s.desactive, s.created_at, s.updated_at
    from app.sis c
   cross join lateral (select (now() at time zone c.fuseau)::date) as z (jour)
    join app.sapeurs s on s.sis_key = c.sis_key;

grant select on stats.sapeurs to caserne_api, caserne_analyst, caserne_national;

comment on view stats.sapeurs is 'People of a SIS, without their private particulars.';
comment on column stats.sapeurs.type is '0 sapeur, 1 civil, 2 recrue.';
comment on column stats.sapeurs.desactive is 'Whether a civilian or recruit was taken out of service.';
comment on column stats.sapeurs.porteur is 'Whether he may wear breathing apparatus.';
comment on column stats.sapeurs.actif is 'Whether the person is in service today, in the time zone of the SIS; null for readers who may not see his mutations.';
--! EndIncluded stats/sapeurs.sql
--! Included stats/alarmes.sql
create or replace view stats.alarmes with (security_invoker = true) as
  select a.sis_key, a.id, a.date, a.type, a.code, a.couleur, a.validated, a.intervention_id, a.date_creation, a.debut,
         a.fin, p.premiere_presence, extract(epoch from a.debut - a.date_creation) as secondes_creation_debut,
         extract(epoch from p.premiere_presence - a.debut) as secondes_debut_presence, a.created_at
    from app.alarmes a
   cross join lateral (
     select min(p.debut) as premiere_presence
       from app.intervention_sapeurs p
      where p.sis_key = a.sis_key
        and p.intervention_id = a.intervention_id
   ) p;

grant select on stats.alarmes to caserne_api, caserne_analyst, caserne_national;

comment on view stats.alarmes is 'Alarms with their response times: from creation at the alarm centre to the start, and from the start to the first presence at the intervention.';
comment on column stats.alarmes.secondes_debut_presence is 'Null without an intervention or presence. Negative when someone was present before the alarm started, for example at an intervention that the alarm joined.';
comment on column stats.alarmes.date is 'Start of the alarm, else its creation, else the date of the mail.';
comment on column stats.alarmes.secondes_creation_debut is 'Seconds from date_creation to debut; null where the report lacks one of them.';
--! EndIncluded stats/alarmes.sql

-- Views for analysts of tables without figures.
--! Included stats/listes_communes.sql
-- Lists that are the same for every SIS.
create or replace view stats.localites with (security_invoker = true) as
  select l.id, l.npa, l.nom, l.canton from app.localites l;
grant select on stats.localites to caserne_analyst, caserne_national;
comment on view stats.localites is 'Places by postcode, the same for every SIS.';
comment on column stats.localites.npa is 'Postcode.';
comment on column stats.localites.canton is 'Two letters, such as JU.';

create or replace view stats.stat_federal with (security_invoker = true) as
  select f.id, f.designation, f.tri from app.stat_federal f;
grant select on stats.stat_federal to caserne_analyst, caserne_national;
comment on view stats.stat_federal is 'Categories of the federal statistics, the same for every SIS.';
comment on column stats.stat_federal.tri is 'Position of the category in the list.';

create or replace view stats.stat_intervention with (security_invoker = true) as
  select s.id, s.designation, s.tri from app.stat_intervention s;
grant select on stats.stat_intervention to caserne_analyst, caserne_national;
comment on view stats.stat_intervention is 'Categories of a service''s own statistics, the same for every SIS.';
comment on column stats.stat_intervention.tri is 'Position of the category in the list.';

create or replace view stats.intervention_traitements with (security_invoker = true) as
  select t.id, t.designation, t.tri from app.intervention_traitements t;
grant select on stats.intervention_traitements to caserne_analyst, caserne_national;
comment on view stats.intervention_traitements is 'How far an intervention has been invoiced, the same list for every SIS.';
comment on column stats.intervention_traitements.tri is 'Position in the list.';

create or replace view stats.phase_types with (security_invoker = true) as
  select p.id, p.designation, p.tri from app.phase_types p;
grant select on stats.phase_types to caserne_analyst, caserne_national;
comment on view stats.phase_types is 'Kinds of phases of an intervention, the same for every SIS.';
comment on column stats.phase_types.tri is 'Position of the kind in the list.';

create or replace view stats.unites with (security_invoker = true) as
  select u.id, u.designation, u.abreviation, u.tri from app.unites u;
grant select on stats.unites to caserne_analyst, caserne_national;
comment on view stats.unites is 'Units of vehicles, materials and hours, the same for every SIS.';
comment on column stats.unites.tri is 'Position of the unit in the list.';
--! EndIncluded stats/listes_communes.sql
--! Included stats/listes_du_sis.sql
-- Lists that each SIS may change, without free texts, because those may name people.
create or replace view stats.types_intervention with (security_invoker = true) as
  select t.sis_key, t.id, t.designation, t.stat_intervention_id, t.tri from app.types_intervention t;
grant select on stats.types_intervention to caserne_analyst, caserne_national;
comment on view stats.types_intervention is 'Types of intervention of a SIS.';
comment on column stats.types_intervention.stat_intervention_id is 'Category of the service''s own statistics that the type counts in.';

create or replace view stats.fonctions with (security_invoker = true) as
  select f.sis_key, f.id, f.designation, f.rang from app.fonctions f;
grant select on stats.fonctions to caserne_analyst, caserne_national;
comment on view stats.fonctions is 'Functions of a SIS, such as chef de groupe.';
comment on column stats.fonctions.rang is 'The highest rank counts where someone has several functions.';

create or replace view stats.grades with (security_invoker = true) as
  select g.sis_key, g.id, g.designation, g.rang from app.grades g;
grant select on stats.grades to caserne_analyst, caserne_national;
comment on view stats.grades is 'Grades of a SIS.';
comment on column stats.grades.rang is 'The higher rank goes first in lists, and counts where someone got two grades on one day.';

create or replace view stats.groupes with (security_invoker = true) as
  select g.sis_key, g.id, g.type, g.no, g.designation, g.tri, g.parent_id from app.groupes g;
grant select on stats.groupes to caserne_analyst, caserne_national;
comment on view stats.groupes is 'Groups of a SIS. Type 1 is an alarm group.';
comment on column stats.groupes.no is 'Number of the group at the alarm centre, or an empty text.';
comment on column stats.groupes.parent_id is 'The group that this group is part of.';

create or replace view stats.exercice_categories with (security_invoker = true) as
  select c.sis_key, c.id, c.designation, c.tri from app.exercice_categories c;
grant select on stats.exercice_categories to caserne_analyst, caserne_national;
comment on view stats.exercice_categories is 'Categories of exercices.';

create or replace view stats.excuses_types with (security_invoker = true) as
  select x.sis_key, x.id, x.designation, x.tri from app.excuses_types x;
grant select on stats.excuses_types to caserne_analyst, caserne_national;
comment on view stats.excuses_types is 'Reasons for which a sapeur may be excused from an exercice. Who was excused for which reason is not shown.';

-- Not called vehicules and materiels: those views hold figures.
create or replace view stats.liste_vehicules with (security_invoker = true) as
  select v.sis_key, v.id, v.designation, v.immatriculation, v.statut, v.tri, v.forfait, v.unite, v.type_unite_id from app.vehicules v;
grant select on stats.liste_vehicules to caserne_analyst, caserne_national;
comment on view stats.liste_vehicules is 'Vehicles of a SIS.';
comment on column stats.liste_vehicules.statut is 'Whether the vehicle is in service.';
comment on column stats.liste_vehicules.forfait is 'Flat price per use, in francs.';
comment on column stats.liste_vehicules.unite is 'Price per unit, in francs.';
comment on column stats.liste_vehicules.type_unite_id is 'Unit of the price: id of a row of unites.';

create or replace view stats.liste_materiels with (security_invoker = true) as
  select m.sis_key, m.id, m.designation, m.statut, m.tri, m.forfait, m.unite, m.type_unite_id from app.materiels m;
grant select on stats.liste_materiels to caserne_analyst, caserne_national;
comment on view stats.liste_materiels is 'Materials that interventions consume or lend.';
comment on column stats.liste_materiels.statut is 'Whether the material is in service.';
comment on column stats.liste_materiels.forfait is 'Flat price per use, in francs.';
comment on column stats.liste_materiels.unite is 'Price per unit, in francs.';
comment on column stats.liste_materiels.type_unite_id is 'Unit of the price: id of a row of unites.';
--! EndIncluded stats/listes_du_sis.sql
--! Included stats/sis.sql
-- SIS and their accounting years.
create or replace view stats.sis with (security_invoker = true) as
  select s.sis_key, s.nom, s.district, s.no_arrondissement, s.localite_id, s.fuseau from app.sis s;
grant select on stats.sis to caserne_analyst, caserne_national;
comment on view stats.sis is 'SIS with their names and places.';
comment on column stats.sis.fuseau is 'IANA time zone of the SIS; its reports are written in local time.';

create or replace view stats.exercices_comptables with (security_invoker = true) as
  select e.sis_key, e.id, e.annee, e.designation, e.debut, e.fin, e.boucle from app.exercices_comptables e;
grant select on stats.exercices_comptables to caserne_analyst, caserne_national;
comment on view stats.exercices_comptables is 'Accounting years of a SIS. Two never overlap.';
comment on column stats.exercices_comptables.debut is 'First day.';
comment on column stats.exercices_comptables.fin is 'Last day.';
comment on column stats.exercices_comptables.boucle is 'Whether the year is closed and takes no new intervention or exercice.';
--! EndIncluded stats/sis.sql
--! Included stats/carrieres.sql
-- Periods of service, functions and grades of people, without free texts.
create or replace view stats.mutations with (security_invoker = true) as
  select m.sis_key, m.id, m.sapeur_id, m.incorporation, m.sortie from app.mutations m;
grant select on stats.mutations to caserne_analyst, caserne_national;
comment on view stats.mutations is 'Periods of service, from incorporation to sortie; sortie is null while someone serves. Periods of a sapeur never overlap.';
comment on column stats.mutations.sortie is 'Last day of service, null while he serves.';

create or replace view stats.sapeur_fonctions with (security_invoker = true) as
  select f.sis_key, f.id, f.sapeur_id, f.fonction_id, f.debut, f.fin from app.sapeur_fonctions f;
grant select on stats.sapeur_fonctions to caserne_analyst, caserne_national;
comment on view stats.sapeur_fonctions is 'Functions that people held, from when to when. Two periods of one function never overlap.';
comment on column stats.sapeur_fonctions.fin is 'Last day, null while the period lasts.';

create or replace view stats.sapeur_grades with (security_invoker = true) as
  select g.sis_key, g.id, g.sapeur_id, g.grade_id, g.debut, g.fin from app.sapeur_grades g;
grant select on stats.sapeur_grades to caserne_analyst, caserne_national;
comment on view stats.sapeur_grades is 'Grades that people bore, from when to when. Two periods of one grade never overlap.';
comment on column stats.sapeur_grades.fin is 'Last day, null while the period lasts.';
--! EndIncluded stats/carrieres.sql
--! Included stats/details.sql
-- Rows that belong to an intervention or exercice, without free texts and without the reason of an excuse.
create or replace view stats.intervention_sapeurs with (security_invoker = true) as
  select p.sis_key, p.id, p.intervention_id, p.sapeur_id, p.debut, p.fin, p.piquet from app.intervention_sapeurs p;
grant select on stats.intervention_sapeurs to caserne_analyst, caserne_national;
comment on view stats.intervention_sapeurs is 'Presences of sapeurs at interventions, from when to when. The view presences adds the accounting year.';
comment on column stats.intervention_sapeurs.piquet is 'Whether the sapeur was on standby at the station.';

create or replace view stats.intervention_vehicules with (security_invoker = true) as
  select v.sis_key, v.id, v.intervention_id, v.vehicule_id from app.intervention_vehicules v;
grant select on stats.intervention_vehicules to caserne_analyst, caserne_national;
comment on view stats.intervention_vehicules is 'Vehicles that went to an intervention.';
comment on column stats.intervention_vehicules.vehicule_id is 'Id of a row of liste_vehicules.';

create or replace view stats.intervention_materiels with (security_invoker = true) as
  select m.sis_key, m.id, m.intervention_id, m.materiel_id, m.quantite from app.intervention_materiels m;
grant select on stats.intervention_materiels to caserne_analyst, caserne_national;
comment on view stats.intervention_materiels is 'Materials that an intervention consumed or lent.';
comment on column stats.intervention_materiels.materiel_id is 'Id of a row of liste_materiels.';

create or replace view stats.intervention_phases with (security_invoker = true) as
  select p.sis_key, p.id, p.intervention_id, p.phase_type_id, p.debut from app.intervention_phases p;
grant select on stats.intervention_phases to caserne_analyst, caserne_national;
comment on view stats.intervention_phases is 'Phases of an intervention, each with its start.';

create or replace view stats.intervention_groupes with (security_invoker = true) as
  select g.sis_key, g.id, g.intervention_id, g.no, g.designation from app.intervention_groupes g;
grant select on stats.intervention_groupes to caserne_analyst, caserne_national;
comment on view stats.intervention_groupes is 'Groups alerted for an intervention, as the alarm named them.';
comment on column stats.intervention_groupes.no is 'Number of the group at the alarm centre, or an empty text.';

create or replace view stats.exercice_sapeurs with (security_invoker = true) as
  select p.sis_key, p.id, p.exercice_id, p.sapeur_id, p.convoque, p.present, p.absent, p.remplace, p.excuse from app.exercice_sapeurs p;
grant select on stats.exercice_sapeurs to caserne_analyst, caserne_national;
comment on view stats.exercice_sapeurs is 'Sapeurs convoked to an exercice, with the result of each convocation.';
comment on column stats.exercice_sapeurs.convoque is 'False for a sapeur who came without a convocation.';
comment on column stats.exercice_sapeurs.remplace is 'Whether someone else came in his place.';
comment on column stats.exercice_sapeurs.excuse is 'Whether he was excused.';
--! EndIncluded stats/details.sql

-- Statistics that the planner must not keep.
--! Included app/statistiques/forget_statistics.sql
-- The planner's estimates reveal values of every SIS to anyone who may explain a query. So for the tables of a SIS it
-- keeps statistics of keys only: the primary key, references to rows of the same SIS, and the accounting year. It keeps
-- none of a key that is hidden from analysts in a table they read (why someone was excused), and none of index
-- expressions. Plans stay good without them (test/stats/plan.test.ts).
do $$
declare
  v_change record;
begin
  for v_change in
    with columns as (
      select c.oid, a.attname, a.attstattarget,
             (a.attname = 'annee'
              or exists (
                   select
                     from pg_catalog.pg_constraint k
                    where k.conrelid = c.oid
                      and a.attnum = any (k.conkey)
                      and (k.contype = 'p'
                           or k.contype = 'f' and (s.attnum = any (k.conkey)))
                 ))
             and (not pg_catalog.has_any_column_privilege('caserne_analyst', c.oid, 'select')
                  or pg_catalog.has_column_privilege('caserne_analyst', c.oid, a.attnum, 'select')) as kept
        from pg_catalog.pg_class c
        join pg_catalog.pg_attribute s on s.attrelid = c.oid and s.attname = 'sis_key'
        join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relnamespace = 'app'::pg_catalog.regnamespace
         and c.relkind = 'r'
    )
    select pg_catalog.format('alter table %s alter %I set statistics %s', c.oid::pg_catalog.regclass, c.attname,
                             case when c.kept then -1 else 0 end) as statement
      from columns c
     where c.kept = (coalesce(c.attstattarget, -1) = 0)
    union all
    -- PostgreSQL keeps statistics of an index for its expressions only.
    select pg_catalog.format('alter index %s alter %s set statistics 0', i.indexrelid::pg_catalog.regclass, a.attnum)
      from pg_catalog.pg_index i
      join pg_catalog.pg_class c on c.oid = i.indrelid and c.relnamespace = 'app'::pg_catalog.regnamespace
      join pg_catalog.pg_attribute a on a.attrelid = i.indexrelid
     where i.indkey[a.attnum - 1] = 0
       and coalesce(a.attstattarget, -1) <> 0
  loop
    execute v_change.statement;
  end loop;
end;
$$;
--! EndIncluded app/statistiques/forget_statistics.sql

-- Figures on the wire.
--! Included stats/designations.sql
-- Definer: readers of figures for the accounts (comptabilite.lecture) may not read vehicles and materials, and see only
-- their names here.
create or replace function stats.designations(par text)
  returns table (id bigint, designation text, tri integer)
  language sql stable security definer set search_path = ''
as $$
  select c.id, c.designation, c.tri
    from stats.liste_categories(par) c
  union all
  select t.id, t.designation, t.tri
    from app.types_intervention t
   where par = 'type_intervention'
     and t.sis_key = request.sis_with('intervention.lecture', 'comptabilite.lecture')
  union all
  select t.id, t.designation, t.tri
    from app.intervention_traitements t
   where par = 'intervention_traitement'
  union all
  select v.id, v.designation, v.tri
    from app.vehicules v
   where par = 'vehicule'
     and v.sis_key = request.sis_with('intervention.lecture', 'comptabilite.lecture')
  union all
  select m.id, m.designation, m.tri
    from app.materiels m
   where par = 'materiel'
     and m.sis_key = request.sis_with('intervention.lecture', 'comptabilite.lecture')
$$;
comment on function stats.designations(text) is
  'Names and list positions of the things that figures are by: stat_federal, stat_intervention, type_intervention, intervention_traitement, vehicule or materiel. Definer: readers of figures for the accounts may see no more of vehicles and materials.';
grant execute on function stats.designations(text) to caserne_api;
--! EndIncluded stats/designations.sql
--! Included stats/designees.sql
create or replace function stats.designees(par text, lignes json) returns json
  language sql stable strict
as $$
  select coalesce(json_agg(
           l.ligne || jsonb_build_object('designation', d.designation) order by d.tri, d.designation, d.id
         ), '[]')
    from jsonb_array_elements(lignes::jsonb) as l (ligne)
    left join stats.designations(par) d on d.id = (l.ligne ->> 'id')::bigint
$$;
comment on function stats.designees(text, json) is
  'Adds its designation to each row by id, in the order of lists; null stays null.';
grant execute on function stats.designees(text, json) to caserne_api;
--! EndIncluded stats/designees.sql
--! Included stats/lignes.sql
create or replace function stats.lignes(par text, exercice_comptable_id bigint) returns json
  language sql stable
as $$
  select stats.designees(par, (
    select coalesce(json_agg(json_build_object(
             'id', b.id,
             'nb', b.nb,
             'heures', stats.heures(b.secondes),
             'sauve_personne', b.sauve_personne,
             'sauve_animaux', b.sauve_animaux
           ) order by b.id) filter (where b.id is not null), '[]')
      from app.exercices_comptables e
      left join lateral stats.bilan_annuel(par, e.sis_key, e.annee) b on true
     where e.sis_key = request.sis_key()
       and e.id = lignes.exercice_comptable_id
     group by e.id
  ))
$$;
comment on function stats.lignes(text, bigint) is
  'Figures of stats.bilan_annuel for an accounting year with designations, in wire shape; null when the year does not exist.';
grant execute on function stats.lignes(text, bigint) to caserne_api;
--! EndIncluded stats/lignes.sql
--! Included stats/categories.sql
-- Clients fetch these lists at every start. In an accounting year that is not open yet all figures are 0.
create or replace function stats.categories(par text, exercice_comptable_id bigint, apres json, limite integer) returns json
  language sql stable
as $$
  with page as (
    select l.id, l.designation, l.tri
      from stats.liste_categories(par) l
     where apres is null or (l.tri, l.id) > ((apres ->> 0)::integer, (apres ->> 1)::bigint)
     order by l.tri, l.id
     limit limite
  )
  select coalesce(json_agg(json_build_object(
           'id', c.id,
           'designation', c.designation,
           'statut', true,
           'tri', c.tri,
           'nb', coalesce(b.nb, 0),
           'heures', stats.heures(b.secondes),
           'sauve_personne', coalesce(b.sauve_personne, 0),
           'sauve_animaux', coalesce(b.sauve_animaux, 0),
           'nb_precedent', coalesce(b.nb_precedent, 0),
           'heures_precedent', stats.heures(b.secondes_precedent)
         ) order by c.tri, c.id), '[]')
    from page c
    left join stats.bilan_categories(par) b
      on b.sis_key = request.sis_key()
     and b.exercice_comptable_id = coalesce(categories.exercice_comptable_id, app.current_exercice_comptable_id())
     and b.id = c.id
  having categories.exercice_comptable_id is null
      or exists (
           select
             from app.exercices_comptables e
            where e.sis_key = request.sis_key()
              and e.id = categories.exercice_comptable_id
         )
$$;
comment on function stats.categories(text, bigint, json, integer) is
  'Categories of stat_federal or stat_intervention with the figures of an accounting year (null: the current one) and of the previous year; a page after [tri, id]. Null when the year does not exist.';
grant execute on function stats.categories(text, bigint, json, integer) to caserne_api;
--! EndIncluded stats/categories.sql
--! Included stats/presence_intervention.sql
create or replace function stats.presence_intervention(exercice_comptable_id bigint) returns json
  language sql stable
as $$
  -- Materialized: counted once, not once for each name.
  with presences as materialized (
    select p.*
      from stats.presences_interventions p
     where p.sis_key = request.sis_key()
       and p.exercice_comptable_id = presence_intervention.exercice_comptable_id
  )
  select coalesce(json_agg(json_build_object(
           'sapeur_id', p.sapeur_id,
           'nom', s.nom,
           'prenom', s.prenom,
           'nb', p.nb,
           'heures', stats.heures(p.secondes),
           'taux', p.taux
         ) order by s.nom_prenom, p.sapeur_id), '[]')
    from presences p
    join app.sapeurs s on s.sis_key = p.sis_key and s.id = p.sapeur_id
$$;
comment on function stats.presence_intervention(bigint) is
  'Rows of stats.presences_interventions for an accounting year with names, in wire shape.';
grant execute on function stats.presence_intervention(bigint) to caserne_api;
--! EndIncluded stats/presence_intervention.sql
--! Included stats/presence_exercice.sql
-- Definer: readers of figures (intervention.lecture) may not read exercices, and see only sums here.
create or replace function stats.presence_exercice(exercice_comptable_id bigint)
  returns setof stats.presences_exercices
  language sql stable security definer set search_path = ''
as $$
  select p.*
    from stats.presences_exercices p
   where p.sis_key = request.sis_with('intervention.lecture', 'comptabilite.lecture')
     and p.exercice_comptable_id = presence_exercice.exercice_comptable_id
$$;
comment on function stats.presence_exercice(bigint) is
  'Rows of stats.presences_exercices for an accounting year. Definer: readers of figures may see no more of exercices.';
grant execute on function stats.presence_exercice(bigint) to caserne_api;
--! EndIncluded stats/presence_exercice.sql

-- Versions of records, and the state of groups of resources, for ETags.
--! Included app/version_of.sql
-- One branch per table: PL/pgSQL plans a branch only when it is first used.
create or replace function app.version_of(ressource text, id text) returns bigint
  language plpgsql stable
as $$
begin
  case ressource
    when 'app.alarmes' then return (select r.version from app.alarmes r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.codes_alarme' then return (select r.version from app.codes_alarme r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.excuses_types' then return (select r.version from app.excuses_types r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.exercice_categories' then return (select r.version from app.exercice_categories r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.exercices' then return (select r.version from app.exercices r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.exercices_comptables' then return (select r.version from app.exercices_comptables r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.fonctions' then return (select r.version from app.fonctions r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.grades' then return (select r.version from app.grades r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.groupes' then return (select r.version from app.groupes r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.groupe_sapeurs' then return (select r.version from app.groupe_sapeurs r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.heure_exercice_types' then return (select r.version from app.heure_exercice_types r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.interventions' then return (select r.version from app.interventions r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.localites_sis' then return (select r.version from app.localites_sis r where r.sis_key = request.sis_key() and r.localite_id = version_of.id::bigint);
    when 'app.materiels' then return (select r.version from app.materiels r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.materiel_personnel' then return (select r.version from app.materiel_personnel r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.messageries' then return (select r.version from app.messageries r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.messages' then return (select r.version from app.messages r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.mission_types' then return (select r.version from app.mission_types r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.mutations' then return (select r.version from app.mutations r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.permis_types' then return (select r.version from app.permis_types r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.sapeurs' then return (select r.version from app.sapeurs r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.sapeur_fonctions' then return (select r.version from app.sapeur_fonctions r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.sapeur_grades' then return (select r.version from app.sapeur_grades r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.sapeur_permis' then return (select r.version from app.sapeur_permis r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.sis' then return (select r.version from app.sis r where r.sis_key = request.sis_key());
    when 'app.sis_contacts' then return (select r.version from app.sis_contacts r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.sis_logos' then return (select r.version from app.sis_logos r where r.sis_key = request.sis_key());
    when 'app.telephones' then return (select r.version from app.telephones r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.telephones_utiles' then return (select r.version from app.telephones_utiles r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.types_intervention' then return (select r.version from app.types_intervention r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.vehicules' then return (select r.version from app.vehicules r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
  end case;
end;
$$;
comment on function app.version_of(text, text) is
  'Version of a record of the caller''s SIS, by table and id, or null when none is visible. The id of something that a SIS has once is its key.';
grant execute on function app.version_of(text, text) to caserne_api;

-- Volatile, to see the rows that the statement has written.
create or replace function app.version_after(ressource text, id text) returns bigint
  language plpgsql volatile
as $$
declare
  v_expected jsonb := nullif(current_setting('request.if_match', true), '')::jsonb;
begin
  -- The request has not changed the record, so no trigger has compared the version yet.
  if v_expected is not null then
    perform request.check_if_match(v.version)
       from app.version_of(v_expected ->> 'ressource', v_expected ->> 'id') as v (version)
      where v.version is not null;
  end if;
  return app.version_of(ressource, id);
end;
$$;
comment on function app.version_after(text, text) is
  'Version of a record after the request. PT412 when the request left the record named in If-Match unchanged and that record has another version.';
grant execute on function app.version_after(text, text) to caserne_api;
--! EndIncluded app/version_of.sql
--! Included app/state_of.sql
create or replace function app.state_of(groupes text[], scope text) returns text
  language sql stable
as $$
  select left(encode(sha256(convert_to(
           json_build_array(
             scope, request.sis_key(), request.user_id(), request.sapeur_id(), current_setting('request.permissions', true),
             app.today(),
             (
               select string_agg(c.marque::text, ' ' order by c.sis_key, c.groupe, c.place)
                 from audit.changements c
                where c.sis_key in (request.sis_key(), '*')
                  and c.groupe = any (groupes)
             )
           )::text, 'UTF8')), 'hex'), 24)
$$;
comment on function app.state_of(text[], text) is
  'A hash of what the caller may see today of some groups of resources: while the hash stays the same, so do the answers made from them. scope tells answers of one state apart.';
grant execute on function app.state_of(text[], text) to caserne_api;
--! EndIncluded app/state_of.sql
--! Included auth/version_after.sql
create or replace function auth.version_of(ressource text, id text) returns bigint
  language plpgsql stable set search_path = ''
as $$
begin
  case ressource
    when 'auth.invitations' then return (select r.version from auth.invitations r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'auth.roles' then return (select r.version from auth.roles r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'auth.sessions' then return (select r.version from auth.sessions r where r.user_id = request.user_id() and r.id = version_of.id::bigint);
    when 'auth.sis' then return (select r.version from auth.sis r where r.api_key = version_of.id);
    when 'auth.users' then return (select r.version from auth.users r where r.id = version_of.id::bigint);
  end case;
end;
$$;
comment on function auth.version_of(text, text) is
  'Version of a record of accounts and rights, by table and id; null when the request''s SIS has no such record.';

create or replace function auth.version_after(ressource text, id text) returns bigint
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_expected jsonb := nullif(current_setting('request.if_match', true), '')::jsonb;
begin
  if v_expected is not null then
    perform request.check_if_match(v.version)
       from auth.version_of(v_expected ->> 'ressource', v_expected ->> 'id') as v (version)
      where v.version is not null;
  end if;
  return auth.version_of(ressource, id);
end;
$$;
comment on function auth.version_after(text, text) is
  'Version of a record after the request, as app.version_after. PT412. Definer: nobody holds a right on these tables.';
grant execute on function auth.version_after(text, text) to caserne_auth;
--! EndIncluded auth/version_after.sql

-- State of a mailbox and its messages.
--! Included app/sis/messagerie_sante.sql
-- Definer: the relèves belong to the worker, in the schema jobs, which the API cannot use.
create or replace function app.messagerie_sante(messagerie_id bigint) returns json
  language sql stable security definer set search_path = ''
as $$
  select json_build_object(
    'state', case
               when not b.active then 'inactive'
               when r.bloquee then 'blocked'
               when r.next_try_at is not null then 'retrying'
               -- Every mailbox is read every minute: three minutes without a relève mean that no worker runs.
               when r.last_success_at > now() - interval '3 minutes' then 'connected'
               else 'waiting'
             end,
    'failures', case when r.next_try_at is null then 0 else r.failures end,
    'last_success', request.utc_micros(r.last_success_at),
    'last_error', r.last_error,
    'last_error_at', request.utc_micros(r.last_error_at),
    -- A mailbox is read every minute, and whenever its server announces mail. After a failure it is read at the planned
    -- time.
    'next_try', case
                  when not b.active then null
                  when r.next_try_at is not null then request.utc_micros(greatest(r.next_try_at, now()))
                  else request.utc_micros(date_trunc('minute', now()) + interval '1 minute')
                end,
    'unread_since', request.utc_micros(jobs.unread_since(r)),
    'read', coalesce(c.received + c.alarm + c.ignored, 0),
    'refused', coalesce(c.refused, 0),
    'failed', coalesce(c.failed, 0)
  )
    from app.messageries b
    join jobs.releves r on r.sis_key = b.sis_key and r.messagerie_id = b.id
    left join jobs.messagerie_totaux c on c.sis_key = b.sis_key and c.messagerie_id = b.id
   where b.sis_key = request.sis_key()
     and b.id = messagerie_sante.messagerie_id
     and request.can('sis.config')
$$;
comment on function app.messagerie_sante(bigint) is
  'State of the relèves of a mailbox of the request''s SIS: {state, failures, last_success, last_error, last_error_at, next_try, unread_since, read, refused, failed}. Definer: relèves belong to the worker; only sis.config of the SIS sees their state.';
grant execute on function app.messagerie_sante(bigint) to caserne_api;
--! EndIncluded app/sis/messagerie_sante.sql
--! Included app/alarmes/message_alarmes.sql
-- Definer: readers of the ledger need no right to read alarms.
create or replace function app.message_alarmes(message_id bigint) returns json
  language sql stable security definer set search_path = ''
as $$
  select coalesce(json_agg(a.id::text order by a.id), '[]')
    from app.alarmes a
   where a.sis_key = request.sis_key()
     and a.message_id = message_alarmes.message_id
     and request.can('sis.config')
$$;
comment on function app.message_alarmes(bigint) is
  'Ids of the alarms that a message became in the request''s SIS. Definer: readers of the ledger see these ids without a right to read alarms.';
grant execute on function app.message_alarmes(bigint) to caserne_api;
--! EndIncluded app/alarmes/message_alarmes.sql
--! Included app/sis/expediteurs.sql
create or replace function app.expediteurs(adresses jsonb) returns text[]
  language sql immutable strict parallel safe
as $$
  select coalesce(array_agg(lower(a.adresse) order by a.n), '{}')
    from jsonb_array_elements_text(adresses) with ordinality as a (adresse, n)
$$;
comment on function app.expediteurs(jsonb) is
  'Addresses of senders in lower case, the form in which mails are compared with them.';
grant execute on function app.expediteurs(jsonb) to caserne_api;
--! EndIncluded app/sis/expediteurs.sql

-- The data API. A pattern stands for every file that matches it, by name, and that has no line of its own or matched no
-- pattern above: a new file needs no line. First what operations answer, then the lists, which other operations call.
--! Included api/alarmes/as_json.sql
-- One expression without FROM: PostgreSQL inlines it, which makes a list three times as fast. Existing clients read the
-- English names.
create or replace function api.as_json(alarme app.alarmes, groups json, firefighters json, unresolved json, sapeurs_alertes json)
  returns json
  language sql stable
as $$
  select json_build_object(
    'id', alarme.id::text,
    'date', request.utc(alarme.date),
    'type', alarme.type,
    'adresse', alarme.adresse,
    'description', alarme.description,
    'validated', alarme.validated,
    'sapeurs_alertes', coalesce(sapeurs_alertes, '[]'),
    'address', alarme.adresse,
    'complement', alarme.complement,
    'location_wgs84', coalesce(alarme.lon || ',' || alarme.lat, ''),
    'location_lv95', coalesce(trim_scale(alarme.lv95_e) || ',' || trim_scale(alarme.lv95_n), ''),
    'sis', json_build_array(alarme.sis_key),
    'couleur', alarme.couleur,
    'code', alarme.code,
    'date_creation', request.utc(alarme.date_creation),
    'debut_alarme', request.utc(alarme.debut),
    'fin_alarme', request.utc(alarme.fin),
    'has_been_read', alarme.validated,
    'intervention_id', alarme.intervention_id,
    'intervention_refus', alarme.intervention_refus,
    'groups', coalesce(groups, '[]'),
    'firefighters', coalesce(firefighters, '[]'),
    'unresolved', coalesce(unresolved, '[]')
  )
$$;
comment on function api.as_json(app.alarmes, json, json, json, json) is
  'An alarm on the wire, from its row and its lists.';
grant execute on function api.as_json(app.alarmes, json, json, json, json) to caserne_api;

create or replace function api.as_json(groupe app.alarme_groupes) returns json
  language sql stable
as $$
  select json_build_object('name', groupe.nom, 'number', groupe.no, 'sis', groupe.sis_key)
$$;
comment on function api.as_json(app.alarme_groupes) is
  'An alerted group on the wire.';
grant execute on function api.as_json(app.alarme_groupes) to caserne_api;

-- Two objects rather than one with nulls: a person matched to no sapeur has no id.
create or replace function api.as_json(personne app.alarme_personnes) returns json
  language sql stable
as $$
  select case
           when personne.sapeur_id is null then json_build_object(
             'fullname', personne.nom_complet,
             'group_name', personne.groupe_nom,
             'group_number', personne.groupe_no,
             'phone', personne.telephone,
             'phones', personne.telephones,
             'sis', personne.sis_key
           )
           else json_build_object(
             'fullname', personne.nom_complet,
             'group_name', personne.groupe_nom,
             'group_number', personne.groupe_no,
             'phone', personne.telephone,
             'phones', personne.telephones,
             'sis', personne.sis_key,
             'id', personne.sapeur_id
           )
         end
$$;
comment on function api.as_json(app.alarme_personnes) is
  'A person who comes, on the wire, without id when matched to no sapeur.';
grant execute on function api.as_json(app.alarme_personnes) to caserne_api;

create or replace function api.as_json(sapeur app.sapeurs, fonction text) returns json
  language sql stable
as $$
  select json_build_object('id', sapeur.id, 'nom', sapeur.nom, 'prenom', sapeur.prenom, 'fonction', fonction)
$$;
comment on function api.as_json(app.sapeurs, text) is
  'An alerted sapeur on the wire, with his function on the day of the alarm.';
grant execute on function api.as_json(app.sapeurs, text) to caserne_api;
--! EndIncluded api/alarmes/as_json.sql
--! Included api/exercices/as_json.sql
create or replace function api.as_json(exercice app.exercices) returns json
  language sql stable
as $$
  select json_build_object(
    'id', exercice.id,
    'designation', exercice.designation,
    'date', exercice.date,
    'heure', exercice.heure,
    'duree', exercice.duree,
    'lieu', exercice.lieu,
    'communications', exercice.communications,
    'statut', exercice.statut,
    'localite_id', exercice.localite_id,
    'exercice_categorie_id', exercice.exercice_categorie_id,
    'exercice_comptable_id', exercice.exercice_comptable_id,
    'created_at', request.utc_micros(exercice.created_at),
    'updated_at', request.utc_micros(exercice.updated_at)
  )
$$;
comment on function api.as_json(app.exercices) is
  'An exercice on the wire, without its convocations.';
grant execute on function api.as_json(app.exercices) to caserne_api;
--! EndIncluded api/exercices/as_json.sql
--! Included api/interventions/as_json.sql
create or replace function api.as_json(intervention app.interventions) returns json
  language sql stable
as $$
  select json_build_object(
    'id', intervention.id,
    'numero', intervention.numero,
    'date_debut', intervention.date_debut,
    'heure_debut', intervention.heure_debut,
    'date_fin', intervention.date_fin,
    'heure_fin', intervention.heure_fin,
    'objet', intervention.objet,
    'lieu', intervention.lieu,
    'localite_id', intervention.localite_id,
    'wgs84', intervention.wgs84,
    'degre', intervention.degre,
    'rapport_police', intervention.rapport_police,
    'agent', intervention.agent,
    'sauve_personne', intervention.sauve_personne,
    'sauve_animaux', intervention.sauve_animaux,
    'description', intervention.description,
    'proprietaire', intervention.proprietaire,
    'responsable', intervention.responsable,
    'stat_nb', intervention.stat_nb,
    'statut', intervention.statut,
    'date_imputation', intervention.date_imputation,
    'alarme_id', intervention.alarme_id::text,
    'exercice_comptable_id', intervention.exercice_comptable_id,
    'intervention_traitement_id', intervention.intervention_traitement_id,
    'stat_federal_id', intervention.stat_federal_id,
    'sapeur_id', intervention.sapeur_id,
    'type_intervention_id', intervention.type_intervention_id,
    'validated_at', request.utc_micros(intervention.validated_at),
    'validated_by', intervention.validated_by,
    'created_at', request.utc_micros(intervention.created_at),
    'updated_at', request.utc_micros(intervention.updated_at)
  )
$$;
comment on function api.as_json(app.interventions) is
  'An intervention on the wire, without its sub-resources.';
grant execute on function api.as_json(app.interventions) to caserne_api;
--! EndIncluded api/interventions/as_json.sql
--! Included api/sapeurs/as_json.sql
-- jsonb, because lists and records add different fields to it.
create or replace function api.as_json(sapeur app.sapeurs_du_jour, particularites app.particularites) returns jsonb
  language sql stable
as $$
  select jsonb_build_object(
    'id', sapeur.id,
    'type', sapeur.type,
    'nom', sapeur.nom,
    'prenom', sapeur.prenom,
    'suffixe', sapeur.suffixe,
    'nom_prenom', sapeur.nom_prenom,
    'actif', sapeur.actif,
    'civilite_id', sapeur.civilite_id,
    'localite_id', particularites.localite_id,
    'fonction_id', coalesce(sapeur.fonction_id, 0),
    'grade_id', coalesce(sapeur.grade_id, 0),
    'annee_incorporation', sapeur.annee_incorporation,
    'porteur', sapeur.porteur,
    'remarque', coalesce(particularites.remarque, ''),
    'email', coalesce(particularites.email, ''),
    'created_at', request.utc_micros(sapeur.created_at),
    'updated_at', request.utc_micros(sapeur.updated_at)
  )
$$;
comment on function api.as_json(app.sapeurs_du_jour, app.particularites) is 'A sapeur on the wire, as in lists.';
grant execute on function api.as_json(app.sapeurs_du_jour, app.particularites) to caserne_api;

create or replace function api.as_json(sapeur app.sapeurs_du_jour, particularites app.particularites, salaire app.salaires)
  returns jsonb
  language sql stable
as $$
  select api.as_json(sapeur, particularites) || jsonb_build_object(
    'rue', coalesce(particularites.rue, ''),
    'no_rue', coalesce(particularites.no_rue, ''),
    'date_naissance', particularites.date_naissance,
    'no_avs', coalesce(salaire.no_avs, ''),
    'cotisation_avs', coalesce(salaire.cotisation_avs, true),
    'profession', coalesce(particularites.profession, ''),
    'employeur', coalesce(particularites.employeur, ''),
    'lieu_de_travail', coalesce(particularites.lieu_de_travail, ''),
    'iban', coalesce(salaire.iban, '')
  )
$$;
comment on function api.as_json(app.sapeurs_du_jour, app.particularites, app.salaires) is
  'A sapeur on the wire with the private data that the caller may see.';
grant execute on function api.as_json(app.sapeurs_du_jour, app.particularites, app.salaires) to caserne_api;
--! EndIncluded api/sapeurs/as_json.sql
--! Included api/sis/as_json.sql
create or replace function api.as_json(sis app.sis) returns json
  language sql stable
as $$
  select json_build_object(
    'nom', sis.nom,
    'rue', sis.rue,
    'numero', sis.numero,
    'district', sis.district,
    'no_arrondissement', sis.no_arrondissement,
    'telephone', sis.telephone,
    'email', sis.email,
    'iban', sis.iban,
    'bic', sis.bic,
    'localite_id', sis.localite_id,
    'sapeur_id', sis.sapeur_id,
    'fuseau', sis.fuseau,
    'intervention_automatique', sis.intervention_automatique,
    'delai_excuse', sis.delai_excuse,
    'duree_reponse', sis.duree_reponse,
    'contenu_alerte', sis.contenu_alerte
  )
$$;
comment on function api.as_json(app.sis) is
  'The settings of a SIS on the wire.';
grant execute on function api.as_json(app.sis) to caserne_api;
--! EndIncluded api/sis/as_json.sql
--! Included api/vehicules/as_json.sql
create or replace function api.as_json(vehicule app.vehicules) returns json
  language sql stable
as $$
  select json_build_object(
    'id', vehicule.id,
    'designation', vehicule.designation,
    'immatriculation', vehicule.immatriculation,
    'statut', vehicule.statut,
    'tri', vehicule.tri,
    'forfait', vehicule.forfait::text,
    'unite', vehicule.unite::text,
    'type_unite_id', vehicule.type_unite_id
  )
$$;
comment on function api.as_json(app.vehicules) is
  'A vehicle on the wire.';
grant execute on function api.as_json(app.vehicules) to caserne_api;
--! EndIncluded api/vehicules/as_json.sql
--! Included api/alarmes/alarmes_json.sql
-- Each table is read once for all alarms together. Under two policies joined by "or" the planner expects one sapeur,
-- and would loop over all sapeurs for each person: hence no nested loops (bench/RESULTS.md).
create or replace function api.as_json(alarmes app.alarmes[]) returns json
  language sql stable set enable_nestloop = off
as $$
  with listed as materialized (
    select a as alarme, a.id, a.date from unnest(alarmes) a
  ),
  groupes as (
    select g.alarme_id, json_agg(api.as_json(g) order by g.id) as groups
      from app.alarme_groupes g
     where g.sis_key = request.sis_key()
       and g.alarme_id = any (array(select l.id from listed l))
     group by g.alarme_id
  ),
  sapeurs as materialized (
    select s as sapeur, s.id from app.sapeurs s where s.sis_key = request.sis_key()
  ),
  personnes as (
    select p.alarme_id,
           json_agg(api.as_json(p.personne) order by p.id) filter (where p.sapeur_id is not null) as firefighters,
           json_agg(api.as_json(p.personne) order by p.id) filter (where p.sapeur_id is null) as unresolved,
           -- Someone in two alerted groups is listed once.
           json_agg(api.as_json(s.sapeur, p.fonction) order by p.id) filter (where s.id is not null and p.nth = 1) as sapeurs_alertes
      from (
        select p as personne, p.id, p.alarme_id, p.sapeur_id, p.fonction,
               row_number() over (partition by p.alarme_id, p.sapeur_id order by p.id) as nth
          from app.alarme_personnes p
         where p.sis_key = request.sis_key()
           and p.alarme_id = any (array(select l.id from listed l))
      ) p
      left join sapeurs s on s.id = p.sapeur_id
     group by p.alarme_id
  )
  select coalesce(
           json_agg(
             api.as_json(l.alarme, g.groups, p.firefighters, p.unresolved, p.sapeurs_alertes) order by l.date desc, l.id desc
           ),
           '[]'
         )
    from listed l
    left join groupes g on g.alarme_id = l.id
    left join personnes p on p.alarme_id = l.id
$$;
comment on function api.as_json(app.alarmes[]) is
  'Alarms on the wire, newest first.';
grant execute on function api.as_json(app.alarmes[]) to caserne_api;
--! EndIncluded api/alarmes/alarmes_json.sql
--! Included api/exercices/complet_json.sql
create or replace function api.as_json(exercice app.exercices, sapeurs json) returns json
  language sql stable
as $$
  select (api.as_json(exercice)::jsonb || jsonb_build_object('sapeurs', sapeurs))::json
$$;
comment on function api.as_json(app.exercices, json) is
  'An exercice on the wire with its convocations.';
grant execute on function api.as_json(app.exercices, json) to caserne_api;
--! EndIncluded api/exercices/complet_json.sql
--! Included api/exercices/convocation_json.sql
create or replace function api.as_json(convocation app.exercice_sapeurs, heures json) returns json
  language sql stable
as $$
  select json_build_object(
    'id', convocation.id,
    'sapeur_id', convocation.sapeur_id,
    'exercice_id', convocation.exercice_id,
    'convoque', convocation.convoque,
    'present', convocation.present,
    'absent', convocation.absent,
    'remplace', convocation.remplace,
    'excuse', convocation.excuse,
    'excuse_type_id', convocation.excuse_type_id,
    'excuse_statut', convocation.excuse_statut,
    'amende', convocation.excuse_statut = -2,
    'date_demande', convocation.date_demande,
    'date_validation', convocation.date_validation,
    'remarque', convocation.remarque,
    'justification', convocation.justification,
    'heures', coalesce(heures, '[]')
  )
$$;
comment on function api.as_json(app.exercice_sapeurs, json) is
  'A convocation to an exercice on the wire, with its result and the hours of the sapeur (null: none).';
grant execute on function api.as_json(app.exercice_sapeurs, json) to caserne_api;
--! EndIncluded api/exercices/convocation_json.sql
--! Included api/exercices/heure_json.sql
create or replace function api.as_json(heure app.exercice_heures) returns json
  language sql stable
as $$
  select json_build_object(
    'id', heure.id,
    'heure_exercice_type_id', heure.heure_exercice_type_id,
    'quantite', heure.quantite::text
  )
$$;
comment on function api.as_json(app.exercice_heures) is 'Additional hours of a sapeur at an exercice on the wire.';
grant execute on function api.as_json(app.exercice_heures) to caserne_api;
--! EndIncluded api/exercices/heure_json.sql
--! Included api/interventions/appel_json.sql
create or replace function api.as_json(appel app.intervention_appels, fuseau text) returns json
  language sql stable
as $$
  select json_build_object(
    'id', appel.id,
    'intervention_id', appel.intervention_id,
    'date', request.local_instant(appel.date, fuseau),
    'numero', appel.numero,
    'nom', appel.nom,
    'commentaire', appel.commentaire
  )
$$;
comment on function api.as_json(app.intervention_appels, text) is
  'A telephone call on the wire, with instants in a time zone.';
grant execute on function api.as_json(app.intervention_appels, text) to caserne_api;
--! EndIncluded api/interventions/appel_json.sql
--! Included api/interventions/groupe_json.sql
create or replace function api.as_json(groupe app.intervention_groupes) returns json
  language sql stable
as $$
  select json_build_object(
    'id', groupe.id,
    'intervention_id', groupe.intervention_id,
    'no', groupe.no,
    'designation', groupe.designation
  )
$$;
comment on function api.as_json(app.intervention_groupes) is
  'A group alerted for an intervention on the wire.';
grant execute on function api.as_json(app.intervention_groupes) to caserne_api;
--! EndIncluded api/interventions/groupe_json.sql
--! Included api/interventions/jalon_json.sql
create or replace function api.as_json(jalon app.intervention_jalons, fuseau text) returns json
  language sql stable
as $$
  select json_build_object(
    'id', jalon.id,
    'intervention_id', jalon.intervention_id,
    'titre', jalon.titre,
    'description', jalon.description,
    'date_time', request.local_instant(jalon.date_time, fuseau),
    'sapeur_id', jalon.sapeur_id,
    'sapeur', jalon.sapeur
  )
$$;
comment on function api.as_json(app.intervention_jalons, text) is
  'A jalon on the wire, with its instant in a time zone.';
grant execute on function api.as_json(app.intervention_jalons, text) to caserne_api;
--! EndIncluded api/interventions/jalon_json.sql
--! Included api/interventions/materiel_json.sql
create or replace function api.as_json(materiel app.intervention_materiels) returns json
  language sql stable
as $$
  select json_build_object(
    'id', materiel.id,
    'intervention_id', materiel.intervention_id,
    'materiel_id', materiel.materiel_id,
    'quantite', materiel.quantite::text
  )
$$;
comment on function api.as_json(app.intervention_materiels) is
  'A material of an intervention on the wire.';
grant execute on function api.as_json(app.intervention_materiels) to caserne_api;
--! EndIncluded api/interventions/materiel_json.sql
--! Included api/interventions/mission_json.sql
create or replace function api.as_json(mission app.intervention_missions, fuseau text) returns json
  language sql stable
as $$
  select json_build_object(
    'id', mission.id,
    'intervention_id', mission.intervention_id,
    'titre', mission.titre,
    'resume', mission.resume,
    'debut', request.local_instant(mission.debut, fuseau),
    'fin', request.local_instant(mission.fin, fuseau),
    'sapeur_id', mission.sapeur_id,
    'sapeur', mission.sapeur
  )
$$;
comment on function api.as_json(app.intervention_missions, text) is
  'A mission on the wire, with instants in a time zone.';
grant execute on function api.as_json(app.intervention_missions, text) to caserne_api;
--! EndIncluded api/interventions/mission_json.sql
--! Included api/interventions/phase_json.sql
create or replace function api.as_json(phase app.intervention_phases, fuseau text) returns json
  language sql stable
as $$
  select json_build_object(
    'id', phase.id,
    'intervention_id', phase.intervention_id,
    'phase_type_id', phase.phase_type_id,
    'debut', request.local_instant(phase.debut, fuseau)
  )
$$;
comment on function api.as_json(app.intervention_phases, text) is
  'A phase on the wire, with instants in a time zone.';
grant execute on function api.as_json(app.intervention_phases, text) to caserne_api;
--! EndIncluded api/interventions/phase_json.sql
--! Included api/interventions/presence_json.sql
create or replace function api.as_json(presence app.intervention_sapeurs, fuseau text) returns json
  language sql stable
as $$
  select json_build_object(
    'id', presence.id,
    'sapeur_id', presence.sapeur_id,
    'intervention_id', presence.intervention_id,
    'debut', request.local_instant(presence.debut, fuseau),
    'fin', request.local_instant(presence.fin, fuseau),
    'piquet', presence.piquet
  )
$$;
comment on function api.as_json(app.intervention_sapeurs, text) is
  'A presence on the wire, with instants in a time zone.';
grant execute on function api.as_json(app.intervention_sapeurs, text) to caserne_api;
--! EndIncluded api/interventions/presence_json.sql
--! Included api/interventions/quittance_json.sql
create or replace function api.as_json(quittance app.intervention_quittances) returns json
  language sql stable
as $$
  select json_build_object(
    'id', quittance.id,
    'intervention_id', quittance.intervention_id,
    'sapeur_id', quittance.sapeur_id
  )
$$;
comment on function api.as_json(app.intervention_quittances) is
  'A quittance on the wire.';
grant execute on function api.as_json(app.intervention_quittances) to caserne_api;
--! EndIncluded api/interventions/quittance_json.sql
--! Included api/interventions/vehicule_json.sql
create or replace function api.as_json(vehicule app.intervention_vehicules) returns json
  language sql stable
as $$
  select json_build_object(
    'id', vehicule.id,
    'intervention_id', vehicule.intervention_id,
    'vehicule_id', vehicule.vehicule_id
  )
$$;
comment on function api.as_json(app.intervention_vehicules) is
  'The link of a vehicle to an intervention on the wire.';
grant execute on function api.as_json(app.intervention_vehicules) to caserne_api;
--! EndIncluded api/interventions/vehicule_json.sql
--! Included api/listes/code_alarme_json.sql
create or replace function api.as_json(code_alarme app.codes_alarme) returns json
  language sql stable
as $$
  select json_build_object(
    'id', code_alarme.id,
    'code', code_alarme.code,
    'type_intervention_id', code_alarme.type_intervention_id,
    'stat_federal_id', code_alarme.stat_federal_id
  )
$$;
comment on function api.as_json(app.codes_alarme) is
  'A code of the alarm centre on the wire.';
grant execute on function api.as_json(app.codes_alarme) to caserne_api;
--! EndIncluded api/listes/code_alarme_json.sql
--! Included api/listes/excuses_type_json.sql
create or replace function api.as_json(excuses_type app.excuses_types) returns json
  language sql stable
as $$
  select json_build_object('id', excuses_type.id, 'designation', excuses_type.designation, 'tri', excuses_type.tri)
$$;
comment on function api.as_json(app.excuses_types) is
  'A reason for excuses on the wire.';
grant execute on function api.as_json(app.excuses_types) to caserne_api;
--! EndIncluded api/listes/excuses_type_json.sql
--! Included api/listes/exercice_categorie_json.sql
create or replace function api.as_json(exercice_categorie app.exercice_categories) returns json
  language sql stable
as $$
  select json_build_object('id', exercice_categorie.id, 'designation', exercice_categorie.designation, 'tri', exercice_categorie.tri)
$$;
comment on function api.as_json(app.exercice_categories) is
  'A category of exercices on the wire.';
grant execute on function api.as_json(app.exercice_categories) to caserne_api;
--! EndIncluded api/listes/exercice_categorie_json.sql
--! Included api/listes/exercice_comptable_json.sql
create or replace function api.as_json(exercice_comptable app.exercices_comptables) returns json
  language sql stable
as $$
  select json_build_object(
    'id', exercice_comptable.id,
    'annee', exercice_comptable.annee,
    'designation', exercice_comptable.designation,
    'debut', exercice_comptable.debut,
    'fin', exercice_comptable.fin,
    'boucle', exercice_comptable.boucle
  )
$$;
comment on function api.as_json(app.exercices_comptables) is
  'An accounting year on the wire.';
grant execute on function api.as_json(app.exercices_comptables) to caserne_api;
--! EndIncluded api/listes/exercice_comptable_json.sql
--! Included api/listes/fonction_json.sql
create or replace function api.as_json(fonction app.fonctions) returns json
  language sql stable
as $$
  select json_build_object(
    'id', fonction.id,
    'designation', fonction.designation,
    'nom', fonction.designation,
    'rang', fonction.rang
  )
$$;
comment on function api.as_json(app.fonctions) is 'A function on the wire. Clients know its designation by two names.';
grant execute on function api.as_json(app.fonctions) to caserne_api;
--! EndIncluded api/listes/fonction_json.sql
--! Included api/listes/grade_json.sql
create or replace function api.as_json(grade app.grades) returns json
  language sql stable
as $$
  select json_build_object('id', grade.id, 'designation', grade.designation, 'rang', grade.rang)
$$;
comment on function api.as_json(app.grades) is
  'A grade on the wire.';
grant execute on function api.as_json(app.grades) to caserne_api;
--! EndIncluded api/listes/grade_json.sql
--! Included api/listes/groupe_json.sql
create or replace function api.as_json(groupe app.groupes, sapeur_ids json) returns json
  language sql stable
as $$
  select json_build_object(
    'id', groupe.id,
    'type', groupe.type,
    'no', groupe.no,
    'designation', groupe.designation,
    'tri', groupe.tri,
    'parent_id', groupe.parent_id,
    'sapeur_ids', coalesce(sapeur_ids, '[]')
  )
$$;
comment on function api.as_json(app.groupes, json) is 'A group on the wire, with its members (null: none).';
grant execute on function api.as_json(app.groupes, json) to caserne_api;
--! EndIncluded api/listes/groupe_json.sql
--! Included api/listes/heure_exercice_type_json.sql
create or replace function api.as_json(heure_exercice_type app.heure_exercice_types) returns json
  language sql stable
as $$
  select json_build_object(
    'id', heure_exercice_type.id,
    'designation', heure_exercice_type.designation,
    'type_unite_id', heure_exercice_type.type_unite_id,
    'tri', heure_exercice_type.tri
  )
$$;
comment on function api.as_json(app.heure_exercice_types) is
  'A kind of hours of exercices on the wire.';
grant execute on function api.as_json(app.heure_exercice_types) to caserne_api;
--! EndIncluded api/listes/heure_exercice_type_json.sql
--! Included api/listes/mission_type_json.sql
create or replace function api.as_json(mission_type app.mission_types) returns json
  language sql stable
as $$
  select json_build_object('id', mission_type.id, 'titre', mission_type.titre)
$$;
comment on function api.as_json(app.mission_types) is
  'A title of missions on the wire.';
grant execute on function api.as_json(app.mission_types) to caserne_api;
--! EndIncluded api/listes/mission_type_json.sql
--! Included api/listes/permis_type_json.sql
create or replace function api.as_json(permis_type app.permis_types) returns json
  language sql stable
as $$
  select json_build_object(
    'id', permis_type.id,
    'designation', permis_type.designation,
    'type', permis_type.designation,
    'tri', permis_type.tri
  )
$$;
comment on function api.as_json(app.permis_types) is
  'A kind of licence on the wire. Clients know its designation by two names.';
grant execute on function api.as_json(app.permis_types) to caserne_api;
--! EndIncluded api/listes/permis_type_json.sql
--! Included api/listes/telephone_json.sql
create or replace function api.as_json(telephone app.telephones_utiles) returns json
  language sql stable
as $$
  select json_build_object('id', telephone.id, 'nom', telephone.nom, 'numero', telephone.numero, 'tri', telephone.tri)
$$;
comment on function api.as_json(app.telephones_utiles) is
  'A useful telephone number on the wire.';
grant execute on function api.as_json(app.telephones_utiles) to caserne_api;
--! EndIncluded api/listes/telephone_json.sql
--! Included api/listes/type_intervention_json.sql
create or replace function api.as_json(type_intervention app.types_intervention) returns json
  language sql stable
as $$
  select json_build_object(
    'id', type_intervention.id,
    'designation', type_intervention.designation,
    'stat_intervention_id', type_intervention.stat_intervention_id,
    'tri', type_intervention.tri
  )
$$;
comment on function api.as_json(app.types_intervention) is
  'A type of intervention on the wire.';
grant execute on function api.as_json(app.types_intervention) to caserne_api;
--! EndIncluded api/listes/type_intervention_json.sql
--! Included api/moi/ecriture_json.sql
create or replace function api.as_json(ecriture app.ecritures) returns json
  language sql stable
as $$
  select json_build_object(
    'id', ecriture.id,
    'date', ecriture.date,
    'designation', ecriture.designation,
    'quantite', ecriture.quantite::text,
    'total', ecriture.total::text,
    'decompte_id', ecriture.decompte_id,
    'intervention_id', ecriture.intervention_id,
    'exercice_id', ecriture.exercice_id
  )
$$;
comment on function api.as_json(app.ecritures) is
  'An accounting entry on the wire.';
grant execute on function api.as_json(app.ecritures) to caserne_api;
--! EndIncluded api/moi/ecriture_json.sql
--! Included api/moi/ma_presence_json.sql
create or replace function api.as_json(presence app.intervention_sapeurs, intervention app.interventions, fuseau text)
  returns jsonb
  language sql stable
as $$
  select api.as_json(presence, fuseau)::jsonb || jsonb_build_object(
    'date_debut', intervention.date_debut,
    'heure_debut', intervention.heure_debut,
    'date_fin', intervention.date_fin,
    'heure_fin', intervention.heure_fin,
    'lieu', intervention.lieu,
    'objet', intervention.objet,
    'localite_id', intervention.localite_id,
    'stat_federal_id', intervention.stat_federal_id,
    'type_intervention_id', intervention.type_intervention_id
  )
$$;
comment on function api.as_json(app.intervention_sapeurs, app.interventions, text) is
  'A presence on the wire, with the fields of the intervention that its sapeur may see.';
grant execute on function api.as_json(app.intervention_sapeurs, app.interventions, text) to caserne_api;
--! EndIncluded api/moi/ma_presence_json.sql
--! Included api/moi/paiement_json.sql
create or replace function api.as_json(paiement app.paiements, decompte text) returns json
  language sql stable
as $$
  select json_build_object(
    'id', paiement.id,
    'decompte_id', paiement.decompte_id,
    'decompte', decompte,
    'date', paiement.date,
    'solde', paiement.solde::text,
    'indemnite', paiement.indemnite::text,
    'frais_forfaitaire', paiement.frais_forfaitaire::text,
    'frais_effectif', paiement.frais_effectif::text,
    'autre', paiement.autre::text,
    'avs_ac', paiement.avs_ac::text,
    'total', paiement.total::text
  )
$$;
comment on function api.as_json(app.paiements, text) is
  'A payment on the wire, with the designation of its statement of account.';
grant execute on function api.as_json(app.paiements, text) to caserne_api;
--! EndIncluded api/moi/paiement_json.sql
--! Included api/sapeurs/materiel_personnel_json.sql
create or replace function api.as_json(materiel app.materiel_personnel) returns json
  language sql stable
as $$
  select json_build_object(
    'id', materiel.id,
    'designation', materiel.designation,
    'numero', materiel.numero,
    'taille', materiel.taille,
    'attribution', materiel.attribution,
    'retour', materiel.retour
  )
$$;
comment on function api.as_json(app.materiel_personnel) is
  'A piece of personal equipment on the wire.';
grant execute on function api.as_json(app.materiel_personnel) to caserne_api;
--! EndIncluded api/sapeurs/materiel_personnel_json.sql
--! Included api/sapeurs/sapeur_fonction_json.sql
create or replace function api.as_json(fonction app.sapeur_fonctions) returns json
  language sql stable
as $$
  select json_build_object(
    'id', fonction.id,
    'sapeur_id', fonction.sapeur_id,
    'fonction_id', fonction.fonction_id,
    'debut', fonction.debut,
    'fin', fonction.fin,
    'remarque', fonction.remarque
  )
$$;
comment on function api.as_json(app.sapeur_fonctions) is
  'A function of a sapeur, with its period, on the wire.';
grant execute on function api.as_json(app.sapeur_fonctions) to caserne_api;
--! EndIncluded api/sapeurs/sapeur_fonction_json.sql
--! Included api/sapeurs/sapeur_grade_json.sql
create or replace function api.as_json(grade app.sapeur_grades) returns json
  language sql stable
as $$
  select json_build_object(
    'id', grade.id,
    'sapeur_id', grade.sapeur_id,
    'grade_id', grade.grade_id,
    'debut', grade.debut,
    'fin', grade.fin,
    'remarque', grade.remarque
  )
$$;
comment on function api.as_json(app.sapeur_grades) is
  'A grade of a sapeur, with its period, on the wire.';
grant execute on function api.as_json(app.sapeur_grades) to caserne_api;
--! EndIncluded api/sapeurs/sapeur_grade_json.sql
--! Included api/sapeurs/sapeur_groupe_json.sql
create or replace function api.as_json(membre app.groupe_sapeurs) returns json
  language sql stable
as $$
  select json_build_object('id', membre.id, 'groupe_id', membre.groupe_id, 'sapeur_id', membre.sapeur_id)
$$;
comment on function api.as_json(app.groupe_sapeurs) is 'Membership of a sapeur in a group on the wire.';
grant execute on function api.as_json(app.groupe_sapeurs) to caserne_api;
--! EndIncluded api/sapeurs/sapeur_groupe_json.sql
--! Included api/sapeurs/sapeur_mutation_json.sql
create or replace function api.as_json(mutation app.mutations) returns json
  language sql stable
as $$
  select json_build_object(
    'id', mutation.id,
    'sapeur_id', mutation.sapeur_id,
    'localite_id', mutation.localite_id,
    'incorporation', mutation.incorporation,
    'sortie', mutation.sortie,
    'motif', mutation.motif
  )
$$;
comment on function api.as_json(app.mutations) is
  'A mutation on the wire.';
grant execute on function api.as_json(app.mutations) to caserne_api;
--! EndIncluded api/sapeurs/sapeur_mutation_json.sql
--! Included api/sapeurs/sapeur_permis_json.sql
create or replace function api.as_json(permis app.sapeur_permis) returns json
  language sql stable
as $$
  select json_build_object(
    'id', permis.id,
    'sapeur_id', permis.sapeur_id,
    'permis_type_id', permis.permis_type_id,
    'date', permis.date
  )
$$;
comment on function api.as_json(app.sapeur_permis) is
  'A licence of a sapeur on the wire.';
grant execute on function api.as_json(app.sapeur_permis) to caserne_api;
--! EndIncluded api/sapeurs/sapeur_permis_json.sql
--! Included api/sapeurs/sapeur_telephone_json.sql
create or replace function api.as_json(telephone app.telephones) returns json
  language sql stable
as $$
  select json_build_object(
    'id', telephone.id,
    'sapeur_id', telephone.sapeur_id,
    'telephone_type_id', telephone.telephone_type_id,
    'numero', telephone.numero,
    'e164', telephone.e164,
    'rta', telephone.rta,
    'priorite', telephone.priorite
  )
$$;
comment on function api.as_json(app.telephones) is
  'A telephone number of a sapeur on the wire.';
grant execute on function api.as_json(app.telephones) to caserne_api;
--! EndIncluded api/sapeurs/sapeur_telephone_json.sql
--! Included api/sis/contact_json.sql
create or replace function api.as_json(contact app.sis_contacts) returns json
  language sql stable
as $$
  select json_build_object('id', contact.id, 'email', contact.email, 'liste', contact.liste)
$$;
comment on function api.as_json(app.sis_contacts) is
  'An address that a SIS writes to, on the wire.';
grant execute on function api.as_json(app.sis_contacts) to caserne_api;
--! EndIncluded api/sis/contact_json.sql
--! Included api/sis/journal_json.sql
create or replace function api.as_json(entree audit.journal) returns json
  language sql stable
as $$
  select json_build_object(
    'id', entree.id,
    'date', request.utc_micros(entree.recorded_at),
    'user_id', entree.user_id,
    'ressource', entree.ressource,
    'ligne_id', entree.ligne_id,
    'action', entree.action,
    'avant', entree.avant,
    'apres', entree.apres
  )
$$;
comment on function api.as_json(audit.journal) is
  'An entry of the journal on the wire.';
grant execute on function api.as_json(audit.journal) to caserne_api;
--! EndIncluded api/sis/journal_json.sql
--! Included api/sis/logo_json.sql
create or replace function api.as_json(logo app.sis_logos) returns json
  language sql stable
as $$
  select json_build_object('type', logo.type, 'taille', length(logo.image), 'etag', logo.etag)
$$;
comment on function api.as_json(app.sis_logos) is 'A logo on the wire, without its image.';
grant execute on function api.as_json(app.sis_logos) to caserne_api;
--! EndIncluded api/sis/logo_json.sql
--! Included api/sis/message_json.sql
create or replace function api.as_json(message app.messages) returns json
  language sql stable
as $$
  select json_build_object(
    'id', message.id,
    'messagerie_id', message.messagerie_id,
    'etat', message.etat,
    'raison', message.raison,
    'expediteur', message.expediteur,
    'sujet', message.sujet,
    'date', request.utc(message.date),
    'taille', message.taille,
    'tentatives', message.tentatives,
    'message_id', message.message_id,
    'uid', message.uid,
    'raw', message.contenu is not null,
    'alarmes', app.message_alarmes(message.id),
    'created_at', request.utc_micros(message.created_at)
  )
$$;
comment on function api.as_json(app.messages) is
  'A message of the ledger on the wire, without its raw text.';
grant execute on function api.as_json(app.messages) to caserne_api;
--! EndIncluded api/sis/message_json.sql
--! Included api/sis/messagerie_json.sql
-- By id, because the whole row holds the password, which nobody may read.
create or replace function api.messagerie_json(id bigint) returns json
  language sql stable
as $$
  select json_build_object(
    'id', b.id,
    'host', b.host,
    'port', b.port,
    'security', b.securite,
    'user', b.utilisateur,
    'folder', b.dossier,
    'senders', b.expediteurs,
    'active', b.active,
    'lire_depuis', request.local_instant(b.lire_depuis, app.fuseau()),
    'health', app.messagerie_sante(b.id),
    'created_at', request.utc_micros(b.created_at),
    'updated_at', request.utc_micros(b.updated_at)
  )
    from app.messageries b
   where b.sis_key = request.sis_key()
     and b.id = messagerie_json.id
$$;
comment on function api.messagerie_json(bigint) is
  'A mailbox of the caller''s SIS on the wire, without its password; null when none is visible.';
grant execute on function api.messagerie_json(bigint) to caserne_api;
--! EndIncluded api/sis/messagerie_json.sql
--! Included api/statistiques/presence_json.sql
create or replace function api.as_json(presence app.intervention_sapeurs, fuseau text, nom_prenom text, numero text) returns jsonb
  language sql stable
as $$
  select api.as_json(presence, fuseau)::jsonb || jsonb_build_object('nom_prenom', nom_prenom, 'numero', numero)
$$;
comment on function api.as_json(app.intervention_sapeurs, text, text, text) is
  'A presence on the wire, with the names of its sapeur and its intervention.';
grant execute on function api.as_json(app.intervention_sapeurs, text, text, text) to caserne_api;
--! EndIncluded api/statistiques/presence_json.sql
--! Included api/vehicules/materiel_json.sql
create or replace function api.as_json(materiel app.materiels) returns json
  language sql stable
as $$
  select json_build_object(
    'id', materiel.id,
    'designation', materiel.designation,
    'statut', materiel.statut,
    'tri', materiel.tri,
    'forfait', materiel.forfait::text,
    'unite', materiel.unite::text,
    'type_unite_id', materiel.type_unite_id
  )
$$;
comment on function api.as_json(app.materiels) is
  'A material on the wire.';
grant execute on function api.as_json(app.materiels) to caserne_api;
--! EndIncluded api/vehicules/materiel_json.sql
--! Included api/alarmes/list_alarmes.sql
-- Each half has its own index, and the second is not begun unless asked for. A page begins after the alarm whose id is
-- in apres; its date is looked up, because the date on the wire lacks fractions of a second.
create or replace function api.list_alarmes(old boolean default false, apres json default null, limite integer default null)
  returns json
  language sql stable
as $$
  select api.as_json(array(
    select p.alarme
      from (
        select o as alarme, o.date, o.id
          from app.alarmes o
         where o.sis_key = request.sis_key()
           and not o.validated
           and (o.date, o.id) < (
             select case when apres is null then 'infinity' else max(a.date) end, coalesce(max(a.id), 0)
               from app.alarmes a
              where a.sis_key = request.sis_key()
                and a.id = (apres ->> 0)::bigint
           )
        union all
        select v, v.date, v.id
          from app.alarmes v
         where v.sis_key = request.sis_key()
           and v.validated
           and list_alarmes.old
           and (v.date, v.id) < (
             select case when apres is null then 'infinity' else max(a.date) end, coalesce(max(a.id), 0)
               from app.alarmes a
              where a.sis_key = request.sis_key()
                and a.id = (apres ->> 0)::bigint
           )
         order by date desc, id desc
         limit limite
      ) p
  ))
$$;
comment on function api.list_alarmes(boolean, json, integer) is
  'Alarms of the caller''s SIS that are not validated, with old also the validated ones, newest first; a page after [id].';
grant execute on function api.list_alarmes(boolean, json, integer) to caserne_api;
--! EndIncluded api/alarmes/list_alarmes.sql
--! Included api/exercices/list_exercice_sapeurs.sql
create or replace function api.list_exercice_sapeurs(id bigint) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(s, h.heures) order by s.id) filter (where s.id is not null), '[]')
    from app.exercices e
    left join app.exercice_sapeurs s on s.sis_key = e.sis_key and s.exercice_id = e.id
    left join (
      select h.sapeur_id, json_agg(api.as_json(h) order by h.id) as heures
        from app.exercice_heures h
       where h.sis_key = request.sis_key()
         and h.exercice_id = list_exercice_sapeurs.id
       group by h.sapeur_id
    ) h on h.sapeur_id = s.sapeur_id
   where e.sis_key = request.sis_key()
     and e.id = list_exercice_sapeurs.id
   group by e.id
$$;
comment on function api.list_exercice_sapeurs(bigint) is
  'Sapeurs who were convoked to an exercice or came; null when no such exercice is visible.';
grant execute on function api.list_exercice_sapeurs(bigint) to caserne_api;
--! EndIncluded api/exercices/list_exercice_sapeurs.sql
--! Included api/exercices/list_exercices.sql
create or replace function api.list_exercices(
  exercice_comptable_id bigint default null, apres json default null, limite integer default null
) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.exercice) order by p.date, p.heure, p.id), '[]')
    from (
      select e as exercice, e.date, e.heure, e.id
        from app.exercices e
       where e.sis_key = request.sis_key()
         -- Not with coalesce: see api.list_interventions.
         and e.exercice_comptable_id = case
           -- Without a year: the current one, or nothing when there is none.
           when list_exercices.exercice_comptable_id is null then app.current_exercice_comptable_id()
           else list_exercices.exercice_comptable_id
         end
         and (apres is null
              or (e.date, e.heure, e.id) > ((apres ->> 0)::date, (apres ->> 1)::time, (apres ->> 2)::bigint))
       order by e.date, e.heure, e.id
       limit limite
    ) p
$$;
comment on function api.list_exercices(bigint, json, integer) is
  'Exercices of an accounting year of the caller''s SIS, or of the current one, by date; a page after [date, heure, id].';
grant execute on function api.list_exercices(bigint, json, integer) to caserne_api;
--! EndIncluded api/exercices/list_exercices.sql
--! Included api/exercices/list_exercices_derniers.sql
create or replace function api.list_exercices_derniers(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.exercice, api.list_exercice_sapeurs(p.id)) order by p.date, p.heure, p.id), '[]')
    from (
      select e as exercice, e.date, e.heure, e.id
        from app.exercices e
       where e.sis_key = request.sis_key()
         and e.date between app.today() - 31 and app.today()
         and (apres is null
              or (e.date, e.heure, e.id) > ((apres ->> 0)::date, (apres ->> 1)::time, (apres ->> 2)::bigint))
       order by e.date, e.heure, e.id
       limit limite
    ) p
$$;
comment on function api.list_exercices_derniers(json, integer) is
  'Exercices of the last 31 days up to today in the time zone of the SIS, with their convocations, by date; a page after [date, heure, id].';
grant execute on function api.list_exercices_derniers(json, integer) to caserne_api;
--! EndIncluded api/exercices/list_exercices_derniers.sql
--! Included api/import/list_noms.sql
create or replace function api.list_noms() returns table (colonne text, id bigint, nom text)
  language sql stable
as $$
  select 'civilite', c.id, c.designation from app.civilites c
  union all
  select 'localite', l.id, l.npa || ' ' || l.nom from app.localites l
  union all
  select 'stat_federal', f.id, f.designation from app.stat_federal f
  union all
  select 'intervention_traitement', i.id, i.designation from app.intervention_traitements i
  union all
  select 'type_unite', u.id, u.designation from app.unites u
  union all
  select 'type_intervention', t.id, t.designation from app.types_intervention t where t.sis_key = request.sis_key()
  union all
  select 'sapeur', s.id, s.nom_prenom from app.sapeurs s where s.sis_key = request.sis_key()
$$;
comment on function api.list_noms() is
  'Ids and names that files of an import may use instead of ids, by column. For the operator, not granted.';
--! EndIncluded api/import/list_noms.sql
--! Included api/interventions/list_intervention_appels.sql
create or replace function api.list_intervention_appels(id bigint) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(a, z.fuseau) order by a.date, a.id) filter (where a.id is not null), '[]')
    from app.interventions i
    join app.sis z on z.sis_key = i.sis_key
    left join app.intervention_appels a on a.sis_key = i.sis_key and a.intervention_id = i.id
   where i.sis_key = request.sis_key()
     and i.id = list_intervention_appels.id
   group by i.id
$$;
comment on function api.list_intervention_appels(bigint) is
  'Telephone calls during an intervention, by time; null when no such intervention is visible.';
grant execute on function api.list_intervention_appels(bigint) to caserne_api;
--! EndIncluded api/interventions/list_intervention_appels.sql
--! Included api/interventions/list_intervention_groupes.sql
create or replace function api.list_intervention_groupes(id bigint) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(g) order by g.no, g.designation) filter (where g.id is not null), '[]')
    from app.interventions i
    left join app.intervention_groupes g on g.sis_key = i.sis_key and g.intervention_id = i.id
   where i.sis_key = request.sis_key()
     and i.id = list_intervention_groupes.id
   group by i.id
$$;
comment on function api.list_intervention_groupes(bigint) is
  'Groups alerted for an intervention, by number; null when no such intervention is visible.';
grant execute on function api.list_intervention_groupes(bigint) to caserne_api;
--! EndIncluded api/interventions/list_intervention_groupes.sql
--! Included api/interventions/list_intervention_jalons.sql
create or replace function api.list_intervention_jalons(id bigint) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(j, z.fuseau) order by j.date_time, j.id) filter (where j.id is not null), '[]')
    from app.interventions i
    join app.sis z on z.sis_key = i.sis_key
    left join app.intervention_jalons j on j.sis_key = i.sis_key and j.intervention_id = i.id
   where i.sis_key = request.sis_key()
     and i.id = list_intervention_jalons.id
   group by i.id
$$;
comment on function api.list_intervention_jalons(bigint) is
  'Jalons of an intervention, by time; null when no such intervention is visible.';
grant execute on function api.list_intervention_jalons(bigint) to caserne_api;
--! EndIncluded api/interventions/list_intervention_jalons.sql
--! Included api/interventions/list_intervention_materiels.sql
create or replace function api.list_intervention_materiels(id bigint) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(m) order by m.id) filter (where m.id is not null), '[]')
    from app.interventions i
    left join app.intervention_materiels m on m.sis_key = i.sis_key and m.intervention_id = i.id
   where i.sis_key = request.sis_key()
     and i.id = list_intervention_materiels.id
   group by i.id
$$;
comment on function api.list_intervention_materiels(bigint) is
  'Materials that an intervention consumed or lent, in the order of entry; null when no such intervention is visible.';
grant execute on function api.list_intervention_materiels(bigint) to caserne_api;
--! EndIncluded api/interventions/list_intervention_materiels.sql
--! Included api/interventions/list_intervention_missions.sql
create or replace function api.list_intervention_missions(id bigint) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(m, z.fuseau) order by m.debut, m.id) filter (where m.id is not null), '[]')
    from app.interventions i
    join app.sis z on z.sis_key = i.sis_key
    left join app.intervention_missions m on m.sis_key = i.sis_key and m.intervention_id = i.id
   where i.sis_key = request.sis_key()
     and i.id = list_intervention_missions.id
   group by i.id
$$;
comment on function api.list_intervention_missions(bigint) is
  'Missions of an intervention, by start; null when no such intervention is visible.';
grant execute on function api.list_intervention_missions(bigint) to caserne_api;
--! EndIncluded api/interventions/list_intervention_missions.sql
--! Included api/interventions/list_intervention_phases.sql
create or replace function api.list_intervention_phases(id bigint) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p, z.fuseau) order by p.debut, p.id) filter (where p.id is not null), '[]')
    from app.interventions i
    join app.sis z on z.sis_key = i.sis_key
    left join app.intervention_phases p on p.sis_key = i.sis_key and p.intervention_id = i.id
   where i.sis_key = request.sis_key()
     and i.id = list_intervention_phases.id
   group by i.id
$$;
comment on function api.list_intervention_phases(bigint) is
  'Phases of an intervention, by start; null when no such intervention is visible.';
grant execute on function api.list_intervention_phases(bigint) to caserne_api;
--! EndIncluded api/interventions/list_intervention_phases.sql
--! Included api/interventions/list_intervention_quittances.sql
create or replace function api.list_intervention_quittances(id bigint) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(q) order by q.id) filter (where q.id is not null), '[]')
    from app.interventions i
    left join app.intervention_quittances q on q.sis_key = i.sis_key and q.intervention_id = i.id
   where i.sis_key = request.sis_key()
     and i.id = list_intervention_quittances.id
   group by i.id
$$;
comment on function api.list_intervention_quittances(bigint) is
  'Quittances of an intervention, in the order of entry; null when no such intervention is visible.';
grant execute on function api.list_intervention_quittances(bigint) to caserne_api;
--! EndIncluded api/interventions/list_intervention_quittances.sql
--! Included api/interventions/list_intervention_sapeurs.sql
create or replace function api.list_intervention_sapeurs(id bigint) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p, z.fuseau) order by p.debut, p.id) filter (where p.id is not null), '[]')
    from app.interventions i
    join app.sis z on z.sis_key = i.sis_key
    left join app.intervention_sapeurs p on p.sis_key = i.sis_key and p.intervention_id = i.id
   where i.sis_key = request.sis_key()
     and i.id = list_intervention_sapeurs.id
   group by i.id
$$;
comment on function api.list_intervention_sapeurs(bigint) is
  'Presences at an intervention, by start; null when no such intervention is visible.';
grant execute on function api.list_intervention_sapeurs(bigint) to caserne_api;
--! EndIncluded api/interventions/list_intervention_sapeurs.sql
--! Included api/interventions/list_intervention_vehicules.sql
create or replace function api.list_intervention_vehicules(id bigint) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(v) order by v.id) filter (where v.id is not null), '[]')
    from app.interventions i
    left join app.intervention_vehicules v on v.sis_key = i.sis_key and v.intervention_id = i.id
   where i.sis_key = request.sis_key()
     and i.id = list_intervention_vehicules.id
   group by i.id
$$;
comment on function api.list_intervention_vehicules(bigint) is
  'Vehicles that went to an intervention, in the order of entry; null when no such intervention is visible.';
grant execute on function api.list_intervention_vehicules(bigint) to caserne_api;
--! EndIncluded api/interventions/list_intervention_vehicules.sql
--! Included api/interventions/list_interventions.sql
-- Two halves, of which each request runs one: the interventions of one accounting year, and those of all years. Each
-- reads its rows from an index in the order of the list, from the start of the page. Not with coalesce: PostgreSQL does
-- not take coalesce for leakproof, and checks such conditions row by row under policies, as those on statut and type.
create or replace function api.list_interventions(
  exercice_comptable_id bigint default null, statut integer default null, du date default null, au date default null,
  type_intervention_id bigint default null, apres json default null, limite integer default null
) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.intervention) order by p.date_debut desc, p.heure_debut desc, p.id desc), '[]')
    from (
      select i as intervention, i.date_debut, i.heure_debut, i.id
        from app.interventions i
       where i.sis_key = request.sis_key()
         and i.exercice_comptable_id = case
           -- Without any filter: the current accounting year, or nothing when there is none.
           when num_nonnulls(list_interventions.exercice_comptable_id, list_interventions.statut, du, au,
                             list_interventions.type_intervention_id) = 0
           then app.current_exercice_comptable_id()
           else list_interventions.exercice_comptable_id
         end
         and i.date_debut >= case when du is null then '-infinity' else du end
         and i.date_debut <= case when au is null then 'infinity' else au end
         and (i.date_debut, i.heure_debut, i.id)
           < (case when apres is null then 'infinity' else (apres ->> 0)::date end, (apres ->> 1)::time, (apres ->> 2)::bigint)
         and i.statut = coalesce(list_interventions.statut, i.statut)
         and i.type_intervention_id = coalesce(list_interventions.type_intervention_id, i.type_intervention_id)
      union all
      select j, j.date_debut, j.heure_debut, j.id
        from app.interventions j
       where j.sis_key = request.sis_key()
         and list_interventions.exercice_comptable_id is null
         and num_nonnulls(list_interventions.statut, du, au, list_interventions.type_intervention_id) > 0
         and j.date_debut >= case when du is null then '-infinity' else du end
         and j.date_debut <= case when au is null then 'infinity' else au end
         and (j.date_debut, j.heure_debut, j.id)
           < (case when apres is null then 'infinity' else (apres ->> 0)::date end, (apres ->> 1)::time, (apres ->> 2)::bigint)
         and j.statut = coalesce(list_interventions.statut, j.statut)
         and j.type_intervention_id = coalesce(list_interventions.type_intervention_id, j.type_intervention_id)
       order by date_debut desc, heure_debut desc, id desc
       limit limite
    ) p
$$;
comment on function api.list_interventions(bigint, integer, date, date, bigint, json, integer) is
  'Interventions of the caller''s SIS, newest first, without any filter those of the current accounting year; a page after [date_debut, heure_debut, id].';
grant execute on function api.list_interventions(bigint, integer, date, date, bigint, json, integer) to caserne_api;
--! EndIncluded api/interventions/list_interventions.sql
--! Included api/listes/list_civilites.sql
create or replace function api.list_civilites(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(p order by p.tri, p.id), '[]')
    from (
      select c.id, c.designation, c.tri
        from app.civilites c
       where apres is null or (c.tri, c.id) > ((apres ->> 0)::integer, (apres ->> 1)::bigint)
       order by c.tri, c.id
       limit limite
    ) p
$$;
comment on function api.list_civilites(json, integer) is
  'Forms of address, the same for every SIS; a page after [tri, id].';
grant execute on function api.list_civilites(json, integer) to caserne_api;
--! EndIncluded api/listes/list_civilites.sql
--! Included api/listes/list_codes_alarme.sql
create or replace function api.list_codes_alarme(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.code_alarme) order by p.code, p.id), '[]')
    from (
      select c as code_alarme, c.code, c.id
        from app.codes_alarme c
       where c.sis_key = request.sis_key()
         and (apres is null or (c.code, c.id) > (apres ->> 0, (apres ->> 1)::bigint))
       order by c.code, c.id
       limit limite
    ) p
$$;
comment on function api.list_codes_alarme(json, integer) is
  'Codes of the alarm centre with their meaning in the caller''s SIS; a page after [code, id].';
grant execute on function api.list_codes_alarme(json, integer) to caserne_api;
--! EndIncluded api/listes/list_codes_alarme.sql
--! Included api/listes/list_excuses_types.sql
create or replace function api.list_excuses_types(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.excuses_type) order by p.tri, p.designation), '[]')
    from (
      select t as excuses_type, t.tri, t.designation
        from app.excuses_types t
       where t.sis_key = request.sis_key()
         and (apres is null or (t.tri, t.designation) > ((apres ->> 0)::integer, apres ->> 1))
       order by t.tri, t.designation
       limit limite
    ) p
$$;
comment on function api.list_excuses_types(json, integer) is
  'Reasons for excuses of the caller''s SIS, by tri and name; a page after [tri, designation].';
grant execute on function api.list_excuses_types(json, integer) to caserne_api;
--! EndIncluded api/listes/list_excuses_types.sql
--! Included api/listes/list_exercice_categories.sql
create or replace function api.list_exercice_categories(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.exercice_categorie) order by p.tri, p.designation), '[]')
    from (
      select t as exercice_categorie, t.tri, t.designation
        from app.exercice_categories t
       where t.sis_key = request.sis_key()
         and (apres is null or (t.tri, t.designation) > ((apres ->> 0)::integer, apres ->> 1))
       order by t.tri, t.designation
       limit limite
    ) p
$$;
comment on function api.list_exercice_categories(json, integer) is
  'Categories of exercices of the caller''s SIS, by tri and name; a page after [tri, designation].';
grant execute on function api.list_exercice_categories(json, integer) to caserne_api;
--! EndIncluded api/listes/list_exercice_categories.sql
--! Included api/listes/list_exercices_comptables.sql
create or replace function api.list_exercices_comptables(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.exercice_comptable) order by p.debut desc), '[]')
    from (
      select e as exercice_comptable, e.debut
        from app.exercices_comptables e
       where e.sis_key = request.sis_key()
         and (apres is null or e.debut < (apres ->> 0)::date)
       order by e.debut desc
       limit limite
    ) p
$$;
comment on function api.list_exercices_comptables(json, integer) is
  'Accounting years of the caller''s SIS, the latest first; a page after [debut].';
grant execute on function api.list_exercices_comptables(json, integer) to caserne_api;
--! EndIncluded api/listes/list_exercices_comptables.sql
--! Included api/listes/list_fonctions.sql
create or replace function api.list_fonctions(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.fonction) order by p.rang desc, p.designation), '[]')
    from (
      select f as fonction, f.rang, f.designation
        from app.fonctions f
       where f.sis_key = request.sis_key()
         and (apres is null or (-f.rang, f.designation) > (-(apres ->> 0)::integer, apres ->> 1))
       order by f.rang desc, f.designation
       limit limite
    ) p
$$;
comment on function api.list_fonctions(json, integer) is
  'Functions of the caller''s SIS, the highest first; a page after [rang, designation].';
grant execute on function api.list_fonctions(json, integer) to caserne_api;
--! EndIncluded api/listes/list_fonctions.sql
--! Included api/listes/list_grades.sql
create or replace function api.list_grades(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.grade) order by p.rang desc, p.designation), '[]')
    from (
      select g as grade, g.rang, g.designation
        from app.grades g
       where g.sis_key = request.sis_key()
         and (apres is null or (-g.rang, g.designation) > (-(apres ->> 0)::integer, apres ->> 1))
       order by g.rang desc, g.designation
       limit limite
    ) p
$$;
comment on function api.list_grades(json, integer) is
  'Grades of the caller''s SIS, the highest first; a page after [rang, designation].';
grant execute on function api.list_grades(json, integer) to caserne_api;
--! EndIncluded api/listes/list_grades.sql
--! Included api/listes/list_groupes.sql
create or replace function api.list_groupes(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.groupe, m.sapeur_ids) order by p.tri, p.designation, p.id), '[]')
    from (
      select g as groupe, g.tri, g.designation, g.id
        from app.groupes g
       where g.sis_key = request.sis_key()
         and (apres is null
              or (g.tri, g.designation, g.id) > ((apres ->> 0)::integer, apres ->> 1, (apres ->> 2)::bigint))
       order by g.tri, g.designation, g.id
       limit limite
    ) p
    left join app.groupe_membres() m on m.groupe_id = p.id
$$;
comment on function api.list_groupes(json, integer) is
  'Groups of the caller''s SIS with their members; a page after [tri, designation, id].';
grant execute on function api.list_groupes(json, integer) to caserne_api;
--! EndIncluded api/listes/list_groupes.sql
--! Included api/listes/list_heure_exercice_types.sql
create or replace function api.list_heure_exercice_types(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.heure_exercice_type) order by p.tri, p.designation), '[]')
    from (
      select t as heure_exercice_type, t.tri, t.designation
        from app.heure_exercice_types t
       where t.sis_key = request.sis_key()
         and (apres is null or (t.tri, t.designation) > ((apres ->> 0)::integer, apres ->> 1))
       order by t.tri, t.designation
       limit limite
    ) p
$$;
comment on function api.list_heure_exercice_types(json, integer) is
  'Kinds of hours of exercices of the caller''s SIS, by tri and name; a page after [tri, designation].';
grant execute on function api.list_heure_exercice_types(json, integer) to caserne_api;
--! EndIncluded api/listes/list_heure_exercice_types.sql
--! Included api/listes/list_intervention_traitements.sql
create or replace function api.list_intervention_traitements(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(p order by p.tri, p.id), '[]')
    from (
      select t.id, t.designation, t.tri
        from app.intervention_traitements t
       where apres is null or (t.tri, t.id) > ((apres ->> 0)::integer, (apres ->> 1)::bigint)
       order by t.tri, t.id
       limit limite
    ) p
$$;
comment on function api.list_intervention_traitements(json, integer) is
  'The steps of invoicing an intervention, the same for every SIS; a page after [tri, id].';
grant execute on function api.list_intervention_traitements(json, integer) to caserne_api;
--! EndIncluded api/listes/list_intervention_traitements.sql
--! Included api/listes/list_localites.sql
create or replace function api.list_localites(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(p order by p.npa, p.nom), '[]')
    from (
      select l.id, l.npa, l.nom, l.nom as designation, l.canton
        from app.localites l
       where apres is null or (l.npa, l.nom) > (apres ->> 0, apres ->> 1)
       order by l.npa, l.nom
       limit limite
    ) p
$$;
comment on function api.list_localites(json, integer) is
  'Places by postcode, the same for every SIS; a page after [npa, nom].';
grant execute on function api.list_localites(json, integer) to caserne_api;
--! EndIncluded api/listes/list_localites.sql
--! Included api/listes/list_localites_sis.sql
create or replace function api.list_localites_sis() returns json
  language sql stable
as $$
  select coalesce(json_agg(l.localite_id order by l.localite_id), '[]')
    from app.localites_sis l
   where l.sis_key = request.sis_key()
$$;
comment on function api.list_localites_sis() is
  'Ids of the places that the caller''s SIS serves.';
grant execute on function api.list_localites_sis() to caserne_api;
--! EndIncluded api/listes/list_localites_sis.sql
--! Included api/listes/list_mission_types.sql
create or replace function api.list_mission_types(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.mission_type) order by p.titre), '[]')
    from (
      select t as mission_type, t.titre
        from app.mission_types t
       where t.sis_key = request.sis_key()
         and (apres is null or t.titre > apres ->> 0)
       order by t.titre
       limit limite
    ) p
$$;
comment on function api.list_mission_types(json, integer) is
  'Titles of missions of the caller''s SIS; a page after [titre].';
grant execute on function api.list_mission_types(json, integer) to caserne_api;
--! EndIncluded api/listes/list_mission_types.sql
--! Included api/listes/list_permis_types.sql
create or replace function api.list_permis_types(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.permis_type) order by p.tri, p.designation), '[]')
    from (
      select t as permis_type, t.tri, t.designation
        from app.permis_types t
       where t.sis_key = request.sis_key()
         and (apres is null or (t.tri, t.designation) > ((apres ->> 0)::integer, apres ->> 1))
       order by t.tri, t.designation
       limit limite
    ) p
$$;
comment on function api.list_permis_types(json, integer) is
  'Kinds of licences of the caller''s SIS; a page after [tri, designation].';
grant execute on function api.list_permis_types(json, integer) to caserne_api;
--! EndIncluded api/listes/list_permis_types.sql
--! Included api/listes/list_phase_types.sql
create or replace function api.list_phase_types(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(p order by p.tri, p.id), '[]')
    from (
      select t.id, t.designation, t.tri
        from app.phase_types t
       where apres is null or (t.tri, t.id) > ((apres ->> 0)::integer, (apres ->> 1)::bigint)
       order by t.tri, t.id
       limit limite
    ) p
$$;
comment on function api.list_phase_types(json, integer) is
  'Kinds of phases of an intervention, the same for every SIS; a page after [tri, id].';
grant execute on function api.list_phase_types(json, integer) to caserne_api;
--! EndIncluded api/listes/list_phase_types.sql
--! Included api/listes/list_telephone_types.sql
create or replace function api.list_telephone_types(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(p order by p.tri, p.id), '[]')
    from (
      select t.id, t.designation, t.designation as type, t.tri
        from app.telephone_types t
       where apres is null or (t.tri, t.id) > ((apres ->> 0)::integer, (apres ->> 1)::bigint)
       order by t.tri, t.id
       limit limite
    ) p
$$;
comment on function api.list_telephone_types(json, integer) is
  'Kinds of telephone numbers, the same for every SIS; a page after [tri, id].';
grant execute on function api.list_telephone_types(json, integer) to caserne_api;
--! EndIncluded api/listes/list_telephone_types.sql
--! Included api/listes/list_telephones.sql
create or replace function api.list_telephones(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.telephone) order by p.tri, p.nom, p.id), '[]')
    from (
      select t as telephone, t.tri, t.nom, t.id
        from app.telephones_utiles t
       where t.sis_key = request.sis_key()
         and (apres is null or (t.tri, t.nom, t.id) > ((apres ->> 0)::integer, apres ->> 1, (apres ->> 2)::bigint))
       order by t.tri, t.nom, t.id
       limit limite
    ) p
$$;
comment on function api.list_telephones(json, integer) is
  'Useful telephone numbers of the caller''s SIS; a page after [tri, nom, id].';
grant execute on function api.list_telephones(json, integer) to caserne_api;
--! EndIncluded api/listes/list_telephones.sql
--! Included api/listes/list_types_intervention.sql
create or replace function api.list_types_intervention(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.type_intervention) order by p.tri, p.designation), '[]')
    from (
      select t as type_intervention, t.tri, t.designation
        from app.types_intervention t
       where t.sis_key = request.sis_key()
         and (apres is null or (t.tri, t.designation) > ((apres ->> 0)::integer, apres ->> 1))
       order by t.tri, t.designation
       limit limite
    ) p
$$;
comment on function api.list_types_intervention(json, integer) is
  'Types of intervention of the caller''s SIS; a page after [tri, designation].';
grant execute on function api.list_types_intervention(json, integer) to caserne_api;
--! EndIncluded api/listes/list_types_intervention.sql
--! Included api/listes/list_unites.sql
create or replace function api.list_unites(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(p order by p.tri, p.id), '[]')
    from (
      select u.id, u.designation, u.abreviation, u.tri
        from app.unites u
       where apres is null or (u.tri, u.id) > ((apres ->> 0)::integer, (apres ->> 1)::bigint)
       order by u.tri, u.id
       limit limite
    ) p
$$;
comment on function api.list_unites(json, integer) is
  'Units of vehicles, materials and hours, the same for every SIS; a page after [tri, id].';
grant execute on function api.list_unites(json, integer) to caserne_api;
--! EndIncluded api/listes/list_unites.sql
--! Included api/moi/list_mes_exercices.sql
-- Definer: sapeurs may not read exercices that they are convoked to. The function shows those with a row of the caller,
-- and that row.
create or replace function api.list_mes_exercices(
  exercice_comptable_id bigint, apres json default null, limite integer default null
) returns json
  language sql stable security definer set search_path = ''
as $$
  select coalesce(
           json_agg(
             api.as_json(p.exercice)::jsonb || jsonb_build_object('presence', api.as_json(p.presence, p.heures))
             order by p.date, p.heure, p.id
           ) filter (where p.id is not null),
           '[]'
         )
    from app.exercices_comptables x
    left join lateral (
      select e as exercice, s as presence, e.date, e.heure, e.id,
             (
               select json_agg(api.as_json(h) order by h.id)
                 from app.exercice_heures h
                where h.sis_key = s.sis_key
                  and h.exercice_id = s.exercice_id
                  and h.sapeur_id = s.sapeur_id
             ) as heures
        from app.exercice_sapeurs s
        join app.exercices e on e.sis_key = s.sis_key and e.id = s.exercice_id
       where s.sis_key = request.sis_key()
         and s.sapeur_id = request.sapeur_id()
         and e.exercice_comptable_id = x.id
         and (apres is null or (e.date, e.heure, e.id) > ((apres ->> 0)::date, (apres ->> 1)::time, (apres ->> 2)::bigint))
       order by e.date, e.heure, e.id
       limit limite
    ) p on true
   where x.sis_key = request.sis_key()
     and x.id = list_mes_exercices.exercice_comptable_id
   group by x.id
$$;
comment on function api.list_mes_exercices(bigint, json, integer) is
  'Exercices of an accounting year to which the calling sapeur is convoked, each with his row; a page after [date, heure, id]. Null when the year does not exist. Definer: he may not read other exercices.';
grant execute on function api.list_mes_exercices(bigint, json, integer) to caserne_api;
--! EndIncluded api/moi/list_mes_exercices.sql
--! Included api/moi/list_mes_fonctions.sql
create or replace function api.list_mes_fonctions(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.fonction) order by p.debut, p.id), '[]')
    from (
      select f as fonction, f.debut, f.id
        from app.sapeur_fonctions f
       where f.sis_key = request.sis_key()
         and f.sapeur_id = request.sapeur_id()
         and (apres is null or (f.debut, f.id) > ((apres ->> 0)::date, (apres ->> 1)::bigint))
       order by f.debut, f.id
       limit limite
    ) p
$$;
comment on function api.list_mes_fonctions(json, integer) is
  'Functions of the calling sapeur, past and future ones included, by start; a page after [debut, id].';
grant execute on function api.list_mes_fonctions(json, integer) to caserne_api;
--! EndIncluded api/moi/list_mes_fonctions.sql
--! Included api/moi/list_mes_groupes.sql
create or replace function api.list_mes_groupes(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.membre) order by p.id), '[]')
    from (
      select m as membre, m.id
        from app.groupe_sapeurs m
       where m.sis_key = request.sis_key()
         and m.sapeur_id = request.sapeur_id()
         and (apres is null or m.id > (apres ->> 0)::bigint)
       order by m.id
       limit limite
    ) p
$$;
comment on function api.list_mes_groupes(json, integer) is 'Groups of the calling sapeur; a page after [id].';
grant execute on function api.list_mes_groupes(json, integer) to caserne_api;
--! EndIncluded api/moi/list_mes_groupes.sql
--! Included api/moi/list_mes_interventions.sql
-- Definer: sapeurs may not read interventions at which they were present. The function shows the caller's presences,
-- and of the interventions the fields in as_json.
create or replace function api.list_mes_interventions(
  exercice_comptable_id bigint, apres json default null, limite integer default null
) returns json
  language sql stable security definer set search_path = ''
as $$
  select coalesce(
           json_agg(
             api.as_json(p.presence, p.intervention, z.fuseau)
             order by p.date_debut desc, p.heure_debut desc, p.id desc
           ) filter (where p.id is not null),
           '[]'
         )
    from app.exercices_comptables x
    join app.sis z on z.sis_key = x.sis_key
    left join lateral (
      select s as presence, i as intervention, i.date_debut, i.heure_debut, s.id
        from app.intervention_sapeurs s
        join app.interventions i on i.sis_key = s.sis_key and i.id = s.intervention_id
       where s.sis_key = request.sis_key()
         and s.sapeur_id = request.sapeur_id()
         and i.exercice_comptable_id = x.id
         and (apres is null
              or (i.date_debut, i.heure_debut, s.id) < ((apres ->> 0)::date, (apres ->> 1)::time, (apres ->> 2)::bigint))
       order by i.date_debut desc, i.heure_debut desc, s.id desc
       limit limite
    ) p on true
   where x.sis_key = request.sis_key()
     and x.id = list_mes_interventions.exercice_comptable_id
   group by x.id
$$;
comment on function api.list_mes_interventions(bigint, json, integer) is
  'Presences of the calling sapeur at interventions of an accounting year, newest first; a page after [date_debut, heure_debut, id]. Null when the year does not exist. Definer: he may read neither other interventions nor more of these.';
grant execute on function api.list_mes_interventions(bigint, json, integer) to caserne_api;
--! EndIncluded api/moi/list_mes_interventions.sql
--! Included api/moi/list_mon_materiel.sql
create or replace function api.list_mon_materiel(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.materiel) order by p.attribution, p.id), '[]')
    from (
      select m as materiel, m.attribution, m.id
        from app.materiel_personnel m
       where m.sis_key = request.sis_key()
         and m.sapeur_id = request.sapeur_id()
         and (m.retour is null or m.retour > app.today())
         and (apres is null or (m.attribution, m.id) > ((apres ->> 0)::date, (apres ->> 1)::bigint))
       order by m.attribution, m.id
       limit limite
    ) p
$$;
comment on function api.list_mon_materiel(json, integer) is
  'Equipment that the calling sapeur has on loan; a page after [attribution, id].';
grant execute on function api.list_mon_materiel(json, integer) to caserne_api;
--! EndIncluded api/moi/list_mon_materiel.sql
--! Included api/sapeurs/list_sapeur_fonctions.sql
create or replace function api.list_sapeur_fonctions(id bigint) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(t) order by t.debut, t.id) filter (where t.id is not null), '[]')
    from app.sapeurs s
    left join app.sapeur_fonctions t on t.sis_key = s.sis_key and t.sapeur_id = s.id
   where s.sis_key = request.sis_key()
     and s.id = list_sapeur_fonctions.id
   group by s.id
$$;
comment on function api.list_sapeur_fonctions(bigint) is
  'Functions of a sapeur, past and future ones included, by start; null when no such sapeur is visible.';
grant execute on function api.list_sapeur_fonctions(bigint) to caserne_api;
--! EndIncluded api/sapeurs/list_sapeur_fonctions.sql
--! Included api/sapeurs/list_sapeur_grades.sql
create or replace function api.list_sapeur_grades(id bigint) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(t) order by t.debut, t.id) filter (where t.id is not null), '[]')
    from app.sapeurs s
    left join app.sapeur_grades t on t.sis_key = s.sis_key and t.sapeur_id = s.id
   where s.sis_key = request.sis_key()
     and s.id = list_sapeur_grades.id
   group by s.id
$$;
comment on function api.list_sapeur_grades(bigint) is
  'Grades of a sapeur, past and future ones included, by start; null when no such sapeur is visible.';
grant execute on function api.list_sapeur_grades(bigint) to caserne_api;
--! EndIncluded api/sapeurs/list_sapeur_grades.sql
--! Included api/sapeurs/list_sapeur_groupes.sql
create or replace function api.list_sapeur_groupes(id bigint) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(t) order by t.id) filter (where t.id is not null), '[]')
    from app.sapeurs s
    left join app.groupe_sapeurs t on t.sis_key = s.sis_key and t.sapeur_id = s.id
   where s.sis_key = request.sis_key()
     and s.id = list_sapeur_groupes.id
   group by s.id
$$;
comment on function api.list_sapeur_groupes(bigint) is
  'Groups of a sapeur, in the order of entry; null when no such sapeur is visible.';
grant execute on function api.list_sapeur_groupes(bigint) to caserne_api;
--! EndIncluded api/sapeurs/list_sapeur_groupes.sql
--! Included api/sapeurs/list_sapeur_materiel.sql
create or replace function api.list_sapeur_materiel(id bigint) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(t) order by t.attribution, t.id) filter (where t.id is not null), '[]')
    from app.sapeurs s
    left join app.materiel_personnel t on t.sis_key = s.sis_key and t.sapeur_id = s.id
   where s.sis_key = request.sis_key()
     and s.id = list_sapeur_materiel.id
   group by s.id
$$;
comment on function api.list_sapeur_materiel(bigint) is
  'Personal equipment of a sapeur, returned pieces included, oldest first; null when no such sapeur is visible.';
grant execute on function api.list_sapeur_materiel(bigint) to caserne_api;
--! EndIncluded api/sapeurs/list_sapeur_materiel.sql
--! Included api/sapeurs/list_sapeur_mutations.sql
create or replace function api.list_sapeur_mutations(id bigint) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(t) order by t.incorporation, t.id) filter (where t.id is not null), '[]')
    from app.sapeurs s
    left join app.mutations t on t.sis_key = s.sis_key and t.sapeur_id = s.id
   where s.sis_key = request.sis_key()
     and s.id = list_sapeur_mutations.id
   group by s.id
$$;
comment on function api.list_sapeur_mutations(bigint) is
  'Mutations of a sapeur, by start; null when no such sapeur is visible.';
grant execute on function api.list_sapeur_mutations(bigint) to caserne_api;
--! EndIncluded api/sapeurs/list_sapeur_mutations.sql
--! Included api/sapeurs/list_sapeur_permis.sql
create or replace function api.list_sapeur_permis(id bigint) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(t) order by t.date, t.id) filter (where t.id is not null), '[]')
    from app.sapeurs s
    left join app.sapeur_permis t on t.sis_key = s.sis_key and t.sapeur_id = s.id
   where s.sis_key = request.sis_key()
     and s.id = list_sapeur_permis.id
   group by s.id
$$;
comment on function api.list_sapeur_permis(bigint) is
  'Licences of a sapeur, oldest first; null when no such sapeur is visible.';
grant execute on function api.list_sapeur_permis(bigint) to caserne_api;
--! EndIncluded api/sapeurs/list_sapeur_permis.sql
--! Included api/sapeurs/list_sapeur_telephones.sql
create or replace function api.list_sapeur_telephones(id bigint) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(t) order by t.priorite, t.id) filter (where t.id is not null), '[]')
    from app.sapeurs s
    left join app.telephones t on t.sis_key = s.sis_key and t.sapeur_id = s.id
   where s.sis_key = request.sis_key()
     and s.id = list_sapeur_telephones.id
   group by s.id
$$;
comment on function api.list_sapeur_telephones(bigint) is
  'Telephone numbers of a sapeur, in the order of calling; null when no such sapeur is visible.';
grant execute on function api.list_sapeur_telephones(bigint) to caserne_api;
--! EndIncluded api/sapeurs/list_sapeur_telephones.sql
--! Included api/sapeurs/list_sapeurs.sql
create or replace function api.list_sapeurs(
  actif boolean default null, type integer[] default null, apres json default null, limite integer default null
) returns json
  language sql stable
as $$
  select coalesce(
    json_agg(
      api.as_json(p.sapeur, pa) || jsonb_build_object('permis', l.permis, 'fonctions', l.fonctions)
      order by p.key, p.id
    ),
    '[]'
  )
    from (
      select s as sapeur, s.sis_key, s.id, s.jour,
             -- É goes with E, whatever the collation of the database.
             request.plain(s.nom_prenom) as key
        from app.sapeurs_du_jour s
       where s.sis_key = request.sis_key()
         and (list_sapeurs.actif is null or s.actif = list_sapeurs.actif)
         and (list_sapeurs.type is null or s.type = any (list_sapeurs.type))
         -- A condition of its own too: a cursor that nobody was given must fail, even where names alone decide.
         and (apres is null or (apres ->> 1)::bigint > 0
              and (request.plain(s.nom_prenom), s.id) > (request.plain(apres ->> 0), (apres ->> 1)::bigint))
       order by key, s.id
       limit limite
    ) p
    left join app.particularites pa on pa.sis_key = p.sis_key and pa.sapeur_id = p.id
    cross join lateral (
      select coalesce((
               select jsonb_agg(
                        jsonb_build_object('id', sp.id, 'permis_type_id', sp.permis_type_id, 'date', sp.date)
                        order by sp.date, sp.id
                      )
                 from app.sapeur_permis sp
                where sp.sis_key = p.sis_key
                  and sp.sapeur_id = p.id
             ), '[]'),
             coalesce((
               select jsonb_agg(
                        jsonb_build_object(
                          'id', sf.id, 'fonction_id', sf.fonction_id, 'debut', sf.debut, 'fin', sf.fin,
                          'remarque', sf.remarque
                        )
                        order by sf.debut, sf.id
                      )
                 from app.sapeur_fonctions sf
                where sf.sis_key = p.sis_key
                  and sf.sapeur_id = p.id
                  and sf.debut <= p.jour + interval '1 month'
                  and (sf.fin is null or sf.fin >= p.jour)
             ), '[]')
    ) as l (permis, fonctions)
$$;
comment on function api.list_sapeurs(boolean, integer[], json, integer) is
  'People of the caller''s SIS by name, each with his licences and the functions that are current or begin within a month; a page after [nom_prenom, id].';
grant execute on function api.list_sapeurs(boolean, integer[], json, integer) to caserne_api;
--! EndIncluded api/sapeurs/list_sapeurs.sql
--! Included api/sis/list_journal.sql
-- Planned anew for the given filters: a plan for any filter would read a journal of years from its end to find the
-- three entries of one row.
create or replace function api.list_journal(
  ressource text default null, ligne_id bigint default null, user_id bigint default null, action text default null,
  du text default null, au text default null, apres json default null, limite integer default null
) returns json
  language plpgsql stable set plan_cache_mode = force_custom_plan
as $$
declare
  v_fuseau text := app.fuseau();
  v_day constant text := '^\d{4}-\d\d-\d\d$';
  v_du timestamptz := case
    when list_journal.du ~ v_day then list_journal.du::timestamp at time zone v_fuseau
    else request.read_instant(list_journal.du, v_fuseau)
  end;
  -- A day includes its end.
  v_before timestamptz := case
    when list_journal.au ~ v_day then (list_journal.au::timestamp + interval '1 day') at time zone v_fuseau
    else request.read_instant(list_journal.au, v_fuseau) + interval '1 microsecond'
  end;
begin
  return (
    select coalesce(json_agg(api.as_json(p.entree) order by p.id desc), '[]')
      from (
        select j as entree, j.id
          from audit.journal j
         where j.sis_key = request.sis_key()
           and (list_journal.ressource is null or j.ressource = list_journal.ressource)
           and (list_journal.ligne_id is null or j.ligne_id = list_journal.ligne_id)
           and (list_journal.user_id is null or j.user_id = list_journal.user_id)
           and (list_journal.action is null or j.action = list_journal.action)
           and (v_du is null or j.recorded_at >= v_du)
           and (v_before is null or j.recorded_at < v_before)
           and (list_journal.apres is null or j.id < (list_journal.apres ->> 0)::bigint)
         order by j.id desc
         limit list_journal.limite
      ) p
  );
end;
$$;
comment on function api.list_journal(text, bigint, bigint, text, text, text, json, integer) is
  'The journal of the caller''s SIS by the given filters, newest first; a page after [id]. du and au are days or instants, both included.';
grant execute on function api.list_journal(text, bigint, bigint, text, text, text, json, integer) to caserne_api;
--! EndIncluded api/sis/list_journal.sql
--! Included api/sis/list_messageries.sql
create or replace function api.list_messageries(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(
           json_agg(api.messagerie_json(p.id) order by p.host, p.utilisateur, p.dossier, p.id),
           '[]'
         )
    from (
      select b.id, b.host, b.utilisateur, b.dossier
        from app.messageries b
       where b.sis_key = request.sis_key()
         and (apres is null
              or (b.host, b.utilisateur, b.dossier, b.id) > (apres ->> 0, apres ->> 1, apres ->> 2, (apres ->> 3)::bigint))
       order by b.host, b.utilisateur, b.dossier, b.id
       limit limite
    ) p
$$;
comment on function api.list_messageries(json, integer) is
  'Mailboxes of the caller''s SIS, by host; a page after [host, user, folder, id].';
grant execute on function api.list_messageries(json, integer) to caserne_api;
--! EndIncluded api/sis/list_messageries.sql
--! Included api/sis/list_messages.sql
-- Planned anew for the given filters: a plan for any state would read the whole ledger for the three messages that
-- failed.
create or replace function api.list_messages(
  id bigint, etat text default null, apres json default null, limite integer default null) returns json
  language plpgsql stable set plan_cache_mode = force_custom_plan
as $$
begin
  if not exists (select from app.messageries b where b.sis_key = request.sis_key() and b.id = list_messages.id) then
    return null;
  end if;
  return (
    select coalesce(json_agg(api.as_json(m) order by m.id desc), '[]')
      from app.messages m
     where m.sis_key = request.sis_key()
       -- By id: whole rows under a limit would bring along every raw text.
       and m.id = any (array(
         select p.id
           from app.messages p
          where p.sis_key = request.sis_key()
            and p.messagerie_id = list_messages.id
            and (list_messages.etat is null or p.etat = list_messages.etat)
            and (list_messages.apres is null or p.id < (list_messages.apres ->> 0)::bigint)
          order by p.id desc
          limit list_messages.limite
       ))
  );
end;
$$;
comment on function api.list_messages(bigint, text, json, integer) is
  'The ledger of a mailbox of the caller''s SIS in any or one state, newest first; a page after [id]. Null when the mailbox does not exist.';
grant execute on function api.list_messages(bigint, text, json, integer) to caserne_api;
--! EndIncluded api/sis/list_messages.sql
--! Included api/sis/list_sis_contacts.sql
create or replace function api.list_sis_contacts(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.contact) order by p.liste, p.email, p.id), '[]')
    from (
      select c as contact, c.liste, c.email, c.id
        from app.sis_contacts c
       where c.sis_key = request.sis_key()
         and (apres is null or (c.liste, c.email, c.id) > (apres ->> 0, apres ->> 1, (apres ->> 2)::bigint))
       order by c.liste, c.email, c.id
       limit limite
    ) p
$$;
comment on function api.list_sis_contacts(json, integer) is
  'Addresses that the caller''s SIS writes to, by list; a page after [liste, email, id].';
grant execute on function api.list_sis_contacts(json, integer) to caserne_api;
--! EndIncluded api/sis/list_sis_contacts.sql
--! Included api/statistiques/list_stat_federal.sql
create or replace function api.list_stat_federal(
  exercice_comptable_id bigint default null, apres json default null, limite integer default null
) returns json
  language sql stable
as $$
  select stats.categories('stat_federal', exercice_comptable_id, apres, limite)
$$;
comment on function api.list_stat_federal(bigint, json, integer) is
  'Categories of the federal statistics with the figures of an accounting year and the previous one; a page after [tri, id]. Null when the year does not exist.';
grant execute on function api.list_stat_federal(bigint, json, integer) to caserne_api;
--! EndIncluded api/statistiques/list_stat_federal.sql
--! Included api/statistiques/list_stat_intervention.sql
create or replace function api.list_stat_intervention(
  exercice_comptable_id bigint default null, apres json default null, limite integer default null
) returns json
  language sql stable
as $$
  select stats.categories('stat_intervention', exercice_comptable_id, apres, limite)
$$;
comment on function api.list_stat_intervention(bigint, json, integer) is
  'Categories of a service''s own statistics with the figures of an accounting year and the previous one; a page after [tri, id]. Null when the year does not exist.';
grant execute on function api.list_stat_intervention(bigint, json, integer) to caserne_api;
--! EndIncluded api/statistiques/list_stat_intervention.sql
--! Included api/statistiques/list_statistique_intervention_traitement.sql
create or replace function api.list_statistique_intervention_traitement(id bigint) returns json
  language sql stable
as $$
  select stats.lignes('intervention_traitement', id)
$$;
comment on function api.list_statistique_intervention_traitement(bigint) is
  'Figures of the interventions of an accounting year by how far they have been invoiced; null when the year does not exist.';
grant execute on function api.list_statistique_intervention_traitement(bigint) to caserne_api;
--! EndIncluded api/statistiques/list_statistique_intervention_traitement.sql
--! Included api/statistiques/list_statistique_materiel.sql
create or replace function api.list_statistique_materiel(id bigint) returns json
  language sql stable
as $$
  select stats.designees('materiel', (
    select coalesce(json_agg(json_build_object(
             'id', m.materiel_id,
             'nb', m.nb,
             'heures', stats.heures(m.secondes),
             'quantite', m.quantite::text
           ) order by m.materiel_id) filter (where m.materiel_id is not null), '[]')
      from app.exercices_comptables e
      left join stats.materiels m on m.sis_key = e.sis_key and m.exercice_comptable_id = e.id
     where e.sis_key = request.sis_key()
       and e.id = list_statistique_materiel.id
     group by e.id
  ))
$$;
comment on function api.list_statistique_materiel(bigint) is
  'Number of interventions of an accounting year at which each material was used, with its quantity and the hours of presence; null when the year does not exist.';
grant execute on function api.list_statistique_materiel(bigint) to caserne_api;
--! EndIncluded api/statistiques/list_statistique_materiel.sql
--! Included api/statistiques/list_statistique_mensuel.sql
create or replace function api.list_statistique_mensuel(id bigint) returns json
  language sql stable
as $$
  -- Materialized: counted once, not once for each month.
  with bilan as materialized (
    select b.*
      from stats.mensuel b
     where b.sis_key = request.sis_key()
       and b.exercice_comptable_id = list_statistique_mensuel.id
  )
  select json_agg(json_build_object(
           'id', m.id,
           'mois', to_char(m.mois, 'YYYY-MM'),
           'nb', coalesce(b.nb, 0),
           'heures', stats.heures(b.secondes),
           'sauve_personne', coalesce(b.sauve_personne, 0),
           'sauve_animaux', coalesce(b.sauve_animaux, 0)
         ) order by m.id)
    from app.exercices_comptables e
   cross join lateral generate_series(date_trunc('month', e.debut::timestamp), e.fin, interval '1 month')
         with ordinality as m (mois, id)
    left join bilan b on b.mois = m.mois
   where e.sis_key = request.sis_key()
     and e.id = list_statistique_mensuel.id
   group by e.id
$$;
comment on function api.list_statistique_mensuel(bigint) is
  'Figures of the interventions of an accounting year by the month in which they began, first month first; null when the year does not exist.';
grant execute on function api.list_statistique_mensuel(bigint) to caserne_api;
--! EndIncluded api/statistiques/list_statistique_mensuel.sql
--! Included api/statistiques/list_statistique_presence_exercice.sql
create or replace function api.list_statistique_presence_exercice(id bigint) returns json
  language sql stable
as $$
  select coalesce(json_agg(json_build_object(
           'id', p.sapeur_id,
           'nom_prenom', s.nom_prenom,
           'nom', s.nom,
           'prenom', s.prenom,
           'nb', p.nb,
           'heures', stats.heures(p.secondes),
           'convoque', p.convoque,
           'absent', p.absent,
           'remplace', p.remplace,
           'excuse', p.excuse
         ) order by s.nom_prenom, p.sapeur_id) filter (where p.sapeur_id is not null), '[]')
    from app.exercices_comptables e
    left join lateral stats.presence_exercice(e.id) p on true
    left join app.sapeurs s on s.sis_key = p.sis_key and s.id = p.sapeur_id
   where e.sis_key = request.sis_key()
     and e.id = list_statistique_presence_exercice.id
   group by e.id
$$;
comment on function api.list_statistique_presence_exercice(bigint) is
  'Number of exercices of an accounting year at which each sapeur was present, by name, with the hours and the other results of his convocations; null when the year does not exist.';
grant execute on function api.list_statistique_presence_exercice(bigint) to caserne_api;
--! EndIncluded api/statistiques/list_statistique_presence_exercice.sql
--! Included api/statistiques/list_statistique_presence_intervention.sql
-- Only sapeurs who were present at least once: not every reader of figures may know who else served that year.
create or replace function api.list_statistique_presence_intervention(id bigint) returns json
  language sql stable
as $$
  select json_build_object(
           'data', (
             select coalesce(json_agg(api.as_json(p.ligne, z.fuseau, s.nom_prenom, i.numero) order by p.debut, p.id), '[]')
               from stats.interventions i
              cross join lateral (
                select p as ligne, p.debut, p.id, p.sapeur_id
                  from app.intervention_sapeurs p
                 where p.sis_key = i.sis_key
                   and p.intervention_id = i.id
                -- offset 0: as in stats.vehicules.
                offset 0
              ) p
               left join app.sapeurs s on s.sis_key = i.sis_key and s.id = p.sapeur_id
              where i.sis_key = e.sis_key
                and i.annee = e.annee
           ),
           'sapeurs', stats.presence_intervention(e.id),
           'interventions', (
             select count(*)
               from stats.interventions i
              where i.sis_key = e.sis_key
                and i.annee = e.annee
           )
         )
    from app.exercices_comptables e
    join app.sis z on z.sis_key = e.sis_key
   where e.sis_key = request.sis_key()
     and e.id = list_statistique_presence_intervention.id
$$;
comment on function api.list_statistique_presence_intervention(bigint) is
  'Presences at the interventions of an accounting year by start, the number, hours and share (0 to 1) of interventions of each sapeur, and the number of interventions; null when the year does not exist.';
grant execute on function api.list_statistique_presence_intervention(bigint) to caserne_api;
--! EndIncluded api/statistiques/list_statistique_presence_intervention.sql
--! Included api/statistiques/list_statistique_stat_federal.sql
create or replace function api.list_statistique_stat_federal(id bigint) returns json
  language sql stable
as $$
  select stats.lignes('stat_federal', id)
$$;
comment on function api.list_statistique_stat_federal(bigint) is
  'Figures of the interventions of an accounting year by federal category; null when the year does not exist.';
grant execute on function api.list_statistique_stat_federal(bigint) to caserne_api;
--! EndIncluded api/statistiques/list_statistique_stat_federal.sql
--! Included api/statistiques/list_statistique_type_intervention.sql
create or replace function api.list_statistique_type_intervention(id bigint) returns json
  language sql stable
as $$
  select stats.lignes('type_intervention', id)
$$;
comment on function api.list_statistique_type_intervention(bigint) is
  'Figures of the interventions of an accounting year by type; null when the year does not exist.';
grant execute on function api.list_statistique_type_intervention(bigint) to caserne_api;
--! EndIncluded api/statistiques/list_statistique_type_intervention.sql
--! Included api/statistiques/list_statistique_vehicule.sql
create or replace function api.list_statistique_vehicule(id bigint) returns json
  language sql stable
as $$
  select stats.designees('vehicule', (
    select coalesce(json_agg(json_build_object(
             'id', v.vehicule_id,
             'nb', v.nb,
             'heures', stats.heures(v.secondes)
           ) order by v.vehicule_id) filter (where v.vehicule_id is not null), '[]')
      from app.exercices_comptables e
      left join stats.vehicules v on v.sis_key = e.sis_key and v.exercice_comptable_id = e.id
     where e.sis_key = request.sis_key()
       and e.id = list_statistique_vehicule.id
     group by e.id
  ))
$$;
comment on function api.list_statistique_vehicule(bigint) is
  'Number of interventions of an accounting year to which each vehicle went, multiplied by stat_nb, with the hours of presence; null when the year does not exist.';
grant execute on function api.list_statistique_vehicule(bigint) to caserne_api;
--! EndIncluded api/statistiques/list_statistique_vehicule.sql
--! Included api/vehicules/list_materiels.sql
create or replace function api.list_materiels(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.materiel) order by p.tri, p.designation), '[]')
    from (
      select m as materiel, m.tri, m.designation
        from app.materiels m
       where m.sis_key = request.sis_key()
         and (apres is null or (m.tri, m.designation) > ((apres ->> 0)::integer, apres ->> 1))
       order by m.tri, m.designation
       limit limite
    ) p
$$;
comment on function api.list_materiels(json, integer) is
  'Materials of the caller''s SIS in their order; a page after [tri, designation].';
grant execute on function api.list_materiels(json, integer) to caserne_api;
--! EndIncluded api/vehicules/list_materiels.sql
--! Included api/vehicules/list_vehicules.sql
create or replace function api.list_vehicules(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.vehicule) order by p.tri, p.designation), '[]')
    from (
      select v as vehicule, v.tri, v.designation
        from app.vehicules v
       where v.sis_key = request.sis_key()
         and (apres is null or (v.tri, v.designation) > ((apres ->> 0)::integer, apres ->> 1))
       order by v.tri, v.designation
       limit limite
    ) p
$$;
comment on function api.list_vehicules(json, integer) is
  'Vehicles of the caller''s SIS in their order; a page after [tri, designation].';
grant execute on function api.list_vehicules(json, integer) to caserne_api;
--! EndIncluded api/vehicules/list_vehicules.sql
-- An intervention with all that belongs to it: the lists again.
--! Included api/interventions/complet_json.sql
create or replace function api.as_json(intervention app.interventions, complet boolean) returns json
  language sql stable
as $$
  select case
           when not complet then api.as_json(intervention)
           else (
             select json_object_agg(e.key, e.value)
               from (
                 select * from json_each(api.as_json(intervention))
                 union all
                 select * from json_each(json_build_object(
                   'sapeurs', api.list_intervention_sapeurs(intervention.id),
                   'vehicules', api.list_intervention_vehicules(intervention.id),
                   'materiels', api.list_intervention_materiels(intervention.id),
                   'groupes', api.list_intervention_groupes(intervention.id),
                   'missions', api.list_intervention_missions(intervention.id),
                   'appels', api.list_intervention_appels(intervention.id),
                   'phases', api.list_intervention_phases(intervention.id),
                   'quittances', api.list_intervention_quittances(intervention.id),
                   'jalons', api.list_intervention_jalons(intervention.id)
                 ))
               ) e
           )
         end
$$;
comment on function api.as_json(app.interventions, boolean) is
  'An intervention on the wire; complet adds all rows that belong to it.';
grant execute on function api.as_json(app.interventions, boolean) to caserne_api;
--! EndIncluded api/interventions/complet_json.sql
--! Included api/interventions/rapport_json.sql
create or replace function api.as_json(rapport app.rapports_tablette) returns json
  language sql stable
as $$
  select json_build_object(
    'recu_at', request.utc_micros(rapport.recu_at),
    'localUuid', rapport.corps ->> 'localUuid',
    'avertissements', to_json(rapport.avertissements),
    'corps', rapport.corps
  )
$$;
comment on function api.as_json(app.rapports_tablette) is
  'A tablet''s report on the wire, as it was received, with its warnings.';
grant execute on function api.as_json(app.rapports_tablette) to caserne_api;

create or replace function api.list_rapports_tablette(intervention_id bigint) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(r) order by r.id), '[]')
    from app.rapports_tablette r
   where r.sis_key = request.sis_key()
     and r.intervention_id = list_rapports_tablette.intervention_id
$$;
comment on function api.list_rapports_tablette(bigint) is
  'Reports of an intervention that tablets sent, as they were received.';
grant execute on function api.list_rapports_tablette(bigint) to caserne_api;

create or replace function api.rapport_json(rapport app.rapports_tablette, nouvelle boolean) returns json
  language sql stable
as $$
  select json_build_object('nouvelle', nouvelle, 'data', request.merge(
           api.as_json(i, true), json_build_object('avertissements', to_json(rapport.avertissements))))
    from app.interventions i
   where i.sis_key = request.sis_key()
     and i.id = rapport.intervention_id
$$;
comment on function api.rapport_json(app.rapports_tablette, boolean) is
  'The answer to a tablet''s report: whether it created the intervention (nouvelle), and the intervention with its rows and warnings.';
grant execute on function api.rapport_json(app.rapports_tablette, boolean) to caserne_api;
--! EndIncluded api/interventions/rapport_json.sql
-- The signed-in sapeur, as others may see him.
--! Included api/sapeurs/get_sapeur.sql
create or replace function api.get_sapeur(id bigint) returns json
  language sql stable
as $$
  select api.as_json(s, p, z)::json
    from app.sapeurs_du_jour s
    left join app.particularites p on p.sis_key = s.sis_key and p.sapeur_id = s.id
    left join app.salaires z on z.sis_key = s.sis_key and z.sapeur_id = s.id
   where s.sis_key = request.sis_key()
     and s.id = get_sapeur.id
$$;
comment on function api.get_sapeur(bigint) is
  'One sapeur of the caller''s SIS with his private data, or null when there is none to see.';
grant execute on function api.get_sapeur(bigint) to caserne_api;
--! EndIncluded api/sapeurs/get_sapeur.sql
--! Included api/alarmes/ask_releve.sql
-- A relève that was asked for already, or has just begun because of that, is joined; after one that has just ended the
-- next begins a second later. So a mail server is not called more often, however many clients ask. The row is locked:
-- of several callers at once, the first asks and the others join.
create or replace function api.ask_releve() returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_releve jobs.releves;
  v_now timestamptz;
  v_since timestamptz;
  v_asked jsonb := jsonb '{}';
begin
  if not request.can('intervention.lecture') then
    raise sqlstate 'PT403' using message = 'Permission requise : intervention.lecture';
  end if;
  -- Always in the same order, because two callers lock the same rows and jobs.
  for v_releve in
    select *
      from jobs.releves r
     where r.sis_key in (request.sis_key(), '*')
       and r.active
     order by r.messagerie_id
       for update
  loop
    v_now := clock_timestamp();
    v_since := case
                  -- A blocked mailbox is not read even now, so that its server does not lock the account (see
                  -- get_releve_state).
                  when v_releve.bloquee and v_releve.next_try_at > v_now then v_now
                  when v_releve.asked_at > greatest(v_releve.started_at, v_now - interval '10 seconds') then v_releve.asked_at
                  -- A relève that began for other reasons, or longer ago, may have passed the mail that the caller
                  -- hopes to see.
                  when v_releve.started_at > greatest(v_releve.finished_at, v_now - interval '10 seconds')
                   and v_releve.asked_at > v_now - interval '2 seconds' then v_releve.started_at
                end;
    if v_since is null then
      v_since := v_now;
      update jobs.releves r set asked_at = v_now where r.messagerie_id = v_releve.messagerie_id;
      perform jobs.ask_releve(v_releve.messagerie_id, greatest(v_now, v_releve.finished_at + interval '1 second'))
        -- Not later than a relève that is due anyway because of news.
        where not exists (
          select
            from graphile_worker.jobs j
           where j.key = 'releve:' || v_releve.messagerie_id
             and j.run_at <= v_now
             and j.locked_at is null
             and j.attempts < j.max_attempts
        );
    end if;
    v_asked := v_asked || jsonb_build_object(v_releve.messagerie_id, v_since);
  end loop;
  return v_asked;
end;
$$;
comment on function api.ask_releve() is
  'Asks for a relève of the mailboxes that serve the caller''s SIS, unless one is under way: {messagerie_id: instant from which on a relève counts}. Definer: the queue belongs to the worker; only ids of mailboxes are shown.';
grant execute on function api.ask_releve() to caserne_api;
--! EndIncluded api/alarmes/ask_releve.sql
--! Included api/alarmes/get_releve_state.sql
create or replace function api.get_releve_state(demandes jsonb) returns json
  language sql stable security definer set search_path = ''
as $$
  select to_json(case
           when bool_or(
                  r.bloquee and r.next_try_at > clock_timestamp()
                  -- A relève that ended well also records what the server refused, such as marking a message.
                  or r.done_from >= d.value::timestamptz and r.last_error_at >= r.done_from
                     and coalesce(r.last_success_at < r.last_error_at, true)
                ) then 'echec'
           -- A mailbox that was never read has no times yet.
           when bool_or(r.active and not coalesce(r.done_from >= d.value::timestamptz, false)) then 'en_cours'
           else 'faite'
         end)
    from jsonb_each_text(demandes) d
    join jobs.releves r on r.messagerie_id = d.key::bigint
   where r.sis_key in (request.sis_key(), '*')
     and request.can('intervention.lecture')
$$;
comment on function api.get_releve_state(jsonb) is
  'State of the relèves that api.ask_releve asked for: en_cours, faite, or echec as soon as one has failed. Definer: relèves belong to the worker; nothing else of the mailboxes is shown.';
grant execute on function api.get_releve_state(jsonb) to caserne_api;
--! EndIncluded api/alarmes/get_releve_state.sql
--! Included api/alarmes/update_alarme.sql
create or replace function api.update_alarme(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.alarmes a
     set validated = coalesce(
           (app.accept_alias(body, 'validated', 'has_been_read', to_jsonb(a.validated)) ->> 'validated')::boolean,
           a.validated)
   where a.sis_key = request.sis_key()
     and a.id = update_alarme.id
  returning api.as_json(array[a]) -> 0
$$;
comment on function api.update_alarme(bigint, jsonb) is
  'Marks an alarm as seen to, or not: validated, which existing clients call has_been_read. Null when it does not exist.';
grant execute on function api.update_alarme(bigint, jsonb) to caserne_api;
--! EndIncluded api/alarmes/update_alarme.sql
--! Included api/alarmes/watch_alarmes.sql
-- Not by the clock: a transaction that began earlier may commit later, and its change would stand before alarms that
-- were read already. A snapshot tells of each transaction whether it was seen. A snapshot in the future is of another
-- database, so the stream begins anew.
create or replace function api.watch_alarmes(apres text default null) returns json
  language sql stable
as $$
  with start as materialized (
    select v.seen, v.since, coalesce(pg_snapshot_xmax(v.since) > pg_snapshot_xmax(v.seen), true) as complet
      -- Written for a URL, without the characters that have a meaning there.
      from (select pg_current_snapshot(), translate(watch_alarmes.apres, '-_', ':,')::pg_snapshot) as v (seen, since)
  )
  select json_build_object(
           'complet', d.complet,
           'apres', translate(d.seen::text, ':,', '-_'),
           'alarmes', api.as_json(array(
             select o
               from app.alarmes o
              where o.sis_key = request.sis_key()
                and not o.validated
                and d.complet
             union all
             select c
               from app.alarmes c
              where c.sis_key = request.sis_key()
                and c.changed_in >= pg_snapshot_xmin(d.since)
                and not pg_visible_in_snapshot(c.changed_in, d.since)
                -- Rows of a restored database are old, whatever transaction wrote them elsewhere.
                and c.changed_in < pg_snapshot_xmax(d.seen)
                and not d.complet
           ))
         )
    from start d
$$;
comment on function api.watch_alarmes(text) is
  'The next alarms of a stream: {complet, apres, alarmes}. Without a known place (apres of an earlier answer) all alarms that are not validated (complet), else each that has changed since.';
grant execute on function api.watch_alarmes(text) to caserne_api;
--! EndIncluded api/alarmes/watch_alarmes.sql
--! Included api/exercices/annuler_exercice.sql
-- Definer: nobody is granted writing statut.
create or replace function api.annuler_exercice(id bigint) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_exercice app.exercices;
begin
  if not request.can('exercice.validation') then
    raise sqlstate 'PT403' using message = 'Permission requise : exercice.validation';
  end if;
  v_exercice := app.lock_exercice(id);
  if v_exercice.statut = app.exercice_annule() then
    raise sqlstate 'PT409' using message = 'L’exercice est déjà annulé';
  end if;
  update app.exercices e
     set statut = app.exercice_annule()
   where e.sis_key = request.sis_key()
     and e.id = v_exercice.id
  returning * into v_exercice;
  return json_build_object('statut', v_exercice.statut);
end;
$$;
comment on function api.annuler_exercice(bigint) is
  'Calls off an exercice that is à saisir, saisi or validé: annulé (0). Its presences stay. PT409 when it is annulé or imputé, PT403, PT404. Definer: nobody is granted writing statut.';
grant execute on function api.annuler_exercice(bigint) to caserne_api;
--! EndIncluded api/exercices/annuler_exercice.sql
--! Included api/exercices/create_exercice.sql
create or replace function api.create_exercice(body jsonb) returns json
  language sql volatile
as $$
  insert into app.exercices (designation, date, heure, duree, lieu, communications, localite_id, exercice_categorie_id)
  select n.designation, n.date, n.heure, n.duree, coalesce(n.lieu, ''), coalesce(n.communications, ''), n.localite_id,
         n.exercice_categorie_id
    from jsonb_populate_record(null::app.exercices, body) n
  returning api.as_json(exercices)
$$;
comment on function api.create_exercice(jsonb) is
  'Adds an exercice to the caller''s SIS, à saisir, in the accounting year of its day. PT409 when the year is closed.';
grant execute on function api.create_exercice(jsonb) to caserne_api;
--! EndIncluded api/exercices/create_exercice.sql
--! Included api/exercices/create_exercice_presences.sql
create or replace function api.create_exercice_presences(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
declare
  v_statut smallint := app.write_presences_exercice(id, body -> 'sapeurs');
begin
  return json_build_object(
    'data', json_build_object('sapeurs', api.list_exercice_sapeurs(id), 'statut', v_statut),
    'avertissements', app.presence_avertissements(id, body -> 'sapeurs')
  );
end;
$$;
comment on function api.create_exercice_presences(bigint, jsonb) is
  'Writes presences {sapeurs: [{sapeur_id, convoque, present, absent, remplace, …}]} and returns the full list, the statut that follows, and warnings about values that were not stored. PT404, PT409, PT422.';
grant execute on function api.create_exercice_presences(bigint, jsonb) to caserne_api;
--! EndIncluded api/exercices/create_exercice_presences.sql
--! Included api/exercices/create_exercice_sapeurs.sql
create or replace function api.create_exercice_sapeurs(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
begin
  perform app.write_presences_exercice(id, (
    select jsonb_agg(jsonb_build_object('sapeur_id', s, 'convoque', true) order by n)
      from unnest(request.ids(body -> 'sapeurs', 'sapeur_id')) with ordinality as t (s, n)
  ));
  return api.list_exercice_sapeurs(id);
end;
$$;
comment on function api.create_exercice_sapeurs(bigint, jsonb) is
  'Convokes {sapeurs: [id or {sapeur_id}]} to an exercice and returns the full list. Sapeurs on the list stay as they are. PT404, PT409, PT422.';
grant execute on function api.create_exercice_sapeurs(bigint, jsonb) to caserne_api;
--! EndIncluded api/exercices/create_exercice_sapeurs.sql
--! Included api/exercices/delete_exercice.sql
create or replace function api.delete_exercice(id bigint) returns json
  language sql volatile
as $$
  delete from app.exercices e
   where e.sis_key = request.sis_key()
     and e.id = delete_exercice.id
  returning 'true'::json
$$;
comment on function api.delete_exercice(bigint) is
  'Removes an exercice with its convocations. Null when it does not exist, PT409 when it is imputé.';
grant execute on function api.delete_exercice(bigint) to caserne_api;
--! EndIncluded api/exercices/delete_exercice.sql
--! Included api/exercices/delete_exercice_sapeurs.sql
create or replace function api.delete_exercice_sapeurs(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
declare
  v_before app.exercices := app.lock_exercice(id);
  v_ids bigint[] := request.ids(body -> 'sapeurs', 'sapeur_id');
  v_found bigint[];
begin
  with removed as (
    delete from app.exercice_sapeurs s
     where s.sis_key = request.sis_key()
       and s.exercice_id = delete_exercice_sapeurs.id
       and s.sapeur_id = any (v_ids)
    returning s.sapeur_id
  )
  select coalesce(array_agg(r.sapeur_id), '{}') into v_found from removed r;
  perform request.refuse_missing('sapeurs', v_ids, v_found);
  delete from app.exercice_heures h
   where h.sis_key = request.sis_key()
     and h.exercice_id = delete_exercice_sapeurs.id
     and h.sapeur_id = any (v_ids);
  perform app.renew_exercice_statut(v_before);
  return api.list_exercice_sapeurs(id);
end;
$$;
comment on function api.delete_exercice_sapeurs(bigint, jsonb) is
  'Removes {sapeurs: [id or {sapeur_id}]} from the list of an exercice, whatever their result, with their additional hours, and returns the full list. PT404, PT409, PT422.';
grant execute on function api.delete_exercice_sapeurs(bigint, jsonb) to caserne_api;
--! EndIncluded api/exercices/delete_exercice_sapeurs.sql
--! Included api/exercices/get_exercice.sql
create or replace function api.get_exercice(id bigint) returns json
  language sql stable
as $$
  select api.as_json(e, api.list_exercice_sapeurs(e.id))
    from app.exercices e
   where e.sis_key = request.sis_key()
     and e.id = get_exercice.id
$$;
comment on function api.get_exercice(bigint) is
  'One exercice of the caller''s SIS with its convocations, or null when there is none to see.';
grant execute on function api.get_exercice(bigint) to caserne_api;
--! EndIncluded api/exercices/get_exercice.sql
--! Included api/exercices/reactiver_exercice.sql
-- Definer: nobody is granted writing statut.
create or replace function api.reactiver_exercice(id bigint) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_exercice app.exercices;
begin
  if not request.can('exercice.validation') then
    raise sqlstate 'PT403' using message = 'Permission requise : exercice.validation';
  end if;
  v_exercice := app.lock_exercice(id);
  if v_exercice.statut <> app.exercice_annule() then
    raise sqlstate 'PT409' using message = 'Seul un exercice annulé peut être réactivé';
  end if;
  update app.exercices e
     set statut = app.exercice_statut(e.id)
   where e.sis_key = request.sis_key()
     and e.id = v_exercice.id
  returning * into v_exercice;
  return json_build_object('statut', v_exercice.statut);
end;
$$;
comment on function api.reactiver_exercice(bigint) is
  'Takes back the calling-off of an exercice: from annulé (0) to à saisir (1) or saisi (2) by its presences, even if it had been validé. PT409 from any other statut, PT403, PT404. Definer: nobody is granted writing statut.';
grant execute on function api.reactiver_exercice(bigint) to caserne_api;
--! EndIncluded api/exercices/reactiver_exercice.sql
--! Included api/exercices/update_exercice.sql
create or replace function api.update_exercice(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.exercices e
     set (designation, date, heure, duree, lieu, communications, localite_id, exercice_categorie_id) = (
       select n.designation, n.date, n.heure, n.duree, coalesce(n.lieu, ''), coalesce(n.communications, ''), n.localite_id,
              n.exercice_categorie_id
         from jsonb_populate_record(e, body) n
     )
   where e.sis_key = request.sis_key()
     and e.id = update_exercice.id
  returning api.as_json(e)
$$;
comment on function api.update_exercice(bigint, jsonb) is
  'Changes an exercice; absent keys leave values as they are. Null when it does not exist, PT409 when it is imputé or moved to a closed year.';
grant execute on function api.update_exercice(bigint, jsonb) to caserne_api;
--! EndIncluded api/exercices/update_exercice.sql
--! Included api/exercices/valider_exercice.sql
-- Definer: nobody is granted writing statut.
create or replace function api.valider_exercice(id bigint) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_exercice app.exercices;
begin
  if not request.can('exercice.validation') then
    raise sqlstate 'PT403' using message = 'Permission requise : exercice.validation';
  end if;
  v_exercice := app.lock_exercice(id);
  if v_exercice.statut <> app.exercice_saisi() then
    raise sqlstate 'PT409' using message = 'Seul un exercice saisi peut être validé';
  elsif app.exercice_statut(id) <> app.exercice_saisi() then
    raise sqlstate 'PT409' using message = 'Il manque le résultat d’un sapeur convoqué';
  end if;
  update app.exercices e
     set statut = app.exercice_valide()
   where e.sis_key = request.sis_key()
     and e.id = v_exercice.id
  returning * into v_exercice;
  return json_build_object('statut', v_exercice.statut);
end;
$$;
comment on function api.valider_exercice(bigint) is
  'Validates an exercice: from saisi (2) to validé (3). PT409 from any other statut or while a convoked sapeur has no result, PT403, PT404. Definer: nobody is granted writing statut.';
grant execute on function api.valider_exercice(bigint) to caserne_api;
--! EndIncluded api/exercices/valider_exercice.sql
--! Included api/import/import_lignes.sql
-- For the operator, not granted. Rows of a file go through the operations that clients use, so that the same rules
-- hold. A refused row leaves nothing behind and does not stop the others, so all faults of a file are told at once. The
-- caller rolls back everything when there were any.
create or replace function api.import_lignes(genre text, lignes jsonb)
  returns table (n integer, code text, message text, detail text, schema text, "table" text, "column" text, "constraint" text)
  -- Plans made for the few rows at the start would scan all rows that the import has added.
  language plpgsql volatile set enable_seqscan = off
as $$
declare
  v_ligne jsonb;
begin
  for n, v_ligne in
    select t.n - 1, t.l from jsonb_array_elements(lignes) with ordinality as t (l, n) order by t.n
  loop
    begin
      case genre
        when 'sapeurs' then
          perform api.refuse_known_sapeur(v_ligne);
          perform api.create_sapeur(v_ligne);
        when 'vehicules' then
          perform api.create_vehicule(v_ligne);
        when 'interventions' then
          perform api.refuse_known_intervention(v_ligne);
          perform api.create_intervention(v_ligne);
      end case;
    exception
      when integrity_constraint_violation or data_exception or sqlstate 'PT409' or sqlstate 'PT422' then
        get stacked diagnostics
          code = returned_sqlstate, message = message_text, detail = pg_exception_detail, schema = schema_name,
          "table" = table_name, "column" = column_name, "constraint" = constraint_name;
        return next;
    end;
  end loop;
end;
$$;
comment on function api.import_lignes(text, jsonb) is
  'Creates the sapeurs, vehicules or interventions of a file as the API does, and returns the refusals, each with its row counted from 0.';
--! EndIncluded api/import/import_lignes.sql
--! Included api/import/refresh_plans.sql
-- A plan made while a table was almost empty takes any of its indexes and is kept, which is slow by the ten thousandth
-- row.
create or replace function api.refresh_plans() returns void
  language plpgsql volatile
as $$
begin
  analyze app.sapeurs, app.particularites, app.salaires, app.mutations, app.vehicules, app.interventions, app.intervention_phases;
end;
$$;
comment on function api.refresh_plans() is
  'Analyzes the tables that an import fills, so that later statements are planned for their rows. For the operator, not granted.';
--! EndIncluded api/import/refresh_plans.sql
--! Included api/import/refuse_known.sql
-- A file that is imported twice must not create its rows twice.
create or replace function api.refuse_known_sapeur(ligne jsonb) returns void
  language plpgsql stable
as $$
begin
  if exists (
    select
      from app.sapeurs s
      left join app.particularites p on p.sis_key = s.sis_key and p.sapeur_id = s.id
     where s.sis_key = request.sis_key()
       -- By the name as written and not by request.plain: under policies only leakproof comparisons use an index.
       and s.nom_prenom = btrim(concat_ws(' ', ligne ->> 'nom', ligne ->> 'prenom', ligne ->> 'suffixe'))
       and p.date_naissance is not distinct from (ligne ->> 'date_naissance')::date
  ) then
    raise sqlstate 'PT409' using message = 'Un sapeur de ce nom et de cette date de naissance existe déjà';
  end if;
end;
$$;
comment on function api.refuse_known_sapeur(jsonb) is
  'Refuses (PT409) a row of an import with the name and date of birth of an existing sapeur. For the operator, not granted.';

create or replace function api.refuse_known_intervention(ligne jsonb) returns void
  language plpgsql stable
as $$
begin
  if exists (
    select
      from app.interventions i
     where i.sis_key = request.sis_key()
       and i.date_debut = (ligne ->> 'date_debut')::date
       and i.heure_debut = (ligne ->> 'heure_debut')::time(0)
       and i.objet = ligne ->> 'objet'
       and i.lieu = coalesce(ligne ->> 'lieu', '')
  ) then
    raise sqlstate 'PT409' using message = 'Une intervention de ce moment, de cet objet et de ce lieu existe déjà';
  end if;
end;
$$;
comment on function api.refuse_known_intervention(jsonb) is
  'Refuses (PT409) a row of an import with the start, object and place of an existing intervention. For the operator, not granted.';

-- Places are the same for every SIS, so existing ones stay.
create or replace function api.import_localites(lignes jsonb) returns integer
  language sql volatile
as $$
  with added as (
    insert into app.localites (npa, nom, canton)
    select n.npa, n.nom, n.canton
      from jsonb_populate_recordset(null::app.localites, lignes) n
    on conflict do nothing
    returning localites.id
  )
  select count(*)::integer from added
$$;
comment on function api.import_localites(jsonb) is
  'Adds missing places [{npa, nom, canton}] and returns their number. For the operator, not granted.';
--! EndIncluded api/import/refuse_known.sql
--! Included api/interventions/create_intervention.sql
-- A call with a localUuid (interventions-complet) that another call has used waits for that call and creates nothing.
create or replace function api.create_intervention(body jsonb) returns json
  language sql volatile
as $$
  insert into app.interventions (
    date_debut, heure_debut, date_fin, heure_fin, objet, lieu, localite_id, wgs84, degre, rapport_police, agent, sauve_personne,
    sauve_animaux, description, proprietaire, responsable, stat_nb, intervention_traitement_id, stat_federal_id, sapeur_id,
    type_intervention_id, local_uuid
  )
  select n.date_debut, n.heure_debut, n.date_fin, n.heure_fin, n.objet, n.lieu, n.localite_id, n.wgs84, n.degre, n.rapport_police,
         n.agent, n.sauve_personne, n.sauve_animaux, n.description, n.proprietaire, n.responsable, n.stat_nb,
         n.intervention_traitement_id, n.stat_federal_id, n.sapeur_id, n.type_intervention_id, (body ->> 'localUuid')::uuid
    from app.read_intervention(null, body) n
  on conflict (sis_key, local_uuid) do nothing
  returning api.as_json(interventions)
$$;
comment on function api.create_intervention(jsonb) is
  'Creates an intervention, vide, with its number and first phase. PT409 when its accounting year is closed.';
grant execute on function api.create_intervention(jsonb) to caserne_api;
--! EndIncluded api/interventions/create_intervention.sql
--! Included api/interventions/create_intervention_appels.sql
create or replace function api.create_intervention_appels(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
begin
  perform app.lock_intervention(id);
  perform app.write_lignes('appels', id, body -> 'appels');
  return api.list_intervention_appels(id);
end;
$$;
comment on function api.create_intervention_appels(bigint, jsonb) is
  'Adds telephone calls {appels: [{date, numero, nom, commentaire}]} and returns the full list. PT404, PT409, PT422.';
grant execute on function api.create_intervention_appels(bigint, jsonb) to caserne_api;
--! EndIncluded api/interventions/create_intervention_appels.sql
--! Included api/interventions/create_intervention_complet.sql
-- A report makes one intervention however often it is sent: of calls with one localUuid the first creates the
-- intervention, the others wait for it and return it. They wait for the alarm where the report names one, else for the
-- accounting year (see create_intervention).
create or replace function api.create_intervention_complet(body jsonb) returns json
  language plpgsql volatile
as $$
declare
  v_corps jsonb := body -> 'corps';
  v_uuid uuid := app.read_local_uuid(v_corps ->> 'localUuid');
  v_alarme app.alarmes := app.lock_alarme(coalesce(v_corps #>> '{alarme,id}', v_corps ->> 'alarme')::bigint);
  v_intervention app.interventions := app.lock_rapportee(v_alarme);
  v_rapport app.rapports_tablette;
  v_avertissements text[] := array(select jsonb_array_elements_text(body -> 'avertissements'));
  v_corrections text[];
  v_later boolean;
begin
  select * into v_rapport from app.rapports_tablette r where r.sis_key = request.sis_key() and r.local_uuid = v_uuid;
  if not found then
    select * into v_corps, v_corrections from app.read_rapport(v_corps);
    v_later := v_intervention.statut > app.intervention_vide() or v_intervention.local_uuid is not null;
    if v_later then
      v_corrections := v_corrections || app.list_ecarts(v_intervention, v_corps);
    elsif v_intervention.id is not null then
      v_corrections := v_corrections || api.take_brouillon(v_intervention.id, v_corps);
    else
      v_intervention.id := (api.create_intervention(v_corps || jsonb_build_object('localUuid', v_uuid)) ->> 'id')::bigint;
    end if;
    if v_intervention.id is not null then
      v_avertissements := v_avertissements || v_corrections
        || app.fill_intervention(v_intervention.id, v_corps, case when v_later then 'suivant' else 'premier' end);
      insert into app.rapports_tablette (intervention_id, local_uuid, avertissements, corps)
      values (v_intervention.id, v_uuid, v_avertissements, body -> 'recu')
      returning * into v_rapport;
      perform app.check_rapports(v_intervention.id);
      perform app.set_saisie(v_intervention.id, v_alarme.id, v_uuid);
      return api.rapport_json(v_rapport, not coalesce(v_later, false));
    end if;
    -- Another call with this localUuid has created the intervention meanwhile.
    select * into v_rapport from app.rapports_tablette r where r.sis_key = request.sis_key() and r.local_uuid = v_uuid;
  end if;
  -- Locked, so that nobody changes the intervention between its answer and its ETag.
  perform
    from app.interventions i
   where i.sis_key = request.sis_key()
     and i.id = v_rapport.intervention_id
     for no key update;
  return api.rapport_json(v_rapport, false);
end;
$$;
comment on function api.create_intervention_complet(jsonb) is
  'Stores a tablet''s report {corps, recu, avertissements}: creates the intervention with its rows, saisie at once, or adds the missing rows, and returns {nouvelle, data}. A repeated localUuid gets the intervention of the first report. PT409, PT422.';
grant execute on function api.create_intervention_complet(jsonb) to caserne_api;
--! EndIncluded api/interventions/create_intervention_complet.sql
--! Included api/interventions/create_intervention_groupes.sql
create or replace function api.create_intervention_groupes(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
begin
  perform app.lock_intervention(id);
  perform app.write_lignes('groupes', id, body -> 'groupes');
  return api.list_intervention_groupes(id);
end;
$$;
comment on function api.create_intervention_groupes(bigint, jsonb) is
  'Adds alerted groups {groupes: [{no, designation}]} and returns the full list. PT404, PT409, PT422.';
grant execute on function api.create_intervention_groupes(bigint, jsonb) to caserne_api;
--! EndIncluded api/interventions/create_intervention_groupes.sql
--! Included api/interventions/create_intervention_jalons.sql
create or replace function api.create_intervention_jalons(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
begin
  perform app.lock_intervention(id);
  perform app.write_lignes('jalons', id, body -> 'jalons');
  return api.list_intervention_jalons(id);
end;
$$;
comment on function api.create_intervention_jalons(bigint, jsonb) is
  'Adds jalons {jalons: [{titre, description, date_time, sapeur_id, sapeur}]} and returns the full list. PT404, PT409, PT422.';
grant execute on function api.create_intervention_jalons(bigint, jsonb) to caserne_api;
--! EndIncluded api/interventions/create_intervention_jalons.sql
--! Included api/interventions/create_intervention_materiels.sql
create or replace function api.create_intervention_materiels(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
begin
  perform app.lock_intervention(id);
  perform app.write_lignes('materiels', id, body -> 'materiels');
  return api.list_intervention_materiels(id);
end;
$$;
comment on function api.create_intervention_materiels(bigint, jsonb) is
  'Adds materials {materiels: [{materiel_id, quantite}]} and returns the full list. PT404, PT409, PT422.';
grant execute on function api.create_intervention_materiels(bigint, jsonb) to caserne_api;
--! EndIncluded api/interventions/create_intervention_materiels.sql
--! Included api/interventions/create_intervention_missions.sql
create or replace function api.create_intervention_missions(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
begin
  perform app.lock_intervention(id);
  perform app.write_lignes('missions', id, body -> 'missions');
  return api.list_intervention_missions(id);
end;
$$;
comment on function api.create_intervention_missions(bigint, jsonb) is
  'Adds missions {missions: [{titre, resume, debut, fin, sapeur_id, sapeur}]} and returns the full list. PT404, PT409, PT422.';
grant execute on function api.create_intervention_missions(bigint, jsonb) to caserne_api;
--! EndIncluded api/interventions/create_intervention_missions.sql
--! Included api/interventions/create_intervention_phases.sql
create or replace function api.create_intervention_phases(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
begin
  perform app.lock_intervention(id);
  perform app.write_lignes('phases', id, body -> 'phases');
  return api.list_intervention_phases(id);
end;
$$;
comment on function api.create_intervention_phases(bigint, jsonb) is
  'Adds phases {phases: [{phase_type_id, debut}]} and returns the full list. PT404, PT409, PT422.';
grant execute on function api.create_intervention_phases(bigint, jsonb) to caserne_api;
--! EndIncluded api/interventions/create_intervention_phases.sql
--! Included api/interventions/create_intervention_quittances.sql
create or replace function api.create_intervention_quittances(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
begin
  perform app.lock_intervention(id);
  perform app.write_lignes('quittances', id, body -> 'quittances');
  return api.list_intervention_quittances(id);
end;
$$;
comment on function api.create_intervention_quittances(bigint, jsonb) is
  'Adds missing quittances of sapeurs {quittances: [sapeur_id]} and returns the full list. PT404, PT409, PT422.';
grant execute on function api.create_intervention_quittances(bigint, jsonb) to caserne_api;
--! EndIncluded api/interventions/create_intervention_quittances.sql
--! Included api/interventions/create_intervention_sapeurs.sql
create or replace function api.create_intervention_sapeurs(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
begin
  perform app.lock_intervention(id);
  perform app.write_lignes('sapeurs', id, body -> 'sapeurs');
  return json_build_object('sapeurs', api.list_intervention_sapeurs(id), 'statut', (app.require_intervention(id)).statut);
end;
$$;
comment on function api.create_intervention_sapeurs(bigint, jsonb) is
  'Adds presences {sapeurs: [{sapeur_id, debut, fin, piquet}]} and returns the full list and the statut that follows. PT404, PT409, PT422.';
grant execute on function api.create_intervention_sapeurs(bigint, jsonb) to caserne_api;
--! EndIncluded api/interventions/create_intervention_sapeurs.sql
--! Included api/interventions/create_intervention_vehicules.sql
create or replace function api.create_intervention_vehicules(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
begin
  perform app.lock_intervention(id);
  perform app.write_lignes('vehicules', id, body -> 'vehicules');
  return api.list_intervention_vehicules(id);
end;
$$;
comment on function api.create_intervention_vehicules(bigint, jsonb) is
  'Links missing vehicles {vehicules: [vehicule_id]} to an intervention and returns the full list. PT404, PT409, PT422.';
grant execute on function api.create_intervention_vehicules(bigint, jsonb) to caserne_api;
--! EndIncluded api/interventions/create_intervention_vehicules.sql
--! Included api/interventions/delete_intervention.sql
create or replace function api.delete_intervention(id bigint) returns json
  language sql volatile
as $$
  -- Alarms are locked first, as in create_intervention_complet: otherwise a tablet that fills the intervention
  -- meanwhile and this transaction would wait for each other.
  select
    from app.alarmes a
   where a.sis_key = request.sis_key()
     and a.intervention_id = delete_intervention.id
   order by a.id
     for update;
  delete from app.interventions i
   where i.sis_key = request.sis_key()
     and i.id = delete_intervention.id
  returning 'true'::json
$$;
comment on function api.delete_intervention(bigint) is
  'Removes an intervention with its rows. Null when it does not exist, PT409 when it is imputée.';
grant execute on function api.delete_intervention(bigint) to caserne_api;
--! EndIncluded api/interventions/delete_intervention.sql
--! Included api/interventions/delete_intervention_appels.sql
create or replace function api.delete_intervention_appels(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
declare
  v_ids bigint[] := request.ids(body -> 'appels');
  v_found bigint[];
begin
  perform app.lock_intervention(id);
  with removed as (
    delete from app.intervention_appels a
     where a.sis_key = request.sis_key()
       and a.intervention_id = delete_intervention_appels.id
       and a.id = any (v_ids)
    returning a.id
  )
  select coalesce(array_agg(r.id), '{}') into v_found from removed r;
  perform request.refuse_missing('appels', v_ids, v_found);
  return api.list_intervention_appels(id);
end;
$$;
comment on function api.delete_intervention_appels(bigint, jsonb) is
  'Removes telephone calls {appels: [id]} and returns those that remain. PT404, PT409, PT422.';
grant execute on function api.delete_intervention_appels(bigint, jsonb) to caserne_api;
--! EndIncluded api/interventions/delete_intervention_appels.sql
--! Included api/interventions/delete_intervention_groupes.sql
create or replace function api.delete_intervention_groupes(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
declare
  v_ids bigint[] := request.ids(body -> 'groupes');
  v_found bigint[];
begin
  perform app.lock_intervention(id);
  with removed as (
    delete from app.intervention_groupes g
     where g.sis_key = request.sis_key()
       and g.intervention_id = delete_intervention_groupes.id
       and g.id = any (v_ids)
    returning g.id
  )
  select coalesce(array_agg(r.id), '{}') into v_found from removed r;
  perform request.refuse_missing('groupes', v_ids, v_found);
  return api.list_intervention_groupes(id);
end;
$$;
comment on function api.delete_intervention_groupes(bigint, jsonb) is
  'Removes alerted groups {groupes: [id]} and returns those that remain. PT404, PT409, PT422.';
grant execute on function api.delete_intervention_groupes(bigint, jsonb) to caserne_api;
--! EndIncluded api/interventions/delete_intervention_groupes.sql
--! Included api/interventions/delete_intervention_jalons.sql
create or replace function api.delete_intervention_jalons(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
declare
  v_ids bigint[] := request.ids(body -> 'jalons');
  v_found bigint[];
begin
  perform app.lock_intervention(id);
  with removed as (
    delete from app.intervention_jalons j
     where j.sis_key = request.sis_key()
       and j.intervention_id = delete_intervention_jalons.id
       and j.id = any (v_ids)
    returning j.id
  )
  select coalesce(array_agg(r.id), '{}') into v_found from removed r;
  perform request.refuse_missing('jalons', v_ids, v_found);
  return api.list_intervention_jalons(id);
end;
$$;
comment on function api.delete_intervention_jalons(bigint, jsonb) is
  'Removes jalons {jalons: [id]} and returns those that remain. PT404, PT409, PT422.';
grant execute on function api.delete_intervention_jalons(bigint, jsonb) to caserne_api;
--! EndIncluded api/interventions/delete_intervention_jalons.sql
--! Included api/interventions/delete_intervention_materiels.sql
create or replace function api.delete_intervention_materiels(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
declare
  v_ids bigint[] := request.ids(body -> 'materiels');
  v_found bigint[];
begin
  perform app.lock_intervention(id);
  with removed as (
    delete from app.intervention_materiels m
     where m.sis_key = request.sis_key()
       and m.intervention_id = delete_intervention_materiels.id
       and m.id = any (v_ids)
    returning m.id
  )
  select coalesce(array_agg(r.id), '{}') into v_found from removed r;
  perform request.refuse_missing('materiels', v_ids, v_found);
  return api.list_intervention_materiels(id);
end;
$$;
comment on function api.delete_intervention_materiels(bigint, jsonb) is
  'Removes materials {materiels: [id]} and returns those that remain. PT404, PT409, PT422.';
grant execute on function api.delete_intervention_materiels(bigint, jsonb) to caserne_api;
--! EndIncluded api/interventions/delete_intervention_materiels.sql
--! Included api/interventions/delete_intervention_missions.sql
create or replace function api.delete_intervention_missions(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
declare
  v_ids bigint[] := request.ids(body -> 'missions');
  v_found bigint[];
begin
  perform app.lock_intervention(id);
  with removed as (
    delete from app.intervention_missions m
     where m.sis_key = request.sis_key()
       and m.intervention_id = delete_intervention_missions.id
       and m.id = any (v_ids)
    returning m.id
  )
  select coalesce(array_agg(r.id), '{}') into v_found from removed r;
  perform request.refuse_missing('missions', v_ids, v_found);
  return api.list_intervention_missions(id);
end;
$$;
comment on function api.delete_intervention_missions(bigint, jsonb) is
  'Removes missions {missions: [id]} and returns those that remain. PT404, PT409, PT422.';
grant execute on function api.delete_intervention_missions(bigint, jsonb) to caserne_api;
--! EndIncluded api/interventions/delete_intervention_missions.sql
--! Included api/interventions/delete_intervention_phases.sql
create or replace function api.delete_intervention_phases(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
declare
  v_ids bigint[] := request.ids(body -> 'phases');
  v_found bigint[];
begin
  perform app.lock_intervention(id);
  with removed as (
    delete from app.intervention_phases p
     where p.sis_key = request.sis_key()
       and p.intervention_id = delete_intervention_phases.id
       and p.id = any (v_ids)
    returning p.id
  )
  select coalesce(array_agg(r.id), '{}') into v_found from removed r;
  perform request.refuse_missing('phases', v_ids, v_found);
  return api.list_intervention_phases(id);
end;
$$;
comment on function api.delete_intervention_phases(bigint, jsonb) is
  'Removes phases {phases: [id]} and returns those that remain. PT404, PT409, PT422.';
grant execute on function api.delete_intervention_phases(bigint, jsonb) to caserne_api;
--! EndIncluded api/interventions/delete_intervention_phases.sql
--! Included api/interventions/delete_intervention_quittances.sql
create or replace function api.delete_intervention_quittances(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
declare
  v_ids bigint[] := request.ids(body -> 'quittances', 'sapeur_id');
  v_found bigint[];
begin
  perform app.lock_intervention(id);
  with removed as (
    delete from app.intervention_quittances q
     where q.sis_key = request.sis_key()
       and q.intervention_id = delete_intervention_quittances.id
       and q.sapeur_id = any (v_ids)
    returning q.sapeur_id
  )
  select coalesce(array_agg(r.sapeur_id), '{}') into v_found from removed r;
  perform request.refuse_missing('quittances', v_ids, v_found);
  return api.list_intervention_quittances(id);
end;
$$;
comment on function api.delete_intervention_quittances(bigint, jsonb) is
  'Removes the quittances of sapeurs {quittances: [sapeur_id]} and returns those that remain. PT404, PT409, PT422.';
grant execute on function api.delete_intervention_quittances(bigint, jsonb) to caserne_api;
--! EndIncluded api/interventions/delete_intervention_quittances.sql
--! Included api/interventions/delete_intervention_sapeurs.sql
create or replace function api.delete_intervention_sapeurs(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
declare
  v_ids bigint[] := request.ids(body -> 'sapeurs');
  v_found bigint[];
begin
  perform app.lock_intervention(id);
  with removed as (
    delete from app.intervention_sapeurs p
     where p.sis_key = request.sis_key()
       and p.intervention_id = delete_intervention_sapeurs.id
       and p.id = any (v_ids)
    returning p.id
  )
  select coalesce(array_agg(r.id), '{}') into v_found from removed r;
  perform request.refuse_missing('sapeurs', v_ids, v_found);
  return to_json((app.require_intervention(id)).statut);
end;
$$;
comment on function api.delete_intervention_sapeurs(bigint, jsonb) is
  'Removes presences {sapeurs: [id]} and returns the statut that follows. PT404, PT409, PT422.';
grant execute on function api.delete_intervention_sapeurs(bigint, jsonb) to caserne_api;
--! EndIncluded api/interventions/delete_intervention_sapeurs.sql
--! Included api/interventions/delete_intervention_vehicules.sql
create or replace function api.delete_intervention_vehicules(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
declare
  v_ids bigint[] := request.ids(body -> 'vehicules', 'vehicule_id');
  v_found bigint[];
begin
  perform app.lock_intervention(id);
  with removed as (
    delete from app.intervention_vehicules v
     where v.sis_key = request.sis_key()
       and v.intervention_id = delete_intervention_vehicules.id
       and v.vehicule_id = any (v_ids)
    returning v.vehicule_id
  )
  select coalesce(array_agg(r.vehicule_id), '{}') into v_found from removed r;
  perform request.refuse_missing('vehicules', v_ids, v_found);
  return api.list_intervention_vehicules(id);
end;
$$;
comment on function api.delete_intervention_vehicules(bigint, jsonb) is
  'Unlinks vehicles {vehicules: [vehicule_id]} and returns those that remain. PT404, PT409, PT422.';
grant execute on function api.delete_intervention_vehicules(bigint, jsonb) to caserne_api;
--! EndIncluded api/interventions/delete_intervention_vehicules.sql
--! Included api/interventions/get_intervention.sql
create or replace function api.get_intervention(id bigint, complet boolean default false) returns json
  language sql stable
as $$
  select request.merge(api.as_json(i, complet), json_build_object('rapports_tablette', api.list_rapports_tablette(i.id)))
    from app.interventions i
   where i.sis_key = request.sis_key()
     and i.id = get_intervention.id
$$;
comment on function api.get_intervention(bigint, boolean) is
  'One intervention of the caller''s SIS with its reports of tablets, complet with all rows that belong to it, or null when there is none to see.';
grant execute on function api.get_intervention(bigint, boolean) to caserne_api;
--! EndIncluded api/interventions/get_intervention.sql
--! Included api/interventions/take_brouillon.sql
-- An intervention made by an alarm ends when it begins: that end is dropped.
create or replace function api.take_brouillon(id bigint, corps jsonb) returns text[]
  language plpgsql volatile
as $$
begin
  begin
    perform api.update_intervention(id, '{"date_fin": null, "heure_fin": null}' || corps);
    return array[]::text[];
  exception when sqlstate 'PT422' then
    -- Only a phase that an officer has added since can refuse the new start. The intervention then keeps its own.
    perform api.update_intervention(id, corps - array['date_debut', 'heure_debut', 'date_fin', 'heure_fin']);
    return array[format('heure_debut : %s %s n’a pas remplacé le début. %s', corps ->> 'date_debut', corps ->> 'heure_debut', sqlerrm)];
  end;
end;
$$;
comment on function api.take_brouillon(bigint, jsonb) is
  'Writes the fields of a tablet''s report over those of an alarm''s intervention, and returns warnings for the officer. PT409.';
grant execute on function api.take_brouillon(bigint, jsonb) to caserne_api;
--! EndIncluded api/interventions/take_brouillon.sql
--! Included api/interventions/update_intervention.sql
create or replace function api.update_intervention(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.interventions i
     set (date_debut, heure_debut, date_fin, heure_fin, objet, lieu, localite_id, wgs84, degre, rapport_police, agent,
          sauve_personne, sauve_animaux, description, proprietaire, responsable, stat_nb, intervention_traitement_id,
          stat_federal_id, sapeur_id, type_intervention_id) = (
       select n.date_debut, n.heure_debut, n.date_fin, n.heure_fin, n.objet, n.lieu, n.localite_id, n.wgs84, n.degre,
              n.rapport_police, n.agent, n.sauve_personne, n.sauve_animaux, n.description, n.proprietaire, n.responsable,
              n.stat_nb, n.intervention_traitement_id, n.stat_federal_id, n.sapeur_id, n.type_intervention_id
         from app.read_intervention(i, body) n
     )
   where i.sis_key = request.sis_key()
     and i.id = update_intervention.id
  returning api.as_json(i)
$$;
comment on function api.update_intervention(bigint, jsonb) is
  'Changes an intervention; absent keys leave values as they are. Null when it does not exist, PT409 when it is imputée or moved to a closed accounting year.';
grant execute on function api.update_intervention(bigint, jsonb) to caserne_api;
--! EndIncluded api/interventions/update_intervention.sql
--! Included api/interventions/update_intervention_appels.sql
create or replace function api.update_intervention_appels(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
begin
  perform app.lock_intervention(id);
  perform app.write_lignes('appels', id, body -> 'appels');
  return api.list_intervention_appels(id);
end;
$$;
comment on function api.update_intervention_appels(bigint, jsonb) is
  'Changes telephone calls {appels: [{id, …}]} by id and returns the full list. PT404, PT409, PT422.';
grant execute on function api.update_intervention_appels(bigint, jsonb) to caserne_api;
--! EndIncluded api/interventions/update_intervention_appels.sql
--! Included api/interventions/update_intervention_groupes.sql
create or replace function api.update_intervention_groupes(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
begin
  perform app.lock_intervention(id);
  perform app.write_lignes('groupes', id, body -> 'groupes');
  return api.list_intervention_groupes(id);
end;
$$;
comment on function api.update_intervention_groupes(bigint, jsonb) is
  'Changes alerted groups {groupes: [{id, …}]} by id and returns the full list. PT404, PT409, PT422.';
grant execute on function api.update_intervention_groupes(bigint, jsonb) to caserne_api;
--! EndIncluded api/interventions/update_intervention_groupes.sql
--! Included api/interventions/update_intervention_jalons.sql
create or replace function api.update_intervention_jalons(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
begin
  perform app.lock_intervention(id);
  perform app.write_lignes('jalons', id, body -> 'jalons');
  return api.list_intervention_jalons(id);
end;
$$;
comment on function api.update_intervention_jalons(bigint, jsonb) is
  'Changes jalons {jalons: [{id, …}]} by id and returns the full list. PT404, PT409, PT422.';
grant execute on function api.update_intervention_jalons(bigint, jsonb) to caserne_api;
--! EndIncluded api/interventions/update_intervention_jalons.sql
--! Included api/interventions/update_intervention_materiels.sql
create or replace function api.update_intervention_materiels(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
begin
  perform app.lock_intervention(id);
  perform app.write_lignes('materiels', id, body -> 'materiels');
  return api.list_intervention_materiels(id);
end;
$$;
comment on function api.update_intervention_materiels(bigint, jsonb) is
  'Changes materials {materiels: [{id, …}]} by id and returns the full list. PT404, PT409, PT422.';
grant execute on function api.update_intervention_materiels(bigint, jsonb) to caserne_api;
--! EndIncluded api/interventions/update_intervention_materiels.sql
--! Included api/interventions/update_intervention_missions.sql
create or replace function api.update_intervention_missions(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
begin
  perform app.lock_intervention(id);
  perform app.write_lignes('missions', id, body -> 'missions');
  return api.list_intervention_missions(id);
end;
$$;
comment on function api.update_intervention_missions(bigint, jsonb) is
  'Changes missions {missions: [{id, …}]} by id and returns the full list. PT404, PT409, PT422.';
grant execute on function api.update_intervention_missions(bigint, jsonb) to caserne_api;
--! EndIncluded api/interventions/update_intervention_missions.sql
--! Included api/interventions/update_intervention_phases.sql
create or replace function api.update_intervention_phases(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
begin
  perform app.lock_intervention(id);
  perform app.write_lignes('phases', id, body -> 'phases');
  return api.list_intervention_phases(id);
end;
$$;
comment on function api.update_intervention_phases(bigint, jsonb) is
  'Changes phases {phases: [{id, …}]} by id and returns the full list. PT404, PT409, PT422.';
grant execute on function api.update_intervention_phases(bigint, jsonb) to caserne_api;
--! EndIncluded api/interventions/update_intervention_phases.sql
--! Included api/interventions/update_intervention_quittances.sql
create or replace function api.update_intervention_quittances(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
begin
  perform app.lock_intervention(id);
  perform app.write_lignes('quittances', id, body -> 'quittances');
  return api.list_intervention_quittances(id);
end;
$$;
comment on function api.update_intervention_quittances(bigint, jsonb) is
  'Changes quittances {quittances: [{id, sapeur_id}]} by id and returns the full list. PT404, PT409, PT422.';
grant execute on function api.update_intervention_quittances(bigint, jsonb) to caserne_api;
--! EndIncluded api/interventions/update_intervention_quittances.sql
--! Included api/interventions/update_intervention_sapeurs.sql
create or replace function api.update_intervention_sapeurs(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
begin
  perform app.lock_intervention(id);
  perform app.write_lignes('sapeurs', id, body -> 'sapeurs');
  return api.list_intervention_sapeurs(id);
end;
$$;
comment on function api.update_intervention_sapeurs(bigint, jsonb) is
  'Changes presences {sapeurs: [{id, …}]} by id and returns the full list. PT404, PT409, PT422.';
grant execute on function api.update_intervention_sapeurs(bigint, jsonb) to caserne_api;
--! EndIncluded api/interventions/update_intervention_sapeurs.sql
--! Included api/interventions/update_intervention_vehicules.sql
create or replace function api.update_intervention_vehicules(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
begin
  perform app.lock_intervention(id);
  perform app.write_lignes('vehicules', id, body -> 'vehicules');
  return api.list_intervention_vehicules(id);
end;
$$;
comment on function api.update_intervention_vehicules(bigint, jsonb) is
  'Changes links {vehicules: [{id, vehicule_id}]} by id and returns the full list. PT404, PT409, PT422.';
grant execute on function api.update_intervention_vehicules(bigint, jsonb) to caserne_api;
--! EndIncluded api/interventions/update_intervention_vehicules.sql
--! Included api/interventions/valider_intervention.sql
-- Definer: clients may write neither statut nor validated_by, and validating needs no other permission.
create or replace function api.valider_intervention(id bigint) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not request.can('intervention.validation') then
    raise sqlstate 'PT403' using message = 'Permission requise : intervention.validation';
  end if;
  update app.interventions i
     set statut = app.intervention_validee(),
         validated_by = (select u.name from auth.users u where u.id = request.user_id()),
         validated_at = now()
   where i.sis_key = request.sis_key()
     and i.id = valider_intervention.id
     and i.statut = app.intervention_saisie();
  if not found then
    perform app.require_intervention(id);
    raise sqlstate 'PT409' using message = 'Seule une intervention saisie peut être validée';
  end if;
  update app.alarmes a
     set validated = true
   where a.sis_key = request.sis_key()
     and a.intervention_id = valider_intervention.id
     and not a.validated;
  return to_json(2);
end;
$$;
comment on function api.valider_intervention(bigint) is
  'Validates an intervention that is saisie, and its alarms, and returns its statut (2). PT404, PT409. Definer: clients may not write statut.';
grant execute on function api.valider_intervention(bigint) to caserne_api;
--! EndIncluded api/interventions/valider_intervention.sql
--! Included api/listes/create_code_alarme.sql
create or replace function api.create_code_alarme(body jsonb) returns json
  language sql volatile
as $$
  insert into app.codes_alarme (code, type_intervention_id, stat_federal_id)
  select n.code, n.type_intervention_id, n.stat_federal_id
    from jsonb_populate_record(null::app.codes_alarme, body) n
  returning api.as_json(codes_alarme)
$$;
comment on function api.create_code_alarme(jsonb) is
  'Adds a code of the alarm centre with its meaning in the caller''s SIS.';
grant execute on function api.create_code_alarme(jsonb) to caserne_api;
--! EndIncluded api/listes/create_code_alarme.sql
--! Included api/listes/create_excuses_type.sql
create or replace function api.create_excuses_type(body jsonb) returns json
  language sql volatile
as $$
  insert into app.excuses_types (designation, tri)
  select n.designation, coalesce(n.tri, 0)
    from jsonb_populate_record(null::app.excuses_types, body) n
  returning api.as_json(excuses_types)
$$;
comment on function api.create_excuses_type(jsonb) is
  'Adds a reason for excuses to the caller''s SIS.';
grant execute on function api.create_excuses_type(jsonb) to caserne_api;
--! EndIncluded api/listes/create_excuses_type.sql
--! Included api/listes/create_exercice_categorie.sql
create or replace function api.create_exercice_categorie(body jsonb) returns json
  language sql volatile
as $$
  insert into app.exercice_categories (designation, tri)
  select n.designation, coalesce(n.tri, 0)
    from jsonb_populate_record(null::app.exercice_categories, body) n
  returning api.as_json(exercice_categories)
$$;
comment on function api.create_exercice_categorie(jsonb) is
  'Adds a category of exercices to the caller''s SIS.';
grant execute on function api.create_exercice_categorie(jsonb) to caserne_api;
--! EndIncluded api/listes/create_exercice_categorie.sql
--! Included api/listes/create_exercice_comptable.sql
create or replace function api.create_exercice_comptable(body jsonb) returns json
  language sql volatile
as $$
  insert into app.exercices_comptables (annee, designation, debut, fin)
  select n.annee, coalesce(n.designation, n.annee::text),
         coalesce(n.debut, make_date(n.annee, 1, 1)), coalesce(n.fin, make_date(n.annee, 12, 31))
    from jsonb_populate_record(null::app.exercices_comptables, body) n
  returning api.as_json(exercices_comptables)
$$;
comment on function api.create_exercice_comptable(jsonb) is
  'Opens an accounting year of the caller''s SIS, by default the calendar year.';
grant execute on function api.create_exercice_comptable(jsonb) to caserne_api;
--! EndIncluded api/listes/create_exercice_comptable.sql
--! Included api/listes/create_fonction.sql
create or replace function api.create_fonction(body jsonb) returns json
  language sql volatile
as $$
  insert into app.fonctions (designation, rang)
  select n.designation, coalesce(n.rang, 0)
    from jsonb_populate_record(null::app.fonctions, app.accept_alias(body, 'designation', 'nom')) n
  returning api.as_json(fonctions)
$$;
comment on function api.create_fonction(jsonb) is
  'Adds a function to the caller''s SIS.';
grant execute on function api.create_fonction(jsonb) to caserne_api;
--! EndIncluded api/listes/create_fonction.sql
--! Included api/listes/create_grade.sql
create or replace function api.create_grade(body jsonb) returns json
  language sql volatile
as $$
  insert into app.grades (designation, rang)
  select n.designation, coalesce(n.rang, 0)
    from jsonb_populate_record(null::app.grades, body) n
  returning api.as_json(grades)
$$;
comment on function api.create_grade(jsonb) is
  'Adds a grade to the caller''s SIS.';
grant execute on function api.create_grade(jsonb) to caserne_api;
--! EndIncluded api/listes/create_grade.sql
--! Included api/listes/create_groupe.sql
create or replace function api.create_groupe(body jsonb) returns json
  language sql volatile
as $$
  insert into app.groupes (type, no, designation, tri, parent_id)
  select coalesce(n.type, 1), coalesce(n.no, ''), n.designation, coalesce(n.tri, 0), n.parent_id
    from jsonb_populate_record(null::app.groupes, body) n
  returning api.as_json(groupes, null)
$$;
comment on function api.create_groupe(jsonb) is
  'Adds a group to the caller''s SIS.';
grant execute on function api.create_groupe(jsonb) to caserne_api;
--! EndIncluded api/listes/create_groupe.sql
--! Included api/listes/create_heure_exercice_type.sql
create or replace function api.create_heure_exercice_type(body jsonb) returns json
  language sql volatile
as $$
  insert into app.heure_exercice_types (designation, type_unite_id, tri)
  select n.designation, coalesce(n.type_unite_id, 2), coalesce(n.tri, 0)
    from jsonb_populate_record(null::app.heure_exercice_types, body) n
  returning api.as_json(heure_exercice_types)
$$;
comment on function api.create_heure_exercice_type(jsonb) is
  'Adds a kind of hours of exercices to the caller''s SIS.';
grant execute on function api.create_heure_exercice_type(jsonb) to caserne_api;
--! EndIncluded api/listes/create_heure_exercice_type.sql
--! Included api/listes/create_localite_sis.sql
create or replace function api.create_localite_sis(body jsonb) returns json
  language sql volatile
as $$
  insert into app.localites_sis (localite_id)
  select n.localite_id from jsonb_populate_record(null::app.localites_sis, body) n
  returning json_build_object('localite_id', localite_id)
$$;
comment on function api.create_localite_sis(jsonb) is 'Adds a place that the caller''s SIS serves.';
grant execute on function api.create_localite_sis(jsonb) to caserne_api;
--! EndIncluded api/listes/create_localite_sis.sql
--! Included api/listes/create_mission_type.sql
create or replace function api.create_mission_type(body jsonb) returns json
  language sql volatile
as $$
  insert into app.mission_types (titre)
  select n.titre from jsonb_populate_record(null::app.mission_types, body) n
  returning api.as_json(mission_types)
$$;
comment on function api.create_mission_type(jsonb) is
  'Adds a title of missions to the caller''s SIS.';
grant execute on function api.create_mission_type(jsonb) to caserne_api;
--! EndIncluded api/listes/create_mission_type.sql
--! Included api/listes/create_permis_type.sql
create or replace function api.create_permis_type(body jsonb) returns json
  language sql volatile
as $$
  insert into app.permis_types (designation, tri)
  select n.designation, coalesce(n.tri, 0)
    from jsonb_populate_record(null::app.permis_types, app.accept_alias(body, 'designation', 'type')) n
  returning api.as_json(permis_types)
$$;
comment on function api.create_permis_type(jsonb) is
  'Adds a kind of licence to the caller''s SIS.';
grant execute on function api.create_permis_type(jsonb) to caserne_api;
--! EndIncluded api/listes/create_permis_type.sql
--! Included api/listes/create_telephone.sql
create or replace function api.create_telephone(body jsonb) returns json
  language sql volatile
as $$
  insert into app.telephones_utiles (nom, numero, tri)
  select n.nom, n.numero, coalesce(n.tri, 0)
    from jsonb_populate_record(null::app.telephones_utiles, body) n
  returning api.as_json(telephones_utiles)
$$;
comment on function api.create_telephone(jsonb) is
  'Adds a useful telephone number to the caller''s SIS.';
grant execute on function api.create_telephone(jsonb) to caserne_api;
--! EndIncluded api/listes/create_telephone.sql
--! Included api/listes/create_type_intervention.sql
create or replace function api.create_type_intervention(body jsonb) returns json
  language sql volatile
as $$
  insert into app.types_intervention (designation, stat_intervention_id, tri)
  select n.designation, n.stat_intervention_id, coalesce(n.tri, 0)
    from jsonb_populate_record(null::app.types_intervention, body) n
  returning api.as_json(types_intervention)
$$;
comment on function api.create_type_intervention(jsonb) is
  'Adds a type of intervention to the caller''s SIS.';
grant execute on function api.create_type_intervention(jsonb) to caserne_api;
--! EndIncluded api/listes/create_type_intervention.sql
--! Included api/listes/delete_code_alarme.sql
create or replace function api.delete_code_alarme(id bigint) returns json
  language sql volatile
as $$
  delete from app.codes_alarme c
   where c.sis_key = request.sis_key()
     and c.id = delete_code_alarme.id
  returning 'true'::json
$$;
comment on function api.delete_code_alarme(bigint) is
  'Removes a code; future alarms with it get the meaning of a shorter code, else divers. Null when it does not exist.';
grant execute on function api.delete_code_alarme(bigint) to caserne_api;
--! EndIncluded api/listes/delete_code_alarme.sql
--! Included api/listes/delete_excuses_type.sql
create or replace function api.delete_excuses_type(id bigint) returns json
  language sql volatile
as $$
  delete from app.excuses_types t
   where t.sis_key = request.sis_key()
     and t.id = delete_excuses_type.id
  returning 'true'::json
$$;
comment on function api.delete_excuses_type(bigint) is
  'Removes a reason for excuses that no excuse uses. Null when it does not exist.';
grant execute on function api.delete_excuses_type(bigint) to caserne_api;
--! EndIncluded api/listes/delete_excuses_type.sql
--! Included api/listes/delete_exercice_categorie.sql
create or replace function api.delete_exercice_categorie(id bigint) returns json
  language sql volatile
as $$
  delete from app.exercice_categories t
   where t.sis_key = request.sis_key()
     and t.id = delete_exercice_categorie.id
  returning 'true'::json
$$;
comment on function api.delete_exercice_categorie(bigint) is
  'Removes a category of exercices that no exercice has. Null when it does not exist.';
grant execute on function api.delete_exercice_categorie(bigint) to caserne_api;
--! EndIncluded api/listes/delete_exercice_categorie.sql
--! Included api/listes/delete_exercice_comptable.sql
create or replace function api.delete_exercice_comptable(id bigint) returns json
  language sql volatile
as $$
  delete from app.exercices_comptables e
   where e.sis_key = request.sis_key()
     and e.id = delete_exercice_comptable.id
  returning 'true'::json
$$;
comment on function api.delete_exercice_comptable(bigint) is
  'Removes an accounting year without interventions, exercices and accounts. Null when it does not exist.';
grant execute on function api.delete_exercice_comptable(bigint) to caserne_api;
--! EndIncluded api/listes/delete_exercice_comptable.sql
--! Included api/listes/delete_fonction.sql
create or replace function api.delete_fonction(id bigint) returns json
  language sql volatile
as $$
  delete from app.fonctions f
   where f.sis_key = request.sis_key()
     and f.id = delete_fonction.id
  returning 'true'::json
$$;
comment on function api.delete_fonction(bigint) is
  'Removes a function that nobody has. Null when it does not exist.';
grant execute on function api.delete_fonction(bigint) to caserne_api;
--! EndIncluded api/listes/delete_fonction.sql
--! Included api/listes/delete_grade.sql
create or replace function api.delete_grade(id bigint) returns json
  language sql volatile
as $$
  delete from app.grades g
   where g.sis_key = request.sis_key()
     and g.id = delete_grade.id
  returning 'true'::json
$$;
comment on function api.delete_grade(bigint) is
  'Removes a grade that nobody has. Null when it does not exist.';
grant execute on function api.delete_grade(bigint) to caserne_api;
--! EndIncluded api/listes/delete_grade.sql
--! Included api/listes/delete_groupe.sql
create or replace function api.delete_groupe(id bigint) returns json
  language sql volatile
as $$
  delete from app.groupes g
   where g.sis_key = request.sis_key()
     and g.id = delete_groupe.id
  returning 'true'::json
$$;
comment on function api.delete_groupe(bigint) is
  'Removes a group without groups below it, and its memberships. Null when it does not exist.';
grant execute on function api.delete_groupe(bigint) to caserne_api;
--! EndIncluded api/listes/delete_groupe.sql
--! Included api/listes/delete_heure_exercice_type.sql
create or replace function api.delete_heure_exercice_type(id bigint) returns json
  language sql volatile
as $$
  delete from app.heure_exercice_types t
   where t.sis_key = request.sis_key()
     and t.id = delete_heure_exercice_type.id
  returning 'true'::json
$$;
comment on function api.delete_heure_exercice_type(bigint) is
  'Removes a kind of hours of exercices. Null when it does not exist.';
grant execute on function api.delete_heure_exercice_type(bigint) to caserne_api;
--! EndIncluded api/listes/delete_heure_exercice_type.sql
--! Included api/listes/delete_localite_sis.sql
create or replace function api.delete_localite_sis(id bigint) returns json
  language sql volatile
as $$
  delete from app.localites_sis l
   where l.sis_key = request.sis_key()
     and l.localite_id = delete_localite_sis.id
  returning 'true'::json
$$;
comment on function api.delete_localite_sis(bigint) is
  'Removes a place from those that the caller''s SIS serves. Null when it was not one of them.';
grant execute on function api.delete_localite_sis(bigint) to caserne_api;
--! EndIncluded api/listes/delete_localite_sis.sql
--! Included api/listes/delete_mission_type.sql
create or replace function api.delete_mission_type(id bigint) returns json
  language sql volatile
as $$
  delete from app.mission_types t
   where t.sis_key = request.sis_key()
     and t.id = delete_mission_type.id
  returning 'true'::json
$$;
comment on function api.delete_mission_type(bigint) is
  'Removes a title of missions. Null when it does not exist.';
grant execute on function api.delete_mission_type(bigint) to caserne_api;
--! EndIncluded api/listes/delete_mission_type.sql
--! Included api/listes/delete_permis_type.sql
create or replace function api.delete_permis_type(id bigint) returns json
  language sql volatile
as $$
  delete from app.permis_types t
   where t.sis_key = request.sis_key()
     and t.id = delete_permis_type.id
  returning 'true'::json
$$;
comment on function api.delete_permis_type(bigint) is
  'Removes a kind of licence that nobody holds. Null when it does not exist.';
grant execute on function api.delete_permis_type(bigint) to caserne_api;
--! EndIncluded api/listes/delete_permis_type.sql
--! Included api/listes/delete_telephone.sql
create or replace function api.delete_telephone(id bigint) returns json
  language sql volatile
as $$
  delete from app.telephones_utiles t
   where t.sis_key = request.sis_key()
     and t.id = delete_telephone.id
  returning 'true'::json
$$;
comment on function api.delete_telephone(bigint) is
  'Removes a useful telephone number. Null when it does not exist.';
grant execute on function api.delete_telephone(bigint) to caserne_api;
--! EndIncluded api/listes/delete_telephone.sql
--! Included api/listes/delete_type_intervention.sql
create or replace function api.delete_type_intervention(id bigint) returns json
  language sql volatile
as $$
  delete from app.types_intervention t
   where t.sis_key = request.sis_key()
     and t.id = delete_type_intervention.id
  returning 'true'::json
$$;
comment on function api.delete_type_intervention(bigint) is
  'Removes a type that no intervention and no code of the alarm centre uses. Null when it does not exist.';
grant execute on function api.delete_type_intervention(bigint) to caserne_api;
--! EndIncluded api/listes/delete_type_intervention.sql
--! Included api/listes/update_code_alarme.sql
create or replace function api.update_code_alarme(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.codes_alarme c
     set (code, type_intervention_id, stat_federal_id) = (
       select n.code, n.type_intervention_id, n.stat_federal_id from jsonb_populate_record(c, body) n
     )
   where c.sis_key = request.sis_key()
     and c.id = update_code_alarme.id
  returning api.as_json(c)
$$;
comment on function api.update_code_alarme(bigint, jsonb) is
  'Changes the meaning of a code for future alarms; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_code_alarme(bigint, jsonb) to caserne_api;
--! EndIncluded api/listes/update_code_alarme.sql
--! Included api/listes/update_excuses_type.sql
create or replace function api.update_excuses_type(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.excuses_types t
     set (designation, tri) = (
       select n.designation, coalesce(n.tri, 0) from jsonb_populate_record(t, body) n
     )
   where t.sis_key = request.sis_key()
     and t.id = update_excuses_type.id
  returning api.as_json(t)
$$;
comment on function api.update_excuses_type(bigint, jsonb) is
  'Changes a reason for excuses; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_excuses_type(bigint, jsonb) to caserne_api;
--! EndIncluded api/listes/update_excuses_type.sql
--! Included api/listes/update_exercice_categorie.sql
create or replace function api.update_exercice_categorie(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.exercice_categories t
     set (designation, tri) = (
       select n.designation, coalesce(n.tri, 0) from jsonb_populate_record(t, body) n
     )
   where t.sis_key = request.sis_key()
     and t.id = update_exercice_categorie.id
  returning api.as_json(t)
$$;
comment on function api.update_exercice_categorie(bigint, jsonb) is
  'Changes a category of exercices; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_exercice_categorie(bigint, jsonb) to caserne_api;
--! EndIncluded api/listes/update_exercice_categorie.sql
--! Included api/listes/update_exercice_comptable.sql
create or replace function api.update_exercice_comptable(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.exercices_comptables e
     set (annee, designation, debut, fin, boucle) = (
       select n.annee, n.designation, n.debut, n.fin, n.boucle from jsonb_populate_record(e, body) n
     )
   where e.sis_key = request.sis_key()
     and e.id = update_exercice_comptable.id
  returning api.as_json(e)
$$;
comment on function api.update_exercice_comptable(bigint, jsonb) is
  'Changes, closes or reopens an accounting year; absent keys leave values as they are. Null when it does not exist, PT409.';
grant execute on function api.update_exercice_comptable(bigint, jsonb) to caserne_api;
--! EndIncluded api/listes/update_exercice_comptable.sql
--! Included api/listes/update_fonction.sql
create or replace function api.update_fonction(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.fonctions f
     set (designation, rang) = (
       select n.designation, n.rang
         from jsonb_populate_record(f, app.accept_alias(body, 'designation', 'nom', to_jsonb(f.designation))) n
     )
   where f.sis_key = request.sis_key()
     and f.id = update_fonction.id
  returning api.as_json(f)
$$;
comment on function api.update_fonction(bigint, jsonb) is
  'Changes a function; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_fonction(bigint, jsonb) to caserne_api;
--! EndIncluded api/listes/update_fonction.sql
--! Included api/listes/update_grade.sql
create or replace function api.update_grade(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.grades g
     set (designation, rang) = (
       select n.designation, n.rang from jsonb_populate_record(g, body) n
     )
   where g.sis_key = request.sis_key()
     and g.id = update_grade.id
  returning api.as_json(g)
$$;
comment on function api.update_grade(bigint, jsonb) is
  'Changes a grade; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_grade(bigint, jsonb) to caserne_api;
--! EndIncluded api/listes/update_grade.sql
--! Included api/listes/update_groupe.sql
create or replace function api.update_groupe(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.groupes g
     set (type, no, designation, tri, parent_id) = (
       select n.type, n.no, n.designation, n.tri, n.parent_id from jsonb_populate_record(g, body) n
     )
   where g.sis_key = request.sis_key()
     and g.id = update_groupe.id
  returning api.as_json(g, (select m.sapeur_ids from app.groupe_membres() m where m.groupe_id = g.id))
$$;
comment on function api.update_groupe(bigint, jsonb) is
  'Changes a group; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_groupe(bigint, jsonb) to caserne_api;
--! EndIncluded api/listes/update_groupe.sql
--! Included api/listes/update_heure_exercice_type.sql
create or replace function api.update_heure_exercice_type(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.heure_exercice_types t
     set (designation, type_unite_id, tri) = (
       select n.designation, coalesce(n.type_unite_id, 2), coalesce(n.tri, 0) from jsonb_populate_record(t, body) n
     )
   where t.sis_key = request.sis_key()
     and t.id = update_heure_exercice_type.id
  returning api.as_json(t)
$$;
comment on function api.update_heure_exercice_type(bigint, jsonb) is
  'Changes a kind of hours of exercices; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_heure_exercice_type(bigint, jsonb) to caserne_api;
--! EndIncluded api/listes/update_heure_exercice_type.sql
--! Included api/listes/update_mission_type.sql
create or replace function api.update_mission_type(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.mission_types t
     set titre = (select n.titre from jsonb_populate_record(t, body) n)
   where t.sis_key = request.sis_key()
     and t.id = update_mission_type.id
  returning api.as_json(t)
$$;
comment on function api.update_mission_type(bigint, jsonb) is
  'Changes a title of missions; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_mission_type(bigint, jsonb) to caserne_api;
--! EndIncluded api/listes/update_mission_type.sql
--! Included api/listes/update_permis_type.sql
create or replace function api.update_permis_type(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.permis_types t
     set (designation, tri) = (
       select n.designation, n.tri
         from jsonb_populate_record(t, app.accept_alias(body, 'designation', 'type', to_jsonb(t.designation))) n
     )
   where t.sis_key = request.sis_key()
     and t.id = update_permis_type.id
  returning api.as_json(t)
$$;
comment on function api.update_permis_type(bigint, jsonb) is
  'Changes a kind of licence; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_permis_type(bigint, jsonb) to caserne_api;
--! EndIncluded api/listes/update_permis_type.sql
--! Included api/listes/update_telephone.sql
create or replace function api.update_telephone(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.telephones_utiles t
     set (nom, numero, tri) = (
       select n.nom, n.numero, n.tri from jsonb_populate_record(t, body) n
     )
   where t.sis_key = request.sis_key()
     and t.id = update_telephone.id
  returning api.as_json(t)
$$;
comment on function api.update_telephone(bigint, jsonb) is
  'Changes a useful telephone number; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_telephone(bigint, jsonb) to caserne_api;
--! EndIncluded api/listes/update_telephone.sql
--! Included api/listes/update_type_intervention.sql
create or replace function api.update_type_intervention(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.types_intervention t
     set (designation, stat_intervention_id, tri) = (
       select n.designation, n.stat_intervention_id, n.tri from jsonb_populate_record(t, body) n
     )
   where t.sis_key = request.sis_key()
     and t.id = update_type_intervention.id
  returning api.as_json(t)
$$;
comment on function api.update_type_intervention(bigint, jsonb) is
  'Changes a type of intervention; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_type_intervention(bigint, jsonb) to caserne_api;
--! EndIncluded api/listes/update_type_intervention.sql
--! Included api/moi/get_mes_decomptes.sql
-- Definer: a statement of account concerns other sapeurs too, so those it pays may not read it. The function shows its
-- designation only.
create or replace function api.get_mes_decomptes(exercice_comptable_id bigint) returns json
  language sql stable security definer set search_path = ''
as $$
  select json_build_object(
    'paiements', coalesce(
      (
        select json_agg(api.as_json(p, d.designation) order by p.date, p.id)
          from app.paiements p
          join app.decomptes d on d.sis_key = p.sis_key and d.id = p.decompte_id
         where p.sis_key = request.sis_key()
           and p.sapeur_id = request.sapeur_id()
           and d.exercice_comptable_id = x.id
      ),
      '[]'
    ),
    'ecritures', coalesce(
      (
        select json_agg(api.as_json(e) order by e.date, e.id)
          from app.ecritures e
         where e.sis_key = request.sis_key()
           and e.sapeur_id = request.sapeur_id()
           and e.exercice_comptable_id = x.id
      ),
      '[]'
    )
  )
    from app.exercices_comptables x
   where x.sis_key = request.sis_key()
     and x.id = get_mes_decomptes.exercice_comptable_id
$$;
comment on function api.get_mes_decomptes(bigint) is
  'Payments to the calling sapeur and entries owed to him in an accounting year; null when the year does not exist. Definer: he may not read the statements themselves.';
grant execute on function api.get_mes_decomptes(bigint) to caserne_api;
--! EndIncluded api/moi/get_mes_decomptes.sql
--! Included api/moi/get_mes_infos.sql
create or replace function api.get_mes_infos() returns json
  language sql stable
as $$
  select (
    api.get_sapeur(request.sapeur_id())::jsonb
    || jsonb_build_object('telephones', api.list_sapeur_telephones(request.sapeur_id()))
  )::json
$$;
comment on function api.get_mes_infos() is
  'The full record of the calling sapeur with his telephone numbers; null when the caller is no sapeur here.';
grant execute on function api.get_mes_infos() to caserne_api;
--! EndIncluded api/moi/get_mes_infos.sql
--! Included api/sapeurs/create_sapeur.sql
create or replace function api.create_sapeur(body jsonb) returns json
  language plpgsql volatile
as $$
declare
  v_id bigint;
begin
  if coalesce(body ->> 'type', '0') = '0' and body ->> 'incorporation' is null then
    raise sqlstate 'PT422' using message = 'Un sapeur doit avoir une date d’incorporation.', detail = 'incorporation';
  end if;
  insert into app.sapeurs (type, nom, prenom, suffixe, civilite_id, porteur)
  select coalesce(n.type, 0), n.nom, n.prenom, coalesce(n.suffixe, ''), n.civilite_id, coalesce(n.porteur, false)
    from jsonb_populate_record(null::app.sapeurs, body) n
  returning id into v_id;
  perform app.write_particularites(v_id, body);
  insert into app.mutations (sapeur_id, localite_id, incorporation)
  select v_id, n.localite_id, n.incorporation
    from jsonb_populate_record(null::app.mutations, body) n
   where n.incorporation is not null;
  if body ? 'actif' then
    perform app.write_actif(v_id, (body ->> 'actif')::boolean);
  end if;
  return api.get_sapeur(v_id);
end;
$$;
comment on function api.create_sapeur(jsonb) is
  'Adds a sapeur to the caller''s SIS, in service from his incorporation. PT422.';
grant execute on function api.create_sapeur(jsonb) to caserne_api;
--! EndIncluded api/sapeurs/create_sapeur.sql
--! Included api/sapeurs/create_sapeur_fonction.sql
create or replace function api.create_sapeur_fonction(id bigint, body jsonb) returns json
  language sql volatile
as $$
  insert into app.sapeur_fonctions (sapeur_id, fonction_id, debut, fin, remarque)
  select s.id, n.fonction_id, n.debut, n.fin, coalesce(n.remarque, '')
    from app.sapeurs s, jsonb_populate_record(null::app.sapeur_fonctions, body) n
   where s.sis_key = request.sis_key()
     and s.id = create_sapeur_fonction.id
  returning api.as_json(sapeur_fonctions)
$$;
comment on function api.create_sapeur_fonction(bigint, jsonb) is
  'Adds a function to a sapeur. Null when there is no such sapeur.';
grant execute on function api.create_sapeur_fonction(bigint, jsonb) to caserne_api;
--! EndIncluded api/sapeurs/create_sapeur_fonction.sql
--! Included api/sapeurs/create_sapeur_grade.sql
create or replace function api.create_sapeur_grade(id bigint, body jsonb) returns json
  language sql volatile
as $$
  insert into app.sapeur_grades (sapeur_id, grade_id, debut, fin, remarque)
  select s.id, n.grade_id, n.debut, n.fin, coalesce(n.remarque, '')
    from app.sapeurs s, jsonb_populate_record(null::app.sapeur_grades, body) n
   where s.sis_key = request.sis_key()
     and s.id = create_sapeur_grade.id
  returning api.as_json(sapeur_grades)
$$;
comment on function api.create_sapeur_grade(bigint, jsonb) is
  'Adds a grade to a sapeur. Null when there is no such sapeur.';
grant execute on function api.create_sapeur_grade(bigint, jsonb) to caserne_api;
--! EndIncluded api/sapeurs/create_sapeur_grade.sql
--! Included api/sapeurs/create_sapeur_groupe.sql
create or replace function api.create_sapeur_groupe(id bigint, body jsonb) returns json
  language sql volatile
as $$
  insert into app.groupe_sapeurs (sapeur_id, groupe_id)
  select s.id, n.groupe_id
    from app.sapeurs s, jsonb_populate_record(null::app.groupe_sapeurs, body) n
   where s.sis_key = request.sis_key()
     and s.id = create_sapeur_groupe.id
  returning api.as_json(groupe_sapeurs)
$$;
comment on function api.create_sapeur_groupe(bigint, jsonb) is
  'Adds a sapeur to a group. Null when there is no such sapeur.';
grant execute on function api.create_sapeur_groupe(bigint, jsonb) to caserne_api;
--! EndIncluded api/sapeurs/create_sapeur_groupe.sql
--! Included api/sapeurs/create_sapeur_materiel.sql
create or replace function api.create_sapeur_materiel(id bigint, body jsonb) returns json
  language sql volatile
as $$
  insert into app.materiel_personnel (sapeur_id, designation, numero, taille, attribution, retour)
  select s.id, n.designation, coalesce(n.numero, ''), coalesce(n.taille, ''), coalesce(n.attribution, app.today()), n.retour
    from app.sapeurs s, jsonb_populate_record(null::app.materiel_personnel, body) n
   where s.sis_key = request.sis_key()
     and s.id = create_sapeur_materiel.id
  returning api.as_json(materiel_personnel)
$$;
comment on function api.create_sapeur_materiel(bigint, jsonb) is
  'Lends a sapeur a piece of equipment, by default from today. Null when there is no such sapeur.';
grant execute on function api.create_sapeur_materiel(bigint, jsonb) to caserne_api;
--! EndIncluded api/sapeurs/create_sapeur_materiel.sql
--! Included api/sapeurs/create_sapeur_mutation.sql
create or replace function api.create_sapeur_mutation(id bigint, body jsonb) returns json
  language sql volatile
as $$
  insert into app.mutations (sapeur_id, localite_id, incorporation, sortie, motif)
  select s.id, n.localite_id, n.incorporation, n.sortie, coalesce(n.motif, '')
    from app.sapeurs s, jsonb_populate_record(null::app.mutations, body) n
   where s.sis_key = request.sis_key()
     and s.id = create_sapeur_mutation.id
  returning api.as_json(mutations)
$$;
comment on function api.create_sapeur_mutation(bigint, jsonb) is
  'Adds a mutation to a sapeur. Null when there is no such sapeur.';
grant execute on function api.create_sapeur_mutation(bigint, jsonb) to caserne_api;
--! EndIncluded api/sapeurs/create_sapeur_mutation.sql
--! Included api/sapeurs/create_sapeur_permis.sql
create or replace function api.create_sapeur_permis(id bigint, body jsonb) returns json
  language sql volatile
as $$
  insert into app.sapeur_permis (sapeur_id, permis_type_id, date)
  select s.id, n.permis_type_id, n.date
    from app.sapeurs s, jsonb_populate_record(null::app.sapeur_permis, body) n
   where s.sis_key = request.sis_key()
     and s.id = create_sapeur_permis.id
  returning api.as_json(sapeur_permis)
$$;
comment on function api.create_sapeur_permis(bigint, jsonb) is
  'Adds a licence to a sapeur. Null when there is no such sapeur.';
grant execute on function api.create_sapeur_permis(bigint, jsonb) to caserne_api;
--! EndIncluded api/sapeurs/create_sapeur_permis.sql
--! Included api/sapeurs/create_sapeur_telephone.sql
create or replace function api.create_sapeur_telephone(id bigint, body jsonb) returns json
  language sql volatile
as $$
  insert into app.telephones (sapeur_id, telephone_type_id, numero, rta, priorite)
  select s.id, coalesce(n.telephone_type_id, 1), n.numero, coalesce(n.rta, true), coalesce(n.priorite, 1)
    from app.sapeurs s, jsonb_populate_record(null::app.telephones, body) n
   where s.sis_key = request.sis_key()
     and s.id = create_sapeur_telephone.id
  returning api.as_json(telephones)
$$;
comment on function api.create_sapeur_telephone(bigint, jsonb) is
  'Adds a telephone number to a sapeur. Null when there is no such sapeur.';
grant execute on function api.create_sapeur_telephone(bigint, jsonb) to caserne_api;
--! EndIncluded api/sapeurs/create_sapeur_telephone.sql
--! Included api/sapeurs/delete_sapeur.sql
create or replace function api.delete_sapeur(id bigint) returns json
  language sql volatile
as $$
  delete from app.sapeurs s
   where s.sis_key = request.sis_key()
     and s.id = delete_sapeur.id
  returning 'true'::json
$$;
comment on function api.delete_sapeur(bigint) is
  'Removes a sapeur without interventions, exercices, pay, equipment on loan and account. Null when he does not exist, PT409.';
grant execute on function api.delete_sapeur(bigint) to caserne_api;
--! EndIncluded api/sapeurs/delete_sapeur.sql
--! Included api/sapeurs/delete_sapeur_fonction.sql
create or replace function api.delete_sapeur_fonction(id bigint, sapeur_fonction_id bigint) returns json
  language sql volatile
as $$
  delete from app.sapeur_fonctions t
   where t.sis_key = request.sis_key()
     and t.sapeur_id = delete_sapeur_fonction.id
     and t.id = sapeur_fonction_id
  returning 'true'::json
$$;
comment on function api.delete_sapeur_fonction(bigint, bigint) is
  'Removes a function of a sapeur. Null when it does not exist.';
grant execute on function api.delete_sapeur_fonction(bigint, bigint) to caserne_api;
--! EndIncluded api/sapeurs/delete_sapeur_fonction.sql
--! Included api/sapeurs/delete_sapeur_grade.sql
create or replace function api.delete_sapeur_grade(id bigint, sapeur_grade_id bigint) returns json
  language sql volatile
as $$
  delete from app.sapeur_grades t
   where t.sis_key = request.sis_key()
     and t.sapeur_id = delete_sapeur_grade.id
     and t.id = sapeur_grade_id
  returning 'true'::json
$$;
comment on function api.delete_sapeur_grade(bigint, bigint) is
  'Removes a grade of a sapeur. Null when it does not exist.';
grant execute on function api.delete_sapeur_grade(bigint, bigint) to caserne_api;
--! EndIncluded api/sapeurs/delete_sapeur_grade.sql
--! Included api/sapeurs/delete_sapeur_groupe.sql
create or replace function api.delete_sapeur_groupe(id bigint, groupe_sapeur_id bigint) returns json
  language sql volatile
as $$
  delete from app.groupe_sapeurs t
   where t.sis_key = request.sis_key()
     and t.sapeur_id = delete_sapeur_groupe.id
     and t.id = groupe_sapeur_id
  returning 'true'::json
$$;
comment on function api.delete_sapeur_groupe(bigint, bigint) is
  'Removes a sapeur from a group. Null when the membership does not exist.';
grant execute on function api.delete_sapeur_groupe(bigint, bigint) to caserne_api;
--! EndIncluded api/sapeurs/delete_sapeur_groupe.sql
--! Included api/sapeurs/delete_sapeur_materiel.sql
create or replace function api.delete_sapeur_materiel(id bigint, materiel_personnel_id bigint) returns json
  language sql volatile
as $$
  delete from app.materiel_personnel t
   where t.sis_key = request.sis_key()
     and t.sapeur_id = delete_sapeur_materiel.id
     and t.id = materiel_personnel_id
  returning 'true'::json
$$;
comment on function api.delete_sapeur_materiel(bigint, bigint) is
  'Removes a loan of equipment that was entered by mistake. Null when it does not exist.';
grant execute on function api.delete_sapeur_materiel(bigint, bigint) to caserne_api;
--! EndIncluded api/sapeurs/delete_sapeur_materiel.sql
--! Included api/sapeurs/delete_sapeur_mutation.sql
create or replace function api.delete_sapeur_mutation(id bigint, mutation_id bigint) returns json
  language sql volatile
as $$
  delete from app.mutations t
   where t.sis_key = request.sis_key()
     and t.sapeur_id = delete_sapeur_mutation.id
     and t.id = mutation_id
  returning 'true'::json
$$;
comment on function api.delete_sapeur_mutation(bigint, bigint) is
  'Removes a mutation of a sapeur. Null when it does not exist.';
grant execute on function api.delete_sapeur_mutation(bigint, bigint) to caserne_api;
--! EndIncluded api/sapeurs/delete_sapeur_mutation.sql
--! Included api/sapeurs/delete_sapeur_permis.sql
create or replace function api.delete_sapeur_permis(id bigint, sapeur_permis_id bigint) returns json
  language sql volatile
as $$
  delete from app.sapeur_permis t
   where t.sis_key = request.sis_key()
     and t.sapeur_id = delete_sapeur_permis.id
     and t.id = sapeur_permis_id
  returning 'true'::json
$$;
comment on function api.delete_sapeur_permis(bigint, bigint) is
  'Removes a licence of a sapeur. Null when it does not exist.';
grant execute on function api.delete_sapeur_permis(bigint, bigint) to caserne_api;
--! EndIncluded api/sapeurs/delete_sapeur_permis.sql
--! Included api/sapeurs/delete_sapeur_telephone.sql
create or replace function api.delete_sapeur_telephone(id bigint, telephone_id bigint) returns json
  language sql volatile
as $$
  delete from app.telephones t
   where t.sis_key = request.sis_key()
     and t.sapeur_id = delete_sapeur_telephone.id
     and t.id = telephone_id
  returning 'true'::json
$$;
comment on function api.delete_sapeur_telephone(bigint, bigint) is
  'Removes a telephone number of a sapeur. Null when it does not exist.';
grant execute on function api.delete_sapeur_telephone(bigint, bigint) to caserne_api;
--! EndIncluded api/sapeurs/delete_sapeur_telephone.sql
--! Included api/sapeurs/update_sapeur.sql
create or replace function api.update_sapeur(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
declare
  -- Clients send whole records back: an unchanged value is no change.
  v_actif boolean := nullif((body ->> 'actif')::boolean, (
    select app.is_actif(s.sis_key, s.id, s.type, s.desactive, app.today()) from app.sapeurs s where s.sis_key = request.sis_key() and s.id = update_sapeur.id
  ));
begin
  update app.sapeurs s
     set (type, nom, prenom, suffixe, civilite_id, porteur, desactive) = (
       select n.type, n.nom, n.prenom, coalesce(n.suffixe, ''), n.civilite_id, coalesce(n.porteur, false),
              n.desactive and n.type <> 0
         from jsonb_populate_record(s, body) n
     )
   where s.sis_key = request.sis_key()
     and s.id = update_sapeur.id;
  if not found then
    return null;
  end if;
  perform app.write_particularites(update_sapeur.id, body);
  if v_actif is not null then
    perform app.write_actif(update_sapeur.id, v_actif);
  end if;
  return api.get_sapeur(update_sapeur.id);
end;
$$;
comment on function api.update_sapeur(bigint, jsonb) is
  'Changes a sapeur and his private data; absent keys leave values as they are. Null when he does not exist, PT422.';
grant execute on function api.update_sapeur(bigint, jsonb) to caserne_api;
--! EndIncluded api/sapeurs/update_sapeur.sql
--! Included api/sapeurs/update_sapeur_fonction.sql
create or replace function api.update_sapeur_fonction(id bigint, sapeur_fonction_id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.sapeur_fonctions t
     set (fonction_id, debut, fin, remarque) = (
       select n.fonction_id, n.debut, n.fin, coalesce(n.remarque, '')
         from jsonb_populate_record(t, body) n
     )
   where t.sis_key = request.sis_key()
     and t.sapeur_id = update_sapeur_fonction.id
     and t.id = sapeur_fonction_id
  returning api.as_json(t)
$$;
comment on function api.update_sapeur_fonction(bigint, bigint, jsonb) is
  'Changes a function of a sapeur; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_sapeur_fonction(bigint, bigint, jsonb) to caserne_api;
--! EndIncluded api/sapeurs/update_sapeur_fonction.sql
--! Included api/sapeurs/update_sapeur_grade.sql
create or replace function api.update_sapeur_grade(id bigint, sapeur_grade_id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.sapeur_grades t
     set (grade_id, debut, fin, remarque) = (
       select n.grade_id, n.debut, n.fin, coalesce(n.remarque, '')
         from jsonb_populate_record(t, body) n
     )
   where t.sis_key = request.sis_key()
     and t.sapeur_id = update_sapeur_grade.id
     and t.id = sapeur_grade_id
  returning api.as_json(t)
$$;
comment on function api.update_sapeur_grade(bigint, bigint, jsonb) is
  'Changes a grade of a sapeur; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_sapeur_grade(bigint, bigint, jsonb) to caserne_api;
--! EndIncluded api/sapeurs/update_sapeur_grade.sql
--! Included api/sapeurs/update_sapeur_groupe.sql
create or replace function api.update_sapeur_groupe(id bigint, groupe_sapeur_id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.groupe_sapeurs t
     set groupe_id = (select n.groupe_id from jsonb_populate_record(t, body) n)
   where t.sis_key = request.sis_key()
     and t.sapeur_id = update_sapeur_groupe.id
     and t.id = groupe_sapeur_id
  returning api.as_json(t)
$$;
comment on function api.update_sapeur_groupe(bigint, bigint, jsonb) is
  'Moves a sapeur to another group. Null when the membership does not exist.';
grant execute on function api.update_sapeur_groupe(bigint, bigint, jsonb) to caserne_api;
--! EndIncluded api/sapeurs/update_sapeur_groupe.sql
--! Included api/sapeurs/update_sapeur_materiel.sql
create or replace function api.update_sapeur_materiel(id bigint, materiel_personnel_id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.materiel_personnel t
     set (designation, numero, taille, attribution, retour) = (
       select n.designation, coalesce(n.numero, ''), coalesce(n.taille, ''), n.attribution, n.retour
         from jsonb_populate_record(t, body) n
     )
   where t.sis_key = request.sis_key()
     and t.sapeur_id = update_sapeur_materiel.id
     and t.id = materiel_personnel_id
  returning api.as_json(t)
$$;
comment on function api.update_sapeur_materiel(bigint, bigint, jsonb) is
  'Changes a loan of equipment, or ends it by retour; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_sapeur_materiel(bigint, bigint, jsonb) to caserne_api;
--! EndIncluded api/sapeurs/update_sapeur_materiel.sql
--! Included api/sapeurs/update_sapeur_mutation.sql
create or replace function api.update_sapeur_mutation(id bigint, mutation_id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.mutations t
     set (localite_id, incorporation, sortie, motif) = (
       select n.localite_id, n.incorporation, n.sortie, coalesce(n.motif, '')
         from jsonb_populate_record(t, body) n
     )
   where t.sis_key = request.sis_key()
     and t.sapeur_id = update_sapeur_mutation.id
     and t.id = mutation_id
  returning api.as_json(t)
$$;
comment on function api.update_sapeur_mutation(bigint, bigint, jsonb) is
  'Changes a mutation of a sapeur; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_sapeur_mutation(bigint, bigint, jsonb) to caserne_api;
--! EndIncluded api/sapeurs/update_sapeur_mutation.sql
--! Included api/sapeurs/update_sapeur_permis.sql
create or replace function api.update_sapeur_permis(id bigint, sapeur_permis_id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.sapeur_permis t
     set (permis_type_id, date) = (
       select n.permis_type_id, n.date
         from jsonb_populate_record(t, body) n
     )
   where t.sis_key = request.sis_key()
     and t.sapeur_id = update_sapeur_permis.id
     and t.id = sapeur_permis_id
  returning api.as_json(t)
$$;
comment on function api.update_sapeur_permis(bigint, bigint, jsonb) is
  'Changes a licence of a sapeur; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_sapeur_permis(bigint, bigint, jsonb) to caserne_api;
--! EndIncluded api/sapeurs/update_sapeur_permis.sql
--! Included api/sapeurs/update_sapeur_telephone.sql
create or replace function api.update_sapeur_telephone(id bigint, telephone_id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.telephones t
     set (telephone_type_id, numero, rta, priorite) = (
       select coalesce(n.telephone_type_id, 1), n.numero, coalesce(n.rta, true), coalesce(n.priorite, 1)
         from jsonb_populate_record(t, body) n
     )
   where t.sis_key = request.sis_key()
     and t.sapeur_id = update_sapeur_telephone.id
     and t.id = telephone_id
  returning api.as_json(t)
$$;
comment on function api.update_sapeur_telephone(bigint, bigint, jsonb) is
  'Changes a telephone number of a sapeur; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_sapeur_telephone(bigint, bigint, jsonb) to caserne_api;
--! EndIncluded api/sapeurs/update_sapeur_telephone.sql
--! Included api/sis/create_messagerie.sql
create or replace function api.create_messagerie(body jsonb) returns json
  language plpgsql volatile
as $$
declare
  v_id bigint;
begin
  -- One at a time, because they are counted. The worker holds a connection for each mailbox, and reads those of other
  -- SIS too.
  perform request.lock('api.create_messagerie ' || request.sis_key());
  if (select count(*) >= 100 from app.messageries b where b.sis_key = request.sis_key()) then
    raise sqlstate 'PT409' using message = 'Un SIS a 100 messageries au plus';
  end if;
  insert into app.messageries (host, port, securite, utilisateur, mot_de_passe, dossier, expediteurs, active, lire_depuis)
  select body ->> 'host',
         coalesce((body ->> 'port')::integer, case s.securite when 'tls' then 993 else 143 end),
         s.securite,
         body ->> 'user',
         decode(body ->> 'password', 'base64'),
         coalesce(body ->> 'folder', 'INBOX'),
         app.expediteurs(body -> 'senders'),
         coalesce((body ->> 'active')::boolean, true),
         coalesce(request.read_instant(body ->> 'lire_depuis', app.fuseau()), now() - interval '1 day')
    from (select coalesce(body ->> 'security', 'tls')) as s (securite)
  returning messageries.id into v_id;
  return api.messagerie_json(v_id);
end;
$$;
comment on function api.create_messagerie(jsonb) is
  'Adds a mailbox to the caller''s SIS {host, port, security, user, password, folder, senders, active, lire_depuis}; the password is sealed, in base64. PT409.';
grant execute on function api.create_messagerie(jsonb) to caserne_api;
--! EndIncluded api/sis/create_messagerie.sql
--! Included api/sis/create_sis_contact.sql
create or replace function api.create_sis_contact(body jsonb) returns json
  language sql volatile
as $$
  insert into app.sis_contacts (email, liste)
  select n.email, coalesce(n.liste, '')
    from jsonb_populate_record(null::app.sis_contacts, body) n
  returning api.as_json(sis_contacts)
$$;
comment on function api.create_sis_contact(jsonb) is 'Adds an address that the caller''s SIS writes to.';
grant execute on function api.create_sis_contact(jsonb) to caserne_api;
--! EndIncluded api/sis/create_sis_contact.sql
--! Included api/sis/create_sis_logo.sql
create or replace function api.create_sis_logo(body jsonb) returns json
  language sql volatile
as $$
  insert into app.sis_logos as l (type, image)
  values (body ->> 'type', decode(body ->> 'image', 'base64'))
  on conflict (sis_key) do update
     set type = excluded.type, image = excluded.image
  returning api.as_json(l)
$$;
comment on function api.create_sis_logo(jsonb) is
  'Sets or replaces the logo of the caller''s SIS: {type, image in base64}.';
grant execute on function api.create_sis_logo(jsonb) to caserne_api;
--! EndIncluded api/sis/create_sis_logo.sql
--! Included api/sis/delete_messagerie.sql
create or replace function api.delete_messagerie(id bigint) returns json
  language sql volatile
as $$
  delete from app.messageries b
   where b.sis_key = request.sis_key()
     and b.id = delete_messagerie.id
  returning 'true'::json
$$;
comment on function api.delete_messagerie(bigint) is
  'Removes a mailbox of the caller''s SIS with its ledger of messages; its alarms stay. Null when it does not exist.';
grant execute on function api.delete_messagerie(bigint) to caserne_api;
--! EndIncluded api/sis/delete_messagerie.sql
--! Included api/sis/delete_sis_contact.sql
create or replace function api.delete_sis_contact(id bigint) returns json
  language sql volatile
as $$
  delete from app.sis_contacts c
   where c.sis_key = request.sis_key()
     and c.id = delete_sis_contact.id
  returning 'true'::json
$$;
comment on function api.delete_sis_contact(bigint) is
  'Removes an address that the caller''s SIS writes to. Null when it does not exist.';
grant execute on function api.delete_sis_contact(bigint) to caserne_api;
--! EndIncluded api/sis/delete_sis_contact.sql
--! Included api/sis/delete_sis_logo.sql
create or replace function api.delete_sis_logo() returns json
  language sql volatile
as $$
  delete from app.sis_logos l
   where l.sis_key = request.sis_key()
  returning 'true'::json
$$;
comment on function api.delete_sis_logo() is
  'Removes the logo of the caller''s SIS. Null when it has none.';
grant execute on function api.delete_sis_logo() to caserne_api;
--! EndIncluded api/sis/delete_sis_logo.sql
--! Included api/sis/get_message.sql
create or replace function api.get_message(id bigint, message_id bigint) returns json
  language sql stable
as $$
  select api.as_json(m)
    from app.messages m
   where m.sis_key = request.sis_key()
     and m.messagerie_id = get_message.id
     and m.id = get_message.message_id
$$;
comment on function api.get_message(bigint, bigint) is
  'A message in the ledger of a mailbox of the caller''s SIS. Null when it does not exist.';
grant execute on function api.get_message(bigint, bigint) to caserne_api;
--! EndIncluded api/sis/get_message.sql
--! Included api/sis/get_message_raw.sql
create or replace function api.get_message_raw(id bigint, message_id bigint) returns json
  language sql stable
as $$
  select to_json(encode(m.contenu, 'base64'))
    from app.messages m
   where m.sis_key = request.sis_key()
     and m.messagerie_id = get_message_raw.id
     and m.id = get_message_raw.message_id
$$;
comment on function api.get_message_raw(bigint, bigint) is
  'The raw text of a message, in base64. Null when the message does not exist or its text is not kept.';
grant execute on function api.get_message_raw(bigint, bigint) to caserne_api;
--! EndIncluded api/sis/get_message_raw.sql
--! Included api/sis/get_mobile_version.sql
create or replace function api.get_mobile_version() returns json
  language sql stable
as $$
  select json_build_object('version', null)
$$;
comment on function api.get_mobile_version() is
  'The newest version of a mobile application: null, because Caserne ships none.';
grant execute on function api.get_mobile_version() to caserne_api;
--! EndIncluded api/sis/get_mobile_version.sql
--! Included api/sis/get_sis_logo.sql
-- The logo is public: its request is opened on the SIS of the logo, without an account and without permissions.
create or replace function api.get_sis_logo(sis_key text) returns json
  language sql stable
as $$
  select json_build_object('type', l.type, 'etag', l.etag, 'image', encode(l.image, 'base64'))
    from app.sis_logos l
   where l.sis_key = request.sis_key()
     and l.sis_key = get_sis_logo.sis_key
$$;
comment on function api.get_sis_logo(text) is
  'The logo of a SIS, its image in base64; null when the SIS has none or does not exist.';
grant execute on function api.get_sis_logo(text) to caserne_api;
--! EndIncluded api/sis/get_sis_logo.sql
--! Included api/sis/get_sis_param.sql
create or replace function api.get_sis_param() returns json
  language sql stable
as $$
  select api.as_json(s)
    from app.sis s
   where s.sis_key = request.sis_key()
$$;
comment on function api.get_sis_param() is
  'The settings of the caller''s SIS.';
grant execute on function api.get_sis_param() to caserne_api;
--! EndIncluded api/sis/get_sis_param.sql
--! Included api/sis/relire_message.sql
-- Definer: clients may write neither the state of a message nor the queue.
create or replace function api.relire_message(id bigint, message_id bigint) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_message app.messages;
begin
  if not request.can('sis.config') then
    raise sqlstate 'PT403' using message = 'Permission requise : sis.config';
  end if;
  select * into v_message
    from app.messages m
   where m.sis_key = request.sis_key()
     and m.messagerie_id = relire_message.id
     and m.id = relire_message.message_id
     for update;
  if not found then
    return null;
  end if;
  return api.as_json(jobs.reopen_message(v_message));
end;
$$;
comment on function api.relire_message(bigint, bigint) is
  'Asks for a relecture of a message of the caller''s SIS and returns its record, which waits as received. Null when it does not exist, PT403, PT409. Definer: clients may write neither the state of a message nor the queue.';
grant execute on function api.relire_message(bigint, bigint) to caserne_api;
--! EndIncluded api/sis/relire_message.sql
--! Included api/sis/update_messagerie.sql
create or replace function api.update_messagerie(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
begin
  -- An update of its own, because a caller who may not read the password cannot keep it in an expression. It comes
  -- first and also sets server and user, because the table refuses another server or user with the old password.
  update app.messageries b
     set mot_de_passe = decode(body ->> 'password', 'base64'),
         host = coalesce(body ->> 'host', b.host),
         port = coalesce((body ->> 'port')::integer, b.port),
         securite = coalesce(body ->> 'security', b.securite),
         utilisateur = coalesce(body ->> 'user', b.utilisateur)
   where b.sis_key = request.sis_key()
     and b.id = update_messagerie.id
     and body ? 'password';
  update app.messageries b
     set host = coalesce(body ->> 'host', b.host),
         port = coalesce((body ->> 'port')::integer, b.port),
         securite = coalesce(body ->> 'security', b.securite),
         utilisateur = coalesce(body ->> 'user', b.utilisateur),
         dossier = case when body ? 'folder' then coalesce(body ->> 'folder', 'INBOX') else b.dossier end,
         expediteurs = case when body ? 'senders' then app.expediteurs(body -> 'senders') else b.expediteurs end,
         active = coalesce((body ->> 'active')::boolean, b.active),
         lire_depuis = case
                         when body ? 'lire_depuis'
                         then coalesce(request.read_instant(body ->> 'lire_depuis', app.fuseau()), b.created_at - interval '1 day')
                         else b.lire_depuis
                       end
   where b.sis_key = request.sis_key()
     and b.id = update_messagerie.id;
  return api.messagerie_json(id);
end;
$$;
comment on function api.update_messagerie(bigint, jsonb) is
  'Changes a mailbox; absent keys leave values as they are. The password is sealed for the given host, port, security and user, in base64. Null when the mailbox does not exist, PT422.';
grant execute on function api.update_messagerie(bigint, jsonb) to caserne_api;
--! EndIncluded api/sis/update_messagerie.sql
--! Included api/sis/update_sis_param.sql
create or replace function api.update_sis_param(body jsonb) returns json
  language sql volatile
as $$
  update app.sis s
     set (nom, rue, numero, district, no_arrondissement, telephone, email, iban, bic, localite_id, sapeur_id, fuseau,
          intervention_automatique, delai_excuse, duree_reponse, contenu_alerte) = (
       select coalesce(n.nom, ''), coalesce(n.rue, ''), coalesce(n.numero, ''), coalesce(n.district, ''),
              coalesce(n.no_arrondissement, ''), coalesce(n.telephone, ''), coalesce(n.email, ''),
              upper(replace(coalesce(n.iban, ''), ' ', '')), coalesce(n.bic, ''), n.localite_id, n.sapeur_id,
              coalesce(n.fuseau, 'Europe/Zurich'), n.intervention_automatique,
              coalesce(n.delai_excuse, 7::smallint), coalesce(n.duree_reponse, 120::smallint), coalesce(n.contenu_alerte, 'minimal')
         from jsonb_populate_record(s, body) n
     )
   where s.sis_key = request.sis_key()
  returning api.as_json(s)
$$;
comment on function api.update_sis_param(jsonb) is
  'Changes the settings of the caller''s SIS; absent keys leave values as they are, null clears a value or sets its default.';
grant execute on function api.update_sis_param(jsonb) to caserne_api;
--! EndIncluded api/sis/update_sis_param.sql
--! Included api/statistiques/export_statistiques.sql
-- Calls the functions of the endpoints, so that files and answers have the same figures.
create or replace function api.export_statistiques(id bigint, figures text default null) returns json
  language sql stable
as $$
  select json_build_object(
           'sis_key', e.sis_key,
           'annee', e.annee,
           'tableaux', (
             select json_agg(json_build_object(
                      'figures', f.nom,
                      -- Only the requested branch is computed.
                      'lignes', case f.nom
                                  when 'stat-federal' then stats.categories('stat_federal', e.id, null, null)
                                  when 'stat-intervention' then stats.categories('stat_intervention', e.id, null, null)
                                  when 'type-intervention' then api.list_statistique_type_intervention(e.id)
                                  when 'intervention-traitement' then api.list_statistique_intervention_traitement(e.id)
                                  when 'vehicule' then api.list_statistique_vehicule(e.id)
                                  when 'materiel' then api.list_statistique_materiel(e.id)
                                  when 'presence-exercice' then api.list_statistique_presence_exercice(e.id)
                                  when 'presence-intervention' then stats.presence_intervention(e.id)
                                  when 'mensuel' then api.list_statistique_mensuel(e.id)
                                end
                    ) order by f.ordre)
               from unnest(array[
                      'stat-federal', 'stat-intervention', 'type-intervention', 'intervention-traitement', 'vehicule', 'materiel',
                      'presence-exercice', 'presence-intervention', 'mensuel'
                    ]) with ordinality as f (nom, ordre)
              where export_statistiques.figures is null
                 or f.nom = export_statistiques.figures
           )
         )
    from app.exercices_comptables e
   where e.sis_key = request.sis_key()
     and e.id = export_statistiques.id
$$;
comment on function api.export_statistiques(bigint, text) is
  'Tables of figures of an accounting year for an exported file, all or one (stat-federal, vehicule, …), with designations beside ids; null when the year does not exist.';
grant execute on function api.export_statistiques(bigint, text) to caserne_api;
--! EndIncluded api/statistiques/export_statistiques.sql
--! Included api/statistiques/get_statistique_rapport.sql
create or replace function api.get_statistique_rapport(id bigint) returns json
  language sql stable
as $$
  select json_build_object(
           'sis_key', e.sis_key,
           'nom', s.nom,
           'annee', e.annee,
           'debut', e.debut,
           'fin', e.fin,
           'date', app.today(),
           'logo', (
             select json_build_object('type', l.type, 'image', encode(l.image, 'base64'))
               from app.sis_logos l
              where l.sis_key = e.sis_key
                and l.type in ('image/png', 'image/jpeg')
           ),
           'categories', stats.categories('stat_federal', e.id, null, null),
           -- Sum of the seconds, because rounded hours do not add up.
           'total', (
             select json_build_object(
                      'nb', sum(f.nb),
                      'heures', stats.heures(sum(f.secondes)),
                      'sauve_personne', sum(f.sauve_personne),
                      'sauve_animaux', sum(f.sauve_animaux),
                      'nb_precedent', sum(f.nb_precedent),
                      'heures_precedent', stats.heures(sum(f.secondes_precedent))
                    )
               from stats.federal f
              where f.sis_key = e.sis_key
                and f.exercice_comptable_id = e.id
           )
         )
    from app.exercices_comptables e
    join app.sis s on s.sis_key = e.sis_key
   where e.sis_key = request.sis_key()
     and e.id = get_statistique_rapport.id
$$;
comment on function api.get_statistique_rapport(bigint) is
  'Contents of the yearly federal report: the SIS with its logo if that can be printed, categories with the figures of the year and the previous one, and totals; null when the year does not exist.';
grant execute on function api.get_statistique_rapport(bigint) to caserne_api;
--! EndIncluded api/statistiques/get_statistique_rapport.sql
--! Included api/vehicules/create_materiel.sql
create or replace function api.create_materiel(body jsonb) returns json
  language sql volatile
as $$
  insert into app.materiels (designation, statut, tri, forfait, unite, type_unite_id)
  select n.designation, coalesce(n.statut, true), coalesce(n.tri, 0),
         coalesce(n.forfait, 0), coalesce(n.unite, 0), coalesce(n.type_unite_id, 1)
    from jsonb_populate_record(null::app.materiels, app.accept_alias(body, 'statut', 'status')) n
  returning api.as_json(materiels)
$$;
comment on function api.create_materiel(jsonb) is
  'Adds a material to the caller''s SIS.';
grant execute on function api.create_materiel(jsonb) to caserne_api;
--! EndIncluded api/vehicules/create_materiel.sql
--! Included api/vehicules/create_vehicule.sql
create or replace function api.create_vehicule(body jsonb) returns json
  language sql volatile
as $$
  insert into app.vehicules (designation, immatriculation, statut, tri, forfait, unite, type_unite_id)
  select n.designation, coalesce(n.immatriculation, ''), coalesce(n.statut, true), coalesce(n.tri, 0),
         coalesce(n.forfait, 0), coalesce(n.unite, 0), coalesce(n.type_unite_id, 1)
    from jsonb_populate_record(null::app.vehicules, app.accept_alias(body, 'statut', 'status')) n
  returning api.as_json(vehicules)
$$;
comment on function api.create_vehicule(jsonb) is
  'Adds a vehicle to the caller''s SIS.';
grant execute on function api.create_vehicule(jsonb) to caserne_api;
--! EndIncluded api/vehicules/create_vehicule.sql
--! Included api/vehicules/delete_materiel.sql
create or replace function api.delete_materiel(id bigint) returns json
  language sql volatile
as $$
  delete from app.materiels m
   where m.sis_key = request.sis_key()
     and m.id = delete_materiel.id
  returning 'true'::json
$$;
comment on function api.delete_materiel(bigint) is
  'Removes a material that no intervention used. Null when it does not exist.';
grant execute on function api.delete_materiel(bigint) to caserne_api;
--! EndIncluded api/vehicules/delete_materiel.sql
--! Included api/vehicules/delete_vehicule.sql
create or replace function api.delete_vehicule(id bigint) returns json
  language sql volatile
as $$
  delete from app.vehicules v
   where v.sis_key = request.sis_key()
     and v.id = delete_vehicule.id
  returning 'true'::json
$$;
comment on function api.delete_vehicule(bigint) is
  'Removes a vehicle that went to no intervention. Null when it does not exist.';
grant execute on function api.delete_vehicule(bigint) to caserne_api;
--! EndIncluded api/vehicules/delete_vehicule.sql
--! Included api/vehicules/update_materiel.sql
create or replace function api.update_materiel(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.materiels m
     set (designation, statut, tri, forfait, unite, type_unite_id) = (
       select n.designation, n.statut, n.tri, n.forfait, n.unite, n.type_unite_id
         from jsonb_populate_record(m, app.accept_alias(body, 'statut', 'status', to_jsonb(m.statut))) n
     )
   where m.sis_key = request.sis_key()
     and m.id = update_materiel.id
  returning api.as_json(m)
$$;
comment on function api.update_materiel(bigint, jsonb) is
  'Changes a material; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_materiel(bigint, jsonb) to caserne_api;
--! EndIncluded api/vehicules/update_materiel.sql
--! Included api/vehicules/update_vehicule.sql
create or replace function api.update_vehicule(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.vehicules v
     set (designation, immatriculation, statut, tri, forfait, unite, type_unite_id) = (
       select n.designation, coalesce(n.immatriculation, ''), n.statut, n.tri, n.forfait, n.unite, n.type_unite_id
         from jsonb_populate_record(v, app.accept_alias(body, 'statut', 'status', to_jsonb(v.statut))) n
     )
   where v.sis_key = request.sis_key()
     and v.id = update_vehicule.id
  returning api.as_json(v)
$$;
comment on function api.update_vehicule(bigint, jsonb) is
  'Changes a vehicle; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_vehicule(bigint, jsonb) to caserne_api;
--! EndIncluded api/vehicules/update_vehicule.sql
