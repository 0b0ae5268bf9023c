create or replace function auth.session(user_id bigint) returns json
  language sql stable security definer set search_path = ''
as $$
  select json_build_object(
    'user', json_build_object(
      'id', u.id,
      'name', u.name,
      'email', u.email,
      'email_verified_at', request.utc_micros(u.email_verified_at),
      'created_at', request.utc_micros(u.created_at),
      'updated_at', request.utc_micros(u.updated_at)
    ),
    'claims', json_build_object(
      'id', u.id,
      'admin', u.is_admin,
      'validated', u.email_verified_at is not null,
      'pseudo', u.name,
      'email', u.email,
      'permissions', auth.permissions_of(u),
      'mobiles', coalesce((
        select json_agg(m.sis_key order by m.sis_key)
          from auth.memberships m
         where m.user_id = u.id and m.mobile
      ), '[]'),
      'sapeurs', coalesce((
        select json_object_agg(m.sis_key, m.sapeur_id order by m.sis_key)
          from auth.memberships m
         where m.user_id = u.id and m.sapeur_id is not null
      ), '{}')
    )
  )
    from auth.users u
   where u.id = session.user_id
$$;
comment on function auth.session(bigint) is
  'What a sign-in tells: {user, claims}, claims being the object `data` of the access token.';
