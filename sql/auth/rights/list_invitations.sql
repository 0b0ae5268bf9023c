create or replace function auth.list_invitations() returns json
  language sql stable security definer set search_path = ''
as $$
  select auth.require('utilisateur.tout');
  select coalesce(json_agg(auth.as_json(i) order by i.id desc), '[]')
    from auth.invitations i
   where i.sis_key = request.sis_key()
     and i.used_at is null
     and i.expires_at > now();
$$;
comment on function auth.list_invitations() is
  'Invitations of the request''s SIS that can still be taken, newest first.';
grant execute on function auth.list_invitations() to caserne_auth;
