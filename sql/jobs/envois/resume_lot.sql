-- A row may have nobody left to notify: its device was switched off, its person has left. It would wait for ever.
create or replace function jobs.resume_lot(payload json, at_once boolean) returns void
  language plpgsql volatile security definer set search_path = '' set enable_seqscan = off
as $$
declare
  v_sis_key text := payload ->> 'sis_key';
  v_next timestamptz;
begin
  perform request.open(null, v_sis_key, array['sis.config'], null);
  update app.envois e
     set etat = 'echec', contenu = null, raison = coalesce(nullif(e.raison, ''), 'Le message n’a pas pu être remis à temps.')
   where e.sis_key = v_sis_key
     and e.lot = payload ->> 'lot'
     and e.canal = 'webpush'
     and e.etat = 'attente'
     and e.created_at <= now() - interval '30 minutes';
  select min(e.next_try_at) into v_next
    from app.envois e
   where e.sis_key = v_sis_key
     and e.lot = payload ->> 'lot'
     and e.canal = 'webpush'
     and e.etat = 'attente';
  if at_once or v_next is not null then
    perform graphile_worker.add_job(
      'tell_appareils', payload, run_at => case when at_once then now() else greatest(v_next, now() + interval '5 seconds') end,
      job_key => format('envois:%s:%s', v_sis_key, payload ->> 'lot'));
  end if;
end;
$$;
comment on function jobs.resume_lot(json, boolean) is
  'Queues a lot again: at once, or when the next of its rows is to be tried; not at all when none is left. Gives up rows after half an hour. Definer: the queue belongs to the owner.';
grant execute on function jobs.resume_lot(json, boolean) to caserne_worker;
