create or replace function jobs.ask_relecture(message app.messages) returns void
  language plpgsql volatile
as $$
begin
  -- The next relève fetches messages whose text is not kept.
  if message.contenu is null then
    perform jobs.ask_releve(message.sis_key, message.messagerie_id);
  else
    -- The job key keeps one waiting job per message. A job that a killed worker still holds does not block a new one.
    perform graphile_worker.add_job(
      'relire_message',
      request.traced(json_build_object('sis_key', message.sis_key, 'id', message.id)),
      job_key := format('relecture:%s:%s', message.sis_key, message.id),
      max_attempts := 1);
  end if;
end;
$$;
comment on function jobs.ask_relecture(app.messages) is
  'Asks for a relecture of a message as soon as a worker is free: of its kept text, else by a relève of its mailbox.';
