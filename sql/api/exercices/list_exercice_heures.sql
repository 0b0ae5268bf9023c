create or replace function api.list_exercice_heures(id bigint) returns json
  language sql stable
as $$
  select coalesce(
           json_agg(json_build_object(
             'id', h.id,
             'sapeur_id', h.sapeur_id,
             'heure_exercice_type_id', h.heure_exercice_type_id,
             'quantite', h.quantite::text
           ) order by h.id) filter (where h.id is not null),
           '[]')
    from app.exercices e
    left join app.exercice_heures h on h.sis_key = e.sis_key and h.exercice_id = e.id
   where e.sis_key = request.sis_key()
     and e.id = list_exercice_heures.id
   group by e.id
$$;
comment on function api.list_exercice_heures(bigint) is
  'Additional hours of everyone at an exercice; null when no such exercice is visible.';
grant execute on function api.list_exercice_heures(bigint) to caserne_api;
