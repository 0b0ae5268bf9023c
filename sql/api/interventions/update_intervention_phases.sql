create or replace function api.update_intervention_phases(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
begin
  perform app.lock_intervention(id);
  perform app.write_lignes('phases', id, body -> 'phases');
  return api.list_intervention_phases(id);
end;
$$;
comment on function api.update_intervention_phases(bigint, jsonb) is
  'Changes phases {phases: [{id, …}]} by id and returns the full list. PT404, PT409, PT422.';
grant execute on function api.update_intervention_phases(bigint, jsonb) to caserne_api;
