-- Full jitter: many mailboxes of one server must not come back to it at once.
-- https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
create or replace function jobs.releve_pause(failures integer) returns interval
  language sql volatile
as $$
  select random() * least(make_interval(secs => 2 ^ least(failures, 6)), interval '1 minute')
$$;
comment on function jobs.releve_pause(integer) is
  'How long to wait before a mailbox is tried again that has failed so many times before: at most a second, 2, 4, … a minute.';
