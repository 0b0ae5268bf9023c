create or replace function auth.find_sis(texte text) returns text
  language sql stable set search_path = ''
as $$
  select s.api_key
    from auth.sis s
   where request.plain(texte) <> ''
     and (request.plain(s.nom) = request.plain(texte)
          or request.plain(s.abreviation) = request.plain(texte)
          or request.plain(s.api_key) = request.plain(texte))
   -- A full name wins over the abbreviation of another SIS.
   order by request.plain(s.nom) = request.plain(texte) desc, s.api_key
   limit 1
$$;
comment on function auth.find_sis(text) is
  'Key of the SIS whose name, abbreviation or key a text is, compared without case and accents; null when there is none.';
