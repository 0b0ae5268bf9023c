-- One expression without FROM, so that PostgreSQL inlines it.
create or replace function request.local_instant(instant timestamptz, fuseau text) returns text
  language sql stable parallel safe
as $$
  select pg_catalog.to_char(instant at time zone fuseau, 'YYYY-MM-DD"T"HH24:MI:SS')
      || case
           when (instant at time zone fuseau) < (instant at time zone 'UTC')
           then '-' || pg_catalog.to_char((instant at time zone 'UTC') - (instant at time zone fuseau), 'HH24:MI')
           else '+' || pg_catalog.to_char((instant at time zone fuseau) - (instant at time zone 'UTC'), 'HH24:MI')
         end
$$;
comment on function request.local_instant(timestamptz, text) is
  'An instant in a time zone with its offset, as on the wire: 2026-03-14T14:30:00+01:00.';
grant execute on function request.local_instant(timestamptz, text) to caserne_api;
