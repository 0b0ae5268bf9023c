create or replace function api.create_type_intervention(body jsonb) returns json
  language sql volatile
as $$
  insert into app.types_intervention (designation, stat_intervention_id, tri)
  select n.designation, n.stat_intervention_id, coalesce(n.tri, 0)
    from jsonb_populate_record(null::app.types_intervention, body) n
  returning api.as_json(types_intervention)
$$;
comment on function api.create_type_intervention(jsonb) is
  'Adds a type of intervention to the caller''s SIS.';
grant execute on function api.create_type_intervention(jsonb) to caserne_api;
