create or replace view stats.presences with (security_invoker = true) as
  select i.sis_key, p.id, i.annee, i.exercice_comptable_id, p.intervention_id, p.sapeur_id, p.debut, p.fin, p.piquet,
         extract(epoch from p.fin - p.debut) as secondes
    from stats.interventions i
    join app.intervention_sapeurs p on p.sis_key = i.sis_key and p.intervention_id = i.id;

grant select on stats.presences to caserne_api, caserne_analyst, caserne_national;

comment on view stats.presences is 'Presences of sapeurs at interventions, from when to when, with their duration.';
comment on column stats.presences.annee is 'Accounting year of the intervention.';
comment on column stats.presences.piquet is 'Whether the sapeur was on standby at the station. Standby counts like any presence.';
