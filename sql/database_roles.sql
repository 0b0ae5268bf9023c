-- Roles, extensions and rights on the database itself, which a migration has no right to create. `caserne migrate
-- --bootstrap` runs this file as a superuser (or as a login with createrole and createdb that owns the database), also
-- after each reset. It may be run again. The bootstrap command sets passwords of logins; none is here.

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

-- Up to PostgreSQL 15 any login may make another role a member of its own (`grant jura_stat to caserne_api`). With
-- inheritance the policy of analysts would then apply to that role. None of these roles is a member of anything. Only
-- roles that still inherit are altered: two bootstraps at once in one cluster would otherwise collide.
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

comment on role caserne_owner is 'Owns every object, and migrations run as it. Nobody logs in as it, and the policies are forced on it too.';
comment on role caserne_auth is 'Login of the authentication server: executes functions of auth, reads no business table.';
comment on role caserne_api is 'Login of the data server: executes api and reads and writes app under the policies. Owns nothing.';
comment on role caserne_worker is 'Login of the worker: executes jobs and works with the queue (schema graphile_worker). Owns nothing.';
comment on role caserne_analyst is 'Group of the logins of analysts who see the SIS that they were granted (auth.analystes).';
comment on role caserne_national is 'Group of the logins of analysts who see every SIS.';

do $$
begin
  -- A bootstrap login that is not a superuser must be able to become the role that owns everything.
  if not (select rolsuper from pg_catalog.pg_roles where rolname = current_user) then
    execute pg_catalog.format('grant caserne_owner to %I', current_user);
  end if;
  execute pg_catalog.format('alter database %I owner to caserne_owner', pg_catalog.current_database());
  -- No temporary objects either: they could mislead a definer function.
  execute pg_catalog.format('revoke all on database %I from public', pg_catalog.current_database());
  execute pg_catalog.format('grant connect on database %I to caserne_auth, caserne_api, caserne_worker, caserne_analyst, caserne_national',
    pg_catalog.current_database());
end;
$$;

-- The data server runs a fixed list of statements over the rows of one SIS, so one plan per statement does. Planning
-- under policies would take longer than many of them run.
alter role caserne_api set plan_cache_mode = 'force_generic_plan';

-- A request takes milliseconds. The limit stops a statement that waits for a lock, a slow disk or a standby before the
-- server gives up its connection (DATABASE_TIMEOUT_SECONDS). GraphQL sets its own limit.
alter role caserne_api set statement_timeout = '15s';
alter role caserne_auth set statement_timeout = '15s';

-- A server or worker whose machine vanished must not hold its locks and connections for the two hours after which
-- Linux asks by default. PostgreSQL notices a lost machine within half a minute.
do $$
declare
  v_role text;
begin
  foreach v_role in array array['caserne_auth', 'caserne_api', 'caserne_worker'] loop
    execute pg_catalog.format('alter role %I set tcp_keepalives_idle = 10', v_role);
    execute pg_catalog.format('alter role %I set tcp_keepalives_interval = 5', v_role);
    execute pg_catalog.format('alter role %I set tcp_keepalives_count = 3', v_role);
    execute pg_catalog.format('alter role %I set tcp_user_timeout = ''30s''', v_role);
  end loop;
end;
$$;

-- Limits that only a superuser may set need functions that do not exist yet: see request.missing_guards.

revoke all on schema public from public;

create schema if not exists ext;
comment on schema ext is 'Extensions. Only functions of the owner reach them.';
create extension if not exists pgcrypto schema ext;
create extension if not exists btree_gist schema ext;
revoke all on all functions in schema ext from public;
grant usage on schema ext to caserne_owner;
grant execute on all functions in schema ext to caserne_owner;
