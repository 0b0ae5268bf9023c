-- One update decides which of several simultaneous uses finds the token unused. A client may honestly repeat itself
-- within ten seconds. A used token that is shown again later was stolen by one side or the other, so its session ends.
-- The plans are generic, as in auth.login.
create or replace function auth.refresh_token(token_hash bytea, new_hash bytea) returns json
  language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_session auth.sessions;
begin
  -- The account is locked first, as in auth.end_sessions. A transaction that ends its sessions meanwhile waits, and
  -- then ends the new tokens too.
  perform
     from auth.refresh_tokens t
     join auth.sessions s on s.id = t.session_id
     join auth.users u on u.id = s.user_id
    where t.token_hash = refresh_token.token_hash
      for share of u;
  update auth.refresh_tokens t
     set used_at = clock_timestamp()
    from auth.sessions s
    join auth.users u on u.id = s.user_id
   where t.token_hash = refresh_token.token_hash
     and t.used_at is null
     and t.expires_at > clock_timestamp()
     and s.id = t.session_id
     and s.revoked_at is null
     and u.disabled_at is null
  returning s.* into v_session;
  if not found then
    update auth.sessions s
       set revoked_at = clock_timestamp()
      from auth.refresh_tokens t
     where t.token_hash = refresh_token.token_hash
       and t.used_at < clock_timestamp() - interval '10 seconds'
       and s.id = t.session_id
       and s.revoked_at is null;
    return null;
  end if;
  insert into auth.refresh_tokens (token_hash, session_id) values (new_hash, v_session.id);
  return auth.session(v_session.user_id);
end;
$$;
comment on function auth.refresh_token(bytea, bytea) is
  'Exchanges a refresh token for a new one, once: {user, issued_at, claims}. Null when it is unknown, used, revoked or expired.';
grant execute on function auth.refresh_token(bytea, bytea) to caserne_auth;
