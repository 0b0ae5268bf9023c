create or replace function api.delete_groupe(id bigint) returns json
  language sql volatile
as $$
  delete from app.groupes g
   where g.sis_key = request.sis_key()
     and g.id = delete_groupe.id
  returning 'true'::json
$$;
comment on function api.delete_groupe(bigint) is
  'Removes a group that no other stands below, and who belongs to it no longer does. Null when there is no such.';
grant execute on function api.delete_groupe(bigint) to caserne_api;
