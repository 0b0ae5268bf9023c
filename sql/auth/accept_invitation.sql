-- An invitation gives rights when it is taken, so its author must still hold them at that time.
create or replace function auth.is_backed(i auth.invitations) returns boolean
  language sql stable set search_path = ''
as $$
  select exists (select from auth.invitation_roles ir where ir.sis_key = i.sis_key and ir.invitation_id = i.id)
     and exists (
       select
         from auth.users u
        where u.id = i.created_by
          and u.disabled_at is null
          and auth.permissions_in(u, i.sis_key) @> (array['utilisateur.tout'] || array(
                select rp.permission
                  from auth.invitation_roles ir
                  join auth.role_permissions rp on rp.sis_key = ir.sis_key and rp.role_id = ir.role_id
                 where ir.sis_key = i.sis_key and ir.invitation_id = i.id
                union all
                select 'sapeur.lecture' where i.sapeur_id is not null
              ))
     )
$$;
comment on function auth.is_backed(auth.invitations) is
  'Whether an invitation still gives roles, and its author could still make it today.';

create or replace function auth.find_invitation(token_hash bytea) returns auth.invitations
  language sql stable set search_path = ''
as $$
  select i
    from auth.tokens t
    join auth.invitations i on i.sis_key = t.sis_key and i.id = t.invitation_id
   where t.token_hash = find_invitation.token_hash
     and t.genre = 'invitation'
     and i.used_at is null
     and i.expires_at > clock_timestamp()
     and auth.is_backed(i)
$$;
comment on function auth.find_invitation(bytea) is
  'The invitation of a token. Null when the token is unknown, used or expired, or when its author could not make it today.';

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
  'Gives an account the roles of an invitation, once, verifies its e-mail if the token was mailed to it, and links it to the sapeur whom the invitation names. PT422 on token when it is not valid, or a sapeur is named and the e-mail is not proved; PT409 when the account''s sapeur has left, or from auth.link_invited.';
