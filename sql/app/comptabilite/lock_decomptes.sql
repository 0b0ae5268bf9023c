-- The one lock of décomptes: functions that take, free or remove many unpaid entries hold it, so that no two wait for
-- each other's entries. The year itself is only kept from being closed: alarms become interventions meanwhile.
create or replace function app.lock_decomptes(exercice_comptable_id bigint) returns app.exercices_comptables
  language plpgsql volatile
as $$
begin
  perform app.require_exercice_ouvert(exercice_comptable_id);
  perform request.lock('app.decomptes ' || request.sis_key());
  perform app.refuse_bouclement(exercice_comptable_id);
  return app.require_exercice_ouvert(exercice_comptable_id);
end;
$$;
comment on function app.lock_decomptes(bigint) is
  'An open accounting year that is not closed before the transaction ends, while the décomptes of the SIS are made and removed one by one. PT403, PT409 when it is closed, PT422 when there is none.';
grant execute on function app.lock_decomptes(bigint) to caserne_api;
