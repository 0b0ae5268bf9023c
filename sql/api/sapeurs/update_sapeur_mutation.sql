create or replace function api.update_sapeur_mutation(id bigint, mutation_id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.mutations t
     set (localite_id, incorporation, sortie, motif) = (
       select n.localite_id, n.incorporation, n.sortie, coalesce(n.motif, '')
         from jsonb_populate_record(t, body) n
     )
   where t.sis_key = request.sis_key()
     and t.sapeur_id = update_sapeur_mutation.id
     and t.id = mutation_id
  returning api.as_json(t)
$$;
comment on function api.update_sapeur_mutation(bigint, bigint, jsonb) is
  'Changes a mutation of a sapeur; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_sapeur_mutation(bigint, bigint, jsonb) to caserne_api;
