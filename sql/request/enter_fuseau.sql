-- For lists: writing an instant by request.local_instant takes ten times as long. Only functions with a clause « set
-- timezone » call this one, so the time zone ends with them.
create or replace function request.enter_fuseau(fuseau text) returns text
  language sql volatile
as $$
  select pg_catalog.set_config('timezone', fuseau, true)
$$;
comment on function request.enter_fuseau(text) is
  'Has PostgreSQL write instants in a time zone with its offset, as on the wire, until the calling function ends.';
grant execute on function request.enter_fuseau(text) to caserne_api;

create or replace function request.second(instant timestamptz) returns timestamptz
  language sql stable strict parallel safe
as $$
  select pg_catalog.date_trunc('second', instant)
$$;
comment on function request.second(timestamptz) is
  'An instant without fractions of a second, as instants of a SIS are on the wire.';
grant execute on function request.second(timestamptz) to caserne_api;
