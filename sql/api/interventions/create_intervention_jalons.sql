create or replace function api.create_intervention_jalons(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
begin
  perform app.lock_intervention(id);
  perform app.write_lignes('jalons', id, body -> 'jalons');
  return api.list_intervention_jalons(id);
end;
$$;
comment on function api.create_intervention_jalons(bigint, jsonb) is
  'Adds jalons {jalons: [{titre, description, date_time, sapeur_id, sapeur}]} and returns the full list. PT404, PT409, PT422.';
grant execute on function api.create_intervention_jalons(bigint, jsonb) to caserne_api;
