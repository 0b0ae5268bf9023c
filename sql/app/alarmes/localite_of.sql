create or replace function app.localite_of(adresse text) returns bigint
  language sql stable
as $$
  select l.id
    from app.localites l
   where l.npa = substring(adresse from '(?:^|\D)([1-9]\d{3})(?:\D|$)')
   -- If several places share a postcode: the place that the address names, else the first.
   order by position(request.plain(l.nom) in request.plain(adresse)) > 0 desc, l.id
   limit 1
$$;
comment on function app.localite_of(text) is 'The place with the postcode of an address, or null.';
