create or replace function api.delete_intervention_phases(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
begin
  perform app.lock_intervention(id);
  perform app.delete_lignes('phases', id, body -> 'phases');
  return api.list_intervention_phases(id);
end;
$$;
comment on function api.delete_intervention_phases(bigint, jsonb) is
  'Removes phases {phases: [id]} and returns those that remain. PT404, PT409, PT422.';
grant execute on function api.delete_intervention_phases(bigint, jsonb) to caserne_api;
