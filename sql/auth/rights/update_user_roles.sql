create or replace function auth.update_user_roles(id bigint, body json) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user auth.users := auth.lock_user(update_user_roles.id);
  v_sis_key text := request.sis_key();
  v_roles bigint[] := auth.read_roles(body);
  v_held bigint[];
begin
  if v_user.id is null then
    return null;
  end if;
  v_held := array(select ur.role_id from auth.user_roles ur where ur.sis_key = v_sis_key and ur.user_id = v_user.id);
  perform auth.require_own(array(
    select rp.permission
      from auth.role_permissions rp
     where rp.sis_key = v_sis_key
       and rp.role_id = any (v_roles || v_held)
       and not (rp.role_id = any (v_roles) and rp.role_id = any (v_held))
  ));
  if not v_roles <@ v_held then
    perform auth.refuse_left(v_user.id, v_sis_key);
  end if;
  delete from auth.user_roles ur where ur.sis_key = v_sis_key and ur.user_id = v_user.id and ur.role_id <> all (v_roles);
  insert into auth.user_roles (sis_key, user_id, role_id)
  select v_sis_key, v_user.id, r from unnest(v_roles) as r
  on conflict do nothing;
  return auth.user_json(v_user, v_sis_key);
end;
$$;
comment on function auth.update_user_roles(bigint, json) is
  'Sets the roles of an account in the request''s SIS, leaving other SIS untouched; null when the account is not of this SIS. PT409 to give a role when its sapeur has left, PT403 when a role given or taken has permissions that the caller lacks.';
grant execute on function auth.update_user_roles(bigint, json) to caserne_auth;
