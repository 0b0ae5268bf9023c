create or replace function api.delete_materiel(id bigint) returns json
  language sql volatile
as $$
  delete from app.materiels m
   where m.sis_key = request.sis_key()
     and m.id = delete_materiel.id
  returning 'true'::json
$$;
comment on function api.delete_materiel(bigint) is
  'Removes a material that no intervention used. Null when it does not exist.';
grant execute on function api.delete_materiel(bigint) to caserne_api;
