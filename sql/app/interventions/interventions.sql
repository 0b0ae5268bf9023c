create table if not exists app.interventions (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  exercice_comptable_id bigint not null,
  no integer not null check (no > 0),
  numero text not null,
  annee integer not null generated always as (pg_catalog.left(numero, 4)::integer) stored,
  date_debut date not null,
  heure_debut time(0) not null,
  date_fin date not null,
  heure_fin time(0) not null,
  objet text not null check (objet <> ''),
  lieu text not null default '',
  localite_id bigint references app.localites,
  wgs84 text not null default '' check (wgs84 ~ '^(-?([0-8]?\d(\.\d+)?|90(\.0+)?),-?((\d{1,2}|1[0-7]\d)(\.\d+)?|180(\.0+)?))?$'),
  degre smallint not null default 1 check (degre between 1 and 4),
  rapport_police boolean not null default false,
  agent text not null default '',
  sauve_personne integer not null default 0 check (sauve_personne >= 0),
  sauve_animaux integer not null default 0 check (sauve_animaux >= 0),
  description text not null default '',
  proprietaire text not null default '',
  responsable text not null default '',
  stat_nb integer not null default 1 check (stat_nb >= 0),
  statut smallint not null default 0 check (statut between 0 and 3),
  secondes numeric not null default 0,
  date_imputation date,
  alarme_id bigint,
  intervention_traitement_id bigint not null default 1 references app.intervention_traitements,
  stat_federal_id bigint not null default app.stat_federal_divers() references app.stat_federal,
  sapeur_id bigint,
  local_uuid uuid,
  validated_by text,
  validated_at timestamptz,
  type_intervention_id bigint not null default app.type_intervention_divers(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version bigint not null default 1,
  debut_repete boolean not null default false,
  fin_repete boolean not null default false,
  primary key (sis_key, id),
  unique (sis_key, exercice_comptable_id, no),
  foreign key (sis_key, exercice_comptable_id) references app.exercices_comptables,
  foreign key (sis_key, sapeur_id) references app.sapeurs,
  foreign key (sis_key, type_intervention_id) references app.types_intervention,
  check (date_debut + heure_debut <= date_fin + heure_fin or fin_repete)
);
-- An alarm makes at most one intervention, however often the job runs.
create unique index if not exists interventions_alarme_id_key on app.interventions (sis_key, alarme_id);
-- A tablet that sends an intervention twice gets the first one.
create unique index if not exists interventions_local_uuid_key on app.interventions (sis_key, local_uuid);
create index if not exists interventions_exercice_idx
  on app.interventions (sis_key, exercice_comptable_id, date_debut desc, heure_debut desc, id desc);
create index if not exists interventions_date_debut_idx
  on app.interventions (sis_key, date_debut desc, heure_debut desc, id desc);
-- A covering index with all columns that statistics count, for the figures of a year: of one SIS, or of all
-- (stats.interventions).
create index if not exists interventions_statistique_idx
  on app.interventions (sis_key, annee)
  include (exercice_comptable_id, date_debut, stat_federal_id, type_intervention_id, intervention_traitement_id, stat_nb,
           sauve_personne, sauve_animaux, secondes, id);
create index if not exists interventions_sapeur_id_idx on app.interventions (sis_key, sapeur_id);
create index if not exists interventions_type_intervention_id_idx on app.interventions (sis_key, type_intervention_id);
create index if not exists interventions_stat_federal_id_idx on app.interventions (sis_key, stat_federal_id);
create index if not exists interventions_traitement_id_idx on app.interventions (sis_key, intervention_traitement_id);
create index if not exists interventions_localite_id_idx on app.interventions (sis_key, localite_id);

--!tenant app.interventions, graphql intervention, versioned, marks interventions, analysts,
--!  person sapeur_id garde, kept numero date_debut,
--!  texts objet lieu agent description proprietaire responsable validated_by,
--!  neutral exercice_comptable_id no annee heure_debut date_fin heure_fin debut_repete fin_repete localite_id wgs84 degre rapport_police
--!   sauve_personne sauve_animaux stat_nb statut secondes date_imputation alarme_id intervention_traitement_id
--!   stat_federal_id local_uuid validated_at type_intervention_id created_at updated_at version
drop policy if exists lecture on app.interventions;
create policy lecture on app.interventions for select
  using (sis_key = request.sis_with('intervention.lecture', 'intervention.modification', 'intervention.validation', 'comptabilite.lecture', 'mur.lecture'));
drop policy if exists ajout on app.interventions;
create policy ajout on app.interventions for insert
  with check (sis_key = request.sis_with('intervention.modification'));
drop policy if exists modification on app.interventions;
create policy modification on app.interventions for update
  using (sis_key = request.sis_with('intervention.modification'));
drop policy if exists suppression on app.interventions;
create policy suppression on app.interventions for delete using (sis_key = request.sis_with('intervention.modification'));
-- For definer functions of api, which choose the rows that they show or change.
drop policy if exists interne on app.interventions;
create policy interne on app.interventions for select to caserne_owner using (request.sapeur_id() is not null);
-- For the trigger that refuses dates of an accounting year which would leave out an intervention.
drop policy if exists bouclement on app.interventions;
create policy bouclement on app.interventions for select to caserne_owner
  using (sis_key = request.sis_with('comptabilite.config'));
drop policy if exists validation on app.interventions;
create policy validation on app.interventions for update to caserne_owner
  using (request.can('intervention.validation') or request.can('comptabilite.modification'));
-- For the definer functions that impute.
drop policy if exists imputation on app.interventions;
create policy imputation on app.interventions for select to caserne_owner using (request.can('comptabilite.modification'));

grant select, delete on app.interventions to caserne_api;
grant insert (date_debut, heure_debut, date_fin, heure_fin, debut_repete, fin_repete, objet, lieu, localite_id, wgs84, degre, rapport_police, agent, sauve_personne, sauve_animaux, description, proprietaire, responsable, stat_nb, intervention_traitement_id, stat_federal_id, sapeur_id, type_intervention_id, alarme_id, local_uuid),
  update (date_debut, heure_debut, date_fin, heure_fin, debut_repete, fin_repete, objet, lieu, localite_id, wgs84, degre, rapport_police, agent, sauve_personne, sauve_animaux, description, proprietaire, responsable, stat_nb, intervention_traitement_id, stat_federal_id, sapeur_id, type_intervention_id)
  on app.interventions to caserne_api;
-- Not granted: statut, numero, exercice_comptable_id and the other columns that follow from what happens to the
-- intervention.
grant select (sis_key, id, annee, exercice_comptable_id, no, numero, date_debut, heure_debut, date_fin, heure_fin, localite_id,
              degre, rapport_police, sauve_personne, sauve_animaux, stat_nb, statut, secondes, date_imputation,
              alarme_id, intervention_traitement_id, stat_federal_id, sapeur_id, type_intervention_id, validated_at, created_at,
              updated_at)
  on app.interventions to caserne_analyst, caserne_national;

drop trigger if exists _010_updated_at on app.interventions;
-- Not when only secondes changes: presences are rows of their own. Rows of other lists do not touch the intervention
-- either.
create trigger _010_updated_at before update on app.interventions
  for each row when (new.version = old.version and (new.secondes = old.secondes or new.statut <> old.statut)) execute function app.tg_updated_at();
drop trigger if exists _040_exercice_ouvert on app.interventions;
create trigger _040_exercice_ouvert before update or delete on app.interventions
  for each row execute function app.tg_exercice_ouvert();

comment on table app.interventions is 'Interventions. Dates and times of day are local time of the SIS.';
comment on column app.interventions.debut_repete is 'Whether the start is in the second pass of an hour that comes twice, because clocks go back.';
comment on column app.interventions.fin_repete is 'Whether the end is in the second pass of an hour that comes twice.';
comment on column app.interventions.numero is 'Year and running number in the accounting year, such as 2026-014.';
comment on column app.interventions.annee is 'Year of the accounting year. It cannot change once the year has numbers.';
comment on column app.interventions.secondes is 'Total time of all presences in seconds, standby included. Kept by the trigger of the presences.';
comment on column app.interventions.statut is '0 vide, 1 saisi, 2 validé, 3 imputé.';
comment on column app.interventions.wgs84 is 'Position as "lat,lon", or an empty text.';
comment on column app.interventions.alarme_id is 'The alarm that the intervention was made from.';
comment on column app.interventions.sapeur_id is 'Officer in charge, null until known.';
comment on column app.interventions.stat_nb is 'How many interventions this one counts for in the service''s own statistics.';
comment on column app.interventions.local_uuid is 'Id of the intervention on the tablet that sent it; null for interventions from elsewhere.';
comment on column app.interventions.validated_by is 'Name of the account that validated the intervention, as it was then; null unless the intervention is validée or imputée.';
comment on constraint interventions_check on app.interventions is 'date_fin: La fin précède le début.';
comment on constraint interventions_objet_check on app.interventions is 'objet: Ce champ est obligatoire.';
comment on constraint interventions_wgs84_check on app.interventions is 'wgs84: La position doit être « latitude,longitude » en degrés décimaux.';
comment on constraint interventions_degre_check on app.interventions is 'degre: La valeur doit être comprise entre 1 et 4.';
comment on index app.interventions_local_uuid_key is 'Cette intervention a déjà été transmise';
comment on constraint interventions_sauve_personne_check on app.interventions is 'sauve_personne: La valeur doit être d’au moins 0.';
comment on constraint interventions_sauve_animaux_check on app.interventions is 'sauve_animaux: La valeur doit être d’au moins 0.';
comment on constraint interventions_stat_nb_check on app.interventions is 'stat_nb: La valeur doit être d’au moins 0.';
comment on constraint interventions_sis_key_sapeur_id_fkey on app.interventions is 'sapeur_id: Ce sapeur n’existe pas. | Ce sapeur est responsable d’une intervention';
comment on constraint interventions_sis_key_type_intervention_id_fkey on app.interventions is 'type_intervention_id: Ce type d’intervention n’existe pas. | Ce type est utilisé par une intervention';
comment on constraint interventions_localite_id_fkey on app.interventions is 'localite_id: Cette localité n’existe pas.';
comment on constraint interventions_intervention_traitement_id_fkey on app.interventions is 'intervention_traitement_id: Ce traitement n’existe pas.';
comment on constraint interventions_stat_federal_id_fkey on app.interventions is 'stat_federal_id: Cette catégorie n’existe pas.';
comment on index app.interventions_alarme_id_key is 'Cette alarme a déjà une intervention';
comment on constraint interventions_sis_key_exercice_comptable_id_fkey on app.interventions is 'exercice_comptable_id: Cet exercice comptable n’existe pas. | Cet exercice comptable contient des interventions';
