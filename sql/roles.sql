-- Roles, extensions and rights on the database itself: what a migration may not do for itself.
-- Run by a superuser (or a login with createrole that owns the database), by `caserne migrate --bootstrap` and after
-- each reset; may be run again. Passwords of the logins are set by the bootstrap command, never here.

do $$
declare
  v_role text;
begin
  foreach v_role in array array['caserne_owner', 'caserne_auth', 'caserne_api', 'caserne_worker', 'caserne_analyst', 'caserne_national'] loop
    if not exists (select from pg_catalog.pg_roles where rolname = v_role) then
      execute pg_catalog.format('create role %I nologin', v_role);
    end if;
  end loop;
end;
$$;

-- Whose limits they would inherit: up to PostgreSQL 15 any login may make another a member of itself (`grant jura_stat to caserne_api`), and
-- then the policy of analysts would be theirs too. None of them is a member of anything. What is so already is not written again: two who
-- bootstrap at once in one cluster would meet.
do $$
declare
  v_role text;
begin
  for v_role in
    select rolname from pg_catalog.pg_roles where rolinherit and rolname in ('caserne_owner', 'caserne_auth', 'caserne_api', 'caserne_worker')
  loop
    execute pg_catalog.format('alter role %I noinherit', v_role);
  end loop;
end;
$$;

comment on role caserne_owner is 'Owns every object; migrations run as it. Nobody logs in as it, and the policies are forced on it too.';
comment on role caserne_auth is 'Login of the authentication server: executes functions of auth, reads no business table.';
comment on role caserne_api is 'Login of the data server: executes api and reads and writes app under the policies. Owns nothing.';
comment on role caserne_worker is 'Login of the worker: executes jobs and works with the queue (schema graphile_worker). Owns nothing.';
comment on role caserne_analyst is 'Group of the logins of analysts who see the SIS that they were granted (auth.analystes).';
comment on role caserne_national is 'Group of the logins of analysts who see every SIS.';

do $$
begin
  -- A bootstrap login that is not a superuser must be able to become the roles it sets up.
  if not (select rolsuper from pg_catalog.pg_roles where rolname = current_user) then
    execute pg_catalog.format('grant caserne_owner to %I', current_user);
  end if;
  execute pg_catalog.format('alter database %I owner to caserne_owner', pg_catalog.current_database());
  -- No temporary objects either: a definer function could be lured with them.
  execute pg_catalog.format('revoke all on database %I from public', pg_catalog.current_database());
  execute pg_catalog.format('grant connect on database %I to caserne_auth, caserne_api, caserne_worker, caserne_analyst, caserne_national',
    pg_catalog.current_database());
end;
$$;

-- Its statements are a fixed list over the rows of one SIS: one plan each does, and planning under policies would cost more
-- than many of them take.
alter role caserne_api set plan_cache_mode = 'force_generic_plan';
alter role caserne_api set jit = 'off';

-- What a request asks takes milliseconds. A statement that waits for a lock, a slow disk or a standby is stopped before the server
-- gives its connection up (DATABASE_TIMEOUT_SECONDS). GraphQL sets a limit of its own.
alter role caserne_api set statement_timeout = '15s';
alter role caserne_auth set statement_timeout = '15s';

-- What it is called with are passwords and tokens: the server's own log must not show them, whatever it is told to log. Only a
-- superuser may say so.
do $$
begin
  alter role caserne_auth set log_parameter_max_length = 0;
  alter role caserne_auth set log_parameter_max_length_on_error = 0;
exception
  when insufficient_privilege then
    raise notice 'log_parameter_max_length of caserne_auth is to be set to 0 by a superuser';
end;
$$;

-- Nor in the database that each cluster has beside ours, where logins could write what nobody looks for (large objects). What else there is in
-- the cluster is its operator's. Only a superuser may say so.
do $$
begin
  if exists (
    select
      from pg_catalog.pg_database d
     cross join pg_catalog.aclexplode(coalesce(d.datacl, pg_catalog.acldefault('d', d.datdba))) p
     where d.datname = 'template1'
       and p.grantee = 0
       and p.privilege_type = 'CONNECT'
  ) then
    revoke connect on database template1 from public;
  end if;
exception
  when insufficient_privilege then
    raise notice 'connect on database template1 is to be revoked from public by a superuser';
end;
$$;

-- No large objects, which everyone may create and which no policy covers. Only a superuser may say so.
do $$
begin
  revoke execute on function pg_catalog.lo_create(oid), pg_catalog.lo_creat(integer), pg_catalog.lo_from_bytea(oid, bytea) from public;
exception
  when insufficient_privilege then
    raise notice 'lo_create, lo_creat and lo_from_bytea are to be revoked from public by a superuser';
end;
$$;

-- Nor what would let one login hold up the others, or fill the disk: advisory locks and messages in the write-ahead log. They are
-- everybody's otherwise, an analyst's too. Only a superuser may say so.
do $$
declare
  v_function pg_catalog.regprocedure;
begin
  for v_function in
    select p.oid
      from pg_catalog.pg_proc p
     where p.pronamespace = 'pg_catalog'::pg_catalog.regnamespace
       and (p.proname ~ '^pg_(try_)?advisory_' or p.proname = 'pg_logical_emit_message')
  loop
    execute pg_catalog.format('revoke execute on function %s from public', v_function);
    execute pg_catalog.format('grant execute on function %s to caserne_owner, caserne_auth, caserne_api, caserne_worker', v_function);
  end loop;
exception
  when insufficient_privilege then
    raise notice 'advisory locks and pg_logical_emit_message are to be revoked from public by a superuser';
end;
$$;

revoke all on schema public from public;

create schema if not exists ext;
comment on schema ext is 'Extensions; only the owner''s functions reach them.';
create extension if not exists pgcrypto schema ext;
create extension if not exists btree_gist schema ext;
revoke all on all functions in schema ext from public;
grant usage on schema ext to caserne_owner;
grant execute on all functions in schema ext to caserne_owner;
