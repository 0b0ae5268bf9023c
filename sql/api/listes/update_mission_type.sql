create or replace function api.update_mission_type(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.mission_types t
     set titre = (select n.titre from jsonb_populate_record(t, body) n)
   where t.sis_key = request.sis_key()
     and t.id = update_mission_type.id
  returning api.as_json(t)
$$;
comment on function api.update_mission_type(bigint, jsonb) is
  'Changes a title of missions; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_mission_type(bigint, jsonb) to caserne_api;
