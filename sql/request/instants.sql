-- How far a database that receives rows of this cell has got: an instant that arrives in order with all changes. What
-- was committed before it is there.
create table if not exists request.instants (
  cellule text primary key,
  at timestamptz not null
);

--!table request.instants, neutral cellule at

comment on table request.instants is 'An instant of each cell that is followed by the reporting database: there, of all cells; in a cell, its own. Empty where there is no reporting database.';
comment on column request.instants.at is 'Every change of the cell that was committed before this instant is in this database.';
