create table if not exists app.sapeur_grades (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  sapeur_id bigint not null,
  grade_id bigint not null,
  debut date not null,
  fin date,
  remarque text not null default '',
  version bigint not null default 1,
  primary key (sis_key, id),
  foreign key (sis_key, sapeur_id) references app.sapeurs on delete cascade,
  foreign key (sis_key, grade_id) references app.grades,
  check (debut <= fin),
  -- On expressions, as in app.mutations.
  constraint sapeur_grades_sis_key_sapeur_id_grade_id_daterange_excl
    exclude using gist ((sis_key || '') with =, (sapeur_id + 0) with =, (grade_id + 0) with =, daterange(debut, fin, '[]') with &&)
);
create index if not exists sapeur_grades_sapeur_id_idx on app.sapeur_grades (sis_key, sapeur_id, debut);
create index if not exists sapeur_grades_grade_id_idx on app.sapeur_grades (sis_key, grade_id);

--!tenant app.sapeur_grades, graphql sapeur_grade, part of sapeurs, versioned, marks sapeurs, analysts,
--!  person sapeur_id modifie,
--!  personal remarque, kept grade_id debut fin
drop policy if exists lecture on app.sapeur_grades;
create policy lecture on app.sapeur_grades for select using (sis_key = request.sis_with_any());
drop policy if exists soi on app.sapeur_grades;
create policy soi on app.sapeur_grades for select using (sapeur_id = request.sapeur_id());
drop policy if exists ajout on app.sapeur_grades;
create policy ajout on app.sapeur_grades for insert with check (sis_key = request.sis_with('sapeur.modification'));
drop policy if exists modification on app.sapeur_grades;
create policy modification on app.sapeur_grades for update using (sis_key = request.sis_with('sapeur.modification'));
drop policy if exists suppression on app.sapeur_grades;
create policy suppression on app.sapeur_grades for delete using (sis_key = request.sis_with('sapeur.modification'));

grant select, delete on app.sapeur_grades to caserne_api;
grant insert (sapeur_id, grade_id, debut, fin, remarque),
  update (grade_id, debut, fin, remarque)
  on app.sapeur_grades to caserne_api;
grant select (sis_key, id, sapeur_id, grade_id, debut, fin)
  on app.sapeur_grades to caserne_analyst, caserne_national;

drop trigger if exists _010_lock_sapeur on app.sapeur_grades;
create trigger _010_lock_sapeur before insert on app.sapeur_grades
  for each row execute function app.tg_lock_sapeur();

comment on table app.sapeur_grades is 'Grades that people bore, from when to when. Two periods of one grade never overlap.';
comment on constraint sapeur_grades_check on app.sapeur_grades is 'fin: La fin précède le début.';
comment on constraint sapeur_grades_sis_key_sapeur_id_grade_id_daterange_excl on app.sapeur_grades is 'Cette période en chevauche une autre du même grade';
comment on constraint sapeur_grades_sis_key_grade_id_fkey on app.sapeur_grades is 'grade_id: Ce grade n’existe pas. | Ce grade est porté par un sapeur';
