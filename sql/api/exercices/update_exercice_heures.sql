create or replace function api.update_exercice_heures(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
begin
  perform app.lock_exercice(id);
  perform app.write_lignes('heures', id, body -> 'heures');
  return api.list_exercice_heures(id);
end;
$$;
comment on function api.update_exercice_heures(bigint, jsonb) is
  'Changes additional hours {heures: [{id, …}]} by id and returns all. PT404, PT409, PT422.';
grant execute on function api.update_exercice_heures(bigint, jsonb) to caserne_api;
