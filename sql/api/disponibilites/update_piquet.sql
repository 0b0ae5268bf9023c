create or replace function api.update_piquet(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.piquets q
     set (sapeur_id, groupe_id, fonction_id, debut, fin, repreneur_id) = (
       -- The request to take it over was for another time, or by somebody else.
       select n.sapeur_id, n.groupe_id, n.fonction_id, n.debut, n.fin,
              case when (n.sapeur_id, n.debut, n.fin) = (q.sapeur_id, q.debut, q.fin) then q.repreneur_id end
         from app.read_piquet(q, body) n
     )
   where q.sis_key = request.sis_key()
     and q.id = update_piquet.id
  returning api.as_json(q, (select app.fuseau()))
$$;
comment on function api.update_piquet(bigint, jsonb) is
  'Changes who is on standby, or when; absent keys leave values as they are. An exchange asked for before is forgotten when either changes. Null when it does not exist. PT409, PT422.';
grant execute on function api.update_piquet(bigint, jsonb) to caserne_api;
