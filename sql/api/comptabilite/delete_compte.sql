create or replace function api.delete_compte(id bigint) returns json
  language sql volatile
as $$
  delete from app.comptes t
   where t.sis_key = request.sis_key()
     and t.id = delete_compte.id
  returning 'true'::json
$$;
comment on function api.delete_compte(bigint) is
  'Removes an account that nothing is booked on. Null when it does not exist.';
grant execute on function api.delete_compte(bigint) to caserne_api;
