-- Definer: callers who cause an event may read neither webhooks nor their ledger, and the queue belongs to the owner.
create or replace function app.tell_webhooks(evenement text, minimal jsonb, complet jsonb, alarme_id bigint default null) returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_opened text[];
  v_contenu jsonb;
  v_envoi record;
  v_told integer := 0;
begin
  if not exists (
    select from app.webhooks w where w.sis_key = request.sis_key() and w.actif and tell_webhooks.evenement = any (w.evenements)
  ) then
    return 0;
  end if;
  v_opened := request.opened();
  perform request.open(request.user_id(), request.sis_key(), array['sis.config'], null);
  select case s.contenu_alerte when 'complet' then minimal || complet else minimal end into v_contenu
    from app.sis s
   where s.sis_key = request.sis_key();
  for v_envoi in
    insert into app.envois (lot, evenement, alarme_id, canal, webhook_id, contenu)
    select tell_webhooks.evenement, tell_webhooks.evenement, tell_webhooks.alarme_id, 'webhook', w.id, v_contenu
      from app.webhooks w
     where w.sis_key = request.sis_key()
       and w.actif
       and tell_webhooks.evenement = any (w.evenements)
     order by w.id
    returning envois.id, envois.webhook_id
  loop
    -- One at a time for each webhook: one that does not answer delays no other.
    perform graphile_worker.add_job(
      'send_webhook', request.traced(json_build_object('sis_key', request.sis_key(), 'envoi_id', v_envoi.id)),
      queue_name => format('webhook:%s:%s', request.sis_key(), v_envoi.webhook_id),
      -- An alarm waits for no answers to another.
      priority => case when tell_webhooks.evenement = 'alarme' then -1 else 0 end);
    v_told := v_told + 1;
  end loop;
  perform request.reopen(v_opened);
  return v_told;
end;
$$;
comment on function app.tell_webhooks(text, jsonb, jsonb, bigint) is
  'Tells the webhooks of the request''s SIS of an event, and returns how many; complet is added to minimal where contenu_alerte is complet. Definer: callers who cause an event may read neither webhooks nor their ledger, and the queue belongs to the owner.';
grant execute on function app.tell_webhooks(text, jsonb, jsonb, bigint) to caserne_api;
