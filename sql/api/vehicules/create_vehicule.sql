create or replace function api.create_vehicule(body jsonb) returns json
  language sql volatile
as $$
  insert into app.vehicules (designation, immatriculation, statut, tri, forfait, unite, type_unite_id)
  select n.designation, coalesce(n.immatriculation, ''), coalesce(n.statut, true), coalesce(n.tri, 0),
         coalesce(n.forfait, 0), coalesce(n.unite, 0), coalesce(n.type_unite_id, 1)
    from jsonb_populate_record(null::app.vehicules, app.accept_alias(body, 'statut', 'status')) n
  returning api.as_json(vehicules)
$$;
comment on function api.create_vehicule(jsonb) is
  'Adds a vehicle to the caller''s SIS.';
grant execute on function api.create_vehicule(jsonb) to caserne_api;
