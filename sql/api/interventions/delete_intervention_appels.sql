create or replace function api.delete_intervention_appels(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
begin
  perform app.lock_intervention(id);
  perform app.delete_lignes('appels', id, body -> 'appels');
  return api.list_intervention_appels(id);
end;
$$;
comment on function api.delete_intervention_appels(bigint, jsonb) is
  'Removes telephone calls {appels: [id]} and returns those that remain. PT404, PT409, PT422.';
grant execute on function api.delete_intervention_appels(bigint, jsonb) to caserne_api;
