-- The queue gives a reading to any worker, but only the one that has the mailbox can do it.
create or replace function jobs.pass_releve(messagerie_id bigint) returns void
  language sql volatile
as $$
  select pg_notify(request.channel('caserne_releve'), messagerie_id::text)
$$;
comment on function jobs.pass_releve(bigint) is
  'Tells the worker that has a mailbox to read it now.';
grant execute on function jobs.pass_releve(bigint) to caserne_worker;
