create or replace function api.create_exercice_categorie(body jsonb) returns json
  language sql volatile
as $$
  insert into app.exercice_categories (designation, tri, amendable, duree_base)
  select n.designation, coalesce(n.tri, 0), coalesce(n.amendable, false), coalesce(n.duree_base, 120)
    from jsonb_populate_record(null::app.exercice_categories, body) n
  returning api.as_json(exercice_categories)
$$;
comment on function api.create_exercice_categorie(jsonb) is
  'Adds a category of exercices to the caller''s SIS.';
grant execute on function api.create_exercice_categorie(jsonb) to caserne_api;
