create or replace function api.as_json(mission app.intervention_missions, fuseau text) returns json
  language sql stable
as $$
  select json_build_object(
    'id', mission.id,
    'intervention_id', mission.intervention_id,
    'titre', mission.titre,
    'resume', mission.resume,
    'debut', request.local_instant(mission.debut, fuseau),
    'fin', request.local_instant(mission.fin, fuseau),
    'sapeur_id', mission.sapeur_id,
    'sapeur', mission.sapeur
  )
$$;
comment on function api.as_json(app.intervention_missions, text) is
  'A mission on the wire, with instants in a time zone.';
grant execute on function api.as_json(app.intervention_missions, text) to caserne_api;
