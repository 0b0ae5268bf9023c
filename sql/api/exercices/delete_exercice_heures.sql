create or replace function api.delete_exercice_heures(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
begin
  perform app.lock_exercice(id);
  perform app.delete_lignes('heures', id, body -> 'heures');
  return api.list_exercice_heures(id);
end;
$$;
comment on function api.delete_exercice_heures(bigint, jsonb) is
  'Removes additional hours {heures: [id]} of an exercice and returns those that remain. PT404, PT409, PT422.';
grant execute on function api.delete_exercice_heures(bigint, jsonb) to caserne_api;
