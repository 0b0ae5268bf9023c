create or replace function app.read_intervention(intervention app.interventions, body jsonb) returns app.interventions
  language sql stable
as $$
  select jsonb_populate_record(n, app.read_moments(intervention, body) || jsonb_build_object(
           'lieu', coalesce(n.lieu, ''),
           'wgs84', coalesce(n.wgs84, ''),
           'degre', coalesce(n.degre, 1),
           'rapport_police', coalesce(n.rapport_police, false),
           'agent', coalesce(n.agent, ''),
           'sauve_personne', coalesce(n.sauve_personne, 0),
           'sauve_animaux', coalesce(n.sauve_animaux, 0),
           'description', coalesce(n.description, ''),
           'proprietaire', coalesce(n.proprietaire, ''),
           'responsable', coalesce(n.responsable, ''),
           'stat_nb', coalesce(n.stat_nb, 1),
           'intervention_traitement_id', coalesce(n.intervention_traitement_id, 1),
           'stat_federal_id', coalesce(n.stat_federal_id, app.stat_federal_divers()),
           'type_intervention_id', coalesce(n.type_intervention_id, app.type_intervention_divers())
         ))
    from jsonb_populate_record(intervention, body) n
$$;
comment on function app.read_intervention(app.interventions, jsonb) is
  'An intervention with the values of a body (of a new one when the intervention is null). Absent keys leave values as they are, null sets the default of a new intervention.';
grant execute on function app.read_intervention(app.interventions, jsonb) to caserne_api;
