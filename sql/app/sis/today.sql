create or replace function app.today() returns date
  language sql stable
as $$
  select (now() at time zone app.fuseau())::date
$$;
comment on function app.today() is
  'Today, by the calendar of the request''s SIS.';
grant execute on function app.today() to caserne_api;
