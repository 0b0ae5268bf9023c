-- normalize() splits é into e and a combining accent, which is then dropped: no extension is needed.
create or replace function request.plain(texte text) returns text
  language sql immutable strict parallel safe
as $$
  select pg_catalog.btrim(pg_catalog.regexp_replace(
           pg_catalog.lower(pg_catalog.regexp_replace(pg_catalog.normalize(texte, 'NFKD'), '[\u0300-\u036f]', '', 'g')),
           '[^a-z0-9]+', ' ', 'g'))
$$;
comment on function request.plain(text) is
  'A text for comparing: lower case, no accents, every run of other signs one space.';
grant execute on function request.plain(text) to caserne_api;
