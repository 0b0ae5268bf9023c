-- Rows that a SIS has left behind in a cell (`sis move`) are old until they are removed (`sis clean`). Figures must not
-- count them. Views ask once for each SIS, so the few that have left are listed, and not those that live here.
create or replace function auth.partis() returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select pg_catalog.jsonb_object_agg(s.sis_key, true)
    from request.cellule c
    join request.sejours s on s.cellule = c.nom and not s.ici
  having pg_catalog.count(*) > 0
$$;
comment on function auth.partis() is
  'The SIS that have left this cell, as keys for a policy to look up each row; null where none has. Definer: nobody has a right on the tables.';
grant execute on function auth.partis() to caserne_analyst, caserne_national;
