create or replace function api.delete_webhook(id bigint) returns json
  language sql volatile
as $$
  delete from app.webhooks w
   where w.sis_key = request.sis_key()
     and w.id = delete_webhook.id
  returning 'true'::json
$$;
comment on function api.delete_webhook(bigint) is
  'Removes a webhook of the caller''s SIS; nothing more is handed over to it. Null when it does not exist.';
grant execute on function api.delete_webhook(bigint) to caserne_api;
