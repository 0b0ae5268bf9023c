create or replace function api.as_json(heure app.exercice_heures) returns json
  language sql stable
as $$
  select json_build_object(
    'id', heure.id,
    'heure_exercice_type_id', heure.heure_exercice_type_id,
    'quantite', heure.quantite::text
  )
$$;
comment on function api.as_json(app.exercice_heures) is 'Additional hours of a sapeur at an exercice on the wire.';
grant execute on function api.as_json(app.exercice_heures) to caserne_api;
