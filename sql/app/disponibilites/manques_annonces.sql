-- So that a shortfall is told once (jobs.tell_manques).
create table if not exists app.manques_annonces (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  effectif_requis_id bigint not null,
  debut timestamptz not null,
  fin timestamptz not null,
  disponibles smallint not null,
  at timestamptz not null default now(),
  primary key (sis_key, id),
  foreign key (sis_key, effectif_requis_id) references app.effectif_requis on delete cascade
);
create index if not exists manques_annonces_effectif_requis_id_idx on app.manques_annonces (sis_key, effectif_requis_id, fin);

alter table app.manques_annonces enable row level security;
alter table app.manques_annonces force row level security;
drop policy if exists locataire on app.manques_annonces;
create policy locataire on app.manques_annonces as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.manques_annonces;
create policy lecture on app.manques_annonces for select using (sis_key = request.sis_with('sapeur.lecture', 'sapeur.modification'));
drop policy if exists ajout on app.manques_annonces;
create policy ajout on app.manques_annonces for insert to caserne_owner with check (sis_key = request.sis_with('sapeur.modification'));
drop policy if exists modification on app.manques_annonces;
create policy modification on app.manques_annonces for update to caserne_owner using (sis_key = request.sis_with('sapeur.modification'));
drop policy if exists suppression on app.manques_annonces;
create policy suppression on app.manques_annonces for delete to caserne_owner using (sis_key = request.sis_with('sapeur.modification'));

grant select on app.manques_annonces to caserne_api;
-- Not granted: writing. jobs.tell_manques writes.

drop trigger if exists _870_changement on app.manques_annonces;
create trigger _870_changement after insert or update or delete on app.manques_annonces
  for each row execute function audit.tg_changement('sapeurs');
drop trigger if exists _880_changement on app.manques_annonces;
create trigger _880_changement after truncate on app.manques_annonces
  for each statement execute function audit.tg_changement('sapeurs');
drop trigger if exists _900_journal on app.manques_annonces;
create trigger _900_journal after insert or update or delete on app.manques_annonces
  for each row execute function audit.tg_journal();

comment on table app.manques_annonces is 'Shortfalls of available people that were told. Deleted a month after their end.';
comment on column app.manques_annonces.disponibles is 'How many are available in the worst hour.';
