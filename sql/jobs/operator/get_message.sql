-- The defaults serve the commands of release 0.1.0, which know no SIS. Until the next release.
create or replace function jobs.get_message(id bigint, sis_key text default null) returns json
  language sql volatile set search_path = ''
as $$
  select jobs.describe_message(jobs.find_message(id, sis_key))
$$;
comment on function jobs.get_message(bigint, text) is
  'A message of a mailbox, for the operator, found as by jobs.find_message. PT404, PT409.';

create or replace function jobs.get_message_raw(id bigint, sis_key text default null) returns bytea
  language sql volatile set search_path = ''
as $$
  select (jobs.find_message(id, sis_key)).contenu
$$;
comment on function jobs.get_message_raw(bigint, text) is
  'The raw text of a message, null where it is not kept, for the operator. PT404, PT409.';
