-- A condition that is null asks for nothing. Those given must all be met.
create table if not exists app.effectif_requis (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  designation text not null check (designation <> ''),
  minimum smallint not null check (minimum between 1 and 1000),
  porteur boolean,
  fonction_id bigint,
  permis_type_id bigint,
  groupe_id bigint,
  jours smallint[] not null default '{1,2,3,4,5,6,7}' check (cardinality(jours) > 0 and jours <@ '{1,2,3,4,5,6,7}'),
  heure_debut time not null default '00:00' check (date_trunc('hour', heure_debut - time '00:00') = heure_debut - time '00:00'),
  heure_fin time not null default '00:00' check (date_trunc('hour', heure_fin - time '00:00') = heure_fin - time '00:00'),
  version bigint not null default 1,
  primary key (sis_key, id),
  unique (sis_key, designation),
  foreign key (sis_key, fonction_id) references app.fonctions,
  foreign key (sis_key, permis_type_id) references app.permis_types,
  foreign key (sis_key, groupe_id) references app.groupes
);
create index if not exists effectif_requis_fonction_id_idx on app.effectif_requis (sis_key, fonction_id);
create index if not exists effectif_requis_permis_type_id_idx on app.effectif_requis (sis_key, permis_type_id);
create index if not exists effectif_requis_groupe_id_idx on app.effectif_requis (sis_key, groupe_id);

--!tenant app.effectif_requis, graphql effectif_requis, versioned, marks sapeurs,
--!  journal for sapeur.lecture sapeur.modification,
--!  neutral designation minimum porteur fonction_id permis_type_id groupe_id jours heure_debut heure_fin
drop policy if exists lecture on app.effectif_requis;
create policy lecture on app.effectif_requis for select using (sis_key = request.sis_with('sapeur.lecture', 'sapeur.modification'));
drop policy if exists ajout on app.effectif_requis;
create policy ajout on app.effectif_requis for insert with check (sis_key = request.sis_with('sapeur.modification'));
drop policy if exists modification on app.effectif_requis;
create policy modification on app.effectif_requis for update using (sis_key = request.sis_with('sapeur.modification'));
drop policy if exists suppression on app.effectif_requis;
create policy suppression on app.effectif_requis for delete using (sis_key = request.sis_with('sapeur.modification'));

grant select, delete on app.effectif_requis to caserne_api;
grant insert (designation, minimum, porteur, fonction_id, permis_type_id, groupe_id, jours, heure_debut, heure_fin),
  update (designation, minimum, porteur, fonction_id, permis_type_id, groupe_id, jours, heure_debut, heure_fin)
  on app.effectif_requis to caserne_api;

comment on table app.effectif_requis is 'How many available people a SIS needs, of which kind and when.';
comment on column app.effectif_requis.porteur is 'Whether they must be able to wear breathing apparatus; false asks for those who cannot.';
comment on column app.effectif_requis.jours is 'Days of the week on which it counts: 1 Monday to 7 Sunday.';
comment on column app.effectif_requis.heure_debut is 'The hour of day at which it begins.';
comment on column app.effectif_requis.heure_fin is 'The hour of day at which it ends, on the next day unless it is after heure_debut. Both alike: the whole day.';
comment on constraint effectif_requis_designation_check on app.effectif_requis is 'designation: Ce champ est obligatoire.';
comment on constraint effectif_requis_minimum_check on app.effectif_requis is 'minimum: Le minimum doit être de 1 à 1000.';
comment on constraint effectif_requis_jours_check on app.effectif_requis is 'plage.jours: Les jours vont de 1 (lundi) à 7 (dimanche).';
comment on constraint effectif_requis_heure_debut_check on app.effectif_requis is 'plage.debut: L’heure doit être pleine.';
comment on constraint effectif_requis_heure_fin_check on app.effectif_requis is 'plage.fin: L’heure doit être pleine.';
comment on constraint effectif_requis_sis_key_designation_key on app.effectif_requis is 'Cette désignation existe déjà';
comment on constraint effectif_requis_sis_key_fonction_id_fkey on app.effectif_requis is 'condition.fonction_id: Cette fonction n’existe pas. | Un effectif requis demande cette fonction';
comment on constraint effectif_requis_sis_key_permis_type_id_fkey on app.effectif_requis is 'condition.permis_type_id: Ce type de permis n’existe pas. | Un effectif requis demande ce permis';
comment on constraint effectif_requis_sis_key_groupe_id_fkey on app.effectif_requis is 'condition.groupe_id: Ce groupe n’existe pas. | Un effectif requis demande ce groupe';
