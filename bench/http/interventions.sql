select json_agg(f order by f.date_debut desc, f.heure_debut desc, f.id desc)
  from (
    select i
      from app.interventions i
     where i.sis_key = $1 and i.exercice_comptable_id = $2::bigint
     order by i.date_debut desc, i.heure_debut desc, i.id desc
     limit $3::integer
  ) p
 cross join lateral api.intervention_json(p.i) f
