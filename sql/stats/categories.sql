-- Clients fetch these lists at each start, also in a year that nobody has opened yet: then all figures are 0.
create or replace function stats.categories(par text, exercice_comptable_id bigint, apres json, limite integer) returns json
  language sql stable
as $$
  with annee as (
    -- The year before is the one whose annee is one less, whatever its days.
    select e.id, p.id as precedent
      from app.exercices_comptables e
      left join app.exercices_comptables p on p.sis_key = e.sis_key and p.annee = e.annee - 1
     where e.sis_key = request.sis_key()
       and e.id = coalesce(categories.exercice_comptable_id, app.current_exercice_comptable_id())
  ),
  -- Materialized: counted once, and not once for each category.
  bilan as materialized (
    select b.* from annee a cross join lateral stats.bilan(a.id, par) b
  ),
  precedent as materialized (
    select b.* from annee a cross join lateral stats.bilan(a.precedent, par) b
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
           'nb_precedent', coalesce(p.nb, 0),
           'heures_precedent', stats.heures(p.secondes)
         ) order by c.tri, c.id), '[]')
    from page c
    left join bilan b on b.id = c.id
    left join precedent p on p.id = c.id
  having categories.exercice_comptable_id is null or exists (select from annee)
$$;
comment on function stats.categories(text, bigint, json, integer) is
  'The categories of stat_federal or stat_intervention with the figures of an accounting year (null: the current one) and of the year before; after [tri, id], so many. Null when there is no such year.';
grant execute on function stats.categories(text, bigint, json, integer) to caserne_api;
