create or replace function auth.user_by_email(email text) returns auth.users
  language sql stable set search_path = ''
as $$
  select u from auth.users u where lower(u.email) = lower(btrim(user_by_email.email))
$$;
comment on function auth.user_by_email(text) is
  'The account with an e-mail, compared without case; null when there is none.';
