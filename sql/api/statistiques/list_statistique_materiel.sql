create or replace function api.list_statistique_materiel(id bigint) returns json
  language sql stable
as $$
  select stats.designees('materiel', (
    select coalesce(json_agg(json_build_object(
             'id', m.materiel_id,
             'materiel_id', m.materiel_id,
             'nb', m.nb,
             'heures', stats.heures(m.secondes),
             'quantite', m.quantite::text
           ) order by m.materiel_id) filter (where m.materiel_id is not null), '[]')
      from app.exercices_comptables e
      left join stats.materiels m on m.sis_key = e.sis_key and m.exercice_comptable_id = e.id
     where e.sis_key = request.sis_key()
       and e.id = list_statistique_materiel.id
     group by e.id
  ))
$$;
comment on function api.list_statistique_materiel(bigint) is
  'Number of interventions of an accounting year at which each material was used, with its quantity and the hours of presence; null when the year does not exist.';
grant execute on function api.list_statistique_materiel(bigint) to caserne_api;
