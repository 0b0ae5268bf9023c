create or replace function api.as_json(materiel app.materiel_personnel) returns json
  language sql stable
as $$
  select json_build_object(
    'id', materiel.id,
    'designation', materiel.designation,
    'numero', materiel.numero,
    'taille', materiel.taille,
    'attribution', materiel.attribution,
    'retour', materiel.retour
  )
$$;
comment on function api.as_json(app.materiel_personnel) is
  'A piece of personal equipment on the wire.';
grant execute on function api.as_json(app.materiel_personnel) to caserne_api;
