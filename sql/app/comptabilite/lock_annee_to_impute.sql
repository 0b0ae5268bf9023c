create or replace function app.lock_annee_to_impute(exercice_comptable_id bigint) returns app.exercices_comptables
  language plpgsql volatile
as $$
declare
  v_exercice app.exercices_comptables;
begin
  perform request.require('comptabilite.modification');
  v_exercice := app.lock_exercice_ouvert(exercice_comptable_id);
  perform request.lock(format('app.lock_annee_to_impute %s %s', v_exercice.sis_key, v_exercice.id));
  return v_exercice;
end;
$$;
comment on function app.lock_annee_to_impute(bigint) is
  'An open accounting year whose allowances or fines are to be made or undone, one caller after the other. PT403, PT404, PT409 where it is closed.';
