create or replace function api.delete_sapeur_groupe(id bigint, groupe_sapeur_id bigint) returns json
  language sql volatile
as $$
  delete from app.groupe_sapeurs t
   where t.sis_key = request.sis_key()
     and t.sapeur_id = delete_sapeur_groupe.id
     and t.id = groupe_sapeur_id
  returning 'true'::json
$$;
comment on function api.delete_sapeur_groupe(bigint, bigint) is
  'Removes a sapeur from a group. Null when the membership does not exist.';
grant execute on function api.delete_sapeur_groupe(bigint, bigint) to caserne_api;
