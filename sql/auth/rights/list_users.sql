create or replace function auth.list_users(tous boolean) returns json
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform auth.require('utilisateur.tout');
  if tous then
    perform auth.require_admin();
  end if;
  return (
    select coalesce(json_agg(auth.user_json(u, request.sis_key()) order by request.plain(u.name), u.id), '[]')
      from auth.users u
     where u.id in (
             select auth.user_ids_of(request.sis_key())
             union all
             select o.id from auth.users o where tous
           )
  );
end;
$$;
comment on function auth.list_users(boolean) is
  'The accounts with a role or a membership in the request''s SIS, by name; for administrators, if they ask, all accounts.';
grant execute on function auth.list_users(boolean) to caserne_auth;
