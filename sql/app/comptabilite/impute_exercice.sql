-- Definer: callers who impute need not see exercices, and nobody is granted writing statut.
create or replace function app.impute_exercice(id bigint) returns setof app.ecritures
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_exercice app.exercices := app.lock_exercice_to_impute(id);
begin
  if v_exercice.statut <> app.exercice_valide() then
    raise sqlstate 'PT409' using message = 'Seul un exercice validé peut être imputé';
  end if;
  -- Release 0.1.0 has entries of exercices that it did not impute.
  if exists (
    select from app.ecritures e where e.sis_key = v_exercice.sis_key and e.exercice_id = v_exercice.id and e.module = 1
  ) then
    raise sqlstate 'PT409' using message = 'Cet exercice a déjà des écritures : annulez d’abord son imputation';
  end if;
  return query
    insert into app.ecritures (
      exercice_comptable_id, sapeur_id, date, heure, designation, complement, quantite, type_unite_id, tarif, taux,
      taux_designation, total, type, module, compte_id, ecriture_categorie_id, exercice_id, indemnite_exercice_id,
      created_by
    )
    select e.exercice_comptable_id, e.sapeur_id, e.date, e.heure, e.designation, e.complement, e.quantite, e.type_unite_id, e.tarif,
           e.taux, e.taux_designation, e.total, e.type, e.module, e.compte_id, e.ecriture_categorie_id, e.exercice_id,
           e.indemnite_exercice_id, e.created_by
      from app.ecritures_exercice(v_exercice) e
    returning *;
  update app.exercices e
     set statut = app.exercice_impute()
   where e.sis_key = request.sis_key()
     and e.id = v_exercice.id;
end;
$$;
comment on function app.impute_exercice(bigint) is
  'Imputes an exercice: writes its entries, sets its statut to imputé (4), and returns the entries. PT403, PT404, PT409. Definer: to see exercices and write their statut.';
grant execute on function app.impute_exercice(bigint) to caserne_api;
