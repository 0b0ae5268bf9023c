-- Definer: the functions of imputations are for the owner alone.
create or replace function api.delete_imputation_annuel(exercice_comptable_id bigint, body jsonb) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_exercice app.exercices_comptables := app.lock_annee_to_impute(exercice_comptable_id);
  v_sapeur_ids constant bigint[] := app.read_ids(body -> 'sapeur_ids');
begin
  perform app.check_sapeur_ids(v_sapeur_ids);
  -- Entries that someone else just puts into a décompte are waited for, and stay.
  perform app.lock_decomptes(v_exercice.id);
  delete from app.ecritures e
   where e.sis_key = request.sis_key()
     and e.exercice_comptable_id = v_exercice.id
     and e.module = 3
     and e.decompte_id is null
     and (v_sapeur_ids is null or e.sapeur_id = any (v_sapeur_ids));
  return to_json(true);
end;
$$;
comment on function api.delete_imputation_annuel(bigint, jsonb) is
  'Removes the yearly allowances of {sapeur_ids?} in an accounting year that are in no décompte. PT403, PT404, PT409, PT422. Definer: the functions of imputations are for the owner alone.';
grant execute on function api.delete_imputation_annuel(bigint, jsonb) to caserne_api;
