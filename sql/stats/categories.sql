-- Clients fetch these lists at every start. In an accounting year that is not open yet all figures are 0.
create or replace function stats.categories(par text, exercice_comptable_id bigint, apres json, limite integer) returns json
  language sql stable
as $$
  with page as (
    select l.id, l.designation, l.tri
      from stats.liste_categories(par) l
     where apres is null or (l.tri, l.id) > ((apres ->> 0)::integer, (apres ->> 1)::bigint)
     order by l.tri, l.id
     limit limite
  ),
  -- Materialized: the year is counted once, not once for each category.
  bilan as materialized (
    select b.id, b.nb, b.secondes, b.sauve_personne, b.sauve_animaux, b.nb_precedent, b.secondes_precedent
      from stats.bilan_categories(par) b
     where b.sis_key = request.sis_key()
       and b.exercice_comptable_id = case
             when categories.exercice_comptable_id is null then (select app.current_exercice_comptable_id())
             else categories.exercice_comptable_id
           end
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
    left join bilan b on b.id = c.id
  having categories.exercice_comptable_id is null
      or exists (
           select
             from app.exercices_comptables e
            where e.sis_key = request.sis_key()
              and e.id = categories.exercice_comptable_id
         )
$$;
comment on function stats.categories(text, bigint, json, integer) is
  'Categories of stat_federal or stat_intervention with the figures of an accounting year (null: the current one) and of the previous year; a page after [tri, id]. Null when the year does not exist.';
grant execute on function stats.categories(text, bigint, json, integer) to caserne_api;
