create or replace function api.update_webhook(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
begin
  -- An update of its own, because a caller who may not read the secret cannot keep it in an expression.
  update app.webhooks w
     set secret = decode(body ->> 'secret', 'base64')
   where w.sis_key = request.sis_key()
     and w.id = update_webhook.id
     and body ? 'secret';
  update app.webhooks w
     set url = coalesce(body ->> 'url', w.url),
         evenements = case when body ? 'evenements' then array(select jsonb_array_elements_text(body -> 'evenements')) else w.evenements end,
         actif = coalesce((body ->> 'actif')::boolean, w.actif),
         -- The account that enables it again gets the mail when it is disabled.
         user_id = case when (body ->> 'actif')::boolean and not w.actif then request.user_id() else w.user_id end,
         echec_depuis = case when (body ->> 'actif')::boolean then null else w.echec_depuis end,
         raison = case when (body ->> 'actif')::boolean then '' else w.raison end
   where w.sis_key = request.sis_key()
     and w.id = update_webhook.id;
  return api.webhook_json(id);
end;
$$;
comment on function api.update_webhook(bigint, jsonb) is
  'Changes a webhook {url, secret, evenements, actif}; absent keys leave values as they are, actif true starts over after failures. The secret is sealed, in base64. Null when it does not exist.';
grant execute on function api.update_webhook(bigint, jsonb) to caserne_api;
