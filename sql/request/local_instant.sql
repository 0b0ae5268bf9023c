create or replace function request.local_instant(instant timestamptz, fuseau text) returns text
  language sql stable strict parallel safe
as $$
  select pg_catalog.to_char(l.local_time, 'YYYY-MM-DD"T"HH24:MI:SS')
      || case when l.difference < interval '0' then '-' else '+' end
      || pg_catalog.to_char(case when l.difference < interval '0' then -l.difference else l.difference end, 'HH24:MI')
    from (
      select instant at time zone fuseau,
             (instant at time zone fuseau) - (instant at time zone 'UTC')
    ) as l (local_time, difference)
$$;
comment on function request.local_instant(timestamptz, text) is
  'An instant in a time zone with its offset, as on the wire: 2026-03-14T14:30:00+01:00.';
grant execute on function request.local_instant(timestamptz, text) to caserne_api;
