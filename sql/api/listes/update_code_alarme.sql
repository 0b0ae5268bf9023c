create or replace function api.update_code_alarme(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.codes_alarme c
     set (code, type_intervention_id, stat_federal_id) = (
       select n.code, n.type_intervention_id, n.stat_federal_id from jsonb_populate_record(c, body) n
     )
   where c.sis_key = request.sis_key()
     and c.id = update_code_alarme.id
  returning api.as_json(c)
$$;
comment on function api.update_code_alarme(bigint, jsonb) is
  'Changes the meaning of a code for future alarms; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_code_alarme(bigint, jsonb) to caserne_api;
