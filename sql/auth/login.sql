-- Null instead of an exception: what a failed attempt leaves behind must be kept.
create or replace function auth.login(email text, password text, refresh_hash bytea) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user auth.users;
begin
  select * into v_user from auth.users u where lower(u.email) = lower(btrim(login.email));
  if not auth.verify_password(password, v_user.password_hash) or v_user.disabled_at is not null then
    return null;
  end if;
  insert into auth.refresh_tokens (token_hash, user_id, family)
  values (refresh_hash, v_user.id, gen_random_uuid());
  return auth.session(v_user.id);
end;
$$;
comment on function auth.login(text, text, bytea) is
  'Signs in: {user, claims}, and keeps the SHA-256 of the refresh token handed out; null when the credentials are wrong or the account is disabled.';
grant execute on function auth.login(text, text, bytea) to caserne_auth;
