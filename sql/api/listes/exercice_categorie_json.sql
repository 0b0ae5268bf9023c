create or replace function api.as_json(exercice_categorie app.exercice_categories) returns json
  language sql stable
as $$
  select json_build_object(
    'id', exercice_categorie.id,
    'designation', exercice_categorie.designation,
    'tri', exercice_categorie.tri,
    'amendable', exercice_categorie.amendable,
    'duree_base', exercice_categorie.duree_base,
    'actif', true,
    'statut', 1
  )
$$;
comment on function api.as_json(app.exercice_categories) is
  'A category of exercices on the wire. Clients ask whether it is in use: every category is.';
grant execute on function api.as_json(app.exercice_categories) to caserne_api;
