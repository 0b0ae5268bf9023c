-- Definer: logins may not read graphile_migrate. A database keeps the text of a migration that no release had frozen, and
-- then runs what it lacks (src/db/pending_migrations.ts).
create or replace function request.foreign_migrations(names text[], hashes text[]) returns text[]
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select distinct m.filename
      from graphile_migrate.migrations m
     where m.filename = any (foreign_migrations.names)
       and not exists (select from graphile_migrate.current c where c.filename = m.filename)
       and not exists (
             select from graphile_migrate.migrations own
              where own.filename = m.filename and own.hash = any (foreign_migrations.hashes)
           )
     order by 1
  );
end;
$$;
comment on function request.foreign_migrations(text[], text[]) is
  'Migrations of a program, by their names and hashes, that this database has only in a text which neither of them knows. Definer: logins may not read graphile_migrate.';
grant execute on function request.foreign_migrations(text[], text[]) to caserne_auth, caserne_api, caserne_worker;
