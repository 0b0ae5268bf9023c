create or replace function auth.read_directory() returns json
  language sql stable security definer set search_path = ''
as $$
  select json_build_object(
    'cellules', coalesce((select json_agg(json_build_object('nom', c.nom, 'hote', c.hote, 'port', c.port, 'base', c.base,
                                                            'comptes', c.comptes) order by c.nom) from auth.cellules c), '[]'),
    'ici', (select c.nom from request.cellule c),
    'sis', case when exists (select from auth.cellules)
                then (select json_object_agg(s.api_key, s.cellule) from auth.sis s) else '{}' end)
$$;
comment on function auth.read_directory() is
  'The cells, which of them this database is, and the cell of each SIS: {cellules, ici, sis}. Definer: nobody has a right on the tables.';
grant execute on function auth.read_directory() to caserne_api;
