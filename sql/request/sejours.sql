-- Which SIS live in this cell and which have left it, for the reporting database. A mark that goes, like that of
-- request.homes, would not reach it: it has no homes. The changes of a SIS that the cell makes all come between the two
-- marks.
create table if not exists request.sejours (
  sis_key text not null,
  cellule text not null,
  ici boolean not null,
  primary key (sis_key, cellule)
);
create index if not exists sejours_partis_idx on request.sejours (cellule) where not ici;

--!table request.sejours, neutral cellule ici

comment on table request.sejours is 'The SIS that have lived in this cell: in the reporting database, in any cell. Empty where there are no cells.';
comment on column request.sejours.ici is 'Whether the SIS lives there now. If not, the cell changes none of its rows, and may remove them.';

create or replace function request.tg_homes__sejour() returns trigger
  language plpgsql volatile set search_path = ''
as $$
begin
  insert into request.sejours (sis_key, cellule, ici)
  select case when tg_op = 'DELETE' then old.sis_key else new.sis_key end, c.nom, tg_op = 'INSERT'
    from request.cellule c
  on conflict (sis_key, cellule) do update set ici = excluded.ici;
  return null;
end;
$$;
comment on function request.tg_homes__sejour() is 'Notes that a SIS has come to live in this cell, or has left it.';
create or replace trigger _100_sejour after insert or delete on request.homes
  for each row execute function request.tg_homes__sejour();
alter table request.homes enable always trigger _100_sejour;
