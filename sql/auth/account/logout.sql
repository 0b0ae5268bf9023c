create or replace function auth.logout(token_hash bytea) returns void
  language sql volatile security definer set search_path = ''
as $$
  update auth.sessions s
     set revoked_at = clock_timestamp()
    from auth.refresh_tokens t
   where t.token_hash = logout.token_hash
     and s.id = t.session_id
     and s.revoked_at is null
$$;
comment on function auth.logout(bytea) is 'Ends the session of a refresh token, if there is one.';
grant execute on function auth.logout(bytea) to caserne_auth;
