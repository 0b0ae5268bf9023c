create or replace function auth.create_sis(body json) returns json
  language sql volatile security definer set search_path = ''
as $$
  select auth.require_admin();
  select auth.add_sis(body ->> 'api_key', body ->> 'nom', body ->> 'abreviation', (body ->> 'mobile')::boolean);
  select auth.as_json(s) from auth.sis s where s.api_key = body ->> 'api_key';
$$;
comment on function auth.create_sis(json) is 'Creates a SIS, for administrators. PT409 when the key or name is taken.';
grant execute on function auth.create_sis(json) to caserne_auth;
