create or replace function jobs.unlock_runner(runner_id text) returns void
  language sql volatile
as $$
  select pg_advisory_unlock(hashtext('graphile_worker'), hashtext(runner_id))
$$;
comment on function jobs.unlock_runner(text) is
  'Says that a runner of the queue has ended.';
grant execute on function jobs.unlock_runner(text) to caserne_worker;
