create or replace function auth.lock_role(id bigint) returns auth.roles
  language plpgsql volatile set search_path = ''
as $$
declare
  v_role auth.roles;
begin
  perform auth.require('utilisateur.config');
  select * into v_role
    from auth.roles r
   where r.sis_key = request.sis_key() and r.id = lock_role.id
     for update;
  perform auth.require_own(array(
    select rp.permission
      from auth.role_permissions rp
     where rp.sis_key = v_role.sis_key and rp.role_id = v_role.id
  ));
  return v_role;
end;
$$;
comment on function auth.lock_role(bigint) is
  'A role of the request''s SIS, locked for a change by the caller, or null. PT403 when it has permissions that the caller lacks.';
