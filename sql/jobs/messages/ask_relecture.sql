create or replace function jobs.ask_relecture(message app.messages) returns void
  language plpgsql volatile
as $$
begin
  -- What is not kept here is fetched by whoever reads the mailbox.
  if message.contenu is null then
    perform jobs.ask_releve(message.messagerie_id);
  else
    -- The key makes it one waiting job; and a job that a killed worker still holds does not stand in its way.
    perform graphile_worker.add_job('relire_message', json_build_object('sis_key', message.sis_key, 'id', message.id),
                                    job_key := 'relecture:' || message.id, max_attempts := 1);
  end if;
end;
$$;
comment on function jobs.ask_relecture(app.messages) is
  'Has a message read again as soon as a worker is free: the text that is kept, else what the mailbox still has.';
