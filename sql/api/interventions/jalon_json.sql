create or replace function api.as_json(jalon app.intervention_jalons, fuseau text) returns json
  language sql stable
as $$
  select json_build_object(
    'id', jalon.id,
    'intervention_id', jalon.intervention_id,
    'titre', jalon.titre,
    'description', jalon.description,
    'date_time', request.local_instant(jalon.date_time, fuseau),
    'sapeur_id', jalon.sapeur_id,
    'sapeur', jalon.sapeur
  )
$$;
comment on function api.as_json(app.intervention_jalons, text) is
  'A jalon on the wire, with its instant in a time zone.';
grant execute on function api.as_json(app.intervention_jalons, text) to caserne_api;
