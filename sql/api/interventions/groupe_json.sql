create or replace function api.as_json(groupe app.intervention_groupes) returns json
  language sql stable
as $$
  select json_build_object(
    'id', groupe.id,
    'intervention_id', groupe.intervention_id,
    'no', groupe.no,
    'designation', groupe.designation
  )
$$;
comment on function api.as_json(app.intervention_groupes) is
  'A group alerted for an intervention on the wire.';
grant execute on function api.as_json(app.intervention_groupes) to caserne_api;
