-- Which of several databases this one is (decision 0054). No row: it is the only one, and keeps the accounts.
create table if not exists request.cellule (
  seule boolean primary key default true check (seule),
  nom text not null,
  comptes boolean not null,
  battement bigint,
  rompue_at timestamptz
);

--!table request.cellule, neutral seule nom comptes battement rompue_at

comment on table request.cellule is 'Which cell this database is. At most one row; none where there are no cells.';
comment on column request.cellule.seule is 'Always true, so that there is no second row.';
comment on column request.cellule.nom is 'The name of this cell in auth.cellules.';
comment on column request.cellule.comptes is 'Whether the accounts are kept here. Other cells receive them.';
comment on column request.cellule.battement is 'The last beat that arrived (auth.battements); null where accounts are kept.';
comment on column request.cellule.rompue_at is 'Since when changes of accounts are known to be missing here. No SIS is at home then.';

create or replace function request.keeps_users() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select coalesce((select c.comptes from request.cellule c), true)
$$;
comment on function request.keeps_users() is
  'Whether the accounts are kept in this database; they are where there are no cells. Definer: nobody has a right on the table.';
grant execute on function request.keeps_users() to caserne_auth, caserne_api, caserne_worker;

create or replace function request.is_rapport() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from request.cellule c where c.nom = 'rapport')
$$;
comment on function request.is_rapport() is
  'Whether this is the reporting database, which has rows of all cells and no SIS at home. Definer: nobody has a right on the table.';

-- Rows that arrive by replication fire only triggers that are enabled always. What such a trigger does to other tables
-- is a change made here, and fires all of theirs.
create or replace function request.is_replicated() returns boolean
  language plpgsql stable set search_path = ''
as $$
begin
  -- Only the role that subscriptions belong to may ask, besides superusers.
  if pg_catalog.current_setting('is_superuser') = 'on' or current_user = 'caserne_reception' then
    return pg_catalog.pg_replication_origin_session_is_setup();
  end if;
  return false;
end;
$$;
comment on function request.is_replicated() is 'Whether this session applies what another database has published.';
grant execute on function request.is_replicated() to caserne_api;

create or replace function request.begin_replicated() returns text
  language plpgsql volatile set search_path = ''
as $$
declare
  v_role text := pg_catalog.current_setting('session_replication_role');
begin
  if v_role = 'replica' then
    -- Imports of a SIS with its rows as they are (`caserne import-sis`) turn triggers off like this too.
    if not request.is_replicated() then
      return null;
    end if;
    perform pg_catalog.set_config('session_replication_role', 'origin', true);
  end if;
  return v_role;
end;
$$;
comment on function request.begin_replicated() is
  'Makes changes that follow fire all triggers, also while a row arrives by replication. Returns what request.end_replicated takes; null where triggers are turned off on purpose, and nothing should follow.';

create or replace function request.end_replicated(role text) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  if role = 'replica' then
    perform pg_catalog.set_config('session_replication_role', 'replica', true);
  end if;
end;
$$;
comment on function request.end_replicated(text) is 'Undoes request.begin_replicated.';

-- Cells receive accounts and shared lists by replication. A change made in one of them would be unknown to the others.
create or replace function request.tg_comptes() returns trigger
  language plpgsql volatile set search_path = ''
as $$
begin
  if not request.keeps_users() then
    raise sqlstate 'PT503' using message = 'Les comptes et les listes communes sont tenus dans une autre base de données';
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end;
$$;
comment on function request.tg_comptes() is
  'Refuses (PT503) to change what a cell receives from the database that keeps the accounts.';
