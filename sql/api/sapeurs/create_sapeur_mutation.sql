create or replace function api.create_sapeur_mutation(id bigint, body jsonb) returns json
  language sql volatile
as $$
  insert into app.mutations (sapeur_id, localite_id, incorporation, sortie, motif)
  select s.id, n.localite_id, n.incorporation, n.sortie, coalesce(n.motif, '')
    from app.sapeurs s, jsonb_populate_record(null::app.mutations, body) n
   where s.sis_key = request.sis_key()
     and s.id = create_sapeur_mutation.id
  returning api.as_json(mutations)
$$;
comment on function api.create_sapeur_mutation(bigint, jsonb) is
  'Adds a mutation to a sapeur. Null when there is no such sapeur.';
grant execute on function api.create_sapeur_mutation(bigint, jsonb) to caserne_api;
