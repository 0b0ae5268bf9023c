create or replace function auth.list_sis() returns json
  language sql stable security definer set search_path = ''
as $$
  select coalesce(json_agg(auth.as_json(s) order by request.plain(s.nom)), '[]') from auth.sis s
$$;
comment on function auth.list_sis() is 'The directory of SIS, for clients that let their user choose one.';
grant execute on function auth.list_sis() to caserne_auth;
