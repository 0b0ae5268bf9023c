select json_agg(l order by i.date_debut desc, i.heure_debut desc, s.id desc)
  from app.intervention_sapeurs s
  join app.interventions i on i.sis_key = s.sis_key and i.id = s.intervention_id
 cross join lateral (
   select s.id, s.sapeur_id, s.intervention_id, s.debut, s.fin, s.piquet, i.date_debut, i.heure_debut, i.date_fin,
          i.heure_fin, i.lieu, i.objet, i.localite_id, i.stat_federal_id, i.type_intervention_id
 ) l
 where s.sis_key = $1 and s.sapeur_id = $3::bigint and i.exercice_comptable_id = $2::bigint
