create or replace function api.update_amende(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.amendes t
     set (rang, montant, compte_id) = (
       select n.rang, n.montant, n.compte_id
         from jsonb_populate_record(t, body) n
     )
   where t.sis_key = request.sis_key()
     and t.id = update_amende.id
  returning api.as_json(t)
$$;
comment on function api.update_amende(bigint, jsonb) is
  'Changes a fine; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_amende(bigint, jsonb) to caserne_api;
