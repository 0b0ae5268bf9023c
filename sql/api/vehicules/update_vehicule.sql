create or replace function api.update_vehicule(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.vehicules v
     set (designation, immatriculation, statut, tri, forfait, unite, type_unite_id) = (
       select n.designation, coalesce(n.immatriculation, ''), n.statut, n.tri, n.forfait, n.unite, n.type_unite_id
         from jsonb_populate_record(v, app.accept_alias(body, 'statut', 'status', to_jsonb(v.statut))) n
     )
   where v.sis_key = request.sis_key()
     and v.id = update_vehicule.id
  returning api.as_json(v)
$$;
comment on function api.update_vehicule(bigint, jsonb) is
  'Changes a vehicle; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_vehicule(bigint, jsonb) to caserne_api;
