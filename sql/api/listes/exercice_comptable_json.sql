create or replace function api.as_json(exercice_comptable app.exercices_comptables) returns json
  language sql stable
as $$
  select json_build_object(
    'id', exercice_comptable.id,
    'annee', exercice_comptable.annee,
    'designation', exercice_comptable.designation,
    'debut', exercice_comptable.debut,
    'fin', exercice_comptable.fin,
    'boucle', exercice_comptable.boucle
  )
$$;
comment on function api.as_json(app.exercices_comptables) is
  'An accounting year on the wire.';
grant execute on function api.as_json(app.exercices_comptables) to caserne_api;
