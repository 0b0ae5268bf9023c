create or replace function api.create_intervention_missions(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
begin
  perform app.lock_intervention(id);
  perform app.write_lignes('missions', id, body -> 'missions');
  return api.list_intervention_missions(id);
end;
$$;
comment on function api.create_intervention_missions(bigint, jsonb) is
  'Adds missions {missions: [{titre, resume, debut, fin, sapeur_id, sapeur}]} and returns the full list. PT404, PT409, PT422.';
grant execute on function api.create_intervention_missions(bigint, jsonb) to caserne_api;
