create or replace view stats.exercices with (security_invoker = true) as
  select c.sis_key, e.id, c.annee, e.exercice_comptable_id, e.date, e.heure, e.designation, e.lieu, e.exercice_categorie_id, e.statut, e.duree,
         s.convoques, s.presents, s.absents, s.remplaces, s.excuses, s.presents * e.duree * 60 as secondes,
         e.localite_id, e.created_at, e.updated_at
    from app.exercices_comptables c
    join app.exercices e on e.sis_key = c.sis_key and e.exercice_comptable_id = c.id
   cross join lateral (
     select count(*) filter (where p.convoque) as convoques, count(*) filter (where p.present) as presents,
            count(*) filter (where p.absent) as absents, count(*) filter (where p.remplace) as remplaces,
            count(*) filter (where p.excuse) as excuses
       from app.exercice_sapeurs p
      where p.sis_key = e.sis_key
        and p.exercice_id = e.id
        and e.statut > 0
   ) s;

grant select on stats.exercices to caserne_api, caserne_analyst, caserne_national;

comment on view stats.exercices is 'Exercices with the number of sapeurs convoked and the results of their convocations; zeros for exercices that were called off (statut 0).';
comment on column stats.exercices.duree is 'Duration in minutes.';
comment on column stats.exercices.secondes is 'Person-seconds of presence: the whole duration for each sapeur who was present.';
comment on column stats.exercices.statut is '0 annulé, 1 à saisir, 2 saisi, 3 validé, 4 imputé.';
