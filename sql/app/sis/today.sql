create or replace function app.today() returns date
  language sql stable
as $$
  select (now() at time zone app.fuseau())::date
$$;
comment on function app.today() is 'Today''s date in the time zone of the request''s SIS.';
grant execute on function app.today() to caserne_api;
