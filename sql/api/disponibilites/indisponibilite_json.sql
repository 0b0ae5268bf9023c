create or replace function api.as_json(indisponibilite app.indisponibilites, fuseau text) returns json
  language sql stable
as $$
  select json_build_object(
    'id', indisponibilite.id,
    'sapeur_id', indisponibilite.sapeur_id,
    'debut', request.local_instant(indisponibilite.debut, fuseau),
    'fin', request.local_instant(indisponibilite.fin, fuseau),
    'motif', indisponibilite.motif,
    'recurrence', indisponibilite.recurrence,
    'dernier_jour', indisponibilite.dernier_jour
  )
$$;
comment on function api.as_json(app.indisponibilites, text) is
  'A period in which a sapeur cannot come, on the wire.';
grant execute on function api.as_json(app.indisponibilites, text) to caserne_api;
