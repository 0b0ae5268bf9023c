create or replace view stats.presences_interventions with (security_invoker = true) as
  select i.sis_key, i.annee, i.exercice_comptable_id, p.sapeur_id, count(*) as nb, sum(p.secondes) as secondes, i.interventions,
         round(count(*)::numeric / i.interventions, 4) as taux
    from (
      select i.sis_key, i.annee, i.exercice_comptable_id, i.id,
             count(*) over (partition by i.sis_key, i.annee, i.exercice_comptable_id) as interventions
        from stats.interventions i
    ) i
   -- Grouped by intervention: someone who came and went twice was there once, with the time of both presences.
   -- Presences of other years are not read.
   cross join lateral (
     select p.sapeur_id, sum(extract(epoch from p.fin - p.debut)) as secondes
       from app.intervention_sapeurs p
      where p.sis_key = i.sis_key
        and p.intervention_id = i.id
      group by p.sapeur_id
   ) p
   group by i.sis_key, i.annee, i.exercice_comptable_id, i.interventions, p.sapeur_id;

grant select on stats.presences_interventions to caserne_api, caserne_analyst, caserne_national;

comment on view stats.presences_interventions is 'Number of interventions of each accounting year at which each sapeur was present, with the hours and the share of all interventions. Sapeurs without presence have no row.';
comment on column stats.presences_interventions.interventions is 'Number of interventions of the SIS in that year.';
comment on column stats.presences_interventions.taux is 'nb divided by interventions, 0 to 1.';
