create or replace function api.create_intervention_groupes(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
begin
  perform app.lock_intervention(id);
  perform app.write_lignes('groupes', id, body -> 'groupes');
  return api.list_intervention_groupes(id);
end;
$$;
comment on function api.create_intervention_groupes(bigint, jsonb) is
  'Adds alerted groups {groupes: [{no, designation}]} and returns the full list. PT404, PT409, PT422.';
grant execute on function api.create_intervention_groupes(bigint, jsonb) to caserne_api;
