-- Clients fetch these lists at each start, also in a year that nobody has opened yet: then all figures are 0.
create or replace function stats.categories(par text, exercice_comptable_id bigint, apres json, limite integer) returns json
  language sql stable
as $$
  with annee as (
    select coalesce(categories.exercice_comptable_id, app.current_exercice_comptable_id()) as id
  ),
  chiffres as (
    select v.stat_federal_id as id, v.nb, v.secondes, v.sauve_personne, v.sauve_animaux, v.nb_precedent, v.secondes_precedent
      from annee a
      join stats.federal v on v.exercice_comptable_id = a.id
     where par = 'stat_federal'
       and v.sis_key = request.sis_key()
    union all
    select v.stat_intervention_id, v.nb, v.secondes, v.sauve_personne, v.sauve_animaux, v.nb_precedent, v.secondes_precedent
      from annee a
      join stats.categories_service v on v.exercice_comptable_id = a.id
     where par = 'stat_intervention'
       and v.sis_key = request.sis_key()
  ),
  page as (
    select c.id, c.designation, c.tri
      from (
        select f.id, f.designation, f.tri from app.stat_federal f where par = 'stat_federal'
        union all
        select s.id, s.designation, s.tri from app.stat_intervention s where par = 'stat_intervention'
      ) c
     where apres is null or (c.tri, c.id) > ((apres ->> 0)::integer, (apres ->> 1)::bigint)
     order by c.tri, c.id
     limit limite
  )
  select coalesce(json_agg(json_build_object(
           'id', c.id,
           'designation', c.designation,
           'statut', true,
           'tri', c.tri,
           'nb', coalesce(b.nb, 0),
           'heures', stats.heures(b.secondes),
           'sauve_personne', coalesce(b.sauve_personne, 0),
           'sauve_animaux', coalesce(b.sauve_animaux, 0),
           'nb_precedent', coalesce(b.nb_precedent, 0),
           'heures_precedent', stats.heures(b.secondes_precedent)
         ) order by c.tri, c.id), '[]')
    from page c
    left join chiffres b on b.id = c.id
  having categories.exercice_comptable_id is null
      or exists (
           select
             from app.exercices_comptables e
            where e.sis_key = request.sis_key()
              and e.id = categories.exercice_comptable_id
         )
$$;
comment on function stats.categories(text, bigint, json, integer) is
  'The categories of stat_federal or stat_intervention with the figures of an accounting year (null: the current one) and of the year before; after [tri, id], so many. Null when there is no such year.';
grant execute on function stats.categories(text, bigint, json, integer) to caserne_api;
