create or replace function api.delete_excuses_type(id bigint) returns json
  language sql volatile
as $$
  delete from app.excuses_types t
   where t.sis_key = request.sis_key()
     and t.id = delete_excuses_type.id
  returning 'true'::json
$$;
comment on function api.delete_excuses_type(bigint) is
  'Removes a reason for excuses that no excuse uses. Null when it does not exist.';
grant execute on function api.delete_excuses_type(bigint) to caserne_api;
