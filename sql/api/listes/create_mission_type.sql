create or replace function api.create_mission_type(body jsonb) returns json
  language sql volatile
as $$
  insert into app.mission_types (titre)
  select n.titre from jsonb_populate_record(null::app.mission_types, body) n
  returning api.as_json(mission_types)
$$;
comment on function api.create_mission_type(jsonb) is
  'Adds a title of missions to the caller''s SIS.';
grant execute on function api.create_mission_type(jsonb) to caserne_api;
