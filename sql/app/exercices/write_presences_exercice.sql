create or replace function app.write_presences_exercice(exercice_id bigint, lignes jsonb) returns smallint
  language plpgsql volatile
as $$
declare
  v_exercice app.exercices := app.lock_exercice(exercice_id);
begin
  perform app.write_lignes('convocations', v_exercice.id, lignes);
  -- Release 0.1.0 set validated exercices back to à saisir until their presences were sent again.
  if v_exercice.statut = app.exercice_a_saisir() then
    perform app.renew_exercice_statut(v_exercice.id);
  end if;
  return (select e.statut from app.exercices e where e.sis_key = request.sis_key() and e.id = v_exercice.id);
end;
$$;
comment on function app.write_presences_exercice(bigint, jsonb) is
  'Writes a batch of convocations or presences of an exercice, all or none, and returns the statut that follows. PT404, PT409, PT422 with the row.';
grant execute on function app.write_presences_exercice(bigint, jsonb) to caserne_api;
