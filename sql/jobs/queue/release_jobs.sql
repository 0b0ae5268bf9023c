-- The queue itself would hold the jobs of a killed worker for four hours. A worker registers its runners by its session
-- (jobs.lock_runner), and may lose that session for a moment without being dead. So a job that may safely run twice is
-- left alone for half a minute, and a mail for longer than any attempt to send one takes.
create or replace function jobs.release_jobs() returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform graphile_worker.force_unlock_workers(array(
    select distinct j.locked_by
      from graphile_worker.jobs j
     where j.locked_at <= now() - case
                             when j.task_identifier in ('send_mail', 'mail_envoi') then interval '5 minutes'
                             -- Notifications of an alarm must not wait.
                             when j.task_identifier in ('tell_appareils', 'send_webhook') then interval '5 seconds'
                             else interval '30 seconds'
                           end
       and j.locked_by not in (select unnest(w.runners) from jobs.workers w where jobs.is_alive(w))
  ));
  -- A relève is tried once, because the next minute asks again. Its failed job would stay in the queue for ever.
  perform graphile_worker.complete_jobs(array(
    select j.id
      from graphile_worker.jobs j
     where j.task_identifier = 'read_messagerie'
       and j.attempts >= j.max_attempts
       and j.locked_at is null
  ));
end;
$$;
comment on function jobs.release_jobs() is
  'Frees jobs that a killed worker had begun, and deletes failed relèves. Definer: the queue belongs to the owner.';
grant execute on function jobs.release_jobs() to caserne_worker;
