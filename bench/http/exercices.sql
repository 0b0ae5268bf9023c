select json_agg(f order by f.date, f.heure, f.id)
  from app.exercices e
 cross join lateral api.exercice_json(e) f
 where e.sis_key = $1 and e.exercice_comptable_id = $2::bigint
