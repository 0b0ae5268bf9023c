create or replace function request.migration() returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select m.hash from graphile_migrate.migrations m order by m.filename desc limit 1);
end;
$$;
comment on function request.migration() is
  'Hash of the last migration that this database has seen. Definer: the logins see nothing of graphile_migrate.';
grant execute on function request.migration() to caserne_auth, caserne_api, caserne_worker;
