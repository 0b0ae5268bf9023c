create or replace function api.as_json(heure_exercice_type app.heure_exercice_types) returns json
  language sql stable
as $$
  select json_build_object(
    'id', heure_exercice_type.id,
    'designation', heure_exercice_type.designation,
    'type_unite_id', heure_exercice_type.type_unite_id,
    'tri', heure_exercice_type.tri,
    'montant', heure_exercice_type.montant::text,
    'compte_id', heure_exercice_type.compte_id,
    'ecriture_categorie_id', heure_exercice_type.ecriture_categorie_id,
    'type', heure_exercice_type.type
  )
$$;
comment on function api.as_json(app.heure_exercice_types) is
  'A kind of hours of exercices on the wire.';
grant execute on function api.as_json(app.heure_exercice_types) to caserne_api;
