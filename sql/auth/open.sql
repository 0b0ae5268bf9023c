-- The rights are read now and not taken from the token, because those who give rights must still hold them.
create or replace function auth.open(user_id bigint, issued_at timestamptz, sis_key text) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user auth.users;
  v_permissions text[];
begin
  select * into v_user from auth.users u where u.id = open.user_id;
  perform auth.check_session(
    open.user_id, open.issued_at, open.sis_key,
    case when v_user.is_admin and open.sis_key is not null then array['admin'] end);
  if open.sis_key is not null then
    v_permissions := auth.permissions_in(v_user, open.sis_key);
  end if;
  -- Accounts of a SIS are kept here also when it lives in another database.
  perform request.enter(open.user_id, open.sis_key, v_permissions, null);
end;
$$;
comment on function auth.open(bigint, timestamptz, text) is
  'Opens a request of the authentication API for an account in a SIS (null: none), with its permissions of today. PT401 when the account is disabled or its tokens revoked since, PT403 when its sapeur has left the SIS, PT404 when an administrator names no SIS.';
grant execute on function auth.open(bigint, timestamptz, text) to caserne_auth;
