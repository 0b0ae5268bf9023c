create or replace function api.update_intervention_quittances(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
begin
  perform app.lock_intervention(id);
  perform app.write_lignes('quittances', id, body -> 'quittances');
  return api.list_intervention_quittances(id);
end;
$$;
comment on function api.update_intervention_quittances(bigint, jsonb) is
  'Changes quittances {quittances: [{id, sapeur_id}]} by id and returns the full list. PT404, PT409, PT422.';
grant execute on function api.update_intervention_quittances(bigint, jsonb) to caserne_api;
