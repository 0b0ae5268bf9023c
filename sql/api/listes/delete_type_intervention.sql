create or replace function api.delete_type_intervention(id bigint) returns json
  language sql volatile
as $$
  delete from app.types_intervention t
   where t.sis_key = request.sis_key()
     and t.id = delete_type_intervention.id
  returning 'true'::json
$$;
comment on function api.delete_type_intervention(bigint) is
  'Removes a type that no intervention and no code of the alarm centre uses. Null when it does not exist.';
grant execute on function api.delete_type_intervention(bigint) to caserne_api;
