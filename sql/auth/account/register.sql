-- The hash is computed before the e-mail is looked up, so registration takes the same time whether or not the e-mail
-- has an account.
create or replace function auth.register(
  name text, email text, password text, invitation_hash bytea, by_invitation_only boolean, min_length integer, cost integer,
  refresh_hash bytea, appareil text, refused boolean) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_hash text;
  v_faults json;
  v_user_id bigint;
begin
  if by_invitation_only and invitation_hash is null then
    raise sqlstate 'PT403' using message = 'Les inscriptions sont fermées : il faut une invitation';
  end if;
  if not refused and auth.password_fault(password, email, name, min_length) is null then
    v_hash := auth.hash_password(password, cost);
  end if;
  v_faults := auth.registration_faults(name, email, password, invitation_hash, min_length);
  if refused or v_faults is not null then
    return json_build_object('faults', coalesce(v_faults, '{}'));
  end if;
  v_user_id := auth.add_user(name, email, v_hash);
  if invitation_hash is not null then
    perform auth.accept_invitation(invitation_hash, v_user_id);
  end if;
  if not exists (select from auth.users u where u.id = v_user_id and u.email_verified_at is not null) then
    perform auth.ask_mail('confirmation', email);
  end if;
  return request.add_avertissements(
    auth.begin_session(v_user_id, refresh_hash, appareil), jsonb_build_object('name', name), 'name');
end;
$$;
comment on function auth.register(text, text, text, bytea, boolean, integer, integer, bytea, text, boolean) is
  'Creates an account and signs it in as auth.login does, with a warning when its name held invisible signs; verified if its invitation was mailed to its e-mail, else with a confirmation mail. {faults: {field: [sentence]}} for faults found here or before (refused; the faulty fields are null); PT403 when an invitation is needed.';
grant execute on function auth.register(text, text, text, bytea, boolean, integer, integer, bytea, text, boolean) to caserne_auth;
