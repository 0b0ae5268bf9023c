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
create index if not exists analystes_login_idx on auth.analystes (login);

drop trigger if exists _900_journal on auth.analystes;
create trigger _900_journal after insert or update or delete on auth.analystes
  for each row execute function audit.tg_journal();

comment on table auth.analystes is 'The SIS of each analyst''s login. Those of caserne_national need none: they see every SIS.';

create or replace function auth.analyst_sis() returns text[]
  language sql stable security definer set search_path = ''
as $$
  select coalesce(pg_catalog.array_agg(a.sis_key), '{}') from auth.analystes a where a.login = session_user
$$;
comment on function auth.analyst_sis() is
  'The SIS that the login of this database session was granted. Definer: the grants are nobody''s to read.';
grant execute on function auth.analyst_sis() to caserne_analyst;

-- An analyst writes his conditions himself, and PostgreSQL tries the cheaper of two conditions first where both are known to tell
-- nothing of what they are given. Yet that one was tried can be seen: a sub-select in it has run, or raised an error. So this one is
-- the cheapest of all; the other, by index, only spares reading.
create or replace function auth.may_analyse(sis_key text) returns boolean
  language sql stable security definer cost 1e-30 set search_path = ''
as $$
  select exists (
    select from auth.analystes a where a.sis_key = may_analyse.sis_key and a.login = session_user
  )
$$;
comment on function auth.may_analyse(text) is
  'Whether the login of this database session was granted a SIS: the condition that is tried before those that the analyst writes. Definer: the grants are nobody''s to read.';
grant execute on function auth.may_analyse(text) to caserne_analyst;
