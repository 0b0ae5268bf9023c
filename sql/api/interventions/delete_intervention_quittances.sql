create or replace function api.delete_intervention_quittances(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
begin
  perform app.lock_intervention(id);
  perform app.delete_lignes('quittances', id, body -> 'quittances');
  return api.list_intervention_quittances(id);
end;
$$;
comment on function api.delete_intervention_quittances(bigint, jsonb) is
  'Removes quittances {quittances: [id]} and returns those that remain. PT404, PT409, PT422.';
grant execute on function api.delete_intervention_quittances(bigint, jsonb) to caserne_api;
