create or replace function api.get_mobile_version() returns json
  language sql stable
as $$
  select json_build_object('version', null)
$$;
comment on function api.get_mobile_version() is
  'The newest version of a mobile application: null, because Caserne ships none.';
grant execute on function api.get_mobile_version() to caserne_api;
