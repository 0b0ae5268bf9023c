create or replace function api.as_json(vehicule app.vehicules) returns json
  language sql stable
as $$
  select json_build_object(
    'id', vehicule.id,
    'designation', vehicule.designation,
    'immatriculation', vehicule.immatriculation,
    'statut', vehicule.statut,
    'tri', vehicule.tri,
    'forfait', vehicule.forfait::text,
    'unite', vehicule.unite::text,
    'type_unite_id', vehicule.type_unite_id
  )
$$;
comment on function api.as_json(app.vehicules) is
  'A vehicle on the wire.';
grant execute on function api.as_json(app.vehicules) to caserne_api;
