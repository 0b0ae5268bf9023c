create or replace function api.update_ma_disponibilite(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.indisponibilites i
     set (debut, fin, motif, recurrence) = (
       select n.debut, n.fin, n.motif, n.recurrence from app.read_indisponibilite(i, body) n
     )
   where i.sis_key = request.sis_key()
     and i.sapeur_id = request.sapeur_id()
     and i.id = update_ma_disponibilite.id
  returning api.as_json(i, (select app.fuseau()))
$$;
comment on function api.update_ma_disponibilite(bigint, jsonb) is
  'Changes a period in which the calling sapeur cannot come; absent keys leave values as they are. Null when it does not exist. PT422.';
grant execute on function api.update_ma_disponibilite(bigint, jsonb) to caserne_api;
