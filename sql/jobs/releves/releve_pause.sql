-- Full jitter: many mailboxes of one server must not come back to it at once.
-- https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
create or replace function jobs.releve_pause(failures integer) returns interval
  language sql volatile
as $$
  select random() * least(make_interval(secs => 2 ^ least(failures, 6)), interval '1 minute')
$$;
comment on function jobs.releve_pause(integer) is
  'Random pause before the next try of a mailbox after a number of failures: at most 1, 2, 4, … seconds, up to a minute.';
