create or replace function auth.update_user_sis(id bigint, body json) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user auth.users := auth.lock_user(update_user_sis.id);
  v_membership auth.memberships;
begin
  if v_user.id is null then
    return null;
  end if;
  select * into v_membership from auth.memberships m where m.sis_key = request.sis_key() and m.user_id = v_user.id;
  if body -> 'sapeur_id' is not null and (body ->> 'sapeur_id')::bigint is distinct from v_membership.sapeur_id then
    -- Whoever is a sapeur reads what is kept about him.
    perform auth.require_own(array['sapeur.lecture']);
    v_membership.sapeur_id := (body ->> 'sapeur_id')::bigint;
  end if;
  if v_membership.sapeur_id is not null
     and not exists (select from app.sapeurs s where s.sis_key = request.sis_key() and s.id = v_membership.sapeur_id) then
    raise sqlstate 'PT422' using message = 'Sapeur inconnu', detail = 'sapeur_id';
  end if;
  if exists (select from auth.memberships m
              where m.sis_key = request.sis_key() and m.sapeur_id = v_membership.sapeur_id and m.user_id <> v_user.id) then
    raise sqlstate 'PT409' using message = 'Ce sapeur est déjà lié à un autre compte';
  end if;
  insert into auth.memberships (sis_key, user_id, sapeur_id, mobile)
  values (request.sis_key(), v_user.id, v_membership.sapeur_id, coalesce((body ->> 'mobile')::boolean, v_membership.mobile, false))
  on conflict on constraint memberships_pkey do update
     set sapeur_id = excluded.sapeur_id, mobile = excluded.mobile;
  return auth.user_json(v_user, request.sis_key());
end;
$$;
comment on function auth.update_user_sis(bigint, json) is
  'Says which sapeur an account is in the request''s SIS (null: none) and whether it gets the mobile alerts; null when it is no account of the SIS. PT403 without sapeur.lecture, PT422 for an unknown sapeur, PT409 when he has an account already.';
grant execute on function auth.update_user_sis(bigint, json) to caserne_auth;
