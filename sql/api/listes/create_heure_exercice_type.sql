create or replace function api.create_heure_exercice_type(body jsonb) returns json
  language sql volatile
as $$
  insert into app.heure_exercice_types
    (designation, type_unite_id, tri, montant, compte_id, ecriture_categorie_id, type)
  select n.designation, coalesce(n.type_unite_id, app.unite_heure()), coalesce(n.tri, 0), coalesce(n.montant, 0), n.compte_id,
         n.ecriture_categorie_id, coalesce(n.type, 1::smallint)
    from jsonb_populate_record(null::app.heure_exercice_types, body) n
  returning api.as_json(heure_exercice_types)
$$;
comment on function api.create_heure_exercice_type(jsonb) is
  'Adds a kind of hours of exercices to the caller''s SIS.';
grant execute on function api.create_heure_exercice_type(jsonb) to caserne_api;
