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

alter table app.vehicules enable row level security;
alter table app.vehicules force row level security;
drop policy if exists locataire on app.vehicules;
create policy locataire on app.vehicules as restrictive to caserne_owner, caserne_api, caserne_worker
  using (sis_key = request.sis_key());
drop policy if exists octroi on app.vehicules;
create policy octroi on app.vehicules as restrictive to caserne_analyst
  using (((select auth.octroi_complet()) or (select auth.octrois())[sis_key] is not null)
         and sis_key = any ((select auth.liste_octrois())::text[]));
drop policy if exists analyste on app.vehicules;
create policy analyste on app.vehicules for select to caserne_analyst using (true);
drop policy if exists national on app.vehicules;
create policy national on app.vehicules for select to caserne_national using ((select auth.partis()) is null or (select auth.partis())[sis_key] is null);
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

drop trigger if exists _020_version on app.vehicules;
create trigger _020_version before update on app.vehicules
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _870_changement on app.vehicules;
create trigger _870_changement after insert or update or delete on app.vehicules
  for each row execute function audit.tg_changement('listes');
drop trigger if exists _880_changement on app.vehicules;
create trigger _880_changement after truncate on app.vehicules
  for each statement execute function audit.tg_changement('listes');
drop trigger if exists _900_journal on app.vehicules;
create trigger _900_journal after insert or update or delete on app.vehicules
  for each row execute function audit.tg_journal();
drop trigger if exists _950_if_match on app.vehicules;
create trigger _950_if_match after update or delete on app.vehicules
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table app.vehicules is 'Vehicles of a SIS.';
comment on column app.vehicules.statut is 'Whether the vehicle is in service.';
comment on column app.vehicules.forfait is 'Flat price per use, in francs.';
comment on column app.vehicules.unite is 'Price per unit, in francs.';
comment on constraint vehicules_designation_check on app.vehicules is 'designation: Ce champ est obligatoire.';
comment on constraint vehicules_sis_key_designation_key on app.vehicules is 'Cette désignation existe déjà';
comment on constraint vehicules_forfait_check on app.vehicules is 'forfait: Le prix ne peut être négatif.';
comment on constraint vehicules_unite_check on app.vehicules is 'unite: Le prix ne peut être négatif.';
comment on constraint vehicules_type_unite_id_fkey on app.vehicules is 'type_unite_id: Cette unité n’existe pas.';
