create or replace function auth.list_sessions() returns json
  language sql stable security definer set search_path = ''
as $$
  select coalesce(json_agg(
           json_build_object(
             'id', s.id,
             'appareil', s.appareil,
             'created_at', request.utc_micros(s.created_at),
             'last_used_at', request.utc_micros(t.issued_at),
             'expires_at', request.utc_micros(t.expires_at)
           ) order by t.issued_at desc, s.id desc), '[]')
    from auth.sessions s
    join auth.refresh_tokens t on t.session_id = s.id
   where s.user_id = request.user_id()
     and s.revoked_at is null
     and t.used_at is null
     and t.expires_at > clock_timestamp()
$$;
comment on function auth.list_sessions() is
  'Sessions of the calling account, last used first. last_used_at is when its tokens were last renewed.';
grant execute on function auth.list_sessions() to caserne_auth;
