create or replace function jobs.webhook_pause(tentatives integer) returns interval
  language sql immutable parallel safe
as $$
  select make_interval(secs => (array[5, 30, 120, 600, 1800, 3600, 7200, 14400, 28800, 29845])[tentatives])
$$;
comment on function jobs.webhook_pause(integer) is
  'How long to wait after this many failed tries of a webhook: a day in all; then null.';
