create or replace function api.update_type_intervention(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.types_intervention t
     set (designation, stat_intervention_id, tri) = (
       select n.designation, n.stat_intervention_id, n.tri from jsonb_populate_record(t, body) n
     )
   where t.sis_key = request.sis_key()
     and t.id = update_type_intervention.id
  returning api.as_json(t)
$$;
comment on function api.update_type_intervention(bigint, jsonb) is
  'Changes a type of intervention; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_type_intervention(bigint, jsonb) to caserne_api;
