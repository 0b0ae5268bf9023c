create or replace function app.localite_of(adresse text) returns bigint
  language sql stable
as $$
  select l.id
    from app.localites l
   where l.npa = substring(adresse from '(?:^|\D)([1-9]\d{3})(?:\D|$)')
   -- Several places share a postcode: the one that the address names, else the first.
   order by position(request.plain(l.nom) in request.plain(adresse)) > 0 desc, l.id
   limit 1
$$;
comment on function app.localite_of(text) is
  'The place that an address names by its postcode, or null.';
