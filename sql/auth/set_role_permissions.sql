create or replace function auth.set_role_permissions(role_id bigint, permissions text[]) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_unknown text;
begin
  select string_agg(distinct p, ', ' order by p) into v_unknown
    from unnest(permissions) as p
   where p not in (select identifiant from auth.permissions);
  if v_unknown is not null then
    raise sqlstate 'PT422' using message = 'Permission inconnue : ' || v_unknown, detail = 'permissions';
  end if;
  perform auth.require_own(permissions);
  delete from auth.role_permissions rp where rp.sis_key = request.sis_key() and rp.role_id = set_role_permissions.role_id;
  insert into auth.role_permissions (sis_key, role_id, permission)
  select distinct request.sis_key(), set_role_permissions.role_id, p from unnest(permissions) as p;
end;
$$;
comment on function auth.set_role_permissions(bigint, text[]) is
  'Sets the permissions of a role of the request''s SIS. PT422 on permissions for an unknown one, PT403 for one that the caller does not hold themselves.';
