-- What is counted of an intervention: one row, so that its figures are there once, whatever is joined to it.
-- Every intervention that is kept counts, whatever its statut: also one that is still vide, or was a false alarm. It belongs to the
-- accounting year of its first day, and its hours with it: a night that crosses the year counts whole in the year of the start.
-- Standby at the station (piquet) is presence. An hour is an hour, also in the nights when the clock changes.
-- By way of the years, so that one year of all SIS is read from the index, SIS by SIS.
create or replace view stats.interventions with (security_invoker = true) as
  select e.sis_key, i.id, e.annee, e.id as exercice_comptable_id, i.date_debut, i.stat_federal_id, i.type_intervention_id, t.stat_intervention_id,
         i.intervention_traitement_id, i.stat_nb, i.sauve_personne, i.sauve_animaux, i.secondes, i.numero, i.statut, i.degre,
         i.heure_debut, i.date_fin, i.heure_fin, i.localite_id, i.sapeur_id, i.alarme_id
    from app.exercices_comptables e
    join app.interventions i on i.sis_key = e.sis_key and i.annee = e.annee
    left join app.types_intervention t on t.sis_key = i.sis_key and t.id = i.type_intervention_id;

grant select on stats.interventions to caserne_api, caserne_analyst, caserne_national;

comment on view stats.interventions is 'Interventions as statistics count them, one row each.';
comment on column stats.interventions.annee is 'Accounting year.';
comment on column stats.interventions.secondes is 'What all who were there were there, standby included; stats.heures(sum(secondes)) writes hours.';
comment on column stats.interventions.stat_intervention_id is 'Category of its type, as the SIS has it today.';
comment on column stats.interventions.stat_nb is 'How many interventions it counts for in a service''s own statistics.';
