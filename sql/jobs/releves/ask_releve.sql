create or replace function jobs.ask_releve(sis_key text, messagerie_id bigint, not_before timestamptz default null) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- The job key keeps one waiting job per mailbox. A job that a killed worker still holds does not block a new one.
  perform graphile_worker.add_job(
    'read_messagerie',
    request.traced(json_build_object('sis_key', sis_key, 'messagerie_id', messagerie_id)),
    run_at := coalesce(not_before, now()),
    job_key := jobs.releve_key(sis_key, messagerie_id),
    max_attempts := 1);
end;
$$;
comment on function jobs.ask_releve(text, bigint, timestamptz) is
  'Asks for a relève of a mailbox as soon as a worker is free, or from an instant on, replacing an earlier request. Definer: the queue belongs to the worker.';
grant execute on function jobs.ask_releve(text, bigint, timestamptz) to caserne_worker;
