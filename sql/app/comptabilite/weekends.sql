-- Example: of a period from Friday 20:00 to Monday 02:00, Saturday 00:00 to Monday 00:00 is week-end.
create or replace function app.weekends(periode tstzrange, fuseau text) returns tstzmultirange
  language sql immutable strict parallel safe
as $$
  select coalesce(range_agg(tstzrange(request.instant_of(j, fuseau), request.instant_of(j + interval '1 day', fuseau))), '{}')
         * tstzmultirange(periode)
    from generate_series(
           date_trunc('day', lower(periode) at time zone fuseau) - interval '1 day',
           upper(periode) at time zone fuseau,
           interval '1 day') as j
   where extract(isodow from j) in (6, 7)
$$;
comment on function app.weekends(tstzrange, text) is
  'The Saturdays and Sundays of a period by the clock of a time zone, their nights included.';
grant execute on function app.weekends(tstzrange, text) to caserne_api;
