create or replace function api.create_permis_type(body jsonb) returns json
  language sql volatile
as $$
  insert into app.permis_types (designation, tri)
  select n.designation, coalesce(n.tri, 0)
    from jsonb_populate_record(null::app.permis_types, app.accept_alias(body, 'designation', 'type')) n
  returning api.as_json(permis_types)
$$;
comment on function api.create_permis_type(jsonb) is
  'Adds a kind of licence to the caller''s SIS.';
grant execute on function api.create_permis_type(jsonb) to caserne_api;
