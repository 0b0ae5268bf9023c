create or replace function api.as_json(materiel app.materiels) returns json
  language sql stable
as $$
  select json_build_object(
    'id', materiel.id,
    'designation', materiel.designation,
    'statut', materiel.statut,
    'tri', materiel.tri,
    'forfait', materiel.forfait::text,
    'unite', materiel.unite::text,
    'type_unite_id', materiel.type_unite_id
  )
$$;
comment on function api.as_json(app.materiels) is
  'A material on the wire.';
grant execute on function api.as_json(app.materiels) to caserne_api;
