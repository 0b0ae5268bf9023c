-- Example: with nights from 22:00 to 06:00, a period from 20:00 to 23:00 has one hour of night, and one from 05:00 to
-- 22:30 has one hour and a half.
create or replace function app.nuits(periode tstzrange, debut time, fin time, fuseau text) returns tstzmultirange
  language sql immutable strict parallel safe
as $$
  select coalesce(range_agg(tstzrange(n.debut, n.fin)), '{}') * tstzmultirange(periode)
    from generate_series(
           date_trunc('day', lower(periode) at time zone fuseau) - interval '1 day',
           upper(periode) at time zone fuseau,
           interval '1 day') as j
   cross join lateral (
     select request.instant_of(j + debut, fuseau) as debut,
            request.instant_of(j + fin + case when fin <= debut then interval '1 day' else interval '0' end, fuseau) as fin
   ) n
   -- The clock may skip a whole night.
   where n.debut < n.fin
$$;
comment on function app.nuits(tstzrange, time, time, text) is
  'The nights of a period by the clock of a time zone: each day from debut to fin, on the next day when fin is not later.';
grant execute on function app.nuits(tstzrange, time, time, text) to caserne_api;
