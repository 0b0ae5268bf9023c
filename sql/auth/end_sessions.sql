-- A token carries the second of its issue only, so tokens of the current second end too, and auth.session dates the
-- next ones later. The instant always rises by at least a second, to end tokens issued since the last time.
create or replace function auth.end_access_tokens(user_id bigint) returns void
  language sql volatile set search_path = ''
as $$
  update auth.users u
     set tokens_valid_from = date_trunc('second', greatest(clock_timestamp(), u.tokens_valid_from)) + interval '1 second'
   where u.id = end_access_tokens.user_id;
$$;
comment on function auth.end_access_tokens(bigint) is
  'Ends the access tokens of an account; its refresh tokens give new ones.';

create or replace function auth.end_sessions(user_id bigint) returns void
  language sql volatile set search_path = ''
as $$
  select auth.end_access_tokens(end_sessions.user_id);
  update auth.sessions s
     set revoked_at = clock_timestamp()
   where s.user_id = end_sessions.user_id
     and s.revoked_at is null;
  delete from auth.tokens t where t.user_id = end_sessions.user_id and t.genre = 'reinitialisation';
$$;
comment on function auth.end_sessions(bigint) is 'Ends all access, refresh and reset tokens of an account at once.';
