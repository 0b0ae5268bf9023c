create or replace function api.delete_piquet(id bigint) returns json
  language sql volatile
as $$
  delete from app.piquets q
   where q.sis_key = request.sis_key()
     and q.id = delete_piquet.id
  returning 'true'::json
$$;
comment on function api.delete_piquet(bigint) is
  'Removes a standby. Null when it does not exist.';
grant execute on function api.delete_piquet(bigint) to caserne_api;
