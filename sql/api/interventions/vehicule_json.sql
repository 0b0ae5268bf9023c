create or replace function api.as_json(vehicule app.intervention_vehicules) returns json
  language sql stable
as $$
  select json_build_object(
    'id', vehicule.id,
    'intervention_id', vehicule.intervention_id,
    'vehicule_id', vehicule.vehicule_id
  )
$$;
comment on function api.as_json(app.intervention_vehicules) is
  'The link of a vehicle to an intervention on the wire.';
grant execute on function api.as_json(app.intervention_vehicules) to caserne_api;
