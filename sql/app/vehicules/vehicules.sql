create table if not exists app.vehicules (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  designation text not null check (designation <> ''),
  immatriculation text not null default '',
  statut boolean not null default true,
  tri integer not null default 0,
  forfait numeric(10, 2) not null default 0 check (forfait >= 0),
  unite numeric(10, 2) not null default 0 check (unite >= 0),
  type_unite_id bigint not null default 1 references app.unites,
  version bigint not null default 1,
  primary key (sis_key, id),
  unique (sis_key, designation)
);
create index if not exists vehicules_type_unite_id_idx on app.vehicules (sis_key, type_unite_id);

--!tenant app.vehicules, graphql vehicule, versioned, marks listes, analysts,
--!  neutral designation immatriculation statut tri forfait unite type_unite_id
drop policy if exists lecture on app.vehicules;
create policy lecture on app.vehicules for select
  using (sis_key = request.sis_with('intervention.lecture', 'intervention.config'));
-- For stats.designations, which shows names of vehicles to readers of figures.
drop policy if exists statistique on app.vehicules;
create policy statistique on app.vehicules for select to caserne_owner
  using (sis_key = request.sis_with('comptabilite.lecture'));
drop policy if exists ajout on app.vehicules;
create policy ajout on app.vehicules for insert with check (sis_key = request.sis_with('intervention.config'));
drop policy if exists modification on app.vehicules;
create policy modification on app.vehicules for update using (sis_key = request.sis_with('intervention.config'));
drop policy if exists suppression on app.vehicules;
create policy suppression on app.vehicules for delete using (sis_key = request.sis_with('intervention.config'));

grant select, delete on app.vehicules to caserne_api;
grant insert (designation, immatriculation, statut, tri, forfait, unite, type_unite_id),
  update (designation, immatriculation, statut, tri, forfait, unite, type_unite_id)
  on app.vehicules to caserne_api;
grant select (sis_key, id, designation, immatriculation, statut, tri, forfait, unite, type_unite_id)
  on app.vehicules to caserne_analyst, caserne_national;

comment on table app.vehicules is 'Vehicles of a SIS.';
comment on column app.vehicules.statut is 'Whether the vehicle is in service.';
comment on column app.vehicules.forfait is 'Flat price per use, in francs.';
comment on column app.vehicules.unite is 'Price per unit, in francs.';
comment on constraint vehicules_designation_check on app.vehicules is 'designation: Ce champ est obligatoire.';
comment on constraint vehicules_sis_key_designation_key on app.vehicules is 'Cette désignation existe déjà';
comment on constraint vehicules_forfait_check on app.vehicules is 'forfait: Le prix ne peut être négatif.';
comment on constraint vehicules_unite_check on app.vehicules is 'unite: Le prix ne peut être négatif.';
comment on constraint vehicules_type_unite_id_fkey on app.vehicules is 'type_unite_id: Cette unité n’existe pas.';
