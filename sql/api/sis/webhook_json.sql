-- By id, because the whole row holds the secret, which nobody may read.
create or replace function api.webhook_json(id bigint) returns json
  language sql stable
as $$
  select json_build_object(
           'id', w.id,
           'url', w.url,
           'evenements', w.evenements,
           'actif', w.actif,
           'echec_depuis', request.utc(w.echec_depuis),
           'raison', w.raison,
           'created_at', request.utc_micros(w.created_at),
           'updated_at', request.utc_micros(w.updated_at)
         )
    from app.webhooks w
   where w.sis_key = request.sis_key()
     and w.id = webhook_json.id
$$;
comment on function api.webhook_json(bigint) is
  'A webhook of the caller''s SIS on the wire, without its secret; null when none is visible.';
grant execute on function api.webhook_json(bigint) to caserne_api;
