create or replace function app.set_up_sis(sis_key text) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  perform request.open(null, set_up_sis.sis_key, array['sis.config', 'intervention.config', 'sapeur.config', 'exercice.config', 'comptabilite.config'],
                       null);

  insert into app.sis (sis_key, nom)
  select s.api_key, s.nom from auth.sis s where s.api_key = set_up_sis.sis_key;

  insert into app.types_intervention (id, designation, stat_intervention_id, tri)
  select n, d, s, n
    from unnest(
      array['Feu véhicule', 'Alarme automatique', 'Feu bâtiment', 'Feu forêt', 'Guêpes', 'Fausse alarme', 'Feu cheminée',
            'Pollution chimique', 'Pollution hydrocarbures', 'Sauvetage de personnes', 'Sauvetage autres', 'Inondation',
            'Éléments naturels', 'Radioactivité', 'Fermentation de fourrages', 'Panne d''ascenseur', 'Autre intervention'],
      array[1, 6, 1, 1, 2, 8, 1, 3, 3, 4, 4, 5, 5, 7, 7, 7, 7]
    ) with ordinality as t (d, s, n);

  insert into app.codes_alarme (id, code, type_intervention_id, stat_federal_id)
  values (1, 'FEU BAT', 3, 1), (2, 'FEU VHC', 1, 1), (3, 'FEU FORET', 4, 1), (4, 'FEU CHEM', 7, 1), (5, 'FEU', 17, 1),
         (6, 'AA', 2, 9), (7, 'INOND', 12, 2), (8, 'ELEM', 13, 2), (9, 'POLLU', 9, 5), (10, 'POLLU CHIM', 8, 6), (11, 'CHIM', 8, 6),
         (12, 'RADIO', 14, 7), (13, 'SAUV', 10, 4), (14, 'SAUV ANIM', 11, 4), (15, 'DESINC', 10, 3), (16, 'ACC', 10, 3),
         (17, 'TRAIN', 17, 8), (18, 'FERM', 15, 10), (19, 'PIONNIER', 17, 4), (20, 'GUEPES', 5, 10), (21, 'ASCENSEUR', 16, 4),
         (22, 'INCENDIE', 17, 1), (23, 'ACCIDENT', 10, 3);

  -- Usual Swiss lists as a start. The highest rank goes first where someone has several.
  insert into app.fonctions (id, designation, rang, chef)
  select n, d, r, n in (1, 2, 4, 5, 6)
    from unnest(
      array['Commandant', 'Commandant remplaçant', 'Quartier-maître', 'Chef d''intervention', 'Officier',
            'Chef de groupe', 'Porteur', 'Machiniste', 'Sapeur', 'Recrue'],
      array[100, 90, 70, 80, 60, 50, 30, 40, 20, 10]
    ) with ordinality as t (d, r, n);

  insert into app.grades (id, designation, rang)
  select n, d, r
    from unnest(
      array['Major', 'Capitaine', 'Premier-lieutenant', 'Lieutenant', 'Adjudant', 'Sergent-major', 'Fourrier', 'Sergent',
            'Caporal', 'Appointé', 'Sapeur'],
      array[110, 100, 90, 80, 70, 60, 55, 50, 40, 30, 10]
    ) with ordinality as t (d, r, n);

  insert into app.permis_types (id, designation, tri)
  select n, d, n
    from unnest(array['A', 'A1', 'B', 'B1', 'BE', 'C', 'C1', 'CE', 'C1E', 'D', 'D1', 'Permis bateau']) with ordinality as t (d, n);

  insert into app.mission_types (id, titre)
  select n, d
    from unnest(array['Reconnaissance', 'Sauvetage', 'Extinction', 'Protection des biens', 'Circulation', 'Déblaiement', 'Surveillance'])
         with ordinality as t (d, n);

  insert into app.exercice_categories (id, designation, tri, amendable)
  select n, d, n, n <= 2
    from unnest(array['Exercice général', 'Exercice de section', 'Cours de cadres', 'Porteurs d''appareils', 'Machinistes', 'Cours cantonal'])
         with ordinality as t (d, n);

  insert into app.excuses_types (id, designation, tri)
  select n, d, n
    from unnest(array['Travail', 'Maladie', 'Accident', 'Vacances', 'Service militaire', 'Raison familiale']) with ordinality as t (d, n);

  perform app.set_up_comptabilite();
  -- Administrative work is no solde for the tax office.
  insert into app.heure_exercice_types (id, designation, tri, montant, compte_id, ecriture_categorie_id, type)
  select n, d, n, 25, 2, 2, case d when 'Administration' then 2 else 1 end
    from unnest(array['Exercice', 'Préparation', 'Instruction', 'Administration']) with ordinality as t (d, n);
end;
$$;
comment on function app.set_up_sis(text) is 'Makes the settings and reference lists of a new SIS.';
