select json_agg(api.as_json(p.i) order by p.date_debut desc, p.heure_debut desc, p.id desc)
  from (
    select i, i.date_debut, i.heure_debut, i.id
      from app.interventions i
     where i.sis_key = $1 and i.exercice_comptable_id = $2::bigint
     order by i.date_debut desc, i.heure_debut desc, i.id desc
     limit $3::integer
  ) p
