create or replace function api.delete_sapeur_mutation(id bigint, mutation_id bigint) returns json
  language sql volatile
as $$
  delete from app.mutations t
   where t.sis_key = request.sis_key()
     and t.sapeur_id = delete_sapeur_mutation.id
     and t.id = mutation_id
  returning 'true'::json
$$;
comment on function api.delete_sapeur_mutation(bigint, bigint) is
  'Removes a mutation of a sapeur. Null when it does not exist.';
grant execute on function api.delete_sapeur_mutation(bigint, bigint) to caserne_api;
