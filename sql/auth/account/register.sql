-- The hash is computed before the e-mail is looked at: it takes the same time whether or not there is such an account.
create or replace function auth.register(
  name text, email text, password text, invitation_hash bytea, by_invitation_only boolean, min_length integer, cost integer,
  refresh_hash bytea, appareil text) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user_id bigint;
begin
  if by_invitation_only and invitation_hash is null then
    raise sqlstate 'PT403' using message = 'Les inscriptions sont fermées : il faut une invitation';
  end if;
  v_user_id := auth.add_user(name, email, auth.hash_new_password(password, email, name, min_length, cost));
  if invitation_hash is not null then
    perform auth.accept_invitation(invitation_hash, v_user_id);
  end if;
  perform auth.ask_mail('confirmation', email);
  return auth.begin_session(v_user_id, refresh_hash, appareil);
end;
$$;
comment on function auth.register(text, text, text, bytea, boolean, integer, integer, bytea, text) is
  'Makes an account, not yet verified, signs it in as auth.login does, and has its confirmation mailed. PT403 when an invitation is needed; PT422 (detail: the field) for a weak password, a taken e-mail, a bad invitation.';
grant execute on function auth.register(text, text, text, bytea, boolean, integer, integer, bytea, text) to caserne_auth;
