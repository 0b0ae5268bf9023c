-- Definer: logins of servers may not read accounts. The demo's accounts share one hash, so one comparison decides for
-- all of them.
create or replace function auth.demo_users() returns text[]
  language sql volatile security definer set search_path = ''
as $$
  with accounts as materialized (
    select u.id, u.email, u.password_hash
      from auth.users u
     where u.email like '%@example.org'
       and u.disabled_at is null
  ),
  hashes as materialized (
    select h.password_hash
      from (select distinct a.password_hash from accounts a) h
     where auth.verify_password('caserne-demo', h.password_hash, 4)
  )
  select coalesce(array_agg(a.email order by a.id), '{}') from accounts a join hashes h using (password_hash)
$$;
comment on function auth.demo_users() is
  'E-mails of enabled accounts that still have the demo''s password, which everybody knows.';
grant execute on function auth.demo_users() to caserne_api, caserne_auth;
