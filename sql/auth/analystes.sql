-- Which analysts may see the figures of which SIS with their own database login. By session_user, which a statement
-- cannot change: anybody with an SQL prompt can change settings.
create table if not exists auth.analystes (
  sis_key text not null references auth.sis,
  login name not null,
  created_at timestamptz not null default now(),
  primary key (sis_key, login)
);

--!tenant auth.analystes, neutral login created_at
create index if not exists analystes_login_idx on auth.analystes (login, sis_key);

create or replace trigger _010_comptes before insert or update or delete on auth.analystes
  for each row execute function request.tg_comptes();

comment on table auth.analystes is 'The SIS that each analyst''s login may see. Logins in caserne_national need no row: they see every SIS.';

-- Analysts write conditions of their own. PostgreSQL evaluates those before a policy when it takes them for cheaper and
-- for leakproof; but an evaluation can be noticed, when a sub-select has run or an error is raised. So the policy
-- begins with a condition that PostgreSQL takes for free: answers of sub-selects and a look-up in one of them
-- (test/attacks/analyste.test.ts).
create or replace function auth.octrois() returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(pg_catalog.jsonb_object_agg(a.sis_key, true), '{}')
    from auth.analystes a
   where a.login = session_user
     and ((select auth.partis()) -> a.sis_key) is null
$$;
comment on function auth.octrois() is
  'The SIS granted to the login of this database session, as keys for a policy to look up each row. Definer: nobody may read the grants.';
grant execute on function auth.octrois() to caserne_analyst;

-- For an analyst who sees every SIS, the rows need no look-up (bench/RESULTS.md).
create or replace function auth.octroi_complet() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select (select count(*) from auth.analystes a where a.login = session_user) = (select count(*) from auth.sis)
     and auth.partis() is null
$$;
comment on function auth.octroi_complet() is
  'Whether the login of this database session was granted every SIS, and none has left this cell. Definer: nobody may read the grants.';
grant execute on function auth.octroi_complet() to caserne_analyst;

-- The second condition of the policy is for indexes, which all begin with sis_key: PostgreSQL then never visits index
-- entries of other SIS. An analyst's own condition, `sis_key = 'test' and nom_prenom = '…'`, goes into the same
-- look-up, and `explain analyze` tells how many rows it removed; so a range from their first SIS to their last would
-- not be enough. A sub-select runs once per statement, and the function alone would run for each row. The list is
-- sorted, because each look-up sorts it (bench/RESULTS.md).
create or replace function auth.liste_octrois() returns text[]
  language sql stable security definer set search_path = ''
as $$
  select coalesce(pg_catalog.array_agg(a.sis_key order by a.sis_key), '{}')
    from auth.analystes a
   where a.login = session_user
     and ((select auth.partis()) -> a.sis_key) is null
$$;
comment on function auth.liste_octrois() is
  'The SIS of auth.octrois() as a sorted list for look-ups in indexes. Definer: nobody may read the grants.';
grant execute on function auth.liste_octrois() to caserne_analyst;
