create or replace function api.delete_localite_sis(id bigint) returns json
  language sql volatile
as $$
  delete from app.localites_sis l
   where l.sis_key = request.sis_key()
     and l.localite_id = delete_localite_sis.id
  returning 'true'::json
$$;
comment on function api.delete_localite_sis(bigint) is
  'The caller''s SIS no longer serves a place. Null when it did not.';
grant execute on function api.delete_localite_sis(bigint) to caserne_api;
