create or replace function api.update_sapeur_permis(id bigint, sapeur_permis_id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.sapeur_permis t
     set (permis_type_id, date) = (
       select n.permis_type_id, n.date
         from jsonb_populate_record(t, body) n
     )
   where t.sis_key = request.sis_key()
     and t.sapeur_id = update_sapeur_permis.id
     and t.id = sapeur_permis_id
  returning api.as_json(t)
$$;
comment on function api.update_sapeur_permis(bigint, bigint, jsonb) is
  'Changes a licence of a sapeur; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_sapeur_permis(bigint, bigint, jsonb) to caserne_api;
