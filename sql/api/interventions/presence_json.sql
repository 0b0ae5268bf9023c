create or replace function api.as_json(presence app.intervention_sapeurs, fuseau text) returns json
  language sql stable
as $$
  select json_build_object(
    'id', presence.id,
    'sapeur_id', presence.sapeur_id,
    'intervention_id', presence.intervention_id,
    'debut', request.local_instant(presence.debut, fuseau),
    'fin', request.local_instant(presence.fin, fuseau),
    'piquet', presence.piquet
  )
$$;
comment on function api.as_json(app.intervention_sapeurs, text) is
  'A presence on the wire, with instants in a time zone.';
grant execute on function api.as_json(app.intervention_sapeurs, text) to caserne_api;
