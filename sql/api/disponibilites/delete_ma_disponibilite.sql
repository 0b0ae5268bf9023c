create or replace function api.delete_ma_disponibilite(id bigint) returns json
  language sql volatile
as $$
  delete from app.indisponibilites i
   where i.sis_key = request.sis_key()
     and i.sapeur_id = request.sapeur_id()
     and i.id = delete_ma_disponibilite.id
  returning 'true'::json
$$;
comment on function api.delete_ma_disponibilite(bigint) is
  'Removes a period in which the calling sapeur cannot come. Null when it does not exist.';
grant execute on function api.delete_ma_disponibilite(bigint) to caserne_api;
