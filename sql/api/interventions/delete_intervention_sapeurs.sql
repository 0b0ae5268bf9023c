create or replace function api.delete_intervention_sapeurs(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
begin
  perform app.lock_intervention(id);
  perform app.delete_lignes('sapeurs', id, body -> 'sapeurs');
  return to_json((app.require_intervention(id)).statut);
end;
$$;
comment on function api.delete_intervention_sapeurs(bigint, jsonb) is
  'Removes presences {sapeurs: [id]} and returns the statut that follows. PT404, PT409, PT422.';
grant execute on function api.delete_intervention_sapeurs(bigint, jsonb) to caserne_api;
