create or replace function api.list_statistique_materiel(id bigint) returns json
  language sql stable
as $$
  select coalesce(json_agg(json_build_object(
           'id', b.materiel_id,
           'nb', b.nb,
           'heures', stats.heures(b.secondes),
           'quantite', b.quantite::text
         ) order by b.materiel_id) filter (where b.materiel_id is not null), '[]')
    from app.exercices_comptables e
    left join lateral (
      select m.materiel_id, count(*) as nb, sum(i.secondes) as secondes, sum(m.quantite) as quantite
        from stats.interventions i
        join app.intervention_materiels m on m.sis_key = i.sis_key and m.intervention_id = i.id
       where i.sis_key = request.sis_key()
         and i.exercice_comptable_id = e.id
       group by m.materiel_id
    ) b on true
   where e.sis_key = request.sis_key()
     and e.id = list_statistique_materiel.id
   group by e.id
$$;
comment on function api.list_statistique_materiel(bigint) is
  'At how many interventions of an accounting year each material was used, how much of it, and the hours of presence at them; null when there is no such year.';
grant execute on function api.list_statistique_materiel(bigint) to caserne_api;
