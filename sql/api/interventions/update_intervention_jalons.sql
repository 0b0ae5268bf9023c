create or replace function api.update_intervention_jalons(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
begin
  perform app.lock_intervention(id);
  perform app.write_lignes('jalons', id, body -> 'jalons');
  return api.list_intervention_jalons(id);
end;
$$;
comment on function api.update_intervention_jalons(bigint, jsonb) is
  'Changes jalons {jalons: [{id, …}]} by id and returns the full list. PT404, PT409, PT422.';
grant execute on function api.update_intervention_jalons(bigint, jsonb) to caserne_api;
