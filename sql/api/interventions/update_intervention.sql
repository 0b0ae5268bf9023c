create or replace function api.update_intervention(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.interventions i
     set (date_debut, heure_debut, date_fin, heure_fin, debut_repete, fin_repete, objet, lieu, localite_id, wgs84, degre, rapport_police, agent,
          sauve_personne, sauve_animaux, description, proprietaire, responsable, stat_nb, intervention_traitement_id,
          stat_federal_id, sapeur_id, type_intervention_id) = (
       select n.date_debut, n.heure_debut, n.date_fin, n.heure_fin, n.debut_repete, n.fin_repete, n.objet, n.lieu, n.localite_id, n.wgs84, n.degre,
              n.rapport_police, n.agent, n.sauve_personne, n.sauve_animaux, n.description, n.proprietaire, n.responsable,
              n.stat_nb, n.intervention_traitement_id, n.stat_federal_id, n.sapeur_id, n.type_intervention_id
         from app.read_intervention(i, app.with_position(body)) n
     )
   where i.sis_key = request.sis_key()
     and i.id = update_intervention.id
  returning app.note_position(app.add_sautees(api.as_json(i), jsonb_build_object('date_debut', i.date_debut, 'date_fin', i.date_fin) || body), body)
$$;
comment on function api.update_intervention(bigint, jsonb) is
  'Changes an intervention; absent keys leave values as they are. Null when it does not exist, PT409 when it is imputée or moved to a closed accounting year.';
grant execute on function api.update_intervention(bigint, jsonb) to caserne_api;
