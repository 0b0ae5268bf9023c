create table if not exists app.groupes (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  type smallint not null default 1,
  no text not null check (length(no) <= 10),
  designation text not null,
  tri integer not null default 0,
  parent_id bigint,
  primary key (sis_key, id),
  unique (sis_key, type, no),
  foreign key (sis_key, parent_id) references app.groupes
);
create index if not exists groupes_parent_id_idx on app.groupes (sis_key, parent_id);

alter table app.groupes enable row level security;
alter table app.groupes force row level security;
drop policy if exists locataire on app.groupes;
create policy locataire on app.groupes as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.groupes;
create policy lecture on app.groupes for select using (sis_key = request.sis_key());
drop policy if exists ajout on app.groupes;
create policy ajout on app.groupes for insert
  with check (sis_key = request.sis_with('sapeur.config', 'organisation.modification'));
drop policy if exists modification on app.groupes;
create policy modification on app.groupes for update
  using (sis_key = request.sis_with('sapeur.config', 'organisation.modification'));
drop policy if exists suppression on app.groupes;
create policy suppression on app.groupes for delete
  using (sis_key = request.sis_with('sapeur.config', 'organisation.modification'));

grant select, delete on app.groupes to caserne_api;
grant insert (type, no, designation, tri, parent_id),
  update (type, no, designation, tri, parent_id)
  on app.groupes to caserne_api;

drop trigger if exists _900_journal on app.groupes;
create trigger _900_journal after insert or update or delete on app.groupes
  for each row execute function audit.tg_journal();

comment on table app.groupes is 'Groups of a SIS; type 1 = alarm group.';
comment on column app.groupes.no is 'Number by which the alarm centre calls the group.';
comment on constraint groupes_no_check on app.groupes is 'no: Ce champ ne doit pas dépasser 10 caractères.';
comment on constraint groupes_sis_key_type_no_key on app.groupes is 'Un groupe de ce type a déjà ce numéro.';
