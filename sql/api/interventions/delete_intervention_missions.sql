create or replace function api.delete_intervention_missions(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
begin
  perform app.lock_intervention(id);
  perform app.delete_lignes('missions', id, body -> 'missions');
  return api.list_intervention_missions(id);
end;
$$;
comment on function api.delete_intervention_missions(bigint, jsonb) is
  'Removes missions {missions: [id]} and returns those that remain. PT404, PT409, PT422.';
grant execute on function api.delete_intervention_missions(bigint, jsonb) to caserne_api;
