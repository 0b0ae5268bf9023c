create or replace function api.create_materiel(body jsonb) returns json
  language sql volatile
as $$
  insert into app.materiels (designation, statut, tri, forfait, unite, type_unite_id)
  select n.designation, coalesce(n.statut, true), coalesce(n.tri, 0),
         coalesce(n.forfait, 0), coalesce(n.unite, 0), coalesce(n.type_unite_id, 1)
    from jsonb_populate_record(null::app.materiels, app.accept_alias(body, 'statut', 'status')) n
  returning api.as_json(materiels)
$$;
comment on function api.create_materiel(jsonb) is
  'Adds a material to the caller''s SIS.';
grant execute on function api.create_materiel(jsonb) to caserne_api;
