create or replace function app.write_presences_exercice(exercice_id bigint, lignes jsonb) returns smallint
  language plpgsql volatile
as $$
declare
  v_before app.exercices := app.lock_exercice(exercice_id);
begin
  perform app.write_lignes('convocations', exercice_id, lignes);
  return app.renew_exercice_statut(v_before);
end;
$$;
comment on function app.write_presences_exercice(bigint, jsonb) is
  'Writes a batch of convocations or presences of an exercice, all or none, and returns the statut that follows. PT404, PT409, PT422 with the row.';
grant execute on function app.write_presences_exercice(bigint, jsonb) to caserne_api;
