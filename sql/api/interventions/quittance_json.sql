create or replace function api.as_json(quittance app.intervention_quittances) returns json
  language sql stable
as $$
  select json_build_object(
    'id', quittance.id,
    'intervention_id', quittance.intervention_id,
    'sapeur_id', quittance.sapeur_id
  )
$$;
comment on function api.as_json(app.intervention_quittances) is
  'A quittance on the wire.';
grant execute on function api.as_json(app.intervention_quittances) to caserne_api;
