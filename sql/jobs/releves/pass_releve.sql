-- The queue gives a relève to any worker, but only the worker that holds the mailbox can do it.
create or replace function jobs.pass_releve(sis_key text, messagerie_id bigint) returns void
  language sql volatile
as $$
  select pg_notify(request.channel('caserne_releve'), p.payload)
    from (values
      (jobs.messagerie_key(sis_key, messagerie_id)),
      -- Workers of release 0.1.0 hear ids alone, and others pass over them. Until the next release.
      (messagerie_id::text)
    ) as p (payload)
$$;
comment on function jobs.pass_releve(text, bigint) is 'Notifies the worker that holds a mailbox to read it now.';
grant execute on function jobs.pass_releve(text, bigint) to caserne_worker;
