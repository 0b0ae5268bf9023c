-- The default: as jobs.get_message.
create or replace function jobs.relire_message(id bigint, sis_key text default null) returns json
  language sql volatile set search_path = ''
as $$
  select jobs.describe_message(jobs.reopen_message(jobs.find_message(id, sis_key)))
$$;
comment on function jobs.relire_message(bigint, text) is
  'Asks for a relecture of a message of any mailbox, for the operator. PT404, PT409.';
