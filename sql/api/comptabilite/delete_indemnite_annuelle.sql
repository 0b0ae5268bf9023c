create or replace function api.delete_indemnite_annuelle(id bigint) returns json
  language sql volatile
as $$
  delete from app.indemnites_annuelles t
   where t.sis_key = request.sis_key()
     and t.id = delete_indemnite_annuelle.id
  returning 'true'::json
$$;
comment on function api.delete_indemnite_annuelle(bigint) is
  'Removes a yearly allowance that no entry pays. Null when it does not exist.';
grant execute on function api.delete_indemnite_annuelle(bigint) to caserne_api;
