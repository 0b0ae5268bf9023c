-- The author of the invitation names the sapeur and holds sapeur.lecture (auth.is_backed), which vouches for the
-- address.
create or replace function auth.link_invited(i auth.invitations, user_id bigint) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_opened text[] := request.opened();
begin
  perform request.open(link_invited.user_id, i.sis_key, array['sapeur.lecture', 'sapeur.modification', 'utilisateur.tout'], null);
  perform auth.check_link(i.sapeur_id, link_invited.user_id);
  if not exists (select from app.particularites p where p.sis_key = i.sis_key and p.sapeur_id = i.sapeur_id and p.email <> '') then
    perform app.write_particularites(i.sapeur_id, jsonb_build_object('email', i.email));
  end if;
  update app.particularites p
     set email_garanti = true
   where p.sis_key = i.sis_key
     and p.sapeur_id = i.sapeur_id
     and lower(p.email) = lower(i.email)
     and not p.email_garanti;
  insert into auth.memberships as m (sis_key, user_id, sapeur_id)
  values (i.sis_key, link_invited.user_id, i.sapeur_id)
  on conflict on constraint memberships_pkey do update
     set sapeur_id = excluded.sapeur_id
   where coalesce(m.sapeur_id, excluded.sapeur_id) = excluded.sapeur_id;
  if not found then
    raise sqlstate 'PT409' using message = 'Ce compte est déjà lié à un autre sapeur de ce SIS';
  end if;
  perform request.reopen(v_opened);
end;
$$;
comment on function auth.link_invited(auth.invitations, bigint) is
  'Links an account to the sapeur whom its invitation names, and writes the e-mail in his record where it has none. PT409 when either is linked elsewhere or the sapeur has left, PT422 when the sapeur does not exist any more.';
