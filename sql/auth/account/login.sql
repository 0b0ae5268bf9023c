-- Null instead of an exception: a rollback would lose what a failed attempt writes. The plans are generic: planning the
-- rights of the account again took longer than reading them.
create or replace function auth.login(email text, password text, refresh_hash bytea, appareil text, cost integer) returns json
  language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_user auth.users := auth.user_by_email(login.email);
begin
  if not auth.check_password(v_user, password, cost) then
    return null;
  end if;
  -- Imported hashes, and hashes of another cost, are replaced, so that every sign-in takes the same time.
  if v_user.password_hash !~ format('^\$2a\$%s\$', lpad(cost::text, 2, '0')) then
    update auth.users u set password_hash = auth.hash_password(login.password, cost) where u.id = v_user.id;
  end if;
  return auth.begin_session(v_user.id, refresh_hash, appareil);
end;
$$;
comment on function auth.login(text, text, bytea, text, integer) is
  'Signs in: {user, issued_at, claims}, and stores the SHA-256 of the refresh token. Null when the credentials are wrong or the account is disabled.';
grant execute on function auth.login(text, text, bytea, text, integer) to caserne_auth;
