create or replace function api.list_statistique_vehicule(id bigint) returns json
  language sql stable
as $$
  select stats.designees('vehicule', (
    select coalesce(json_agg(json_build_object(
             'id', v.vehicule_id,
             'vehicule_id', v.vehicule_id,
             'nb', v.nb,
             'heures', stats.heures(v.secondes)
           ) order by v.vehicule_id) filter (where v.vehicule_id is not null), '[]')
      from app.exercices_comptables e
      left join stats.vehicules v on v.sis_key = e.sis_key and v.exercice_comptable_id = e.id
     where e.sis_key = request.sis_key()
       and e.id = list_statistique_vehicule.id
     group by e.id
  ))
$$;
comment on function api.list_statistique_vehicule(bigint) is
  'Number of interventions of an accounting year to which each vehicle went, multiplied by stat_nb, with the hours of presence; null when the year does not exist.';
grant execute on function api.list_statistique_vehicule(bigint) to caserne_api;
