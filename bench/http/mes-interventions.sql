select json_agg(api.as_json(s, i, z.fuseau) order by i.date_debut desc, i.heure_debut desc, s.id desc)
  from app.intervention_sapeurs s
  join app.interventions i on i.sis_key = s.sis_key and i.id = s.intervention_id
  join app.sis z on z.sis_key = s.sis_key
 where s.sis_key = $1 and s.sapeur_id = $3::bigint and i.exercice_comptable_id = $2::bigint
