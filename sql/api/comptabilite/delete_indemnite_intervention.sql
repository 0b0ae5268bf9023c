create or replace function api.delete_indemnite_intervention(id bigint) returns json
  language sql volatile
as $$
  delete from app.indemnites_intervention t
   where t.sis_key = request.sis_key()
     and t.id = delete_indemnite_intervention.id
  returning 'true'::json
$$;
comment on function api.delete_indemnite_intervention(bigint) is
  'Removes a tariff that no entry was made with. Null when it does not exist.';
grant execute on function api.delete_indemnite_intervention(bigint) to caserne_api;
