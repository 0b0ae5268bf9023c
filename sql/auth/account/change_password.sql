-- Some clients change a password with the e-mail of the account and without a request (auth.open). Null instead of an
-- exception, as in auth.login.
create or replace function auth.change_password(
  email text, current_password text, new_password text, min_length integer, cost integer, refresh_hash bytea, appareil text)
  returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user auth.users;
begin
  if email is null then
    select * into v_user from auth.users u where u.id = request.user_id();
  else
    v_user := auth.user_by_email(email);
  end if;
  if not auth.check_password(v_user, current_password, cost) then
    return null;
  end if;
  perform auth.set_password(
    v_user, auth.hash_new_password(new_password, v_user.email, v_user.name, min_length, cost, 'new_password'));
  return case when email is null then auth.begin_session(v_user.id, refresh_hash, appareil) else '{}' end;
end;
$$;
comment on function auth.change_password(text, text, text, integer, integer, bytea, text) is
  'Changes the password of the calling account, or of the account with this e-mail, and ends its sessions; the caller is signed in again: {user, issued_at, claims}, else {}. Null when the current password is wrong, PT422 on new_password when the new one is weak.';
grant execute on function auth.change_password(text, text, text, integer, integer, bytea, text) to caserne_auth;
