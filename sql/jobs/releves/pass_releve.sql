-- The queue gives a relève to any worker, but only the worker that holds the mailbox can do it.
create or replace function jobs.pass_releve(messagerie_id bigint) returns void
  language sql volatile
as $$
  select pg_notify(request.channel('caserne_releve'), messagerie_id::text)
$$;
comment on function jobs.pass_releve(bigint) is 'Notifies the worker that holds a mailbox to read it now.';
grant execute on function jobs.pass_releve(bigint) to caserne_worker;
