create or replace function auth.confirm_email(token_hash bytea) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user auth.users;
begin
  select u.* into v_user
    from auth.tokens t
    join auth.users u on u.id = t.user_id
   where t.token_hash = confirm_email.token_hash
     and t.genre = 'confirmation'
     and t.expires_at > clock_timestamp()
     and u.email_verified_at is null
     and u.disabled_at is null
     for update of u;
  if not found then
    return null;
  end if;
  perform auth.verify_email(v_user.id);
  return auth.session(v_user.id);
end;
$$;
comment on function auth.confirm_email(bytea) is
  'Verifies the account of a confirmation token and links it to its sapeurs: {user, issued_at, claims}. Null when the token is unknown, used or expired.';
grant execute on function auth.confirm_email(bytea) to caserne_auth;
