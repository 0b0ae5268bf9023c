create or replace function api.delete_mon_appareil(id bigint) returns json
  language sql volatile
as $$
  delete from app.appareils a
   where a.sis_key = request.sis_key()
     and a.id = delete_mon_appareil.id
  returning 'true'::json
$$;
comment on function api.delete_mon_appareil(bigint) is
  'Removes a device of the caller. Null when they have no such device.';
grant execute on function api.delete_mon_appareil(bigint) to caserne_api;
