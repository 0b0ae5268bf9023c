create or replace function api.as_json(type_intervention app.types_intervention) returns json
  language sql stable
as $$
  select json_build_object(
    'id', type_intervention.id,
    'designation', type_intervention.designation,
    'stat_intervention_id', type_intervention.stat_intervention_id,
    'tri', type_intervention.tri
  )
$$;
comment on function api.as_json(app.types_intervention) is
  'A type of intervention on the wire.';
grant execute on function api.as_json(app.types_intervention) to caserne_api;
