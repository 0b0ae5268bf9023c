-- Rows that a SIS has left behind in a cell (`sis move`) are old until they are removed (`sis clean`). Figures must not
-- count them.
create or replace function auth.servis() returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select (select pg_catalog.jsonb_object_agg(h.sis_key, true) from request.homes h)
    from request.cellule c
   where not request.is_rapport()
     and exists (select from auth.sis s where not exists (select from request.homes h where h.sis_key = s.api_key))
$$;
comment on function auth.servis() is
  'The SIS whose rows in this cell are current, as keys for a policy to look up each row; null where all rows are. Definer: nobody has a right on the tables.';
grant execute on function auth.servis() to caserne_analyst, caserne_national;
