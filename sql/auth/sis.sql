-- The directory of SIS. Which SIS exist is public, because clients ask before sign-in, and reports need it across SIS.
-- Settings of a SIS are in app.sis, under policies.
create table if not exists auth.sis (
  api_key text primary key check (api_key ~ '^[a-z0-9][a-z0-9-]{0,30}$'),
  id bigint generated always as identity unique,
  nom text not null check (nom <> ''),
  abreviation text not null,
  mobile boolean not null default false,
  created_at timestamptz not null default now(),
  version bigint not null default 1,
  cellule text references auth.cellules,
  listes_usuelles boolean not null default false
);
create unique index if not exists sis_nom_key on auth.sis (request.plain(nom));
create index if not exists sis_abreviation_idx on auth.sis (request.plain(abreviation));
create index if not exists sis_api_key_idx on auth.sis (request.plain(api_key));

create or replace trigger _010_comptes before insert or update or delete on auth.sis
  for each row execute function request.tg_comptes();

--!table auth.sis, versioned by api_key, neutral api_key nom abreviation mobile created_at cellule listes_usuelles

comment on table auth.sis is 'The SIS that this instance serves. api_key is the value of the header Sis-Key.';
comment on column auth.sis.cellule is 'The cell where the SIS lives; null where there are no cells.';
comment on column auth.sis.listes_usuelles is 'Whether the SIS began with the usual lists. One that was imported brought its own.';
comment on column auth.sis.mobile is 'Whether the SIS offers mobile alerts. It also does while an account gets its alerts (auth.memberships).';
