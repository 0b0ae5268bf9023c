create or replace function api.delete_intervention_materiels(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
begin
  perform app.lock_intervention(id);
  perform app.delete_lignes('materiels', id, body -> 'materiels');
  return api.list_intervention_materiels(id);
end;
$$;
comment on function api.delete_intervention_materiels(bigint, jsonb) is
  'Removes materials {materiels: [id]} and returns those that remain. PT404, PT409, PT422.';
grant execute on function api.delete_intervention_materiels(bigint, jsonb) to caserne_api;
