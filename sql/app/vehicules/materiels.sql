create table if not exists app.materiels (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  designation text not null check (designation <> ''),
  statut boolean not null default true,
  tri integer not null default 0,
  forfait numeric(10, 2) not null default 0 check (forfait >= 0),
  unite numeric(10, 2) not null default 0 check (unite >= 0),
  type_unite_id bigint not null default 1 references app.unites,
  version bigint not null default 1,
  primary key (sis_key, id),
  unique (sis_key, designation)
);
create index if not exists materiels_type_unite_id_idx on app.materiels (sis_key, type_unite_id);

--!tenant app.materiels, graphql materiel, versioned, marks listes, analysts,
--!  neutral designation statut tri forfait unite type_unite_id
drop policy if exists lecture on app.materiels;
create policy lecture on app.materiels for select
  using (sis_key = request.sis_with('intervention.lecture', 'intervention.config'));
-- For stats.designations, which shows names of materials to readers of figures.
drop policy if exists statistique on app.materiels;
create policy statistique on app.materiels for select to caserne_owner
  using (sis_key = request.sis_with('comptabilite.lecture'));
drop policy if exists ajout on app.materiels;
create policy ajout on app.materiels for insert with check (sis_key = request.sis_with('intervention.config'));
drop policy if exists modification on app.materiels;
create policy modification on app.materiels for update using (sis_key = request.sis_with('intervention.config'));
drop policy if exists suppression on app.materiels;
create policy suppression on app.materiels for delete using (sis_key = request.sis_with('intervention.config'));

grant select, delete on app.materiels to caserne_api;
grant insert (designation, statut, tri, forfait, unite, type_unite_id),
  update (designation, statut, tri, forfait, unite, type_unite_id)
  on app.materiels to caserne_api;
grant select (sis_key, id, designation, statut, tri, forfait, unite, type_unite_id)
  on app.materiels to caserne_analyst, caserne_national;

comment on table app.materiels is 'Materials that interventions consume or lend.';
comment on column app.materiels.statut is 'Whether the material is in service.';
comment on column app.materiels.forfait is 'Flat price per use, in francs.';
comment on column app.materiels.unite is 'Price per unit, in francs.';
comment on constraint materiels_designation_check on app.materiels is 'designation: Ce champ est obligatoire.';
comment on constraint materiels_sis_key_designation_key on app.materiels is 'Cette désignation existe déjà';
comment on constraint materiels_forfait_check on app.materiels is 'forfait: Le prix ne peut être négatif.';
comment on constraint materiels_unite_check on app.materiels is 'unite: Le prix ne peut être négatif.';
comment on constraint materiels_type_unite_id_fkey on app.materiels is 'type_unite_id: Cette unité n’existe pas.';
