create or replace function api.update_materiel(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.materiels m
     set (designation, statut, tri, forfait, unite, type_unite_id) = (
       select n.designation, n.statut, n.tri, n.forfait, n.unite, n.type_unite_id
         from jsonb_populate_record(m, app.accept_alias(body, 'statut', 'status', to_jsonb(m.statut))) n
     )
   where m.sis_key = request.sis_key()
     and m.id = update_materiel.id
  returning api.as_json(m)
$$;
comment on function api.update_materiel(bigint, jsonb) is
  'Changes a material; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_materiel(bigint, jsonb) to caserne_api;
