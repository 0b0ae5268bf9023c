create or replace function api.as_json(ecriture_categorie app.ecriture_categories) returns json
  language sql stable
as $$
  select json_build_object(
    'id', ecriture_categorie.id,
    'designation', ecriture_categorie.designation,
    'tri', ecriture_categorie.tri
  )
$$;
comment on function api.as_json(app.ecriture_categories) is
  'A category of entries on the wire.';
grant execute on function api.as_json(app.ecriture_categories) to caserne_api;
