create or replace function api.create_intervention_vehicules(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
begin
  perform app.lock_intervention(id);
  perform app.write_lignes('vehicules', id, body -> 'vehicules');
  return api.list_intervention_vehicules(id);
end;
$$;
comment on function api.create_intervention_vehicules(bigint, jsonb) is
  'Links missing vehicles {vehicules: [vehicule_id]} to an intervention and returns the full list. PT404, PT409, PT422.';
grant execute on function api.create_intervention_vehicules(bigint, jsonb) to caserne_api;
