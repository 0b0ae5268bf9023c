create or replace function api.as_json(materiel app.intervention_materiels) returns json
  language sql stable
as $$
  select json_build_object(
    'id', materiel.id,
    'intervention_id', materiel.intervention_id,
    'materiel_id', materiel.materiel_id,
    'quantite', materiel.quantite::text
  )
$$;
comment on function api.as_json(app.intervention_materiels) is
  'A material of an intervention on the wire.';
grant execute on function api.as_json(app.intervention_materiels) to caserne_api;
