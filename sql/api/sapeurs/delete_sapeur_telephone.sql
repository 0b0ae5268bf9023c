create or replace function api.delete_sapeur_telephone(id bigint, telephone_id bigint) returns json
  language sql volatile
as $$
  delete from app.telephones t
   where t.sis_key = request.sis_key()
     and t.sapeur_id = delete_sapeur_telephone.id
     and t.id = telephone_id
  returning 'true'::json
$$;
comment on function api.delete_sapeur_telephone(bigint, bigint) is
  'Removes a telephone number of a sapeur. Null when it does not exist.';
grant execute on function api.delete_sapeur_telephone(bigint, bigint) to caserne_api;
