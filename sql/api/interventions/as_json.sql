create or replace function api.as_json(intervention app.interventions, debut timestamptz, fin timestamptz, fuseau text) returns json
  language sql stable
as $$
  select json_build_object(
    'id', intervention.id,
    'numero', intervention.numero,
    'date_debut', intervention.date_debut,
    'heure_debut', intervention.heure_debut,
    'date_fin', intervention.date_fin,
    'heure_fin', intervention.heure_fin,
    'debut', request.local_instant(debut, fuseau),
    'fin', request.local_instant(fin, fuseau),
    'objet', intervention.objet,
    'lieu', intervention.lieu,
    'localite_id', intervention.localite_id,
    'wgs84', intervention.wgs84,
    'degre', intervention.degre,
    'rapport_police', intervention.rapport_police,
    'agent', intervention.agent,
    'sauve_personne', intervention.sauve_personne,
    'sauve_animaux', intervention.sauve_animaux,
    'description', intervention.description,
    'proprietaire', intervention.proprietaire,
    'responsable', intervention.responsable,
    'stat_nb', intervention.stat_nb,
    'statut', intervention.statut,
    'date_imputation', intervention.date_imputation,
    'alarme_id', intervention.alarme_id::text,
    'exercice_comptable_id', intervention.exercice_comptable_id,
    'intervention_traitement_id', intervention.intervention_traitement_id,
    'stat_federal_id', intervention.stat_federal_id,
    'sapeur_id', intervention.sapeur_id,
    'type_intervention_id', intervention.type_intervention_id,
    'validated_at', request.utc_micros(intervention.validated_at),
    'validated_by', intervention.validated_by,
    'created_at', request.utc_micros(intervention.created_at),
    'updated_at', request.utc_micros(intervention.updated_at)
  )
$$;
comment on function api.as_json(app.interventions, timestamptz, timestamptz, text) is
  'An intervention on the wire, from debut to fin, without its sub-resources.';
grant execute on function api.as_json(app.interventions, timestamptz, timestamptz, text) to caserne_api;

create or replace function api.as_json(intervention app.interventions) returns json
  language sql stable
as $$
  select api.as_json(intervention, app.instant_debut(intervention), app.instant_fin(intervention), app.fuseau())
$$;
comment on function api.as_json(app.interventions) is
  'One intervention on the wire, without its sub-resources.';
grant execute on function api.as_json(app.interventions) to caserne_api;
