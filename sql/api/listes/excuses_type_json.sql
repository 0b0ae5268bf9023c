create or replace function api.as_json(excuses_type app.excuses_types) returns json
  language sql stable
as $$
  select json_build_object(
    'id', excuses_type.id,
    'designation', excuses_type.designation,
    'abreviation', excuses_type.abreviation,
    'tri', excuses_type.tri
  )
$$;
comment on function api.as_json(app.excuses_types) is
  'A reason for excuses on the wire.';
grant execute on function api.as_json(app.excuses_types) to caserne_api;
