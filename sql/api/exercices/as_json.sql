create or replace function api.as_json(exercice app.exercices) returns json
  language sql stable
as $$
  select json_build_object(
    'id', exercice.id,
    'designation', exercice.designation,
    'date', exercice.date,
    'heure', exercice.heure,
    'duree', exercice.duree,
    'lieu', exercice.lieu,
    'communications', exercice.communications,
    'statut', exercice.statut,
    'localite_id', exercice.localite_id,
    'exercice_categorie_id', exercice.exercice_categorie_id,
    'exercice_comptable_id', exercice.exercice_comptable_id,
    'created_at', request.utc_micros(exercice.created_at),
    'updated_at', request.utc_micros(exercice.updated_at)
  )
$$;
comment on function api.as_json(app.exercices) is
  'An exercice on the wire, without its convocations.';
grant execute on function api.as_json(app.exercices) to caserne_api;
