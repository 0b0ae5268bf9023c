-- The beat of the accounts. Data servers count it up where accounts are kept, and it reaches each cell in order with
-- all changes of accounts: a cell that has a beat has every change before it, and one that missed a beat missed
-- changes.
create table if not exists auth.battements (
  seule boolean primary key default true check (seule),
  numero bigint not null,
  battu_at timestamptz not null default now()
);

--!table auth.battements, neutral seule numero battu_at

comment on table auth.battements is 'The number of the last beat of the accounts. One row.';
comment on column auth.battements.seule is 'Always true, so that there is no second row.';

create or replace function auth.beat() returns bigint
  language sql volatile security definer set search_path = ''
as $$
  -- Several servers ask each second; one of them counts.
  update auth.battements b set numero = b.numero + 1, battu_at = pg_catalog.clock_timestamp()
   where b.battu_at < pg_catalog.clock_timestamp() - interval '0.5 s'
     and request.keeps_users();
  select b.numero from auth.battements b
$$;
comment on function auth.beat() is
  'Counts a beat, twice a second at most, and returns the number of the last one; null where there are no cells. Definer: nobody has a right on the table.';
grant execute on function auth.beat() to caserne_api;

create or replace function auth.heard_beat() returns json
  language sql stable security definer set search_path = ''
as $$
  select json_build_object('numero', case when c.comptes then (select b.numero from auth.battements b) else c.battement end,
                           'rompue', c.rompue_at is not null)
    from request.cellule c
$$;
comment on function auth.heard_beat() is
  'The last beat that reached this cell, and whether changes of accounts are missing here: {numero, rompue}. Null where there are no cells. Definer: nobody has a right on the table.';
grant execute on function auth.heard_beat() to caserne_api;

create or replace function auth.tg_battements__suite() returns trigger
  language plpgsql volatile set search_path = ''
as $$
declare
  v_last bigint;
begin
  select c.battement into v_last from request.cellule c where not c.comptes;
  if not found then
    return null;
  end if;
  if v_last is not null and new.numero <> v_last + 1 then
    -- A cell restored from a backup, or a subscription that was made again without the rows.
    update request.cellule c set rompue_at = coalesce(c.rompue_at, clock_timestamp()), battement = new.numero;
    delete from request.homes;
  else
    update request.cellule c set battement = new.numero;
  end if;
  return null;
end;
$$;
comment on function auth.tg_battements__suite() is
  'Notes a beat that arrives in a cell. After a gap no SIS is at home here any more, because rights may be missing or withdrawn.';
create or replace trigger _100_suite after insert or update on auth.battements
  for each row execute function auth.tg_battements__suite();
alter table auth.battements enable always trigger _100_suite;
