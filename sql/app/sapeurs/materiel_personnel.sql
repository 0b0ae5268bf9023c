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

--!tenant app.materiel_personnel, graphql materiel_personnel, part of sapeurs, versioned, marks sapeurs,
--!  journal for sapeur.lecture sapeur.modification, person sapeur_id modifie, personal numero taille,
--!  kept designation attribution retour
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

comment on table app.materiel_personnel is 'Personal equipment on loan to sapeurs.';
comment on constraint materiel_personnel_sis_key_sapeur_id_fkey on app.materiel_personnel is 'sapeur_id: Ce sapeur n’existe pas.';
comment on column app.materiel_personnel.retour is 'The day of return; null while the loan is open.';
comment on constraint materiel_personnel_designation_check on app.materiel_personnel is
  'designation: Ce champ est obligatoire.';
comment on constraint materiel_personnel_check on app.materiel_personnel is 'retour: Le retour précède l’attribution.';
