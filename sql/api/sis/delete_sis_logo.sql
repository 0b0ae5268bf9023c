create or replace function api.delete_sis_logo() returns json
  language sql volatile
as $$
  delete from app.sis_logos l
   where l.sis_key = request.sis_key()
  returning 'true'::json
$$;
comment on function api.delete_sis_logo() is
  'Removes the logo of the caller''s SIS. Null when it has none.';
grant execute on function api.delete_sis_logo() to caserne_api;
