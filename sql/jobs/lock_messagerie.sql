-- Held by the worker's session and not by a row: when the worker dies its session ends, and the mailbox is free at once.
create or replace function jobs.lock_messagerie(messagerie_id bigint) returns boolean
  language sql volatile
as $$
  select pg_try_advisory_lock(hashtext('app.messageries'), messagerie_id::integer)
$$;
comment on function jobs.lock_messagerie(bigint) is
  'Takes a mailbox for this database session, so that two workers never read it at once; false when another has it.';
grant execute on function jobs.lock_messagerie(bigint) to caserne_worker;
