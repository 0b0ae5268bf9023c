create or replace function app.e164(numero text) returns text
  language sql immutable strict parallel safe
as $$
  select case
           when n.digits ~ '^\+[1-9]\d{6,14}$' then n.digits
           when n.digits ~ '^00[1-9]\d{6,14}$' then '+' || substring(n.digits from 3)
           -- Swiss national numbers: ten digits with their leading zero.
           when n.digits ~ '^0[1-9]\d{8}$' then '+41' || substring(n.digits from 2)
         end
    -- Some people write "+41 (0)77 …": the zero in brackets is not dialled.
    from (select regexp_replace(replace(numero, '(0)', ''), '[^0-9+]', '', 'g')) as n (digits)
$$;
comment on function app.e164(text) is
  'A telephone number in E.164 (Swiss national numbers become +41…), or null when the text is no telephone number.';
grant execute on function app.e164(text) to caserne_api;
