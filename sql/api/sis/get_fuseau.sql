create or replace function api.get_fuseau() returns json
  language sql stable
as $$
  select json_build_object('fuseau', app.fuseau())
$$;
comment on function api.get_fuseau() is
  'The time zone of the caller''s SIS.';
grant execute on function api.get_fuseau() to caserne_api;
