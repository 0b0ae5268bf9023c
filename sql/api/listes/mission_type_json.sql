create or replace function api.as_json(mission_type app.mission_types) returns json
  language sql stable
as $$
  select json_build_object('id', mission_type.id, 'titre', mission_type.titre)
$$;
comment on function api.as_json(app.mission_types) is
  'A title of missions on the wire.';
grant execute on function api.as_json(app.mission_types) to caserne_api;
