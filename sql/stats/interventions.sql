-- Joined by accounting year, so that one year of all SIS is read from the index, SIS by SIS.
create or replace view stats.interventions with (security_invoker = true) as
  select e.sis_key, i.id, e.annee, e.id as exercice_comptable_id, i.date_debut, i.stat_federal_id, i.type_intervention_id, i.stat_intervention_id,
         i.intervention_traitement_id, i.stat_nb, i.sauve_personne, i.sauve_animaux, i.secondes, i.numero, i.statut, i.degre,
         i.heure_debut, i.date_fin, i.heure_fin, i.localite_id, i.sapeur_id, i.alarme_id, i.no, i.rapport_police,
         i.date_imputation, i.validated_at, i.created_at, i.updated_at
    from app.exercices_comptables e
   cross join lateral stats.interventions_annuelles(e.sis_key, e.annee) i;

grant select on stats.interventions to caserne_api, caserne_analyst, caserne_national;

comment on view stats.interventions is 'Interventions as statistics count them, one row each.';
comment on column stats.interventions.annee is 'Accounting year.';
comment on column stats.interventions.secondes is 'Person-seconds of presence, standby included; stats.heures(sum(secondes)) gives hours.';
comment on column stats.interventions.stat_intervention_id is 'Category of the intervention''s type, as the SIS has it today.';
comment on column stats.interventions.stat_nb is 'How many interventions this one counts for in the service''s own statistics.';
comment on column stats.interventions.statut is '0 vide, 1 saisi, 2 validé, 3 imputé.';
comment on column stats.interventions.degre is 'Size of the intervention, 1 to 4.';
comment on column stats.interventions.sapeur_id is 'Officer in charge, null until known.';
comment on column stats.interventions.numero is 'Year and running number in the accounting year, such as 2026-014.';
comment on column stats.interventions.no is 'The running number alone.';
comment on column stats.interventions.rapport_police is 'Whether the police wrote a report.';
comment on column stats.interventions.date_imputation is 'Date on which the pay was booked.';
comment on column stats.interventions.alarme_id is 'The alarm that the intervention was made from.';
