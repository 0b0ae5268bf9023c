create or replace function auth.find_sis(text text) returns text
  language sql stable set search_path = ''
as $$
  select s.api_key
    from auth.sis s
   where request.plain(text) <> ''
     and (request.plain(s.nom) = request.plain(text)
          or request.plain(s.abreviation) = request.plain(text)
          or request.plain(s.api_key) = request.plain(text))
   -- A full name wins over the abbreviation of another SIS.
   order by request.plain(s.nom) = request.plain(text) desc, s.api_key
   limit 1
$$;
comment on function auth.find_sis(text) is
  'Key of the SIS whose name, abbreviation or key a text is, compared without case and accents; null when there is none.';
