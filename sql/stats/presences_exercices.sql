create or replace view stats.presences_exercices with (security_invoker = true) as
  select c.sis_key, c.annee, c.id as exercice_comptable_id, p.sapeur_id, count(*) filter (where p.present) as nb,
         coalesce(sum(e.duree) filter (where p.present), 0) * 60 as secondes,
         count(*) filter (where p.convoque) as convoque, count(*) filter (where p.absent) as absent,
         count(*) filter (where p.remplace) as remplace, count(*) filter (where p.excuse) as excuse
    from app.exercices_comptables c
    join app.exercices e on e.sis_key = c.sis_key and e.exercice_comptable_id = c.id and e.statut > 0
    join app.exercice_sapeurs p on p.sis_key = e.sis_key and p.exercice_id = e.id
   group by c.sis_key, c.annee, c.id, p.sapeur_id;

grant select on stats.presences_exercices to caserne_api, caserne_analyst, caserne_national;

comment on view stats.presences_exercices is 'Number of exercices of each accounting year at which each sapeur was present, with the hours and the other results of their convocations. Exercices that were called off do not count.';
comment on column stats.presences_exercices.nb is 'Number of exercices at which they were present.';
comment on column stats.presences_exercices.secondes is 'Seconds of these exercices, each counted as a whole.';
comment on column stats.presences_exercices.convoque is 'Number of exercices to which they were convoked, future ones included.';
