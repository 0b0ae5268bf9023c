create or replace function api.delete_indemnite_exercice(id bigint) returns json
  language sql volatile
as $$
  delete from app.indemnites_exercice t
   where t.sis_key = request.sis_key()
     and t.id = delete_indemnite_exercice.id
  returning 'true'::json
$$;
comment on function api.delete_indemnite_exercice(bigint) is
  'Removes a tariff of exercices. Null when it does not exist.';
grant execute on function api.delete_indemnite_exercice(bigint) to caserne_api;
