create or replace function stats.heures(secondes numeric) returns text
  language sql immutable parallel safe
as $$
  -- Rounded once, where the figure is written; sums are made of unrounded values.
  select pg_catalog.round(coalesce(secondes, 0) / 3600, 2)::text
$$;
comment on function stats.heures(numeric) is
  'Seconds as hours with two decimals, as on the wire: 12.50; null becomes 0.00.';
grant execute on function stats.heures(numeric) to caserne_api, caserne_analyst, caserne_national;
