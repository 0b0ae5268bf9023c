-- Accounts call nothing of app: a new SIS is a row of theirs, and this database makes of it what a SIS needs here.
create or replace function app.tg_sis__listes_usuelles() returns trigger
  language plpgsql volatile set search_path = ''
as $$
declare
  v_opened text[] := request.opened();
begin
  perform app.set_up_sis(new.api_key);
  perform request.reopen(v_opened);
  return null;
end;
$$;
comment on function app.tg_sis__listes_usuelles() is 'Sets a new SIS up, in a request of its own.';

create or replace trigger _200_listes_usuelles after insert on auth.sis
  for each row when (new.listes_usuelles) execute function app.tg_sis__listes_usuelles();
