-- Every column of every table that has rows of a person. A column that is added must be put here, or test/audit fails. So
-- neither GET /mes-donnees nor `caserne erase sapeur` can forget it.
create or replace function audit.donnees_personnelles() returns table (
  nom text, lien text, regle text, personnelles text[], gardees text[], textes text[], neutres text[]
)
  language sql immutable set search_path = ''
as $$
  values
    ('app.sapeurs', 'id', 'modifie', '{nom, prenom, suffixe, nom_prenom}'::text[], '{civilite_id, created_at, desactive,
      id, porteur, sis_key, type, updated_at, version}'::text[], '{}'::text[], '{}'::text[]),
    ('app.particularites', 'sapeur_id', 'modifie', '{email, email_garanti, rue, no_rue, localite_id, date_naissance,
      profession, employeur, lieu_de_travail, remarque}', '{sapeur_id, sis_key}', '{}', '{}'),
    ('app.salaires', 'sapeur_id', 'modifie', '{no_avs, iban}', '{cotisation_avs, sapeur_id, sis_key}', '{}', '{}'),
    ('app.telephones', 'sapeur_id', 'supprime', '{telephone_type_id, numero, e164, rta, priorite}', '{id, sapeur_id,
      sis_key, version}', '{}', '{}'),
    ('app.mutations', 'sapeur_id', 'modifie', '{motif, localite_id}', '{id, incorporation, sapeur_id, sis_key, sortie,
      version}', '{}', '{}'),
    ('app.sapeur_fonctions', 'sapeur_id', 'modifie', '{remarque}', '{debut, fin, fonction_id, id, sapeur_id, sis_key,
      version}', '{}', '{}'),
    ('app.sapeur_grades', 'sapeur_id', 'modifie', '{remarque}', '{debut, fin, grade_id, id, sapeur_id, sis_key,
      version}', '{}', '{}'),
    ('app.sapeur_permis', 'sapeur_id', 'supprime', '{permis_type_id, date}', '{id, sapeur_id, sis_key, version}', '{}',
      '{}'),
    ('app.groupe_sapeurs', 'sapeur_id', 'supprime', '{groupe_id}', '{id, sapeur_id, sis_key, version}', '{}', '{}'),
    ('app.materiel_personnel', 'sapeur_id', 'modifie', '{numero, taille}', '{attribution, designation, id, retour,
      sapeur_id, sis_key, version}', '{}', '{}'),
    ('app.exercice_sapeurs', 'sapeur_id', 'modifie', '{remarque, justification}', '{absent, amende_rang, convoque,
      convoque_at, date_demande, date_validation, excuse, excuse_statut, excuse_type_id, exercice_id, id, present,
      remplace, sapeur_id, sis_key}', '{}', '{}'),
    ('app.exercice_heures', 'sapeur_id', 'garde', '{}', '{exercice_id, heure_exercice_type_id, id, quantite, sapeur_id,
      sis_key}', '{}', '{}'),
    ('app.intervention_sapeurs', 'sapeur_id', 'garde', '{}', '{debut, fin, id, intervention_id, piquet, sapeur_id,
      sis_key, toleree}', '{}', '{}'),
    ('app.intervention_quittances', 'sapeur_id', 'garde', '{}', '{id, intervention_id, sapeur_id, sis_key}', '{}', '{}'),
    ('app.intervention_jalons', 'sapeur_id', 'modifie', '{sapeur}', '{date_time, description, id, intervention_id,
      sapeur_id, sis_key, titre}', '{titre, description, sapeur}', '{}'),
    ('app.intervention_missions', 'sapeur_id', 'modifie', '{sapeur}', '{debut, fin, id, intervention_id, resume,
      sapeur_id, sis_key, titre}', '{titre, resume, sapeur}', '{}'),
    ('app.interventions', 'sapeur_id', 'garde', '{}', '{sis_key, id, numero, date_debut, sapeur_id}', '{agent,
      description, objet, lieu, proprietaire, responsable, validated_by}', '{alarme_id, annee, created_at, date_fin,
      date_imputation, degre, exercice_comptable_id, heure_debut, heure_fin, intervention_traitement_id, local_uuid,
      localite_id, no, rapport_police, sauve_animaux, sauve_personne, secondes, stat_federal_id, stat_nb, statut,
      type_intervention_id, updated_at, validated_at, version, wgs84}'),
    ('app.alarme_personnes', 'sapeur_id', 'modifie', '{nom_complet, telephones, telephone}', '{alarme_id, fonction,
      groupe_no, groupe_nom, id, sapeur_id, sis_key}', '{}', '{}'),
    ('app.reponses_alarmes', 'sapeur_id', 'modifie', '{nom_complet, remarque}', '{alarme_id, at, changed_in, chef, delai, id,
      porteur, reponse, sapeur_id, sis_key, source}', '{remarque}', '{}'),
    ('app.calendriers', 'sapeur_id', 'supprime', '{designation}', '{created_at, id, rang, sapeur_id, sis_key, user_id,
      version}', '{}', '{token_hash}'),
    ('app.ecritures', 'sapeur_id', 'garde', '{}', '{amende_id, complement, compte_id, created_at, created_by, date,
      decompte_id, designation, ecriture_categorie_id, exercice_comptable_id, exercice_id, heure, id,
      indemnite_annuelle_id, indemnite_exercice_id, indemnite_intervention_id, intervention_id, module, quantite,
      sapeur_id, sis_key, tarif, taux, taux_designation, total, type, type_unite_id, version}', '{designation,
      complement, created_by}', '{}'),
    ('app.paiements', 'sapeur_id', 'garde', '{}', '{ac, autre, avs, avs_ac, date, decompte_id, frais_effectif,
      frais_forfaitaire, id, indemnite, sapeur_id, sis_key, solde, total}', '{}', '{}'),
    ('audit.identites_paie', 'sapeur_id', 'terme', '{nom, prenom, suffixe, date_naissance, rue, no_rue, localite_id, no_avs,
      iban}', '{jusqu_au, sapeur_id, sis_key}', '{}', '{}'),
    ('app.sis', 'sapeur_id', 'garde', '{}', '{sis_key, sapeur_id}', '{}', '{bic, contenu_alerte, delai_excuse, district,
      duree_reponse, email, fuseau, iban, intervention_automatique, localite_id, no_arrondissement, nom, numero, rue,
      telephone, version}'),
    ('auth.users', 'compte', 'compte', '{name, email}', '{created_at, disabled_at, email_verified_at, id, is_admin,
      tokens_valid_from, updated_at, version}', '{}', '{password_hash}'),
    ('auth.memberships', 'sapeur_id', 'compte', '{mobile}', '{parti_at, sapeur_id, sis_key, user_id}', '{}', '{}'),
    ('app.appareils', 'user_id', 'compte', '{designation}', '{actif, created_at, id, silence_debut, silence_fin, sis_key, type,
      user_id, version}', '{}', '{abonnement, empreinte}'),
    ('app.webhooks', 'user_id', 'compte', '{}', '{actif, created_at, evenements, id, sis_key, user_id}', '{}', '{echec_depuis,
      raison, secret, updated_at, url, version}'),
    ('auth.user_roles', 'user_id', 'compte', '{}', '{role_id, sis_key, user_id}', '{}', '{}'),
    ('auth.invitations', 'sapeur_id', 'compte', '{email}', '{created_at, expires_at, id, sapeur_id, sis_key, used_at,
      used_by, version}', '{}', '{created_by}'),
    ('auth.sessions', 'user_id', 'compte', '{appareil}', '{created_at, id, revoked_at, user_id, version}', '{}', '{}'),
    ('auth.refresh_tokens', 'session', 'compte', '{}', '{expires_at, issued_at, session_id, used_at}', '{}',
      '{token_hash}'),
    ('auth.tokens', 'user_id', 'compte', '{}', '{expires_at, genre, mailed, user_id}', '{}', '{invitation_id, sis_key,
      token_hash}'),
    ('audit.journal', 'journal', 'journal', '{avant, apres}', '{action, id, ligne_id, recorded_at, ressource, sis_key,
      user_id}', '{}', '{}'),
    ('request.reponses', 'user_id', 'compte', '{reponse}', '{cle, created_at, sis_key, user_id}', '{}', '{empreinte,
      version_reponse}')
  union all
  select * from audit.donnees_communes()
$$;
comment on function audit.donnees_personnelles() is
  'Columns of all tables by what they say of people: lien is how a row belongs to a person (null: to none), regle what an erasure does with it.';
-- personnelles: shown to the person, emptied by an erasure. gardees: shown, kept for figures. textes: free text, in which
-- an erasure replaces names and numbers of the person. neutres: neither shown nor changed.
-- Not granted: only the owner reads this list.
