-- One expression, which PostgreSQL inlines.
create or replace function app.is_current(incorporation date, sortie date, day date) returns boolean
  language sql immutable parallel safe
as $$
  select sortie is null and incorporation <= day
      or sortie >= day and incorporation <= day + interval '3 months'
$$;
comment on function app.is_current(date, date, date) is
  'Whether a mutation keeps its sapeur in service on a day: it is open and begun, or it ends on the day or later and begins within three months.';
grant execute on function app.is_current(date, date, date) to caserne_api, caserne_analyst, caserne_national;
