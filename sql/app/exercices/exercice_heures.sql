-- Rows refer to the exercice and not to its list of sapeurs: someone who prepared the exercice without being on the
-- list has hours too.
create table if not exists app.exercice_heures (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  exercice_id bigint not null,
  sapeur_id bigint not null,
  heure_exercice_type_id bigint not null,
  quantite numeric(10, 2) not null check (quantite >= 0),
  primary key (sis_key, id),
  foreign key (sis_key, exercice_id) references app.exercices on delete cascade,
  foreign key (sis_key, sapeur_id) references app.sapeurs,
  foreign key (sis_key, heure_exercice_type_id) references app.heure_exercice_types
);
create index if not exists exercice_heures_exercice_id_idx on app.exercice_heures (sis_key, exercice_id, sapeur_id);
create index if not exists exercice_heures_sapeur_id_idx on app.exercice_heures (sis_key, sapeur_id);
create index if not exists exercice_heures_heure_exercice_type_id_idx
  on app.exercice_heures (sis_key, heure_exercice_type_id);

-- Additional hours are pay.
--!tenant app.exercice_heures, graphql exercice_heure, part of exercices, marks exercices,
--!  journal for exercice.lecture exercice.modification exercice.validation exercice.presence comptabilite.lecture,
--!  person sapeur_id garde, kept exercice_id heure_exercice_type_id quantite
drop policy if exists lecture on app.exercice_heures;
create policy lecture on app.exercice_heures for select
  using (sis_key = request.sis_with('exercice.lecture', 'exercice.modification', 'exercice.validation', 'exercice.presence',
                                    'comptabilite.lecture'));
drop policy if exists soi on app.exercice_heures;
create policy soi on app.exercice_heures for select using (sapeur_id = request.sapeur_id());
drop policy if exists ajout on app.exercice_heures;
create policy ajout on app.exercice_heures for insert
  with check (sis_key = request.sis_with('exercice.presence', 'exercice.modification'));
drop policy if exists modification on app.exercice_heures;
create policy modification on app.exercice_heures for update
  using (sis_key = request.sis_with('exercice.presence', 'exercice.modification'));
drop policy if exists suppression on app.exercice_heures;
create policy suppression on app.exercice_heures for delete
  using (sis_key = request.sis_with('exercice.presence', 'exercice.modification'));
-- For the definer functions that impute. It does not name sis_key: see app.intervention_sapeurs.
drop policy if exists imputation on app.exercice_heures;
create policy imputation on app.exercice_heures for select to caserne_owner
  using (request.can('comptabilite.modification'));

grant select, delete on app.exercice_heures to caserne_api;
grant insert (exercice_id, sapeur_id, heure_exercice_type_id, quantite),
  update (sapeur_id, heure_exercice_type_id, quantite)
  on app.exercice_heures to caserne_api;

comment on table app.exercice_heures is 'Additional hours of sapeurs at an exercice, for example to prepare it.';
comment on column app.exercice_heures.quantite is 'Quantity in the unit of the type.';
comment on constraint exercice_heures_quantite_check on app.exercice_heures is
  'quantite: La quantité doit être d’au moins 0.';
comment on constraint exercice_heures_sis_key_exercice_id_fkey on app.exercice_heures is
  'exercice_id: Cet exercice n’existe pas.';
comment on constraint exercice_heures_sis_key_sapeur_id_fkey on app.exercice_heures is
  'sapeur_id: Ce sapeur n’existe pas. | Ce sapeur a des heures à un exercice';
comment on constraint exercice_heures_sis_key_heure_exercice_type_id_fkey on app.exercice_heures is
  'heure_exercice_type_id: Ce type d’heures n’existe pas. | Ce type d’heures est utilisé par un exercice';
