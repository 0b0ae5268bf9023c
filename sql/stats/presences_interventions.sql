create or replace view stats.presences_interventions with (security_invoker = true) as
  select e.sis_key, e.annee, e.id as exercice_comptable_id, p.sapeur_id, p.nb, p.secondes, p.interventions,
         round(p.nb::numeric / p.interventions, 4) as taux
    from app.exercices_comptables e
   cross join lateral (
     -- Who came and went twice was there once, for both times.
     select s.sapeur_id, count(distinct s.intervention_id) as nb, sum(s.secondes) as secondes,
            (select count(*) from stats.interventions i where i.sis_key = e.sis_key and i.annee = e.annee) as interventions
       from stats.presences s
      where s.sis_key = e.sis_key
        and s.annee = e.annee
      group by s.sapeur_id
   ) p;

grant select on stats.presences_interventions to caserne_api, caserne_analyst, caserne_national;

comment on view stats.presences_interventions is 'At how many interventions of each accounting year each sapeur was, for how long, and which part of all they are; who was at none is not there.';
comment on column stats.presences_interventions.interventions is 'How many the SIS had in that year.';
comment on column stats.presences_interventions.taux is 'nb of them, 0 to 1.';
