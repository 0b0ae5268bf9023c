create table if not exists app.exercices (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  exercice_comptable_id bigint not null,
  designation text not null check (designation <> ''),
  date date not null,
  heure time(0) not null,
  duree integer not null check (duree between 1 and 780),
  lieu text not null default '',
  communications text not null default '',
  statut smallint not null default 1 check (statut between 0 and 4),
  localite_id bigint references app.localites,
  exercice_categorie_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version bigint not null default 1,
  primary key (sis_key, id),
  foreign key (sis_key, exercice_comptable_id) references app.exercices_comptables,
  foreign key (sis_key, exercice_categorie_id) references app.exercice_categories
);
create index if not exists exercices_exercice_comptable_id_idx
  on app.exercices (sis_key, exercice_comptable_id, date, heure, id);
create index if not exists exercices_date_idx on app.exercices (sis_key, date);
create index if not exists exercices_exercice_categorie_id_idx on app.exercices (sis_key, exercice_categorie_id);
create index if not exists exercices_localite_id_idx on app.exercices (sis_key, localite_id);

--!tenant app.exercices, graphql exercice, versioned, marks exercices, analysts,
--!  texts designation lieu communications,
--!  neutral exercice_comptable_id date heure duree statut localite_id exercice_categorie_id created_at updated_at
drop policy if exists lecture on app.exercices;
create policy lecture on app.exercices for select
  using (sis_key = request.sis_with('exercice.lecture', 'exercice.modification', 'exercice.validation', 'exercice.presence',
                                    'comptabilite.lecture'));
drop policy if exists ajout on app.exercices;
create policy ajout on app.exercices for insert with check (sis_key = request.sis_with('exercice.modification'));
drop policy if exists modification on app.exercices;
create policy modification on app.exercices for update using (sis_key = request.sis_with('exercice.modification'));
drop policy if exists suppression on app.exercices;
create policy suppression on app.exercices for delete using (sis_key = request.sis_with('exercice.modification'));
-- For definer functions, which choose the rows that they show or change.
drop policy if exists interne on app.exercices;
create policy interne on app.exercices for select to caserne_owner using (request.sapeur_id() is not null);
-- For the trigger that refuses dates of an accounting year which would leave out an exercice.
drop policy if exists bouclement on app.exercices;
create policy bouclement on app.exercices for select to caserne_owner
  using (sis_key = request.sis_with('comptabilite.config'));
-- For stats.presence_exercice, which shows sums only.
drop policy if exists statistique on app.exercices;
create policy statistique on app.exercices for select to caserne_owner
  using (sis_key = request.sis_with('intervention.lecture'));
drop policy if exists validation on app.exercices;
create policy validation on app.exercices for update to caserne_owner
  using (request.can('exercice.presence') or request.can('exercice.validation') or request.can('comptabilite.modification'));
-- For the definer functions that impute and make décomptes.
drop policy if exists imputation on app.exercices;
create policy imputation on app.exercices for select to caserne_owner using (request.can('comptabilite.modification'));
-- For definer functions that write the excuse of the caller: they lock its exercice and renew its statut.
drop policy if exists excuse on app.exercices;
create policy excuse on app.exercices for update to caserne_owner using (request.sapeur_id() is not null);

grant select, delete on app.exercices to caserne_api;
grant insert (designation, date, heure, duree, lieu, communications, localite_id, exercice_categorie_id),
  update (designation, date, heure, duree, lieu, communications, localite_id, exercice_categorie_id)
  on app.exercices to caserne_api;
-- Not granted: statut and exercice_comptable_id, which follow from other writes.
grant select (sis_key, id, exercice_comptable_id, designation, date, heure, duree, lieu, statut, localite_id, exercice_categorie_id, created_at, updated_at)
  on app.exercices to caserne_analyst, caserne_national;
-- Not when only the version changes: rows that belong to the exercice raise it without changing the exercice.
drop trigger if exists _010_updated_at on app.exercices;
create trigger _010_updated_at before update on app.exercices
  for each row when (new.version = old.version) execute function app.tg_updated_at();
drop trigger if exists _040_exercice_ouvert on app.exercices;
create trigger _040_exercice_ouvert before update or delete on app.exercices
  for each row execute function app.tg_exercice_ouvert();

comment on table app.exercices is 'Exercices, the trainings of a SIS. date and heure are local time of the SIS.';
comment on column app.exercices.statut is '0 annulé, 1 à saisir, 2 saisi, 3 validé, 4 imputé; 1 and 2 follow from the presences.';
comment on column app.exercices.duree is 'Duration in minutes.';
comment on constraint exercices_designation_check on app.exercices is 'designation: Ce champ est obligatoire.';
comment on constraint exercices_duree_check on app.exercices is 'duree: La durée doit être de 1 à 780 minutes.';
comment on constraint exercices_localite_id_fkey on app.exercices is
  'localite_id: Cette localité n’existe pas.';
comment on constraint exercices_sis_key_exercice_categorie_id_fkey on app.exercices is
  'exercice_categorie_id: Cette catégorie n’existe pas. | Cette catégorie est utilisée par un exercice';
comment on constraint exercices_sis_key_exercice_comptable_id_fkey on app.exercices is
  'exercice_comptable_id: Cet exercice comptable n’existe pas. | Cet exercice comptable contient des exercices';
