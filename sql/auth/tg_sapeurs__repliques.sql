-- Cells tell the database of the accounts of their sapeurs. When a SIS moves, the new cell tells of all of them once
-- more, and the old one later removes its rows.
create or replace function auth.tg_sapeurs__repliques() returns trigger
  language plpgsql volatile set search_path = ''
as $$
begin
  if not pg_catalog.pg_replication_origin_session_is_setup() then
    if tg_op = 'DELETE' then
      return old;
    end if;
    return new;
  end if;
  if tg_op = 'DELETE' then
    return case when exists (select from request.nettoyages n where n.sis_key = old.sis_key) then null else old end;
  end if;
  update auth.sapeurs a
     set nom_prenom = new.nom_prenom, email = new.email, email_garanti = new.email_garanti, service = new.service
   where a.sis_key = new.sis_key and a.id = new.id;
  return case when found then null else new end;
end;
$$;
comment on function auth.tg_sapeurs__repliques() is
  'Takes rows of a SIS that moves between cells as they come: a row that is known is written over, and what its old cell removes stays.';
create or replace trigger _020_repliques before insert or delete on auth.sapeurs
  for each row execute function auth.tg_sapeurs__repliques();
alter table auth.sapeurs enable replica trigger _020_repliques;
