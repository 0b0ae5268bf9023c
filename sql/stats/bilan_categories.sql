-- begin atomic parses the body when the function is made: analysts call it through views of stats and may not use names
-- of app.
create or replace function stats.bilan_categories(par text)
  returns table (
    sis_key text, annee integer, exercice_comptable_id bigint, id bigint, designation text, tri integer, nb bigint, secondes numeric,
    sauve_personne bigint, sauve_animaux bigint, nb_precedent bigint, secondes_precedent numeric
  )
  language sql stable
begin atomic
  select e.sis_key, e.annee, e.id, c.id, c.designation, c.tri, c.nb, c.secondes, c.sauve_personne, c.sauve_animaux, c.nb_precedent,
         c.secondes_precedent
    from app.exercices_comptables e
   cross join lateral (
     select l.id, l.designation, l.tri, coalesce(b.nb, 0) as nb, coalesce(b.secondes, 0) as secondes,
            coalesce(b.sauve_personne, 0) as sauve_personne, coalesce(b.sauve_animaux, 0) as sauve_animaux,
            coalesce(p.nb, 0) as nb_precedent, coalesce(p.secondes, 0) as secondes_precedent
       from stats.liste_categories(par) l
       left join stats.bilan_annuel(par, e.sis_key, e.annee) b on b.id = l.id
       -- The previous year is the one whose annee is one less, whatever its dates.
       left join stats.bilan_annuel(par, e.sis_key, e.annee - 1) p on p.id = l.id
     -- offset 0: each year is counted once, not once for each category.
     offset 0
   ) c
   where stats.sees_interventions(e.sis_key);
end;
comment on function stats.bilan_categories(text) is
  'Rows of stats.federal and stats.categories_service: each category of stat_federal or stat_intervention in each accounting year of each SIS with the figures of the previous year, including categories without interventions.';
grant execute on function stats.bilan_categories(text) to caserne_api, caserne_analyst, caserne_national;
