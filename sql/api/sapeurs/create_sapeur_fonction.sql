create or replace function api.create_sapeur_fonction(id bigint, body jsonb) returns json
  language sql volatile
as $$
  insert into app.sapeur_fonctions (sapeur_id, fonction_id, debut, fin, remarque)
  select s.id, n.fonction_id, n.debut, n.fin, coalesce(n.remarque, '')
    from app.sapeurs s, jsonb_populate_record(null::app.sapeur_fonctions, body) n
   where s.sis_key = request.sis_key()
     and s.id = create_sapeur_fonction.id
  returning api.as_json(sapeur_fonctions)
$$;
comment on function api.create_sapeur_fonction(bigint, jsonb) is
  'Adds a function to a sapeur. Null when there is no such sapeur.';
grant execute on function api.create_sapeur_fonction(bigint, jsonb) to caserne_api;
