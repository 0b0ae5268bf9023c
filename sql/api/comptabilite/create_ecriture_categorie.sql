create or replace function api.create_ecriture_categorie(body jsonb) returns json
  language sql volatile
as $$
  insert into app.ecriture_categories
    (designation, tri)
  select n.designation, coalesce(n.tri, 0)
    from jsonb_populate_record(null::app.ecriture_categories, body) n
  returning api.as_json(ecriture_categories)
$$;
comment on function api.create_ecriture_categorie(jsonb) is
  'Adds a category of entries to the caller''s SIS.';
grant execute on function api.create_ecriture_categorie(jsonb) to caserne_api;
