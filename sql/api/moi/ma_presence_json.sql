create or replace function api.as_json(presence app.intervention_sapeurs, intervention app.interventions, fuseau text)
  returns jsonb
  language sql stable
as $$
  select api.as_json(presence, fuseau)::jsonb || jsonb_build_object(
    'date_debut', intervention.date_debut,
    'heure_debut', intervention.heure_debut,
    'date_fin', intervention.date_fin,
    'heure_fin', intervention.heure_fin,
    'lieu', intervention.lieu,
    'objet', intervention.objet,
    'localite_id', intervention.localite_id,
    'stat_federal_id', intervention.stat_federal_id,
    'type_intervention_id', intervention.type_intervention_id
  )
$$;
comment on function api.as_json(app.intervention_sapeurs, app.interventions, text) is
  'A presence on the wire, with the fields of the intervention that its sapeur may see.';
grant execute on function api.as_json(app.intervention_sapeurs, app.interventions, text) to caserne_api;
