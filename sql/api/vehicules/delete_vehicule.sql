create or replace function api.delete_vehicule(id bigint) returns json
  language sql volatile
as $$
  delete from app.vehicules v
   where v.sis_key = request.sis_key()
     and v.id = delete_vehicule.id
  returning 'true'::json
$$;
comment on function api.delete_vehicule(bigint) is
  'Removes a vehicle that went to no intervention. Null when it does not exist.';
grant execute on function api.delete_vehicule(bigint) to caserne_api;
