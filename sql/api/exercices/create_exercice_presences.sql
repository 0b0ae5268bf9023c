create or replace function api.create_exercice_presences(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
declare
  v_statut smallint := app.write_presences_exercice(id, body -> 'sapeurs');
begin
  return json_build_object(
    'data', json_build_object('sapeurs', api.list_exercice_sapeurs(id), 'statut', v_statut),
    'avertissements', app.presence_avertissements(id, body -> 'sapeurs')
  );
end;
$$;
comment on function api.create_exercice_presences(bigint, jsonb) is
  'Writes presences {sapeurs: [{sapeur_id, convoque, present, absent, remplace, …}]} and returns the full list, the statut that follows, and warnings about values that were not stored. PT404, PT409, PT422.';
grant execute on function api.create_exercice_presences(bigint, jsonb) to caserne_api;
