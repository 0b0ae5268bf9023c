-- A job notifies people, so that reading mails waits for nobody. Even if every mail of a mailbox fails, there is one
-- notice in ten minutes, which stands for all of them.
create or replace function jobs.tg_messages__echec() returns trigger
  language plpgsql volatile
as $$
begin
  perform graphile_worker.add_job(
    'tell_echecs', request.traced(json_build_object('sis_key', new.sis_key, 'messagerie_id', new.messagerie_id)),
    run_at => (
      select greatest(now(), r.echec_dit_at + interval '10 minutes')
        from jobs.releves r
       where r.sis_key = new.sis_key and r.messagerie_id = new.messagerie_id
    ),
    job_key => format('echecs:%s:%s', new.sis_key, new.messagerie_id),
    job_key_mode => 'preserve_run_at');
  return null;
end;
$$;
comment on function jobs.tg_messages__echec() is 'Queues the notice of a message that could not be read (jobs.tell_echecs).';
drop trigger if exists _830_echec on app.messages;
create trigger _830_echec after insert on app.messages
  for each row when (new.etat = 'failed') execute function jobs.tg_messages__echec();
drop trigger if exists _840_echec on app.messages;
create trigger _840_echec after update on app.messages
  for each row when (new.etat = 'failed' and old.etat <> 'failed') execute function jobs.tg_messages__echec();
