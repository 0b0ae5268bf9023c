create or replace function api.as_json(mutation app.mutations) returns json
  language sql stable
as $$
  select json_build_object(
    'id', mutation.id,
    'sapeur_id', mutation.sapeur_id,
    'localite_id', mutation.localite_id,
    'incorporation', mutation.incorporation,
    'sortie', mutation.sortie,
    'motif', mutation.motif
  )
$$;
comment on function api.as_json(app.mutations) is
  'A mutation on the wire.';
grant execute on function api.as_json(app.mutations) to caserne_api;
