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
