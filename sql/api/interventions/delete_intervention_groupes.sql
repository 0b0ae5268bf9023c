create or replace function api.delete_intervention_groupes(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
begin
  perform app.lock_intervention(id);
  perform app.delete_lignes('groupes', id, body -> 'groupes');
  return api.list_intervention_groupes(id);
end;
$$;
comment on function api.delete_intervention_groupes(bigint, jsonb) is
  'Removes alerted groups {groupes: [id]} and returns those that remain. PT404, PT409, PT422.';
grant execute on function api.delete_intervention_groupes(bigint, jsonb) to caserne_api;
