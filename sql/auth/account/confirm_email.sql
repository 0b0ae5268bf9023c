create or replace function auth.confirm_email(token_hash bytea) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user auth.users;
begin
  update auth.users u
     set email_verified_at = clock_timestamp()
    from auth.tokens t
   where t.token_hash = confirm_email.token_hash
     and t.genre = 'confirmation'
     and t.expires_at > clock_timestamp()
     and u.id = t.user_id
     and u.email_verified_at is null
     and u.disabled_at is null
  returning u.* into v_user;
  if not found then
    return null;
  end if;
  delete from auth.tokens t where t.user_id = v_user.id and t.genre = 'confirmation';
  perform auth.link_sapeurs(v_user.id, v_user.email);
  return auth.session(v_user.id);
end;
$$;
comment on function auth.confirm_email(bytea) is
  'Verifies the account that a confirmation token was mailed to and links it to its sapeurs: {user, issued_at, claims}; null when the token is unknown, used or expired.';
grant execute on function auth.confirm_email(bytea) to caserne_auth;
