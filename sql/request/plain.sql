-- normalize() splits é into e and a combining accent, which is then removed, so no extension is needed. It keeps œ, æ
-- and ß, which alarm centres write as two letters. lower() depends on the database's locale beyond ASCII; hardly any
-- such letters are left by then, and they are removed. One expression without FROM, so that PostgreSQL inlines it.
create or replace function request.plain(text text) returns text
  language sql immutable strict parallel safe
as $$
  select pg_catalog.btrim(pg_catalog.regexp_replace(pg_catalog.lower(
           pg_catalog.regexp_replace(pg_catalog.regexp_replace(pg_catalog.replace(
             pg_catalog.regexp_replace(pg_catalog.normalize(text, 'NFKD'), '[\u0300-\u036f]', '', 'g'),
             'ß', 'ss'), '[œŒ]', 'oe', 'g'), '[æÆ]', 'ae', 'g')
         ), '[^a-z0-9]+', ' ', 'g'))
$$;
comment on function request.plain(text) is
  'A text in plain form for comparisons: lower case, no accents, one space for each run of other characters.';
grant execute on function request.plain(text) to caserne_api;
