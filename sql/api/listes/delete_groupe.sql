create or replace function api.delete_groupe(id bigint) returns json
  language sql volatile
as $$
  delete from app.groupes g
   where g.sis_key = request.sis_key()
     and g.id = delete_groupe.id
  returning 'true'::json
$$;
comment on function api.delete_groupe(bigint) is
  'Removes a group without groups below it, and its memberships. Null when it does not exist.';
grant execute on function api.delete_groupe(bigint) to caserne_api;
