-- Writers of excuses and presences lock the exercice first. So excuses are decided before absences are read, or
-- after they are fined, and nobody waits for the other in a circle.
create or replace function app.lock_amendes(exercice_comptable_id bigint) returns app.exercices_comptables
  language plpgsql volatile
as $$
declare
  v_exercice app.exercices_comptables := app.lock_annee_to_impute(exercice_comptable_id);
begin
  perform
     from app.exercices x
    where x.sis_key = v_exercice.sis_key
      and x.exercice_comptable_id = v_exercice.id
    order by x.id
      for no key update;
  return v_exercice;
end;
$$;
comment on function app.lock_amendes(bigint) is
  'An open accounting year whose fines are to be made or undone, locked with its exercices. PT403, PT404, PT409 where it is closed.';
