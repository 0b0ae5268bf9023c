-- Ids are unique within a SIS only. No SIS key contains a colon.
create or replace function jobs.messagerie_key(sis_key text, messagerie_id bigint) returns text
  language sql immutable parallel safe
as $$
  select sis_key || ':' || messagerie_id
$$;
comment on function jobs.messagerie_key(text, bigint) is
  'A mailbox in one word, e.g. hs:7, or *:1 for the instance''s own, in notifications and keys of jobs.';
grant execute on function jobs.messagerie_key(text, bigint) to caserne_worker;

create or replace function jobs.releve_key(sis_key text, messagerie_id bigint) returns text
  language sql immutable parallel safe
as $$
  select 'releve:' || jobs.messagerie_key(sis_key, messagerie_id)
$$;
comment on function jobs.releve_key(text, bigint) is
  'Key of the job that reads a mailbox: at most one of them waits.';
