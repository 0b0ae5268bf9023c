-- A sapeur without a period is available. A period may repeat (RFC 5545): app.absences unfolds it.
create table if not exists app.indisponibilites (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  sapeur_id bigint not null,
  debut timestamptz not null,
  fin timestamptz not null,
  motif text not null default 'indisponible' check (motif in ('absence', 'travail', 'vacances', 'indisponible')),
  recurrence text,
  dernier_jour date not null,
  version bigint not null default 1,
  primary key (sis_key, id),
  foreign key (sis_key, sapeur_id) references app.sapeurs on delete cascade,
  check (debut < fin)
);
create index if not exists indisponibilites_sapeur_id_idx on app.indisponibilites (sis_key, sapeur_id, id);
create index if not exists indisponibilites_dernier_jour_idx on app.indisponibilites (sis_key, dernier_jour);

-- The journal keeps its entries, but periods are deleted after a year. So it says whose period changed, not when they
-- cannot come or why.
--!tenant app.indisponibilites, graphql indisponibilite, versioned, marks sapeurs,
--!  journal for sapeur.modification without debut fin motif recurrence dernier_jour, person sapeur_id supprime,
--!  personal debut fin motif recurrence, kept dernier_jour
drop policy if exists lecture on app.indisponibilites;
create policy lecture on app.indisponibilites for select using (sis_key = request.sis_with('sapeur.modification'));
drop policy if exists soi on app.indisponibilites;
create policy soi on app.indisponibilites for select using (sapeur_id = request.sapeur_id());
-- For app.absences, which hides the motif from those who may not read it.
drop policy if exists interne on app.indisponibilites;
create policy interne on app.indisponibilites for select to caserne_owner using (sis_key = request.sis_with('sapeur.lecture', 'sapeur.modification'));
drop policy if exists ajout on app.indisponibilites;
create policy ajout on app.indisponibilites for insert
  with check (sis_key = request.sis_with('sapeur.modification') or sis_key = request.sis_key() and sapeur_id = request.sapeur_id());
drop policy if exists modification on app.indisponibilites;
create policy modification on app.indisponibilites for update
  using (sis_key = request.sis_with('sapeur.modification') or sis_key = request.sis_key() and sapeur_id = request.sapeur_id());
drop policy if exists suppression on app.indisponibilites;
create policy suppression on app.indisponibilites for delete
  using (sis_key = request.sis_with('sapeur.modification') or sis_key = request.sis_key() and sapeur_id = request.sapeur_id());

grant select, delete on app.indisponibilites to caserne_api;
grant insert (sapeur_id, debut, fin, motif, recurrence), update (debut, fin, motif, recurrence) on app.indisponibilites to caserne_api;
-- Not granted: dernier_jour, which follows from the others.

drop trigger if exists _050_nombre on app.indisponibilites;
create trigger _050_nombre before insert on app.indisponibilites
  for each row execute function app.tg_indisponibilites__nombre();
drop trigger if exists _100_recurrence on app.indisponibilites;
create trigger _100_recurrence before insert or update of debut, fin, recurrence on app.indisponibilites
  for each row execute function app.tg_indisponibilites__recurrence();

comment on table app.indisponibilites is 'Periods in which a sapeur cannot come. Deleted 12 months after their last day.';
comment on column app.indisponibilites.motif is 'The reason. Shown to the sapeur and with sapeur.modification; others learn only that they cannot come.';
comment on column app.indisponibilites.recurrence is 'How the period repeats: an RRULE of RFC 5545 (app.read_recurrence); null for once.';
comment on column app.indisponibilites.dernier_jour is 'The day on which the period, or its last repetition, ends, in the time zone of the SIS.';
comment on constraint indisponibilites_check on app.indisponibilites is 'fin: La fin doit être après le début.';
comment on constraint indisponibilites_motif_check on app.indisponibilites is 'motif: Le motif doit être absence, travail, vacances ou indisponible.';
comment on constraint indisponibilites_sis_key_sapeur_id_fkey on app.indisponibilites is 'sapeur_id: Ce sapeur n’existe pas.';
