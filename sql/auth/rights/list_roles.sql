create or replace function auth.list_roles() returns json
  language sql stable security definer set search_path = ''
as $$
  select auth.require('utilisateur.tout', 'utilisateur.config');
  select coalesce(json_agg(auth.as_json(r) order by request.plain(r.nom), r.id), '[]')
    from auth.roles r
   where r.sis_key = request.sis_key();
$$;
comment on function auth.list_roles() is 'Roles of the request''s SIS, by name.';
grant execute on function auth.list_roles() to caserne_auth;
