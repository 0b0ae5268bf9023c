create table if not exists app.exercices_comptables (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  annee integer not null check (annee between 1900 and 2199),
  designation text not null check (designation <> ''),
  debut date not null,
  fin date not null,
  boucle boolean not null default false,
  dernier_no_vacant integer not null default 0,
  version bigint not null default 1,
  primary key (sis_key, id),
  check (debut <= fin),
  -- On an expression, as in app.mutations.
  constraint exercices_comptables_sis_key_daterange_excl
    exclude using gist ((sis_key || '') with =, daterange(debut, fin, '[]') with &&)
);
create unique index if not exists exercices_comptables_annee_key on app.exercices_comptables (sis_key, annee);

--!tenant app.exercices_comptables, graphql exercice_comptable, versioned, marks listes, analysts,
--!  neutral annee designation debut fin boucle dernier_no_vacant
drop policy if exists lecture on app.exercices_comptables;
create policy lecture on app.exercices_comptables for select using (sis_key = request.sis_key());
drop policy if exists ajout on app.exercices_comptables;
create policy ajout on app.exercices_comptables for insert
  with check (sis_key = request.sis_with('comptabilite.config'));
drop policy if exists modification on app.exercices_comptables;
create policy modification on app.exercices_comptables for update
  using (sis_key = request.sis_with('comptabilite.config'));
drop policy if exists suppression on app.exercices_comptables;
create policy suppression on app.exercices_comptables for delete
  using (sis_key = request.sis_with('comptabilite.config'));
-- For app.lock_exercice_comptable, app.refuse_bouclement and the numbers that interventions leave. A caller who adds an
-- intervention or an exercice may open its year, and everyone who writes to a year locks it; they change nothing else
-- there.
drop policy if exists ouverture on app.exercices_comptables;
create policy ouverture on app.exercices_comptables for insert to caserne_owner
  with check (sis_key = request.sis_with('intervention.modification', 'exercice.modification'));
drop policy if exists verrou on app.exercices_comptables;
create policy verrou on app.exercices_comptables for update to caserne_owner using (sis_key = request.sis_key());

grant select, delete on app.exercices_comptables to caserne_api;
grant insert (annee, designation, debut, fin, boucle),
  update (annee, designation, debut, fin, boucle)
  on app.exercices_comptables to caserne_api;
grant select (sis_key, id, annee, designation, debut, fin, boucle)
  on app.exercices_comptables to caserne_analyst, caserne_national;

comment on table app.exercices_comptables is 'Accounting years of a SIS. Two never overlap.';
comment on column app.exercices_comptables.dernier_no_vacant is 'Highest number of an intervention that was removed or moved to another year; new numbers begin after it. Kept by a trigger of interventions.';
comment on column app.exercices_comptables.boucle is 'Whether the year is closed: nothing that belongs to it is written any more.';
comment on constraint exercices_comptables_annee_check on app.exercices_comptables is 'annee: L’année doit être comprise entre 1900 et 2199.';
comment on constraint exercices_comptables_check on app.exercices_comptables is 'fin: La fin précède le début.';
comment on constraint exercices_comptables_sis_key_daterange_excl on app.exercices_comptables is 'Cet exercice comptable en chevauche un autre';
comment on constraint exercices_comptables_designation_check on app.exercices_comptables is 'designation: Ce champ est obligatoire.';
comment on index app.exercices_comptables_annee_key is 'Un exercice comptable porte déjà cette année';
