create or replace function api.as_json(code_alarme app.codes_alarme) returns json
  language sql stable
as $$
  select json_build_object(
    'id', code_alarme.id,
    'code', code_alarme.code,
    'type_intervention_id', code_alarme.type_intervention_id,
    'stat_federal_id', code_alarme.stat_federal_id
  )
$$;
comment on function api.as_json(app.codes_alarme) is
  'A code of the alarm centre on the wire.';
grant execute on function api.as_json(app.codes_alarme) to caserne_api;
