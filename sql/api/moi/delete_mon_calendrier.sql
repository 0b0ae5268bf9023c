create or replace function api.delete_mon_calendrier(id bigint) returns json
  language sql volatile
as $$
  delete from app.calendriers c
   where c.sis_key = request.sis_key()
     and c.id = delete_mon_calendrier.id
  returning 'true'::json
$$;
comment on function api.delete_mon_calendrier(bigint) is
  'Removes a calendar of the caller: its address shows nothing any more. Null when it does not exist.';
grant execute on function api.delete_mon_calendrier(bigint) to caserne_api;
