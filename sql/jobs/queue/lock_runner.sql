create or replace function jobs.lock_runner(runner_id text) returns void
  language sql volatile security definer set search_path = ''
as $$
  update jobs.workers w
     set runners = array_append(array_remove(w.runners, lock_runner.runner_id), lock_runner.runner_id)
   where w.pid = pg_backend_pid()
$$;
comment on function jobs.lock_runner(text) is
  'Registers a runner of the queue with the worker of this session: jobs.release_jobs frees none of its jobs while the worker is alive. Definer: the worker holds no right on any table.';
grant execute on function jobs.lock_runner(text) to caserne_worker;
