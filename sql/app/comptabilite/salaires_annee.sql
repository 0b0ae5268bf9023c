-- Contributions are due on the year's sums. Example: 5,500 of solde and 3,000 of indemnités, with 5,400 exempt, are
-- 3,100 for AVS and AC. Paid to a man who reached the reference age in May, 3,000 of it afterwards, they are 3,100 for
-- AVS and 100 for AC. What is paid before contributions begin is not in the sums.
create or replace function app.salaires_annee(
  exercice app.exercices_comptables, params app.avs_params, debut date, fin_ac date,
  solde numeric, indemnite numeric, solde_apres numeric, indemnite_apres numeric
) returns table (avs numeric, ac numeric)
  language sql immutable
as $$
  select case
           when debut > exercice.fin then 0
           else app.salaire_soumis(v.solde_avs, indemnite, v.depasse, params.seuil_sur_solde)
         end,
         case
           when debut > exercice.fin or fin_ac < exercice.debut then 0
           else least(app.salaire_soumis(v.solde_ac, indemnite - indemnite_apres, v.depasse, params.seuil_sur_solde),
                      params.plafond_ac)
         end
    from (
      select s.solde_avs, s.solde_ac,
             app.depasse_franchise(s.solde_avs + indemnite, params.franchise_avs, params.seuil_sur_solde) as depasse
        from (
          select app.solde_soumis(solde, params.franchise_imposition) as solde_avs,
                 app.solde_soumis(solde - solde_apres, params.franchise_imposition) as solde_ac
        ) s
    ) v
$$;
comment on function app.salaires_annee(app.exercices_comptables, app.avs_params, date, date, numeric, numeric, numeric, numeric) is
  'The salary of a year that owes AVS, and that owes AC, of someone who owes from debut on, and AC until fin_ac, in francs: by their solde and indemnités, and the part of them that is dated after fin_ac.';
