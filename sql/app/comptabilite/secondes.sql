-- Example: from 14:00 to 16:30 and from 17:00 to 17:15 are 9,900 seconds.
create or replace function app.secondes(temps tstzmultirange) returns numeric
  language sql immutable strict parallel safe
as $$
  select coalesce(sum(extract(epoch from upper(t) - lower(t))), 0) from unnest(temps) as t
$$;
comment on function app.secondes(tstzmultirange) is
  'Elapsed seconds of one or more periods.';
grant execute on function app.secondes(tstzmultirange) to caserne_api;
