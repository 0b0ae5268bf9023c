create or replace function jobs.unlock_runner(runner_id text) returns void
  language sql volatile security definer set search_path = ''
as $$
  update jobs.workers w set runners = array_remove(w.runners, unlock_runner.runner_id) where w.pid = pg_backend_pid()
$$;
comment on function jobs.unlock_runner(text) is
  'Removes a runner of the queue that has ended. Definer: the worker holds no right on any table.';
grant execute on function jobs.unlock_runner(text) to caserne_worker;
