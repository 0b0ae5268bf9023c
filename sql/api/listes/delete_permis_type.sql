create or replace function api.delete_permis_type(id bigint) returns json
  language sql volatile
as $$
  delete from app.permis_types t
   where t.sis_key = request.sis_key()
     and t.id = delete_permis_type.id
  returning 'true'::json
$$;
comment on function api.delete_permis_type(bigint) is
  'Removes a kind of licence that nobody holds. Null when it does not exist.';
grant execute on function api.delete_permis_type(bigint) to caserne_api;
