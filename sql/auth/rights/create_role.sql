create or replace function auth.create_role(body json) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_role auth.roles;
begin
  perform auth.require('utilisateur.config');
  insert into auth.roles (sis_key, nom)
  values (request.sis_key(), body ->> 'nom')
  on conflict do nothing
  returning * into v_role;
  if v_role.id is null then
    raise sqlstate 'PT409' using message = 'Un rôle de ce nom existe déjà';
  end if;
  perform auth.set_role_permissions(v_role.id, array(select json_array_elements_text(body -> 'permissions')));
  return auth.as_json(v_role);
end;
$$;
comment on function auth.create_role(json) is 'Creates a role in the request''s SIS. PT409 when the name is taken.';
grant execute on function auth.create_role(json) to caserne_auth;
