create or replace function auth.user_ids_of(sis_key text) returns setof bigint
  language sql stable set search_path = ''
as $$
  select ur.user_id from auth.user_roles ur where ur.sis_key = user_ids_of.sis_key
  union
  select m.user_id from auth.memberships m where m.sis_key = user_ids_of.sis_key
$$;
comment on function auth.user_ids_of(text) is
  'Accounts with a role or membership in a SIS. Managers of the SIS see these only.';
