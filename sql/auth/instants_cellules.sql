-- The reporting database has the rows of all cells. While rows of a cell are still being copied, no instant is true.
create or replace function auth.instants_cellules() returns table (cellule text, at timestamptz)
  language sql stable security definer set search_path = ''
as $$
  select c.nom,
         case
           when not exists (
             select
               from pg_catalog.pg_subscription s
               join pg_catalog.pg_database d on d.oid = s.subdbid and d.datname = pg_catalog.current_database()
               join pg_catalog.pg_subscription_rel r on r.srsubid = s.oid and r.srsubstate <> 'r'
              where s.subname = pg_catalog.replace('caserne_rapport_' || c.nom || '_rapport', '-', '_')
           ) then i.at
         end
    from auth.cellules c
    left join request.instants i on i.cellule = c.nom
   where request.is_rapport()
  union all
  select (select c.nom from request.cellule c), pg_catalog.now()
   where not request.is_rapport()
$$;
comment on function auth.instants_cellules() is
  'The cells whose rows this database has, and the instant of their rows: now in a cell and where there are none; null in the reporting database while rows are missing. Definer: nobody has a right on the tables.';
grant execute on function auth.instants_cellules() to caserne_analyst, caserne_national;
