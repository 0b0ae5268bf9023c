create or replace function request.utc(instant timestamptz) returns text
  language sql stable strict parallel safe
as $$
  select pg_catalog.to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
$$;
comment on function request.utc(timestamptz) is
  'An instant in UTC to the second, as on the wire: 2026-03-14T13:29:45Z.';
grant execute on function request.utc(timestamptz) to caserne_api;

create or replace function request.utc_micros(instant timestamptz) returns text
  language sql stable strict parallel safe
as $$
  select pg_catalog.to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
$$;
comment on function request.utc_micros(timestamptz) is
  'An instant in UTC to the microsecond, as on the wire: 2026-03-14T13:29:45.000000Z.';
grant execute on function request.utc_micros(timestamptz) to caserne_api;
