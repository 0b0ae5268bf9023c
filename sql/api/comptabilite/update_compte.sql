create or replace function api.update_compte(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.comptes t
     set (numero, designation, produit, tri) = (
       select n.numero, n.designation, coalesce(n.produit, false), coalesce(n.tri, 0)
         from jsonb_populate_record(t, body) n
     )
   where t.sis_key = request.sis_key()
     and t.id = update_compte.id
  returning api.as_json(t)
$$;
comment on function api.update_compte(bigint, jsonb) is
  'Changes an account; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_compte(bigint, jsonb) to caserne_api;
