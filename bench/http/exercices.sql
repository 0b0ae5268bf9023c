select json_agg(api.as_json(e) order by e.date, e.heure, e.id)
  from app.exercices e
 where e.sis_key = $1 and e.exercice_comptable_id = $2::bigint
