create or replace function api.as_json(ecriture app.ecritures) returns json
  language sql stable
as $$
  select json_build_object(
    'id', ecriture.id,
    'date', ecriture.date,
    'designation', ecriture.designation,
    'quantite', ecriture.quantite::text,
    'total', ecriture.total::text,
    'decompte_id', ecriture.decompte_id,
    'intervention_id', ecriture.intervention_id,
    'exercice_id', ecriture.exercice_id
  )
$$;
comment on function api.as_json(app.ecritures) is
  'An accounting entry on the wire.';
grant execute on function api.as_json(app.ecritures) to caserne_api;
