-- One update decides: of several simultaneous uses of a token one finds it unused. A used token shown again after ten
-- seconds (in which a client may honestly repeat itself) was stolen, from him or by him: the whole sign-in ends.
create or replace function auth.rotate_refresh_token(token_hash bytea, new_hash bytea) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_token auth.refresh_tokens;
begin
  update auth.refresh_tokens t
     set used_at = clock_timestamp()
    from auth.users u
   where t.token_hash = rotate_refresh_token.token_hash
     and t.used_at is null
     and t.revoked_at is null
     and t.expires_at > clock_timestamp()
     and u.id = t.user_id
     and u.disabled_at is null
  returning t.* into v_token;
  if not found then
    update auth.refresh_tokens f
       set revoked_at = clock_timestamp()
      from auth.refresh_tokens t
     where t.token_hash = rotate_refresh_token.token_hash
       and t.used_at < clock_timestamp() - interval '10 seconds'
       and f.family = t.family
       and f.revoked_at is null;
    return null;
  end if;
  insert into auth.refresh_tokens (token_hash, user_id, family)
  values (new_hash, v_token.user_id, v_token.family);
  return auth.session(v_token.user_id);
end;
$$;
comment on function auth.rotate_refresh_token(bytea, bytea) is
  'Exchanges a refresh token for a new one, once: {user, claims}; null when it is unknown, used, revoked or expired.';
grant execute on function auth.rotate_refresh_token(bytea, bytea) to caserne_auth;
