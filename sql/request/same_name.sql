-- request.plain leaves out the letters of other scripts, so these are compared too. One expression, so that
-- PostgreSQL inlines it.
create or replace function request.same_name(one text, other text) returns boolean
  language sql immutable strict parallel safe
as $$
  select request.plain(one) = request.plain(other)
         and pg_catalog.lower(pg_catalog.regexp_replace(
               pg_catalog.normalize(one, 'NFKD'), '[\u0001-\u00bf\u0300-\u036f\u2000-\u206fßœŒæÆ]', '', 'g'))
           = pg_catalog.lower(pg_catalog.regexp_replace(
               pg_catalog.normalize(other, 'NFKD'), '[\u0001-\u00bf\u0300-\u036f\u2000-\u206fßœŒæÆ]', '', 'g'))
$$;
comment on function request.same_name(text, text) is
  'Whether two names are the same, whatever their case, accents and form of Unicode.';
grant execute on function request.same_name(text, text) to caserne_api;
