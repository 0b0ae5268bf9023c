create or replace view stats.categories_service with (security_invoker = true) as
  select e.sis_key, e.annee, e.id as exercice_comptable_id, c.id as stat_intervention_id, c.designation, c.tri, c.nb, c.secondes, c.sauve_personne,
         c.sauve_animaux, c.nb_precedent, c.secondes_precedent
    from app.exercices_comptables e
   cross join lateral (
     select f.id, f.designation, f.tri, coalesce(b.nb, 0) as nb, coalesce(b.secondes, 0) as secondes,
            coalesce(b.sauve_personne, 0) as sauve_personne, coalesce(b.sauve_animaux, 0) as sauve_animaux,
            coalesce(p.nb, 0) as nb_precedent, coalesce(p.secondes, 0) as secondes_precedent
       from app.stat_intervention f
       left join stats.bilan_annuel('stat_intervention', e.sis_key, e.annee) b on b.id = f.id
       -- The year before is the one whose annee is one less, whatever its days.
       left join stats.bilan_annuel('stat_intervention', e.sis_key, e.annee - 1) p on p.id = f.id
     -- offset 0: each year is counted once, and not once for each category.
     offset 0
   ) c;

grant select on stats.categories_service to caserne_api, caserne_analyst, caserne_national;

comment on view stats.categories_service is 'A service''s own statistics: each category in each accounting year of each SIS, with the year before; those without interventions too.';
