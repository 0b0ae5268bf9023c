create or replace function api.as_json(permis_type app.permis_types) returns json
  language sql stable
as $$
  select json_build_object(
    'id', permis_type.id,
    'designation', permis_type.designation,
    'type', permis_type.designation,
    'tri', permis_type.tri
  )
$$;
comment on function api.as_json(app.permis_types) is
  'A kind of licence on the wire. Clients know its designation by two names.';
grant execute on function api.as_json(app.permis_types) to caserne_api;
