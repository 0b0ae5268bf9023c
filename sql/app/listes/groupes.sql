create table if not exists app.groupes (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  type smallint not null default 1,
  no text not null default '' check (length(no) <= 10),
  designation text not null check (designation <> ''),
  tri integer not null default 0,
  parent_id bigint,
  version bigint not null default 1,
  primary key (sis_key, id),
  foreign key (sis_key, parent_id) references app.groupes
);
create unique index if not exists groupes_no_key on app.groupes (sis_key, type, no) where no <> '';
create index if not exists groupes_parent_id_idx on app.groupes (sis_key, parent_id);

--!tenant app.groupes, graphql groupe, versioned, marks sapeurs, analysts, texts designation,
--!  neutral type no tri parent_id
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
grant select (sis_key, id, type, no, designation, tri, parent_id)
  on app.groupes to caserne_analyst, caserne_national;

comment on table app.groupes is 'Groups of a SIS. Type 1 is an alarm group.';
comment on column app.groupes.no is 'Number of the group at the alarm centre, or an empty text.';
comment on constraint groupes_no_check on app.groupes is 'no: Ce champ ne doit pas dépasser 10 caractères.';
comment on constraint groupes_designation_check on app.groupes is 'designation: Ce champ est obligatoire.';
comment on constraint groupes_sis_key_parent_id_fkey on app.groupes is 'parent_id: Ce groupe n’existe pas. | D’autres groupes dépendent de celui-ci';
comment on index app.groupes_no_key is 'Un groupe de ce type a déjà ce numéro';
