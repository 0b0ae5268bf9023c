create table if not exists app.exercices_comptables (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  annee integer not null check (annee between 1900 and 2200),
  designation text not null,
  debut date not null,
  fin date not null,
  boucle boolean not null default false,
  primary key (sis_key, id),
  check (debut <= fin),
  exclude using gist (sis_key with =, daterange(debut, fin, '[]') with &&)
);
create unique index if not exists exercices_comptables_annee_key on app.exercices_comptables (sis_key, annee);

alter table app.exercices_comptables enable row level security;
alter table app.exercices_comptables force row level security;
drop policy if exists locataire on app.exercices_comptables;
create policy locataire on app.exercices_comptables as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.exercices_comptables;
create policy lecture on app.exercices_comptables for select using (sis_key = request.sis_key());
-- An intervention or exercice opens the year it falls in; closing one is the accountant's.
drop policy if exists ajout on app.exercices_comptables;
create policy ajout on app.exercices_comptables for insert
  with check (sis_key = request.sis_with('intervention.modification', 'exercice.modification', 'comptabilite.config'));
-- To number interventions without gaps, the year's row is locked.
drop policy if exists modification on app.exercices_comptables;
create policy modification on app.exercices_comptables for update
  using (sis_key = request.sis_with('intervention.modification', 'exercice.modification', 'comptabilite.config'));

grant select on app.exercices_comptables to caserne_api;
grant insert (annee, designation, debut, fin, boucle),
  update (annee, designation, debut, fin, boucle)
  on app.exercices_comptables to caserne_api;

drop trigger if exists _900_journal on app.exercices_comptables;
create trigger _900_journal after insert or update or delete on app.exercices_comptables
  for each row execute function audit.tg_journal();

comment on table app.exercices_comptables is 'Accounting years of a SIS; two never overlap.';
comment on column app.exercices_comptables.boucle is 'Closed: takes no new intervention or exercice.';
comment on constraint exercices_comptables_annee_check on app.exercices_comptables is 'annee: L’année doit être comprise entre 1900 et 2200.';
comment on constraint exercices_comptables_check on app.exercices_comptables is 'fin: La fin précède le début.';
comment on constraint exercices_comptables_sis_key_daterange_excl on app.exercices_comptables is 'Cet exercice comptable en chevauche un autre';
