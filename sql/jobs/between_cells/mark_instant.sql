create or replace function jobs.mark_instant() returns void
  language sql volatile security definer set search_path = ''
as $$
  -- Several workers ask; one of them writes.
  update request.instants i set at = pg_catalog.clock_timestamp()
   where i.cellule = (select c.nom from request.cellule c)
     and i.at < pg_catalog.clock_timestamp() - interval '4 s'
$$;
comment on function jobs.mark_instant() is
  'Tells the reporting database, if there is one, how far it has got with the changes of this cell. Definer: workers have no right on the table.';
grant execute on function jobs.mark_instant() to caserne_worker;
