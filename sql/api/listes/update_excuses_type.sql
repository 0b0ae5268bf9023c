create or replace function api.update_excuses_type(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.excuses_types t
     set (designation, abreviation, tri) = (
       select n.designation, coalesce(n.abreviation, ''), coalesce(n.tri, 0) from jsonb_populate_record(t, body) n
     )
   where t.sis_key = request.sis_key()
     and t.id = update_excuses_type.id
  returning api.as_json(t)
$$;
comment on function api.update_excuses_type(bigint, jsonb) is
  'Changes a reason for excuses; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_excuses_type(bigint, jsonb) to caserne_api;
