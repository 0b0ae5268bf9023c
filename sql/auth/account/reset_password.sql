-- An exception rolls back everything, so the token may be used again after a weak password.
create or replace function auth.reset_password(token_hash bytea, password text, min_length integer, cost integer) returns text
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user auth.users;
begin
  -- The account is locked before its token: another transaction on the account finishes first, and deletes the token.
  select u.* into v_user
    from auth.users u
    join auth.tokens t on t.user_id = u.id
   where t.token_hash = reset_password.token_hash
     and t.genre = 'reinitialisation'
     and t.expires_at > clock_timestamp()
     and u.disabled_at is null
     for no key update of u;
  delete from auth.tokens t where t.token_hash = reset_password.token_hash and t.user_id = v_user.id;
  if not found then
    return null;
  end if;
  perform auth.set_password(v_user, auth.hash_new_password(password, v_user.email, v_user.name, min_length, cost));
  return v_user.email;
end;
$$;
comment on function auth.reset_password(bytea, text, integer, integer) is
  'Sets a new password for the account of a reset token, ends its sessions and returns its e-mail. Null when the token is unknown, used or expired; PT422 on password when it is weak.';
grant execute on function auth.reset_password(bytea, text, integer, integer) to caserne_auth;
