create or replace function api.delete_intervention_vehicules(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
begin
  perform app.lock_intervention(id);
  perform app.delete_lignes('vehicules', id, body -> 'vehicules');
  return api.list_intervention_vehicules(id);
end;
$$;
comment on function api.delete_intervention_vehicules(bigint, jsonb) is
  'Unlinks vehicles {vehicules: [vehicule_id]} and returns those that remain. PT404, PT409, PT422.';
grant execute on function api.delete_intervention_vehicules(bigint, jsonb) to caserne_api;
