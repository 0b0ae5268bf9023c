create or replace function app.is_avs(no_avs text) returns boolean
  language sql immutable strict parallel safe
as $$
  select no_avs = '' or (
    no_avs ~ '^756\.?[0-9]{4}\.?[0-9]{4}\.?[0-9]{2}$'
    and (
      -- EAN-13: the digits weighted 1, 3, 1, 3 … add up to a multiple of ten.
      select sum(substr(c.digits, n, 1)::integer * case n % 2 when 1 then 1 else 3 end) % 10 = 0
        from (select replace(no_avs, '.', '')) as c (digits), generate_series(1, 13) as n
    )
  )
$$;
comment on function app.is_avs(text) is
  'Whether a text is empty or a Swiss social security number: 13 digits from 756 with a valid check digit, dots allowed.';
grant execute on function app.is_avs(text) to caserne_api;
