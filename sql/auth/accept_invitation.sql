-- Only a token that was sent by mail and nowhere else proves that its taker reads that mailbox. The author of an
-- invitation is shown a different token.
create or replace function auth.accept_invitation(token_hash bytea, user_id bigint) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_invitation auth.invitations := auth.find_invitation(token_hash);
  v_verified timestamptz;
  v_own boolean;
begin
  select u.email_verified_at, lower(u.email) = lower(v_invitation.email) and (t.mailed or u.email_verified_at is not null)
    into v_verified, v_own
    from auth.users u
    left join auth.tokens t on t.token_hash = accept_invitation.token_hash
   where u.id = accept_invitation.user_id;
  update auth.invitations i
     set used_at = clock_timestamp(), used_by = accept_invitation.user_id
   where i.sis_key = v_invitation.sis_key
     and i.id = v_invitation.id
     and i.used_at is null;
  if not found then
    raise sqlstate 'PT422' using message = 'Cette invitation n’est pas valable, ou ne l’est plus.', detail = 'token';
  end if;
  if v_invitation.sapeur_id is not null and not v_own then
    raise sqlstate 'PT422' using
      message = 'Cette invitation nomme un sapeur : ouvrez le lien du message, avec l’adresse qui l’a reçu.', detail = 'token';
  end if;
  perform auth.refuse_left(accept_invitation.user_id, v_invitation.sis_key);
  delete from auth.tokens t where t.sis_key = v_invitation.sis_key and t.invitation_id = v_invitation.id;
  insert into auth.user_roles (sis_key, user_id, role_id)
  select r.sis_key, accept_invitation.user_id, r.role_id
    from auth.invitation_roles r
   where r.sis_key = v_invitation.sis_key
     and r.invitation_id = v_invitation.id
  on conflict do nothing;
  if v_own and v_verified is null then
    perform auth.verify_email(accept_invitation.user_id);
  end if;
  if v_invitation.sapeur_id is not null then
    perform auth.link_invited(v_invitation, accept_invitation.user_id);
  end if;
end;
$$;
comment on function auth.accept_invitation(bytea, bigint) is
  'Gives an account the roles of an invitation, once, verifies its e-mail if the token was mailed to it, and links it to the sapeur that the invitation names. PT422 on token when it is not valid, or a sapeur is named and the e-mail is not proved; PT409 when the account''s sapeur has left, or from auth.link_invited.';
