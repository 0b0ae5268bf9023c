-- Who may look at the figures of which SIS with a database login of his own. By session_user, which he cannot change: what a
-- statement can set, anybody with a SQL prompt can set.
create table if not exists auth.analystes (
  sis_key text not null references auth.sis,
  login name not null,
  created_at timestamptz not null default now(),
  primary key (sis_key, login)
);

alter table auth.analystes enable row level security;
alter table auth.analystes force row level security;
drop policy if exists locataire on auth.analystes;
create policy locataire on auth.analystes as restrictive using (sis_key = coalesce(request.sis_key(), sis_key));
drop policy if exists interne on auth.analystes;
create policy interne on auth.analystes to caserne_owner using (true);
create index if not exists analystes_login_idx on auth.analystes (login, sis_key);

drop trigger if exists _900_journal on auth.analystes;
create trigger _900_journal after insert or update or delete on auth.analystes
  for each row execute function audit.tg_journal();

comment on table auth.analystes is 'The SIS of each analyst''s login. Those of caserne_national need none: they see every SIS.';

-- An analyst writes conditions of his own. PostgreSQL tries them before a policy's if it takes them for cheaper, and for such as tell
-- nothing of what they are given. Yet that they were tried can be seen: a sub-select in them has run, or raised an error. So the
-- policy begins with a condition that PostgreSQL takes for free, answers of sub-selects and a look-up in one
-- (test/attacks/analyst.test.ts).
create or replace function auth.octrois() returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(pg_catalog.jsonb_object_agg(a.sis_key, true), '{}') from auth.analystes a where a.login = session_user
$$;
comment on function auth.octrois() is
  'The SIS that the login of this database session was granted, as keys by which a policy tries each row. Definer: the grants are nobody''s to read.';
grant execute on function auth.octrois() to caserne_analyst;

-- Who was granted every SIS need not have each row looked up (bench/RESULTS.md).
create or replace function auth.octroi_complet() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select (select count(*) from auth.analystes a where a.login = session_user) = (select count(*) from auth.sis)
$$;
comment on function auth.octroi_complet() is
  'Whether the login of this database session was granted every SIS there is. Definer: the grants are nobody''s to read.';
grant execute on function auth.octroi_complet() to caserne_analyst;

-- The second condition is for the indexes, which all begin with sis_key: of an index, what is in other SIS is not even looked at. A
-- condition of his own, `sis_key = 'test' and nom_prenom = '…'`, goes into the same look-up, and `explain analyze` tells how many rows it
-- then threw away; so bounds (between the first of his SIS and the last) are not enough. A sub-select too, asked once a statement, and
-- in order, because each look-up sorts it: the function by itself would be asked for each row (bench/RESULTS.md).
create or replace function auth.liste_octrois() returns text[]
  language sql stable security definer set search_path = ''
as $$
  select coalesce(pg_catalog.array_agg(a.sis_key order by a.sis_key), '{}') from auth.analystes a where a.login = session_user
$$;
comment on function auth.liste_octrois() is
  'The same SIS as auth.octrois(), as a list by which an index is read. Definer: the grants are nobody''s to read.';
grant execute on function auth.liste_octrois() to caserne_analyst;
