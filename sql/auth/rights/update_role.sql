create or replace function auth.update_role(id bigint, body json) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_role auth.roles := auth.lock_role(update_role.id);
begin
  if v_role.id is null then
    return null;
  end if;
  if body ->> 'nom' <> v_role.nom then
    update auth.roles r
       set nom = body ->> 'nom'
     where r.sis_key = v_role.sis_key
       and r.id = v_role.id
       and not exists (select from auth.roles o where o.sis_key = v_role.sis_key and o.nom = body ->> 'nom')
    returning * into v_role;
    if not found then
      raise sqlstate 'PT409' using message = 'Un rôle de ce nom existe déjà';
    end if;
  end if;
  if body -> 'permissions' is not null then
    perform auth.set_role_permissions(v_role.id, array(select json_array_elements_text(body -> 'permissions')));
  end if;
  return auth.as_json(v_role);
end;
$$;
comment on function auth.update_role(bigint, json) is
  'Changes the name or permissions of a role of the request''s SIS; null when it does not exist. PT409 when another role has the name.';
grant execute on function auth.update_role(bigint, json) to caserne_auth;
