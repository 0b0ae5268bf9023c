create or replace function api.create_code_alarme(body jsonb) returns json
  language sql volatile
as $$
  insert into app.codes_alarme (code, type_intervention_id, stat_federal_id)
  select n.code, n.type_intervention_id, n.stat_federal_id
    from jsonb_populate_record(null::app.codes_alarme, body) n
  returning api.as_json(codes_alarme)
$$;
comment on function api.create_code_alarme(jsonb) is
  'Adds a code of the alarm centre with its meaning in the caller''s SIS.';
grant execute on function api.create_code_alarme(jsonb) to caserne_api;
