create or replace function auth.update_user_sis(id bigint, body json) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_sis_key text := request.sis_key();
  v_sapeur_id bigint := (body ->> 'sapeur_id')::bigint;
  v_user auth.users := auth.lock_user(update_user_sis.id);
  v_membership auth.memberships;
begin
  if v_user.id is null then
    -- A proposed link may be confirmed although the account does not belong to the SIS yet.
    select u.* into v_user
      from auth.users u
     where u.id = update_user_sis.id
       and exists (select from auth.possible_links() l where l.user_id = u.id and l.sapeur_id = v_sapeur_id)
       for update;
    if not found then
      return null;
    end if;
  end if;
  select * into v_membership from auth.memberships m where m.sis_key = v_sis_key and m.user_id = v_user.id;
  if body -> 'sapeur_id' is not null and v_sapeur_id is distinct from v_membership.sapeur_id then
    -- The link lets the account read the private data of the sapeur.
    perform auth.require_own(array['sapeur.lecture']);
    perform auth.check_link(v_sapeur_id, v_user.id);
    v_membership.sapeur_id := v_sapeur_id;
  end if;
  insert into auth.memberships (sis_key, user_id, sapeur_id, mobile)
  values (v_sis_key, v_user.id, v_membership.sapeur_id, coalesce((body ->> 'mobile')::boolean, v_membership.mobile, false))
  on conflict on constraint memberships_pkey do update
     set sapeur_id = excluded.sapeur_id, mobile = excluded.mobile;
  return auth.user_json(v_user, v_sis_key);
end;
$$;
comment on function auth.update_user_sis(bigint, json) is
  'Sets which sapeur an account is in the request''s SIS (null: none) and whether it gets mobile alerts; null when the account is neither of this SIS nor proposed for the sapeur. PT403 without sapeur.lecture, PT422 for an unknown sapeur, PT409 when they have another account or have left.';
grant execute on function auth.update_user_sis(bigint, json) to caserne_auth;
