-- A call with a localUuid (interventions-complet) that another call has used waits for that call and creates nothing.
create or replace function api.create_intervention(body jsonb) returns json
  language sql volatile
as $$
  insert into app.interventions (
    date_debut, heure_debut, date_fin, heure_fin, debut_repete, fin_repete, objet, lieu, localite_id, wgs84, degre, rapport_police, agent, sauve_personne,
    sauve_animaux, description, proprietaire, responsable, stat_nb, intervention_traitement_id, stat_federal_id, sapeur_id,
    type_intervention_id, local_uuid
  )
  select n.date_debut, n.heure_debut, n.date_fin, n.heure_fin, n.debut_repete, n.fin_repete, n.objet, n.lieu, n.localite_id, n.wgs84, n.degre, n.rapport_police,
         n.agent, n.sauve_personne, n.sauve_animaux, n.description, n.proprietaire, n.responsable, n.stat_nb,
         n.intervention_traitement_id, n.stat_federal_id, n.sapeur_id, n.type_intervention_id, (body ->> 'localUuid')::uuid
    from app.read_intervention(null, app.with_position(body)) n
  on conflict (sis_key, local_uuid) do nothing
  returning app.note_position(app.add_sautees(api.as_json(interventions), body), body)
$$;
comment on function api.create_intervention(jsonb) is
  'Creates an intervention, vide, with its number and first phase. PT409 when its accounting year is closed.';
grant execute on function api.create_intervention(jsonb) to caserne_api;
