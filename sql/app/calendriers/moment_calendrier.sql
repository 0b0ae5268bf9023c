create or replace function app.moment_calendrier(instant timestamptz, fuseau text) returns text
  language sql stable parallel safe
as $$
  select case
           when request.is_repete(instant, fuseau) then request.utc(instant)
           else to_char(instant at time zone fuseau, 'YYYY-MM-DD"T"HH24:MI:SS')
         end
$$;
comment on function app.moment_calendrier(timestamptz, text) is
  'An instant as calendars have it: a local time of the time zone, or UTC with Z in the second pass of an hour that comes twice, for calendars read such a local time as the first (RFC 5545).';
grant execute on function app.moment_calendrier(timestamptz, text) to caserne_api;
