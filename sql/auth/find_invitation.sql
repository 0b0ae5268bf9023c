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
