create or replace function auth.get_me() returns json
  language sql stable security definer set search_path = ''
as $$
  select auth.as_json(u) from auth.users u where u.id = request.user_id()
$$;
comment on function auth.get_me() is 'The calling account.';
grant execute on function auth.get_me() to caserne_auth;
