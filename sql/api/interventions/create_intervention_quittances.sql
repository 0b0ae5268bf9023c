create or replace function api.create_intervention_quittances(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
begin
  perform app.lock_intervention(id);
  perform app.write_lignes('quittances', id, body -> 'quittances');
  return api.list_intervention_quittances(id);
end;
$$;
comment on function api.create_intervention_quittances(bigint, jsonb) is
  'Notes that sapeurs {quittances: [sapeur_id]} acknowledged the alarm, those already noted excepted: all of them. PT404, PT409, PT422.';
grant execute on function api.create_intervention_quittances(bigint, jsonb) to caserne_api;
