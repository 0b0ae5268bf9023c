create or replace function app.is_iban(iban text) returns boolean
  language sql immutable strict parallel safe
as $$
  select iban = '' or (
    c.code ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'
    and mod((
      -- ISO 7064: with the first four characters moved to the end and letters counted from A = 10, the number modulo 97
      -- is 1.
      select string_agg(case when s ~ '[0-9]' then s else (ascii(s) - 55)::text end, '' order by n)
        from regexp_split_to_table(substr(c.code, 5) || left(c.code, 4), '') with ordinality as t (s, n)
    )::numeric, 97) = 1
  )
    from (select replace(iban, ' ', '')) as c (code)
$$;
comment on function app.is_iban(text) is
  'Whether a text is empty or an IBAN with valid check digits (ISO 13616, spaces allowed).';
grant execute on function app.is_iban(text) to caserne_api;
