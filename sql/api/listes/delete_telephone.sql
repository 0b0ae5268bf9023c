create or replace function api.delete_telephone(id bigint) returns json
  language sql volatile
as $$
  delete from app.telephones_utiles t
   where t.sis_key = request.sis_key()
     and t.id = delete_telephone.id
  returning 'true'::json
$$;
comment on function api.delete_telephone(bigint) is
  'Removes a useful telephone number. Null when it does not exist.';
grant execute on function api.delete_telephone(bigint) to caserne_api;
