create or replace function jobs.end_webhook(sis_key text, envoi_id bigint, code integer, raison text) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_envoi app.envois;
  v_done boolean := coalesce(code between 200 and 299, false);
  v_pause interval;
begin
  perform request.open(null, sis_key, array['sis.config'], null);
  update app.envois e
     set tentatives = e.tentatives + 1, code_http = end_webhook.code, raison = left(end_webhook.raison, 500)
   where e.sis_key = end_webhook.sis_key and e.id = envoi_id and e.etat = 'attente'
  returning * into v_envoi;
  if not found then
    return;
  end if;
  if v_done then
    update app.envois e
       set etat = 'remis', remis_at = clock_timestamp(), contenu = null
     where e.sis_key = v_envoi.sis_key and e.id = v_envoi.id;
    update app.webhooks w
       set echec_depuis = null, raison = ''
     where w.sis_key = v_envoi.sis_key and w.id = v_envoi.webhook_id and w.echec_depuis is not null;
    return;
  end if;
  -- 410: the receiver wants nothing more (Standard Webhooks).
  v_pause := case when code is distinct from 410 then jobs.webhook_pause(v_envoi.tentatives) end;
  if v_pause is null then
    update app.envois e set etat = 'echec', contenu = null where e.sis_key = v_envoi.sis_key and e.id = v_envoi.id;
  else
    update app.envois e set next_try_at = clock_timestamp() + v_pause where e.sis_key = v_envoi.sis_key and e.id = v_envoi.id;
    perform graphile_worker.add_job(
      'send_webhook', json_build_object('sis_key', end_webhook.sis_key, 'envoi_id', v_envoi.id), run_at => clock_timestamp() + v_pause,
      queue_name => format('webhook:%s:%s', end_webhook.sis_key, v_envoi.webhook_id),
      priority => case when v_envoi.evenement = 'alarme' then -1 else 0 end);
  end if;
  update app.webhooks w
     set echec_depuis = coalesce(w.echec_depuis, v_envoi.created_at), raison = left(end_webhook.raison, 500),
         actif = v_pause is not null
   where w.sis_key = v_envoi.sis_key
     and w.id = v_envoi.webhook_id
     and w.actif
     and (v_pause is null or w.echec_depuis is null or w.raison <> left(end_webhook.raison, 500));
  if found and v_pause is null then
    perform graphile_worker.add_job(
      'send_mail', json_build_object('genre', 'webhook_desactive', 'sis_key', end_webhook.sis_key, 'webhook_id', v_envoi.webhook_id));
  end if;
end;
$$;
comment on function jobs.end_webhook(text, bigint, integer, text) is
  'Notes what a webhook answered (code: null if it did not), and queues the next try. After a day, or 410, it disables the webhook and queues the mail to who set it up. Definer: the worker holds no right on any table.';
grant execute on function jobs.end_webhook(text, bigint, integer, text) to caserne_worker;
