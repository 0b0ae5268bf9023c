create or replace function api.create_intervention_sapeurs(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
begin
  perform app.lock_intervention(id);
  perform app.write_lignes('sapeurs', id, body -> 'sapeurs');
  return json_build_object('sapeurs', api.list_intervention_sapeurs(id), 'statut', (app.require_intervention(id)).statut);
end;
$$;
comment on function api.create_intervention_sapeurs(bigint, jsonb) is
  'Adds presences {sapeurs: [{sapeur_id, debut, fin, piquet}]} and returns the full list and the statut that follows. PT404, PT409, PT422.';
grant execute on function api.create_intervention_sapeurs(bigint, jsonb) to caserne_api;
