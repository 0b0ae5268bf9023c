create or replace function api.delete_sapeur_permis(id bigint, sapeur_permis_id bigint) returns json
  language sql volatile
as $$
  delete from app.sapeur_permis t
   where t.sis_key = request.sis_key()
     and t.sapeur_id = delete_sapeur_permis.id
     and t.id = sapeur_permis_id
  returning 'true'::json
$$;
comment on function api.delete_sapeur_permis(bigint, bigint) is
  'Removes a licence of a sapeur. Null when it does not exist.';
grant execute on function api.delete_sapeur_permis(bigint, bigint) to caserne_api;
