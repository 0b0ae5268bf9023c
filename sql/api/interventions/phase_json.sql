create or replace function api.as_json(phase app.intervention_phases, fuseau text) returns json
  language sql stable
as $$
  select json_build_object(
    'id', phase.id,
    'intervention_id', phase.intervention_id,
    'phase_type_id', phase.phase_type_id,
    'debut', request.local_instant(phase.debut, fuseau)
  )
$$;
comment on function api.as_json(app.intervention_phases, text) is
  'A phase on the wire, with instants in a time zone.';
grant execute on function api.as_json(app.intervention_phases, text) to caserne_api;
