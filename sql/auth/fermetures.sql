-- A SIS that is moved is closed first: it can be read, and nothing of it changes. Where it is served is another matter
-- (request.homes). The row is apart from auth.sis because every transaction that writes in the SIS holds it until its
-- end (auth.check_ouvert), and must not wait there for a change of the name.
create table if not exists auth.fermetures (
  sis_key text primary key references auth.sis on delete cascade,
  ferme_at timestamptz
);

--!tenant auth.fermetures, neutral ferme_at

comment on table auth.fermetures is 'Whether a SIS is closed: it can be read then, and every change in it is refused. One row per SIS.';
comment on column auth.fermetures.ferme_at is 'When the SIS was closed; null while it is open.';

create or replace function auth.tg_sis__fermeture() returns trigger
  language plpgsql volatile set search_path = ''
as $$
declare
  v_opened text[] := request.opened();
begin
  -- Outside any SIS, because the new one has no home yet.
  perform request.open(null, null, '{}', null);
  insert into auth.fermetures (sis_key) values (new.api_key) on conflict do nothing;
  perform request.reopen(v_opened);
  return null;
end;
$$;
comment on function auth.tg_sis__fermeture() is
  'Adds the row of a new SIS, in a request of its own.';

create or replace trigger _100_fermeture after insert on auth.sis
  for each row execute function auth.tg_sis__fermeture();
alter table auth.sis enable always trigger _100_fermeture;

-- The lock makes closing wait for the transactions that have written in the SIS, and those that come after wait for the
-- closing. The journal, which sees every row, asks once a transaction: the setting says that it has.
create or replace function auth.check_ouvert(sis_key text) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_ferme_at timestamptz;
begin
  select f.ferme_at into v_ferme_at
    from auth.fermetures f
   where f.sis_key = check_ouvert.sis_key
     for share;
  if v_ferme_at is not null then
    raise sqlstate 'PT503' using message = 'Ce SIS est fermé pour un déménagement : on peut le lire, mais rien n’y change';
  end if;
  perform pg_catalog.set_config('auth.ouvert', check_ouvert.sis_key, true);
end;
$$;
comment on function auth.check_ouvert(text) is
  'Refuses (PT503) to write in a SIS that is closed, and keeps it from being closed until the transaction ends.';

create or replace function auth.close_sis(sis_key text) returns void
  language plpgsql volatile set search_path = '' set lock_timeout = '10s'
as $$
begin
  perform auth.require_sis(close_sis.sis_key);
  update auth.fermetures f set ferme_at = coalesce(f.ferme_at, clock_timestamp()) where f.sis_key = close_sis.sis_key;
end;
$$;
comment on function auth.close_sis(text) is
  'Closes a SIS: waits for those who write in it, and refuses all writing after them. 55P03 if they take longer than ten seconds.';

create or replace function auth.open_sis(sis_key text) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  perform auth.require_sis(open_sis.sis_key);
  update auth.fermetures f set ferme_at = null where f.sis_key = open_sis.sis_key;
  perform jobs.ask_releve(r.sis_key, r.messagerie_id) from jobs.releves r where r.sis_key = open_sis.sis_key and r.active;
end;
$$;
comment on function auth.open_sis(text) is 'Opens a closed SIS again, and asks for a relève of its mailboxes.';

create or replace function auth.list_closed_sis() returns json
  language sql stable set search_path = ''
as $$
  select coalesce(json_agg(f.sis_key), '[]') from auth.fermetures f where f.ferme_at is not null
$$;
comment on function auth.list_closed_sis() is 'The keys of the SIS that are closed, for the operator.';
