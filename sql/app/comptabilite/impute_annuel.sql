-- Definer: the functions of imputations are for the owner alone.
create or replace function app.impute_annuel(exercice_comptable_id bigint, sapeur_ids bigint[]) returns setof app.ecritures
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_exercice app.exercices_comptables := app.lock_annee_to_impute(exercice_comptable_id);
begin
  perform app.check_sapeur_ids(sapeur_ids);
  return query
    insert into app.ecritures (
      exercice_comptable_id, sapeur_id, date, designation, complement, quantite, type_unite_id, tarif, taux, taux_designation,
      total, type, module, compte_id, ecriture_categorie_id, indemnite_annuelle_id, created_by
    )
    select e.exercice_comptable_id, e.sapeur_id, e.date, e.designation, e.complement, e.quantite, e.type_unite_id, e.tarif, e.taux,
           e.taux_designation, e.total, e.type, e.module, e.compte_id, e.ecriture_categorie_id, e.indemnite_annuelle_id,
           e.created_by
      from app.ecritures_annuelles(v_exercice, sapeur_ids) e
    returning *;
end;
$$;
comment on function app.impute_annuel(bigint, bigint[]) is
  'Writes the yearly allowances of sapeurs (null: all) that an accounting year does not have yet, and returns their entries. PT403, PT404, PT409, PT422. Definer: the functions of imputations are for the owner alone.';
grant execute on function app.impute_annuel(bigint, bigint[]) to caserne_api;
