create or replace function jobs.get_message(id bigint) returns json
  language sql volatile set search_path = ''
as $$
  select jobs.describe_message(jobs.find_message(id))
$$;
comment on function jobs.get_message(bigint) is
  'A message of any mailbox, for the operator (PT404 when there is none).';

create or replace function jobs.get_message_raw(id bigint) returns bytea
  language sql volatile set search_path = ''
as $$
  select (jobs.find_message(id)).contenu
$$;
comment on function jobs.get_message_raw(bigint) is
  'The raw text of a message, null where it is not kept, for the operator (PT404 when there is no such message).';
