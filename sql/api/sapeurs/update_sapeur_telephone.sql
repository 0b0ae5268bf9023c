create or replace function api.update_sapeur_telephone(id bigint, telephone_id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.telephones t
     set (telephone_type_id, numero, rta, priorite) = (
       select coalesce(n.telephone_type_id, 1), n.numero, coalesce(n.rta, true), coalesce(n.priorite, 1)
         from jsonb_populate_record(t, body) n
     )
   where t.sis_key = request.sis_key()
     and t.sapeur_id = update_sapeur_telephone.id
     and t.id = telephone_id
  returning api.as_json(t)
$$;
comment on function api.update_sapeur_telephone(bigint, bigint, jsonb) is
  'Changes a telephone number of a sapeur; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_sapeur_telephone(bigint, bigint, jsonb) to caserne_api;
