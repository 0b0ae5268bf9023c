create or replace function auth.describe_users(sis_key text) returns json
  language sql stable set search_path = ''
as $$
  select coalesce(json_agg(
           json_build_object(
             'id', u.id,
             'email', u.email,
             'name', u.name,
             'admin', u.is_admin,
             'disabled', u.disabled_at is not null,
             'roles', (
               select coalesce(json_object_agg(r.sis_key, r.noms order by r.sis_key), '{}')
                 from (
                   select ro.sis_key, json_agg(ro.nom order by ro.nom) as noms
                     from auth.user_roles ur
                     join auth.roles ro on ro.sis_key = ur.sis_key and ro.id = ur.role_id
                    where ur.user_id = u.id
                    group by ro.sis_key
                 ) r
             )
           ) order by lower(u.email)), '[]')
    from auth.users u
   where describe_users.sis_key is null or u.id in (select auth.user_ids_of(describe_users.sis_key))
$$;
comment on function auth.describe_users(text) is
  'All accounts, or those of one SIS, with their roles by SIS, for the operator.';
