-- Roles, extensions and rights on the database itself: what a migration may not do for itself.
-- Run by a superuser (or a login with createrole and createdb that owns the database), by `caserne migrate --bootstrap` and after
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

-- What only a superuser may forbid is raised once there are functions: request.missing_walls.

revoke all on schema public from public;

create schema if not exists ext;
comment on schema ext is 'Extensions; only the owner''s functions reach them.';
create extension if not exists pgcrypto schema ext;
create extension if not exists btree_gist schema ext;
revoke all on all functions in schema ext from public;
grant usage on schema ext to caserne_owner;
grant execute on all functions in schema ext to caserne_owner;
