create or replace function api.update_intervention_appels(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
begin
  perform app.lock_intervention(id);
  perform app.write_lignes('appels', id, body -> 'appels');
  return api.list_intervention_appels(id);
end;
$$;
comment on function api.update_intervention_appels(bigint, jsonb) is
  'Changes telephone calls {appels: [{id, …}]} by id and returns the full list. PT404, PT409, PT422.';
grant execute on function api.update_intervention_appels(bigint, jsonb) to caserne_api;
