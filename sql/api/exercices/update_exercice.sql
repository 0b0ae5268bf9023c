create or replace function api.update_exercice(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.exercices e
     set (designation, date, heure, duree, lieu, communications, localite_id, exercice_categorie_id) = (
       select n.designation, n.date, n.heure, n.duree, coalesce(n.lieu, ''), coalesce(n.communications, ''), n.localite_id,
              n.exercice_categorie_id
         from jsonb_populate_record(e, body) n
     )
   where e.sis_key = request.sis_key()
     and e.id = update_exercice.id
  returning api.as_json(e)
$$;
comment on function api.update_exercice(bigint, jsonb) is
  'Changes an exercice; absent keys leave values as they are. Null when it does not exist, PT409 when it is imputé or moved to a closed year.';
grant execute on function api.update_exercice(bigint, jsonb) to caserne_api;
