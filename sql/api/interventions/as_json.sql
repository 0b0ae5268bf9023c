create or replace function api.as_json(intervention app.interventions) returns json
  language sql stable
as $$
  select to_json(r)
    from (
      select intervention.id,
             intervention.numero,
             intervention.date_debut,
             intervention.heure_debut,
             intervention.date_fin,
             intervention.heure_fin,
             intervention.objet,
             intervention.lieu,
             intervention.localite_id,
             intervention.wgs84,
             intervention.degre,
             intervention.rapport_police,
             intervention.agent,
             intervention.sauve_personne,
             intervention.sauve_animaux,
             intervention.description,
             intervention.proprietaire,
             intervention.responsable,
             intervention.stat_nb,
             intervention.statut,
             intervention.date_imputation,
             intervention.alarme_id::text as alarme_id,
             intervention.exercice_comptable_id,
             intervention.intervention_traitement_id,
             intervention.stat_federal_id,
             intervention.sapeur_id,
             intervention.type_intervention_id,
             request.utc_micros(intervention.created_at) as created_at,
             request.utc_micros(intervention.updated_at) as updated_at
    ) as r
$$;
comment on function api.as_json(app.interventions) is
  'An intervention on the wire, without its sub-resources.';
grant execute on function api.as_json(app.interventions) to caserne_api;
