create or replace function api.update_fonction(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.fonctions f
     set (designation, rang, chef) = (
       select n.designation, n.rang, n.chef
         from jsonb_populate_record(f, app.accept_alias(body, 'designation', 'nom', to_jsonb(f.designation))) n
     )
   where f.sis_key = request.sis_key()
     and f.id = update_fonction.id
  returning api.as_json(f)
$$;
comment on function api.update_fonction(bigint, jsonb) is
  'Changes a function; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_fonction(bigint, jsonb) to caserne_api;
