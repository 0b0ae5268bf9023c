-- Signs without a width or that turn the direction of writing make two names look alike, and one name unlike itself. One
-- expression, so that PostgreSQL inlines it.
create or replace function request.clean_name(name text) returns text
  language sql immutable strict parallel safe
as $$
  select pg_catalog.btrim(pg_catalog.normalize(
           pg_catalog.regexp_replace(name, '[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]', '', 'g'),
           'NFC'))
$$;
comment on function request.clean_name(text) is
  'A name without invisible signs, in the usual form of Unicode.';
grant execute on function request.clean_name(text) to caserne_api;
