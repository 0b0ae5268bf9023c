-- Definer: nobody else may set an excuse back that was fined. The rank stays, for the next run.
create or replace function api.delete_imputation_amendes(exercice_comptable_id bigint) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_exercice app.exercices_comptables := app.lock_amendes(exercice_comptable_id);
  v_exercice_id bigint;
  v_sapeur_ids bigint[];
begin
  -- Entries that someone else just puts into a décompte are waited for, and stay.
  perform app.lock_decomptes(v_exercice.id);
  for v_exercice_id, v_sapeur_ids in
    with removed as (
      delete from app.ecritures e
       where e.sis_key = request.sis_key()
         and e.exercice_comptable_id = v_exercice.id
         and e.module = 5
         and e.decompte_id is null
      returning e.exercice_id, e.sapeur_id
    )
    select r.exercice_id, array_agg(r.sapeur_id) from removed r group by r.exercice_id
  loop
    -- An excuse that was refused has the day of the decision.
    update app.exercice_sapeurs s
       set excuse_statut = case when s.date_validation is null then 0 else -1 end
     where s.sis_key = request.sis_key()
       and s.exercice_id = v_exercice_id
       and s.sapeur_id = any (v_sapeur_ids)
       and s.excuse_statut = -2;
  end loop;
  return to_json(true);
end;
$$;
comment on function api.delete_imputation_amendes(bigint) is
  'Removes the fines of an accounting year that are in no décompte, and sets their excuses back: refused (-1), or none (0). The ranks stay. PT403, PT404, PT409. Definer: nobody else may set back an excuse that was fined.';
grant execute on function api.delete_imputation_amendes(bigint) to caserne_api;
