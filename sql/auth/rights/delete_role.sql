create or replace function auth.delete_role(id bigint) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_role auth.roles := auth.lock_role(delete_role.id);
  v_holders bigint;
begin
  if v_role.id is null then
    return null;
  end if;
  select count(*) into v_holders from auth.user_roles ur where ur.sis_key = v_role.sis_key and ur.role_id = v_role.id;
  if v_holders > 0 then
    raise sqlstate 'PT409' using message = format('Ce rôle est encore attribué à %s compte(s)', v_holders);
  end if;
  delete from auth.roles r where r.sis_key = v_role.sis_key and r.id = v_role.id;
  return to_json(true);
end;
$$;
comment on function auth.delete_role(bigint) is
  'Deletes a role of the request''s SIS; null when it does not exist. PT409 while accounts hold it.';
grant execute on function auth.delete_role(bigint) to caserne_auth;
