-- Example: of Friday 20:00 to Saturday 02:00, with nights from 22:00 to 06:00, two hours are normal, two are night and
-- two are week-end.
create or replace function app.split_temps(temps tstzmultirange, weekends tstzmultirange, nuits tstzmultirange)
  returns table (normal numeric, nuit numeric, weekend numeric)
  language sql immutable strict parallel safe
as $$
  select app.secondes(temps - weekends - nuits), app.secondes((temps - weekends) * nuits), app.secondes(temps * weekends)
$$;
comment on function app.split_temps(tstzmultirange, tstzmultirange, tstzmultirange) is
  'Seconds of normal time, night and week-end: the week-end comes first, then the night; what a tariff has no rate for is empty.';
grant execute on function app.split_temps(tstzmultirange, tstzmultirange, tstzmultirange) to caserne_api;
