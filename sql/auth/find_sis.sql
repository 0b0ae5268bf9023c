create or replace function auth.find_sis(texte text) returns text
  language sql stable security definer set search_path = ''
as $$
  select s.api_key
    from auth.sis s
   where request.plain(texte) in (request.plain(s.nom), request.plain(s.abreviation), request.plain(s.api_key))
     -- An abbreviation may be empty.
     and request.plain(texte) <> ''
   -- A full name wins over another's abbreviation.
   order by request.plain(texte) = request.plain(s.nom) desc, s.api_key
   limit 1
$$;
comment on function auth.find_sis(text) is
  'Key of the SIS that a text names by name, abbreviation or key, without case or accents; null when there is none.';
