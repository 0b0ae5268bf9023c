create or replace function api.update_permis_type(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.permis_types t
     set (designation, tri) = (
       select n.designation, n.tri
         from jsonb_populate_record(t, app.accept_alias(body, 'designation', 'type', to_jsonb(t.designation))) n
     )
   where t.sis_key = request.sis_key()
     and t.id = update_permis_type.id
  returning api.as_json(t)
$$;
comment on function api.update_permis_type(bigint, jsonb) is
  'Changes a kind of licence; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_permis_type(bigint, jsonb) to caserne_api;
