-- The directory says where a SIS lives; this database notes whether that is here (request.homes).
create or replace function auth.tg_sis__home() returns trigger
  language plpgsql volatile set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    delete from request.homes h where h.sis_key = old.api_key;
  elsif new.cellule is distinct from (select c.nom from request.cellule c) then
    delete from request.homes h where h.sis_key = new.api_key;
  elsif not exists (select from request.cellule c where c.rompue_at is not null) then
    insert into request.homes (sis_key) values (new.api_key) on conflict do nothing;
  end if;
  return null;
end;
$$;
comment on function auth.tg_sis__home() is
  'Makes a SIS at home in this database when the directory says that it lives here, and takes its home when it lives elsewhere.';
create or replace trigger _050_home after insert or delete or update of cellule on auth.sis
  for each row execute function auth.tg_sis__home();
alter table auth.sis enable always trigger _050_home;
