create or replace function api.update_exercice_comptable(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.exercices_comptables e
     set (annee, designation, debut, fin, boucle) = (
       select n.annee, n.designation, n.debut, n.fin, n.boucle from jsonb_populate_record(e, body) n
     )
   where e.sis_key = request.sis_key()
     and e.id = update_exercice_comptable.id
  returning api.as_json(e)
$$;
comment on function api.update_exercice_comptable(bigint, jsonb) is
  'Changes, closes or reopens an accounting year; absent keys leave values as they are. Null when it does not exist, PT409.';
grant execute on function api.update_exercice_comptable(bigint, jsonb) to caserne_api;
