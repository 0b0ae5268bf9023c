create or replace function api.as_json(compte app.comptes) returns json
  language sql stable
as $$
  select json_build_object(
    'id', compte.id,
    'numero', compte.numero,
    'designation', compte.designation,
    'produit', compte.produit,
    'tri', compte.tri
  )
$$;
comment on function api.as_json(app.comptes) is
  'An account on the wire.';
grant execute on function api.as_json(app.comptes) to caserne_api;
