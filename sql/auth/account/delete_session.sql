create or replace function auth.delete_session(id bigint) returns json
  language sql volatile security definer set search_path = ''
as $$
  update auth.sessions s
     set revoked_at = clock_timestamp()
   where s.id = delete_session.id
     and s.user_id = request.user_id()
     and s.revoked_at is null
  returning to_json(true)
$$;
comment on function auth.delete_session(bigint) is
  'Ends a session of the calling account and its refresh token; null when the account has no such session.';
grant execute on function auth.delete_session(bigint) to caserne_auth;
