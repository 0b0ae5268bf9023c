create or replace view stats.cellules with (security_invoker = true) as
  select c.cellule, c.at, extract(epoch from pg_catalog.clock_timestamp() - c.at) as secondes
    from auth.instants_cellules() c;
grant select on stats.cellules to caserne_analyst, caserne_national;
comment on view stats.cellules is 'The databases that the rows come from, and how old the rows of each are. One row, of this moment, where one database has all of them.';
comment on column stats.cellules.cellule is 'Name of the cell; null where there are no cells.';
comment on column stats.cellules.at is 'The rows of the cell are those of this instant, or later; null while they are being copied.';
comment on column stats.cellules.secondes is 'Seconds since then.';
