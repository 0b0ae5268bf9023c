create table if not exists app.materiel_personnel (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  sapeur_id bigint not null,
  designation text not null check (designation <> ''),
  numero text not null default '',
  taille text not null default '',
  attribution date not null,
  retour date,
  version bigint not null default 1,
  primary key (sis_key, id),
  foreign key (sis_key, sapeur_id) references app.sapeurs on delete cascade,
  check (attribution <= retour)
);
create index if not exists materiel_personnel_sapeur_id_idx on app.materiel_personnel (sis_key, sapeur_id);

alter table app.materiel_personnel enable row level security;
alter table app.materiel_personnel force row level security;
drop policy if exists locataire on app.materiel_personnel;
create policy locataire on app.materiel_personnel as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.materiel_personnel;
create policy lecture on app.materiel_personnel for select
  using (sis_key = request.sis_with('sapeur.lecture', 'sapeur.modification'));
drop policy if exists soi on app.materiel_personnel;
create policy soi on app.materiel_personnel for select using (sapeur_id = request.sapeur_id());
drop policy if exists ajout on app.materiel_personnel;
create policy ajout on app.materiel_personnel for insert
  with check (sis_key = request.sis_with('sapeur.modification'));
drop policy if exists modification on app.materiel_personnel;
create policy modification on app.materiel_personnel for update
  using (sis_key = request.sis_with('sapeur.modification'));
drop policy if exists suppression on app.materiel_personnel;
create policy suppression on app.materiel_personnel for delete
  using (sis_key = request.sis_with('sapeur.modification'));

grant select, delete on app.materiel_personnel to caserne_api;
grant insert (sapeur_id, designation, numero, taille, attribution, retour),
  update (designation, numero, taille, attribution, retour)
  on app.materiel_personnel to caserne_api;
drop trigger if exists _020_version on app.materiel_personnel;
create trigger _020_version before update on app.materiel_personnel
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _850_contenu on app.materiel_personnel;
create trigger _850_contenu after insert or update or delete on app.materiel_personnel
  for each row execute function app.tg_contenu('sapeurs', 'sapeur_id');
drop trigger if exists _870_changement on app.materiel_personnel;
create trigger _870_changement after insert or update or delete on app.materiel_personnel
  for each row execute function audit.tg_changement('sapeurs');
drop trigger if exists _880_changement on app.materiel_personnel;
create trigger _880_changement after truncate on app.materiel_personnel
  for each statement execute function audit.tg_changement('sapeurs');
drop trigger if exists _900_journal on app.materiel_personnel;
create trigger _900_journal after insert or update or delete on app.materiel_personnel
  for each row execute function audit.tg_journal();
drop trigger if exists _950_if_match on app.materiel_personnel;
create trigger _950_if_match after update or delete on app.materiel_personnel
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table app.materiel_personnel is 'Personal equipment on loan to sapeurs.';
comment on constraint materiel_personnel_sis_key_sapeur_id_fkey on app.materiel_personnel is 'sapeur_id: Ce sapeur n’existe pas.';
comment on column app.materiel_personnel.retour is 'The day of return; null while the loan is open.';
comment on constraint materiel_personnel_designation_check on app.materiel_personnel is
  'designation: Ce champ est obligatoire.';
comment on constraint materiel_personnel_check on app.materiel_personnel is 'retour: Le retour précède l’attribution.';
