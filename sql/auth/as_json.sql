create or replace function auth.as_json(u auth.users) returns json
  language sql stable set search_path = ''
as $$
  select json_build_object(
    'id', u.id,
    'name', u.name,
    'email', u.email,
    'email_verified_at', request.utc_micros(u.email_verified_at),
    'created_at', request.utc_micros(u.created_at),
    'updated_at', request.utc_micros(u.updated_at)
  )
$$;
comment on function auth.as_json(auth.users) is 'An account as its owner sees it.';

create or replace function auth.as_json(s auth.sis) returns json
  language sql stable set search_path = ''
as $$
  select json_build_object(
    'id', s.id,
    'api_key', s.api_key,
    'nom', s.nom,
    'abreviation', s.abreviation,
    -- Also true while an account gets alerts of the SIS: its tokens say so, whatever the directory says.
    'mobile', s.mobile or exists (select from auth.memberships m where m.sis_key = s.api_key and m.mobile)
  )
$$;
comment on function auth.as_json(auth.sis) is 'A SIS as the directory shows it.';
