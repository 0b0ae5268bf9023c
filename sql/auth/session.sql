create or replace function auth.session(user_id bigint) returns json
  language sql stable set search_path = ''
as $$
  select json_build_object(
    'user', auth.as_json(u),
    -- By the database clock, which also dates revocations.
    'issued_at', greatest(floor(extract(epoch from clock_timestamp())), extract(epoch from u.tokens_valid_from))::bigint,
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
         where m.user_id = u.id and m.mobile and (u.is_admin or coalesce(m.parti_at > clock_timestamp(), true))
      ), '[]'),
      'sapeurs', coalesce((
        select json_object_agg(m.sis_key, m.sapeur_id order by m.sis_key)
          from auth.memberships m
         where m.user_id = u.id and m.sapeur_id is not null and u.email_verified_at is not null and (u.is_admin or coalesce(m.parti_at > clock_timestamp(), true))
      ), '{}')
    )
  )
    from auth.users u
   where u.id = session.user_id
$$;
comment on function auth.session(bigint) is
  'The answer to a sign-in, {user, issued_at, claims}: claims is the object `data` of the access token, issued_at its iat in UNIX seconds.';

create or replace function auth.begin_session(user_id bigint, refresh_hash bytea, appareil text) returns json
  language sql volatile set search_path = ''
as $$
  with session as (
    insert into auth.sessions (user_id, appareil)
    values (begin_session.user_id, left(coalesce(begin_session.appareil, ''), 255))
    returning id
  )
  insert into auth.refresh_tokens (token_hash, session_id) select refresh_hash, id from session;
  select auth.session(begin_session.user_id);
$$;
comment on function auth.begin_session(bigint, bytea, text) is
  'Signs an account in with its first refresh token, and returns auth.session.';
