create or replace function api.as_json(entree audit.journal) returns json
  language sql stable
as $$
  select json_build_object(
    'id', entree.id,
    'date', request.utc_micros(entree.recorded_at),
    'user_id', entree.user_id,
    'ressource', entree.ressource,
    'ligne_id', entree.ligne_id,
    'action', entree.action,
    'avant', entree.avant,
    'apres', entree.apres
  )
$$;
comment on function api.as_json(audit.journal) is
  'An entry of the journal on the wire.';
grant execute on function api.as_json(audit.journal) to caserne_api;
