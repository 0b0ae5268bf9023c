-- The queue itself would hold a job that a killed worker had begun for four hours. No attempt to send a mail takes five minutes.
create or replace function jobs.release_mails() returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform graphile_worker.force_unlock_workers(array(
    select distinct j.locked_by
      from graphile_worker.jobs j
     where j.task_identifier = 'send_mail'
       and j.locked_at <= now() - interval '5 minutes'
  ));
end;
$$;
comment on function jobs.release_mails() is
  'Has mails tried again whose worker was killed while it sent them. Definer: the queue is the owner''s.';
grant execute on function jobs.release_mails() to caserne_worker;
