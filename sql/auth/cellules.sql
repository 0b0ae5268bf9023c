-- The databases that hold groups of SIS. The directory is changed where accounts are kept, and replicated from there:
-- each cell knows the way to every SIS.
create table if not exists auth.cellules (
  nom text primary key check (nom ~ '^[a-z0-9][a-z0-9-]{0,30}$' and nom <> 'rapport'),
  hote text not null check (hote <> ''),
  port integer not null check (port between 1 and 65535),
  base text not null check (base <> ''),
  comptes boolean not null,
  created_at timestamptz not null default now()
);
create unique index if not exists cellules_comptes_key on auth.cellules (comptes) where comptes;

create or replace trigger _010_comptes before insert or update or delete on auth.cellules
  for each row execute function request.tg_comptes();

--!table auth.cellules, neutral nom hote port base comptes created_at

comment on table auth.cellules is 'The cells: where each group of SIS has its database. Empty where one database holds all.';
comment on column auth.cellules.nom is 'Its name. rapport is the reporting database, where no SIS lives.';
comment on column auth.cellules.hote is 'Host of its PostgreSQL, as servers, workers and the other cells reach it.';
comment on column auth.cellules.base is 'Name of its database.';
comment on column auth.cellules.comptes is 'Whether it keeps the accounts. One cell does.';
