create or replace function api.delete_intervention_jalons(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
begin
  perform app.lock_intervention(id);
  perform app.delete_lignes('jalons', id, body -> 'jalons');
  return api.list_intervention_jalons(id);
end;
$$;
comment on function api.delete_intervention_jalons(bigint, jsonb) is
  'Removes jalons {jalons: [id]} and returns those that remain. PT404, PT409, PT422.';
grant execute on function api.delete_intervention_jalons(bigint, jsonb) to caserne_api;
