create or replace function auth.permissions_of(u auth.users) returns json
  language sql stable set search_path = ''
as $$
  select coalesce(json_object_agg(p.sis_key, p.permissions order by p.sis_key), '{}')
    from (
      select s.api_key as sis_key, '["admin"]'::json as permissions
        from auth.sis s
       where u.is_admin
      union all
      select ur.sis_key, json_agg(distinct rp.permission)
        from auth.user_roles ur
        left join auth.memberships m on m.sis_key = ur.sis_key and m.user_id = ur.user_id
       -- offset 0: from the roles of the account to their permissions, also where a plan is older than the rows.
       cross join lateral (
         select p.permission
           from auth.role_permissions p
          where p.sis_key = ur.sis_key and p.role_id = ur.role_id
         offset 0
       ) rp
       where ur.user_id = u.id
         and not u.is_admin
         and coalesce(m.parti_at > clock_timestamp(), true)
       group by ur.sis_key
    ) p
$$;
comment on function auth.permissions_of(auth.users) is
  'Rights of an account: {sis_key: [permission, …]}, without SIS that its sapeur has left; for an administrator every SIS with ["admin"].';

create or replace function auth.permissions_in(u auth.users, sis_key text) returns text[]
  language sql stable set search_path = ''
as $$
  select array(
    select p.identifiant
      from auth.permissions p
     where u.is_admin
        or not (select auth.has_left(u.id, permissions_in.sis_key)) and exists (
          select
            from auth.user_roles ur
            join auth.role_permissions rp on rp.sis_key = ur.sis_key and rp.role_id = ur.role_id
           where ur.sis_key = permissions_in.sis_key and ur.user_id = u.id and rp.permission = p.identifiant
        )
  )
$$;
comment on function auth.permissions_in(auth.users, text) is
  'Permissions of an account in one SIS today: none where its sapeur has left, for an administrator the whole catalogue.';
