create or replace function jobs.ask_releve(messagerie_id bigint, a_partir_de timestamptz default null) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- The key makes it one waiting job per mailbox; and a job that a killed worker still holds does not stand in its way.
  perform graphile_worker.add_job('read_messagerie', json_build_object('messagerie_id', messagerie_id),
                                  run_at := coalesce(a_partir_de, now()), job_key := 'releve:' || messagerie_id, max_attempts := 1);
end;
$$;
comment on function jobs.ask_releve(bigint, timestamptz) is
  'Has a mailbox read as soon as a worker is free, or from an instant on; instead of when it was to be read until now. Definer: the queue is the worker''s.';
grant execute on function jobs.ask_releve(bigint, timestamptz) to caserne_worker;
