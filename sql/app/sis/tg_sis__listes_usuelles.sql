-- A new SIS gets its lists where it lives: here, or in the cell that learns of it by replication.
create or replace function app.tg_sis__listes_usuelles() returns trigger
  language plpgsql volatile set search_path = ''
as $$
declare
  v_opened text[] := request.opened();
  v_role text;
begin
  if not request.is_home(new.api_key) then
    return null;
  end if;
  v_role := request.begin_replicated();
  if v_role is null then
    return null;
  end if;
  perform app.set_up_sis(new.api_key);
  perform request.reopen(v_opened);
  perform request.end_replicated(v_role);
  return null;
end;
$$;
comment on function app.tg_sis__listes_usuelles() is 'Gives a new SIS its settings and the usual lists, in the database where it lives.';
create or replace trigger _200_listes_usuelles after insert on auth.sis
  for each row when (new.listes_usuelles) execute function app.tg_sis__listes_usuelles();
alter table auth.sis enable always trigger _200_listes_usuelles;
