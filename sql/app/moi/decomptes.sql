create table if not exists app.decomptes (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  exercice_comptable_id bigint not null,
  designation text not null check (designation <> ''),
  date date not null,
  primary key (sis_key, id),
  foreign key (sis_key, exercice_comptable_id) references app.exercices_comptables
);
create index if not exists decomptes_exercice_comptable_id_idx on app.decomptes (sis_key, exercice_comptable_id);

alter table app.decomptes enable row level security;
alter table app.decomptes force row level security;
drop policy if exists locataire on app.decomptes;
create policy locataire on app.decomptes as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.decomptes;
create policy lecture on app.decomptes for select
  using (sis_key = request.sis_with('comptabilite.lecture', 'comptabilite.modification'));
drop policy if exists ajout on app.decomptes;
create policy ajout on app.decomptes for insert with check (sis_key = request.sis_with('comptabilite.modification'));
drop policy if exists modification on app.decomptes;
create policy modification on app.decomptes for update
  using (sis_key = request.sis_with('comptabilite.modification'));
drop policy if exists suppression on app.decomptes;
create policy suppression on app.decomptes for delete using (sis_key = request.sis_with('comptabilite.modification'));
-- For definer functions of api, which choose the rows that they show.
drop policy if exists interne on app.decomptes;
create policy interne on app.decomptes for select to caserne_owner using (request.sapeur_id() is not null);

grant select on app.decomptes to caserne_api;

drop trigger if exists _900_journal on app.decomptes;
create trigger _900_journal after insert or update or delete on app.decomptes
  for each row execute function audit.tg_journal();

comment on table app.decomptes is 'Statements of account. One statement pays several sapeurs at once.';
comment on constraint decomptes_sis_key_exercice_comptable_id_fkey on app.decomptes is 'exercice_comptable_id: Cet exercice comptable n’existe pas. | Cet exercice comptable contient des décomptes';
