create or replace function auth.link_invited(i auth.invitations, user_id bigint) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_opened text[] := request.opened();
begin
  perform request.enter(link_invited.user_id, i.sis_key, null, null);
  perform auth.check_link(i.sapeur_id, link_invited.user_id);
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
  'Links an account to the sapeur that its invitation names. PT409 when either is linked elsewhere or the sapeur has left, PT422 when the sapeur does not exist any more.';
