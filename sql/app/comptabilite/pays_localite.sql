-- Places have no country. Those abroad bear its code (ISO 3166) in place of a canton. FR is Fribourg where the postcode has
-- the four digits of a Swiss one, and France where it has five. Postcodes of Liechtenstein are 9485 to 9498. Examples: 2800
-- JU is CH, 1700 FR is CH, 25470 FR is FR, 8238 DE is DE, 9490 is LI, 25470 XX is unknown.
create or replace function app.pays_localite(npa text, canton text) returns text
  language sql immutable parallel safe
as $$
  select case
           when canton in ('FL', 'LI') then 'LI'
           when canton in ('DE', 'AT', 'IT') then canton
           when npa ~ '^\d{5}$' and canton = 'FR' then 'FR'
           when npa between '9485' and '9498' and npa ~ '^\d{4}$' then 'LI'
           when npa ~ '^[1-9]\d{3}$' then 'CH'
           else ''
         end
$$;
comment on function app.pays_localite(text, text) is
  'The country of a place, as a code of ISO 3166, by its postcode and canton; empty where it is not known.';
grant execute on function app.pays_localite(text, text) to caserne_api;
