create or replace function api.delete_effectif_requis(id bigint) returns json
  language sql volatile
as $$
  delete from app.effectif_requis r
   where r.sis_key = request.sis_key()
     and r.id = delete_effectif_requis.id
  returning 'true'::json
$$;
comment on function api.delete_effectif_requis(bigint) is
  'Removes a requirement. Null when it does not exist.';
grant execute on function api.delete_effectif_requis(bigint) to caserne_api;
