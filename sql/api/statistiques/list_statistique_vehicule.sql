create or replace function api.list_statistique_vehicule(id bigint) returns json
  language sql stable
as $$
  select coalesce(json_agg(json_build_object(
           'id', b.vehicule_id,
           'nb', b.nb,
           'heures', stats.heures(b.secondes)
         ) order by b.vehicule_id) filter (where b.vehicule_id is not null), '[]')
    from app.exercices_comptables e
    left join lateral (
      -- A vehicle's intervention counts for as many as its stat_nb says; the hours of presence are what they are.
      select v.vehicule_id, sum(i.stat_nb) as nb, sum(i.secondes) as secondes
        from stats.interventions i
        join app.intervention_vehicules v on v.sis_key = i.sis_key and v.intervention_id = i.id
       where i.sis_key = request.sis_key()
         and i.exercice_comptable_id = e.id
       group by v.vehicule_id
    ) b on true
   where e.sis_key = request.sis_key()
     and e.id = list_statistique_vehicule.id
   group by e.id
$$;
comment on function api.list_statistique_vehicule(bigint) is
  'For how many interventions of an accounting year each vehicle went out, weighted by stat_nb, and the hours of presence at them; null when there is no such year.';
grant execute on function api.list_statistique_vehicule(bigint) to caserne_api;
