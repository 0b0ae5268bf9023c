-- So that a shortfall is announced once (jobs.tell_manques).
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

--!tenant app.manques_annonces, marks sapeurs, journal for sapeur.lecture sapeur.modification,
--!  neutral effectif_requis_id debut fin disponibles at
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

comment on table app.manques_annonces is 'Shortfalls of available people that were announced. Deleted a month after their end.';
comment on column app.manques_annonces.disponibles is 'How many are available in the worst hour.';
