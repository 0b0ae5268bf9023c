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
