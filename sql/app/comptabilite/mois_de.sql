-- Example: from 15 December 2025 to 10 February 2026 are 15–31 December, January, and 1–10 February.
create or replace function app.mois_de(periode daterange) returns setof daterange
  language sql immutable strict parallel safe
as $$
  select periode * daterange(m::date, (m + interval '1 month')::date)
    from generate_series(date_trunc('month', lower(periode)::timestamp), upper(periode) - 1, interval '1 month') m
$$;
comment on function app.mois_de(daterange) is
  'The calendar months of a period; the first and the last may be cut.';
