create or replace function api.delete_localite_sis(id bigint) returns json
  language sql volatile
as $$
  delete from app.localites_sis l
   where l.sis_key = request.sis_key()
     and l.localite_id = delete_localite_sis.id
  returning 'true'::json
$$;
comment on function api.delete_localite_sis(bigint) is
  'Removes a place from those that the caller''s SIS serves. Null when it was not one of them.';
grant execute on function api.delete_localite_sis(bigint) to caserne_api;
