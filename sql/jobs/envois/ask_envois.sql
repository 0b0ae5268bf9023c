-- The queue of another instance does not come along with a SIS, but its ledger does.
create or replace function jobs.ask_envois(sis_key text) returns void
  language plpgsql volatile
as $$
declare
  v_envoi record;
begin
  for v_envoi in
    select e.id, e.canal, e.webhook_id, e.next_try_at
      from app.envois e
     where e.sis_key = ask_envois.sis_key and e.etat = 'attente' and e.canal <> 'webpush'
     order by e.id
  loop
    perform graphile_worker.add_job(
      case v_envoi.canal when 'email' then 'mail_envoi' else 'send_webhook' end,
      json_build_object('sis_key', ask_envois.sis_key, 'envoi_id', v_envoi.id),
      run_at => greatest(v_envoi.next_try_at, now()),
      queue_name => case when v_envoi.canal = 'webhook' then format('webhook:%s:%s', ask_envois.sis_key, v_envoi.webhook_id) end);
  end loop;
  for v_envoi in
    select distinct e.lot, e.alarme_id
      from app.envois e
     where e.sis_key = ask_envois.sis_key and e.etat = 'attente' and e.canal = 'webpush'
  loop
    perform graphile_worker.add_job(
      'tell_appareils',
      json_strip_nulls(json_build_object('sis_key', ask_envois.sis_key, 'lot', v_envoi.lot, 'alarme_id', v_envoi.alarme_id)),
      job_key => format('envois:%s:%s', ask_envois.sis_key, v_envoi.lot));
  end loop;
end;
$$;
comment on function jobs.ask_envois(text) is
  'Queues what waits in the ledger of deliveries of a SIS that was brought into this instance.';
