create or replace function app.impute_intervention(id bigint, indemnite_id bigint, piquet_indemnite_id bigint)
  returns setof app.ecritures
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  return query
    insert into app.ecritures (
      exercice_comptable_id, sapeur_id, date, heure, designation, complement, quantite, type_unite_id, tarif, taux,
      taux_designation, total, type, module, compte_id, ecriture_categorie_id, intervention_id, indemnite_intervention_id, created_by
    )
    select e.exercice_comptable_id, e.sapeur_id, e.date, e.heure, e.designation, e.complement, e.quantite, e.type_unite_id, e.tarif,
           e.taux, e.taux_designation, e.total, e.type, e.module, e.compte_id, e.ecriture_categorie_id, e.intervention_id,
           e.indemnite_intervention_id, e.created_by
      from app.list_ecritures_intervention(id, indemnite_id, piquet_indemnite_id) e
    returning *;
  update app.interventions i
     set statut = app.intervention_imputee(), date_imputation = app.today()
   where i.sis_key = request.sis_key()
     and i.id = impute_intervention.id;
end;
$$;
comment on function app.impute_intervention(bigint, bigint, bigint) is
  'Imputes an intervention: writes its entries, sets its statut to imputée (3), and returns the entries. PT403, PT404, PT409, PT422. Definer: nobody is granted writing statut.';
grant execute on function app.impute_intervention(bigint, bigint, bigint) to caserne_api;
