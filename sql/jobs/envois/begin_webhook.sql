create or replace function jobs.begin_webhook(sis_key text, envoi_id bigint) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_envoi app.envois;
  v_webhook app.webhooks;
begin
  perform request.open(null, sis_key, array['sis.config'], null);
  select * into v_envoi
    from app.envois e
   where e.sis_key = begin_webhook.sis_key and e.id = envoi_id and e.etat = 'attente';
  if not found then
    return null;
  end if;
  select * into v_webhook
    from app.webhooks w
   where w.sis_key = v_envoi.sis_key and w.id = v_envoi.webhook_id and w.actif;
  if not found then
    update app.envois e
       set etat = 'echec', contenu = null, raison = 'Le webhook est désactivé ou retiré.'
     where e.sis_key = v_envoi.sis_key and e.id = v_envoi.id;
    return null;
  end if;
  return json_build_object(
    'id', v_envoi.id, 'url', v_webhook.url, 'secret', encode(v_webhook.secret, 'hex'),
    'message', json_build_object(
      'type', v_envoi.evenement, 'timestamp', request.utc_micros(v_envoi.created_at),
      'data', v_envoi.contenu || jsonb_build_object('sis', v_envoi.sis_key)));
end;
$$;
comment on function jobs.begin_webhook(text, bigint) is
  'A message to a webhook: {id, url, secret (sealed, hexadecimal), message}; null when it was sent, or the webhook is disabled. Definer: the worker holds no right on any table.';
grant execute on function jobs.begin_webhook(text, bigint) to caserne_worker;
