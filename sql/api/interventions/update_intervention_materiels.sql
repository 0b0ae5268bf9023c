create or replace function api.update_intervention_materiels(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
begin
  perform app.lock_intervention(id);
  perform app.write_lignes('materiels', id, body -> 'materiels');
  return api.list_intervention_materiels(id);
end;
$$;
comment on function api.update_intervention_materiels(bigint, jsonb) is
  'Changes materials {materiels: [{id, …}]} by id and returns the full list. PT404, PT409, PT422.';
grant execute on function api.update_intervention_materiels(bigint, jsonb) to caserne_api;
