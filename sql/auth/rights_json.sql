create or replace function auth.as_json(r auth.roles) returns json
  language sql stable set search_path = ''
as $$
  select json_build_object(
    'id', r.id,
    'nom', r.nom,
    'permissions', array(
      select rp.permission
        from auth.role_permissions rp
       where rp.sis_key = r.sis_key and rp.role_id = r.id
       order by rp.permission
    ),
    'utilisateurs', (select count(*) from auth.user_roles ur where ur.sis_key = r.sis_key and ur.role_id = r.id)
  )
$$;
comment on function auth.as_json(auth.roles) is 'A role with its permissions and the number of accounts that hold it.';

create or replace function auth.role_names(sis_key text, ids bigint[]) returns json
  language sql stable set search_path = ''
as $$
  select coalesce(json_agg(json_build_object('id', r.id, 'nom', r.nom) order by r.nom), '[]')
    from auth.roles r
   where r.sis_key = role_names.sis_key and r.id = any (ids)
$$;
comment on function auth.role_names(text, bigint[]) is 'Roles of a SIS by id and name, as other records show them.';

create or replace function auth.as_json(i auth.invitations) returns json
  language sql stable set search_path = ''
as $$
  select json_build_object(
    'id', i.id,
    'email', i.email,
    'sapeur_id', i.sapeur_id,
    'roles', auth.role_names(i.sis_key, array(
      select ir.role_id from auth.invitation_roles ir where ir.sis_key = i.sis_key and ir.invitation_id = i.id
    )),
    'created_at', request.utc_micros(i.created_at),
    'expires_at', request.utc_micros(i.expires_at)
  )
$$;
comment on function auth.as_json(auth.invitations) is 'An invitation with the roles that it gives. Its token is not stored.';
