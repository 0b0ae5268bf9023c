-- The SIS that live in this database. Do not confuse two tables: request.homes says where a SIS is served, and
-- auth.fermetures whether it takes writes. Requests look up a home and hold nothing, so that a standby can do it too.
-- Take a home only from a closed SIS: closing waits for those who write. No foreign key, because auth.sis is a floor
-- above.
create table if not exists request.homes (
  sis_key text primary key,
  created_at timestamptz not null default now()
);

--!table request.homes, neutral created_at

comment on table request.homes is 'The SIS that live in this database. A SIS of auth.sis that is missing here is served by another database.';
comment on column request.homes.created_at is 'Since when the SIS lives here.';

-- Each request asks this. In PL/pgSQL, because before PostgreSQL 18 a function in SQL was planned at each call. By the
-- index, however few homes there are: the plan is kept while they become more.
create or replace function request.is_home(sis_key text) returns boolean
  language plpgsql stable security definer set search_path = '' set enable_seqscan = off
as $$
begin
  perform from request.homes h where h.sis_key = is_home.sis_key;
  return found or is_home.sis_key = '*';
end;
$$;
comment on function request.is_home(text) is
  'Whether a SIS lives in this database; the instance (*) lives in each. Definer: nobody has a right on the table.';
grant execute on function request.is_home(text) to caserne_api;

create or replace function request.refuse_away(sis_key text) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  -- Nothing is found under a key that no SIS has: it is refused as ever.
  if exists (select from auth.sis s where s.api_key = refuse_away.sis_key) then
    raise sqlstate 'PT503' using
      message = 'Ce SIS est servi par une autre base de données : réessayez dans un instant', detail = '5';
  end if;
end;
$$;
comment on function request.refuse_away(text) is
  'Refuses (PT503, with the seconds after which to ask again) a SIS of the directory that does not live in this database. Definer: nobody has a right on the directory.';
grant execute on function request.refuse_away(text) to caserne_api;
