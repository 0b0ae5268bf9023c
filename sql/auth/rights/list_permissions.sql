create or replace function auth.list_permissions() returns json
  language sql stable security definer set search_path = ''
as $$
  select auth.require('utilisateur.tout', 'utilisateur.config');
  select json_agg(p.identifiant order by p.identifiant) from auth.permissions p;
$$;
comment on function auth.list_permissions() is
  'The catalogue of permissions.';
grant execute on function auth.list_permissions() to caserne_auth;
