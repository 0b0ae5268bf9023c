-- normalize() splits é into e and a combining accent, which is then dropped: no extension is needed. œ, æ and ß it leaves
-- whole, which alarm centres write as two letters. What lower() makes of letters beyond ASCII depends on the database's
-- locale: by then there are hardly any, and they go. One expression, without FROM, so that it is inlined.
create or replace function request.plain(texte text) returns text
  language sql immutable strict parallel safe
as $$
  select pg_catalog.btrim(pg_catalog.regexp_replace(pg_catalog.lower(
           pg_catalog.regexp_replace(pg_catalog.regexp_replace(pg_catalog.replace(
             pg_catalog.regexp_replace(pg_catalog.normalize(texte, 'NFKD'), '[\u0300-\u036f]', '', 'g'),
             'ß', 'ss'), '[œŒ]', 'oe', 'g'), '[æÆ]', 'ae', 'g')
         ), '[^a-z0-9]+', ' ', 'g'))
$$;
comment on function request.plain(text) is
  'A text for comparing: lower case, no accents, every run of other signs one space.';
grant execute on function request.plain(text) to caserne_api;
