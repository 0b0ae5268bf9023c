-- The only place that rounds amounts of pay. Half of 0.05 goes away from zero: 12.325 becomes 12.35, -12.325 becomes
-- -12.35, and 12.3249 becomes 12.30.
create or replace function app.round05(amount numeric) returns numeric
  language sql immutable strict parallel safe
as $$
  select round(round(amount * 20) / 20, 2)
$$;
comment on function app.round05(numeric) is
  'An amount in francs rounded to the nearest 0.05, half of it away from zero.';
grant execute on function app.round05(numeric) to caserne_api;
