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

create or replace function auth.user_json(u auth.users, sis_key text) returns json
  language sql stable set search_path = ''
as $$
  select (auth.as_json(u)::jsonb || jsonb_build_object(
    'admin', u.is_admin,
    'disabled', u.disabled_at is not null,
    'roles', auth.role_names(user_json.sis_key, array(
      select ur.role_id from auth.user_roles ur where ur.sis_key = user_json.sis_key and ur.user_id = u.id
    )),
    'sapeur_id', m.sapeur_id,
    'mobile', coalesce(m.mobile, false),
    'parti', not u.is_admin and coalesce(m.parti_at <= now(), false)
  ))::json
    from (select) as one
    left join auth.memberships m on m.sis_key = user_json.sis_key and m.user_id = u.id
$$;
comment on function auth.user_json(auth.users, text) is 'An account with its rights in one SIS (null: none), for those who manage users.';

create or replace function auth.user_json(u auth.users) returns json
  language sql stable set search_path = ''
as $$
  select (auth.user_json(u, null)::jsonb || jsonb_build_object('sis', coalesce((
    select jsonb_agg(
             jsonb_build_object(
               'api_key', s.sis_key,
               'roles', auth.role_names(s.sis_key, s.roles),
               'sapeur_id', m.sapeur_id,
               'mobile', coalesce(m.mobile, false),
               'parti', not u.is_admin and coalesce(m.parti_at <= now(), false)
             ) order by s.sis_key
           )
      from (
        select h.sis_key, array_agg(h.role_id) filter (where h.role_id is not null) as roles
          from (
            select ur.sis_key, ur.role_id from auth.user_roles ur where ur.user_id = u.id
            union all
            select n.sis_key, null from auth.memberships n where n.user_id = u.id
          ) h
         group by h.sis_key
      ) s
      left join auth.memberships m on m.sis_key = s.sis_key and m.user_id = u.id
  ), '[]')))::json
$$;
comment on function auth.user_json(auth.users) is 'An account with its rights in each SIS, for administrators.';
