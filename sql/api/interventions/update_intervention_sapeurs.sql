create or replace function api.update_intervention_sapeurs(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
begin
  perform app.lock_intervention(id);
  perform app.write_lignes('sapeurs', id, body -> 'sapeurs');
  return api.list_intervention_sapeurs(id);
end;
$$;
comment on function api.update_intervention_sapeurs(bigint, jsonb) is
  'Changes presences {sapeurs: [{id, …}]} by id and returns the full list. PT404, PT409, PT422.';
grant execute on function api.update_intervention_sapeurs(bigint, jsonb) to caserne_api;
