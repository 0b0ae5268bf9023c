create or replace function auth.list_sis() returns json
  language sql stable security definer set search_path = ''
as $$
  select coalesce(json_agg(
           json_build_object(
             'id', s.id, 'api_key', s.api_key, 'nom', s.nom, 'abreviation', s.abreviation, 'mobile', s.mobile
           ) order by s.nom), '[]')
    from auth.sis s
$$;
comment on function auth.list_sis() is
  'The directory of SIS, for a client that lets its user choose one.';
grant execute on function auth.list_sis() to caserne_auth;
