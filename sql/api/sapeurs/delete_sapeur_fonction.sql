create or replace function api.delete_sapeur_fonction(id bigint, sapeur_fonction_id bigint) returns json
  language sql volatile
as $$
  delete from app.sapeur_fonctions t
   where t.sis_key = request.sis_key()
     and t.sapeur_id = delete_sapeur_fonction.id
     and t.id = sapeur_fonction_id
  returning 'true'::json
$$;
comment on function api.delete_sapeur_fonction(bigint, bigint) is
  'Removes a function of a sapeur. Null when it does not exist.';
grant execute on function api.delete_sapeur_fonction(bigint, bigint) to caserne_api;
