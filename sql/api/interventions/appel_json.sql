create or replace function api.as_json(appel app.intervention_appels, fuseau text) returns json
  language sql stable
as $$
  select json_build_object(
    'id', appel.id,
    'intervention_id', appel.intervention_id,
    'date', request.local_instant(appel.date, fuseau),
    'numero', appel.numero,
    'nom', appel.nom,
    'commentaire', appel.commentaire
  )
$$;
comment on function api.as_json(app.intervention_appels, text) is
  'A telephone call on the wire, with instants in a time zone.';
grant execute on function api.as_json(app.intervention_appels, text) to caserne_api;
