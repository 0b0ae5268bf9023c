create or replace function auth.create_invitation(body json, token_hash bytea) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_roles bigint[];
  v_invitation auth.invitations;
begin
  perform auth.require('utilisateur.tout');
  v_roles := auth.read_roles(body);
  perform auth.require_own(array(
    select rp.permission
      from auth.role_permissions rp
     where rp.sis_key = request.sis_key() and rp.role_id = any (v_roles)
  ));
  insert into auth.invitations (sis_key, email, created_by)
  values (request.sis_key(), body ->> 'email', request.user_id())
  returning * into v_invitation;
  insert into auth.invitation_roles (sis_key, invitation_id, role_id)
  select v_invitation.sis_key, v_invitation.id, r from unnest(v_roles) as r;
  insert into auth.tokens (token_hash, genre, sis_key, invitation_id, expires_at)
  values (create_invitation.token_hash, 'invitation', v_invitation.sis_key, v_invitation.id, v_invitation.expires_at);
  if v_invitation.email is not null then
    perform graphile_worker.add_job('send_mail', json_build_object(
      'genre', 'invitation', 'sis_key', v_invitation.sis_key, 'invitation_id', v_invitation.id));
  end if;
  return auth.as_json(v_invitation);
end;
$$;
comment on function auth.create_invitation(json, bytea) is
  'Invites whoever gets the token (by its SHA-256) to take roles of the request''s SIS, within 30 days, once; mailed when there is an e-mail. PT403 for a role that allows what the caller may not do himself.';
grant execute on function auth.create_invitation(json, bytea) to caserne_auth;
