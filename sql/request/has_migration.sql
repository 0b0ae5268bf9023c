-- Definer: the logins see nothing of graphile_migrate. Whether one migration has been applied, not which came last: a server of the
-- version before goes on working while the next one is being brought in.
create or replace function request.has_migration(hash text) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from graphile_migrate.migrations m where m.hash = has_migration.hash);
end;
$$;
comment on function request.has_migration(text) is
  'Whether this database has seen a migration, by its hash. Definer: the logins see nothing of graphile_migrate.';
grant execute on function request.has_migration(text) to caserne_auth, caserne_api, caserne_worker;
