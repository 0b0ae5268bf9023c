create or replace function jobs.due_jobs(tasks text[] default null) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  return (
    select json_build_object(
             'waiting', count(*),
             'oldest', coalesce(extract(epoch from clock_timestamp() - min(j.run_at)), 0)
           )
      from graphile_worker.jobs j
     where (tasks is null or j.task_identifier = any (tasks))
       and j.run_at <= clock_timestamp()
       and j.locked_at is null
       and j.attempts < j.max_attempts
       -- Jobs of one queue wait for each other.
       and not exists (
         select
           from graphile_worker.jobs other
          where other.queue_name = j.queue_name
            and other.locked_at is not null
       )
  );
end;
$$;
comment on function jobs.due_jobs(text[]) is
  'Due jobs of these tasks (null: of all) that no worker does although one could: {waiting, oldest (seconds; 0: none)}. Definer: the queue belongs to the owner.';
grant execute on function jobs.due_jobs(text[]) to caserne_worker;
