create or replace function jobs.lock_runner(runner_id text) returns void
  language sql volatile
as $$
  select pg_try_advisory_lock(hashtext('graphile_worker'), hashtext(runner_id))
$$;
comment on function jobs.lock_runner(text) is
  'Says that a runner of the queue lives as long as this database session does: what it has taken is not freed by jobs.release_jobs.';
grant execute on function jobs.lock_runner(text) to caserne_worker;
