create or replace function jobs.unlock_messagerie(messagerie_id bigint) returns boolean
  language sql volatile
as $$
  select pg_advisory_unlock(hashtext('app.messageries'), messagerie_id::integer)
$$;
comment on function jobs.unlock_messagerie(bigint) is
  'Gives a mailbox back.';
grant execute on function jobs.unlock_messagerie(bigint) to caserne_worker;
