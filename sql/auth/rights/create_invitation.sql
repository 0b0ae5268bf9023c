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
  if body ->> 'sapeur_id' is not null then
    -- The same rule as for linking an account directly (auth.update_user_sis).
    perform auth.require_own(array['sapeur.lecture']);
    perform auth.check_link((body ->> 'sapeur_id')::bigint, null);
    if body ->> 'email' is null then
      raise sqlstate 'PT422' using message = 'Un sapeur s’invite par e-mail : indiquez son adresse.', detail = 'email';
    end if;
  end if;
  insert into auth.invitations (sis_key, email, sapeur_id, created_by)
  values (request.sis_key(), body ->> 'email', (body ->> 'sapeur_id')::bigint, request.user_id())
  returning * into v_invitation;
  insert into auth.invitation_roles (sis_key, invitation_id, role_id)
  select v_invitation.sis_key, v_invitation.id, r from unnest(v_roles) as r;
  insert into auth.tokens (token_hash, genre, sis_key, invitation_id, expires_at)
  values (create_invitation.token_hash, 'invitation', v_invitation.sis_key, v_invitation.id, v_invitation.expires_at);
  if v_invitation.email is not null then
    perform graphile_worker.add_job('send_mail', request.traced(json_build_object(
      'genre', 'invitation', 'sis_key', v_invitation.sis_key, 'invitation_id', v_invitation.id)));
  end if;
  return auth.as_json(v_invitation);
end;
$$;
comment on function auth.create_invitation(json, bytea) is
  'Creates an invitation, by the SHA-256 of its token, to take roles of the request''s SIS within 30 days, once; it is mailed when it has an e-mail, and may name a sapeur. PT403 for rights that the caller lacks; PT409, PT422 from auth.check_link, PT422 for a sapeur without e-mail.';
grant execute on function auth.create_invitation(json, bytea) to caserne_auth;
