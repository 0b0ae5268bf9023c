-- A trigger and not a check: the list of time zones is in files of the server and changes.
create or replace function app.tg_sis__fuseau() returns trigger
  language plpgsql volatile
as $$
begin
  -- IANA names only: not the directories posix/ and right/, nor names that exist on this machine alone.
  -- Nor those that are also abbreviations: CET has summer time as a session's time zone, and none in `at time zone`.
  if new.fuseau !~ '^[A-Z]'
    or not exists (select from pg_catalog.pg_timezone_names z where z.name = new.fuseau)
    or exists (
      select from pg_catalog.pg_timezone_abbrevs a
        where a.abbrev = new.fuseau and (a.utc_offset <> interval '0' or a.is_dst)
    )
  then
    raise sqlstate 'PT422' using message = 'Ce fuseau horaire n’existe pas.', detail = 'fuseau';
  end if;
  return new;
end;
$$;
comment on function app.tg_sis__fuseau() is
  'Refuses (PT422) a time zone that PostgreSQL does not know by exactly this name, or that is also an abbreviation (CET).';
drop trigger if exists _100_fuseau on app.sis;
create trigger _100_fuseau before update on app.sis
  for each row
  when (old.fuseau <> new.fuseau)
  execute function app.tg_sis__fuseau();
