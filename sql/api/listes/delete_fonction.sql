create or replace function api.delete_fonction(id bigint) returns json
  language sql volatile
as $$
  delete from app.fonctions f
   where f.sis_key = request.sis_key()
     and f.id = delete_fonction.id
  returning 'true'::json
$$;
comment on function api.delete_fonction(bigint) is
  'Removes a function that nobody has. Null when it does not exist.';
grant execute on function api.delete_fonction(bigint) to caserne_api;
