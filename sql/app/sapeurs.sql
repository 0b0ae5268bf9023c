-- Name and kind only: interventions and alarms show these to everyone with a right in the SIS. Private particulars
-- will never stand in this table.
create table if not exists app.sapeurs (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  type smallint not null default 0 check (type between 0 and 2),
  nom text not null check (length(nom) >= 2),
  prenom text not null check (length(prenom) >= 2),
  suffixe text not null default '',
  nom_prenom text generated always as (btrim(nom || ' ' || prenom || ' ' || suffixe)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (sis_key, id)
);
-- By name in either order, as reports write it.
create index if not exists sapeurs_nom_idx on app.sapeurs (sis_key, request.plain(nom || ' ' || prenom));
create index if not exists sapeurs_prenom_idx on app.sapeurs (sis_key, request.plain(prenom || ' ' || nom));

alter table app.sapeurs enable row level security;
alter table app.sapeurs force row level security;
drop policy if exists locataire on app.sapeurs;
create policy locataire on app.sapeurs as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.sapeurs;
create policy lecture on app.sapeurs for select using (sis_key = request.sis_with_any());
drop policy if exists soi on app.sapeurs;
create policy soi on app.sapeurs for select using (id = request.sapeur_id());
drop policy if exists ajout on app.sapeurs;
create policy ajout on app.sapeurs for insert with check (sis_key = request.sis_with('sapeur.modification'));

grant select on app.sapeurs to caserne_api;

comment on table app.sapeurs is 'The people of a SIS: its firefighters, recruits, and civilians.';
comment on column app.sapeurs.type is '0 sapeur, 1 civil, 2 recrue.';
