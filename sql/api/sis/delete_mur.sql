create or replace function api.delete_mur(id bigint) returns json
  language sql volatile
as $$
  delete from app.murs m
   where m.sis_key = request.sis_key()
     and m.id = delete_mur.id
  returning 'true'::json
$$;
comment on function api.delete_mur(bigint) is
  'Removes a wall of the caller''s SIS: its token opens nothing any more. Null when it does not exist.';
grant execute on function api.delete_mur(bigint) to caserne_api;
