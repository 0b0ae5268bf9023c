create or replace function api.update_sapeur_fonction(id bigint, sapeur_fonction_id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.sapeur_fonctions t
     set (fonction_id, debut, fin, remarque) = (
       select n.fonction_id, n.debut, n.fin, coalesce(n.remarque, '')
         from jsonb_populate_record(t, body) n
     )
   where t.sis_key = request.sis_key()
     and t.sapeur_id = update_sapeur_fonction.id
     and t.id = sapeur_fonction_id
  returning api.as_json(t)
$$;
comment on function api.update_sapeur_fonction(bigint, bigint, jsonb) is
  'Changes a function of a sapeur; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_sapeur_fonction(bigint, bigint, jsonb) to caserne_api;
