create or replace function api.update_telephone(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.telephones_utiles t
     set (nom, numero, tri) = (
       select n.nom, n.numero, n.tri from jsonb_populate_record(t, body) n
     )
   where t.sis_key = request.sis_key()
     and t.id = update_telephone.id
  returning api.as_json(t)
$$;
comment on function api.update_telephone(bigint, jsonb) is
  'Changes a useful telephone number; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_telephone(bigint, jsonb) to caserne_api;
