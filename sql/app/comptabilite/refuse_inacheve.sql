-- An entry of the service itself is paid to nobody, and an exercice that was called off has nothing to impute.
-- Definer: callers who close a year need not see what is in it.
create or replace function app.refuse_inacheve(exercice_comptable_id bigint) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_interventions bigint := (
    select count(*)
      from app.interventions i
     where i.sis_key = request.sis_key()
       and i.exercice_comptable_id = refuse_inacheve.exercice_comptable_id
       and i.statut <> app.intervention_imputee()
  );
  v_exercices bigint := (
    select count(*)
      from app.exercices e
     where e.sis_key = request.sis_key()
       and e.exercice_comptable_id = refuse_inacheve.exercice_comptable_id
       and e.statut not in (app.exercice_annule(), app.exercice_impute())
  );
  v_ecritures bigint := (
    select count(*)
      from app.ecritures e
     where e.sis_key = request.sis_key()
       and e.exercice_comptable_id = refuse_inacheve.exercice_comptable_id
       and e.decompte_id is null
       and e.sapeur_id is not null
  );
  v_decomptes bigint := (
    select count(*)
      from app.decomptes d
     where d.sis_key = request.sis_key()
       and d.exercice_comptable_id = refuse_inacheve.exercice_comptable_id
       and d.paye_le is null
  );
begin
  if v_interventions + v_exercices + v_ecritures + v_decomptes > 0 then
    raise sqlstate 'PT409' using
      message = format(
        'Il reste %s intervention%s et %s exercice%s à imputer, %s écriture%s et %s décompte%s à payer',
        v_interventions, case when v_interventions > 1 then 's' end, v_exercices, case when v_exercices > 1 then 's' end,
        v_ecritures, case when v_ecritures > 1 then 's' end, v_decomptes, case when v_decomptes > 1 then 's' end);
  end if;
end;
$$;
comment on function app.refuse_inacheve(bigint) is
  'Refuses (PT409, with their numbers) an accounting year that has interventions or exercices to impute, or entries or statements to pay. Definer: to see them.';
grant execute on function app.refuse_inacheve(bigint) to caserne_api;
