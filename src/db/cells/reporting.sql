-- Objects of the reporting database alone. It receives rows of every cell, and each row of a SIS from one at a time:
-- from the cell where the SIS lives. While a SIS moves, two cells tell of the same rows.
create schema if not exists rapport;

create table if not exists rapport.cellules (
  souscription text primary key,
  nom text not null unique
);
comment on table rapport.cellules is 'The cells that are followed, by the names of their subscriptions.';

create table if not exists rapport.sources (
  sis_key text primary key,
  cellule text
);
comment on table rapport.sources is 'The cell whose rows of a SIS count; null between two cells.';

-- Called once in the session of a worker that applies changes, and once in any other transaction.
create or replace function rapport.find_cellule() returns text
  language plpgsql volatile set search_path = ''
as $$
declare
  v_nom text;
begin
  select c.nom
    into v_nom
    from pg_catalog.pg_stat_subscription s
    join rapport.cellules c on c.souscription = s.subname
   where s.pid = pg_catalog.pg_backend_pid();
  return pg_catalog.set_config('rapport.cellule', coalesce(v_nom, '-'), not found);
end;
$$;
comment on function rapport.find_cellule() is 'The cell whose changes this session applies; - in any other session, such as that of an operator.';

create or replace function rapport.tg_source() returns trigger
  language plpgsql volatile set search_path = ''
as $$
declare
  v_cellule text := pg_catalog.current_setting('rapport.cellule', true);
  v_sis_key text;
begin
  if v_cellule is null or v_cellule = '' then
    v_cellule := rapport.find_cellule();
  end if;
  if tg_op = 'DELETE' then
    v_sis_key := old.sis_key;
  else
    v_sis_key := new.sis_key;
  end if;
  -- Only the cell itself gives a SIS up, so what was found holds for the transaction.
  if v_cellule <> '-' and pg_catalog.current_setting('rapport.sis', true) is distinct from v_sis_key then
    perform from rapport.sources s where s.sis_key = v_sis_key and s.cellule = v_cellule;
    if not found then
      return null;
    end if;
    perform pg_catalog.set_config('rapport.sis', v_sis_key, true);
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end;
$$;
comment on function rapport.tg_source() is 'Leaves out changes that come from another cell than that of the SIS.';

-- A SIS that moves is given up by its old cell after its last change there, and taken by its new cell when it has them
-- all. The two say so in streams of their own: the new cell waits until everything of the old one has arrived.
create or replace function rapport.tg_sejours__source() returns trigger
  language plpgsql volatile set search_path = ''
as $$
declare
  v_source text;
begin
  perform pg_catalog.set_config('rapport.sis', '', true);
  if not new.ici then
    update rapport.sources s set cellule = null where s.sis_key = new.sis_key and s.cellule = new.cellule;
    return new;
  end if;
  for v_try in 1 .. 20 loop
    select s.cellule into v_source from rapport.sources s where s.sis_key = new.sis_key;
    if v_source is null or v_source = new.cellule then
      insert into rapport.sources (sis_key, cellule) values (new.sis_key, new.cellule)
      on conflict (sis_key) do update set cellule = excluded.cellule;
      return new;
    end if;
    perform pg_catalog.pg_sleep(0.25);
  end loop;
  raise exception 'The cell % has not given up % yet, so % waits', v_source, new.sis_key, new.cellule;
end;
$$;
comment on function rapport.tg_sejours__source() is 'Notes which cell a SIS lives in.';
create or replace trigger _015_source before insert or update on request.sejours
  for each row execute function rapport.tg_sejours__source();
alter table request.sejours enable replica trigger _015_source;

-- Servers and workers have nothing to do here.
do $$
begin
  execute pg_catalog.format('revoke connect on database %I from caserne_auth, caserne_api, caserne_worker',
    pg_catalog.current_database());
end;
$$;
