create or replace function api.delete_mission_type(id bigint) returns json
  language sql volatile
as $$
  delete from app.mission_types t
   where t.sis_key = request.sis_key()
     and t.id = delete_mission_type.id
  returning 'true'::json
$$;
comment on function api.delete_mission_type(bigint) is
  'Removes a title of missions. Null when it does not exist.';
grant execute on function api.delete_mission_type(bigint) to caserne_api;
