create or replace function api.delete_amende(id bigint) returns json
  language sql volatile
as $$
  delete from app.amendes t
   where t.sis_key = request.sis_key()
     and t.id = delete_amende.id
  returning 'true'::json
$$;
comment on function api.delete_amende(bigint) is
  'Removes a fine. Null when it does not exist.';
grant execute on function api.delete_amende(bigint) to caserne_api;
