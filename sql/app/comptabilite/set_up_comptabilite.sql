create or replace function app.set_up_comptabilite() returns void
  language sql volatile
as $$
  insert into app.comptes (id, numero, designation, produit, tri)
  values (1, '3010.10', 'Soldes des interventions', false, 1), (2, '3010.20', 'Soldes des exercices', false, 2),
         (3, '3010.30', 'Indemnités de fonction', false, 3), (app.compte_avs(), '3050.00', 'Cotisations AVS, AI, APG et AC', false, 4),
         (5, '3170.00', 'Remboursements de frais', false, 5), (6, '4270.00', 'Amendes', true, 6),
         (7, '3199.00', 'Divers', false, 7)
  on conflict do nothing;

  insert into app.ecriture_categories (id, designation, tri)
  values (1, 'Interventions', 1), (2, 'Exercices', 2), (3, 'Indemnités annuelles', 3),
         (app.ecriture_categorie_avs(), 'Cotisations', 4), (5, 'Frais', 5), (6, 'Amendes', 6), (7, 'Divers', 7)
  on conflict do nothing;

  insert into app.indemnites_intervention
    (id, designation, tarif, tarif_min, tarif_min_pour, tarif_pro_rata, compte_id, ecriture_categorie_id, type)
  values (1, 'Intervention', 32, 32, 1, true, 1, 1, 1), (2, 'Piquet', 16, 0, 0, true, 1, 1, 1)
  on conflict do nothing;

  insert into app.indemnites_exercice (id, fonction_id, tarif, type_unite_id, compte_id, ecriture_categorie_id, type)
  values (1, null, 25, app.unite_heure(), 2, 2, 1)
  on conflict do nothing;

  -- Those of the shipped functions that the SIS still has.
  insert into app.indemnites_annuelles (id, fonction_id, designation, tarif, type_unite_id, compte_id, ecriture_categorie_id, type)
  select t.id, f.id, 'Indemnité de fonction', t.tarif, app.unite_mois(), 3, 3, 2
    from (values (1, 'Commandant', 100), (2, 'Commandant remplaçant', 70), (3, 'Quartier-maître', 60)) as t (id, designation, tarif)
    join app.fonctions f on f.sis_key = request.sis_key() and f.id = t.id and f.designation = t.designation
  on conflict do nothing;

  insert into app.amendes (id, rang, montant, compte_id)
  values (1, 1, 50, 6), (2, 2, 80, 6), (3, 3, 120, 6)
  on conflict do nothing
$$;
comment on function app.set_up_comptabilite() is
  'Inserts accounts, categories of entries, tariffs and fines of the request''s SIS, as a start; rows that are there stay as they are.';
