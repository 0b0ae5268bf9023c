-- Cells report their sapeurs to the accounts' database, which believes only the cell where a SIS lives: when a
-- SIS has moved, its old cell still has the rows, and later removes them.
create or replace function auth.tg_sapeurs__repliques() returns trigger
  language plpgsql volatile set search_path = ''
as $$
declare
  v_sis_key text := case when tg_op = 'DELETE' then old.sis_key else new.sis_key end;
begin
  if request.is_replicated() then
    perform
       from auth.sis s
       join request.cellule c on c.comptes
       join pg_catalog.pg_stat_subscription t
         on t.subname = format('caserne_personnes_%s_%s', replace(s.cellule, '-', '_'), replace(c.nom, '-', '_'))
      where s.api_key = v_sis_key
        and t.pid = pg_catalog.pg_backend_pid();
    if not found then
      return null;
    end if;
    -- Sent again, as after cell refresh.
    if tg_op = 'INSERT' then
      update auth.sapeurs a
         set nom_prenom = new.nom_prenom, email = new.email, email_garanti = new.email_garanti, service = new.service
       where a.sis_key = new.sis_key and a.id = new.id;
      if found then
        return null;
      end if;
    end if;
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end;
$$;
comment on function auth.tg_sapeurs__repliques() is
  'Takes what a cell tells of its sapeurs: of SIS that live there only. A row that is known is written over.';
create or replace trigger _020_repliques before insert or update or delete on auth.sapeurs
  for each row execute function auth.tg_sapeurs__repliques();
alter table auth.sapeurs enable replica trigger _020_repliques;
