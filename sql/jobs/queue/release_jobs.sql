-- The queue itself would hold for four hours what a killed worker had begun. A worker says which runners live
-- (jobs.lock_runner) by a session that it may lose for a moment without being dead: a job that may safely run twice is left alone for
-- half a minute, a mail for as long as no attempt to send one takes.
create or replace function jobs.release_jobs() returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform graphile_worker.force_unlock_workers(array(
    select distinct j.locked_by
      from graphile_worker.jobs j
     where j.locked_at <= now() - case j.task_identifier when 'send_mail' then interval '5 minutes' else interval '30 seconds' end
       and j.locked_by not in (select unnest(w.runners) from jobs.workers w where jobs.is_alive(w))
  ));
  -- A reading is tried once: the next minute asks again. What is left of it would stay in the queue for ever.
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
  'Has jobs done again that a killed worker had begun, and drops readings that failed. Definer: the queue is the owner''s.';
grant execute on function jobs.release_jobs() to caserne_worker;
