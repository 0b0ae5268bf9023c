create or replace function app.in_silence(debut time, fin time, at time) returns boolean
  language sql immutable parallel safe
as $$
  select coalesce(case when debut <= fin then at >= debut and at < fin else at >= debut or at < fin end, false)
$$;
comment on function app.in_silence(time, time, time) is
  'Whether a time of day lies in a silence, which may pass midnight; false without one.';
