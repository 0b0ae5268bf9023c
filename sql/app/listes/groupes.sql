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

alter table app.groupes enable row level security;
alter table app.groupes force row level security;
drop policy if exists locataire on app.groupes;
create policy locataire on app.groupes as restrictive to caserne_owner, caserne_api, caserne_worker
  using (sis_key = request.sis_key());
drop policy if exists octroi on app.groupes;
create policy octroi on app.groupes as restrictive to caserne_analyst
  using (((select auth.octroi_complet()) or (select auth.octrois())[sis_key] is not null)
         and sis_key = any ((select auth.liste_octrois())::text[]));
drop policy if exists analyste on app.groupes;
create policy analyste on app.groupes for select to caserne_analyst using (true);
drop policy if exists national on app.groupes;
create policy national on app.groupes for select to caserne_national using ((select auth.partis()) is null or (select auth.partis())[sis_key] is null);
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
drop trigger if exists _020_version on app.groupes;
create trigger _020_version before update on app.groupes
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _870_changement on app.groupes;
create trigger _870_changement after insert or update or delete on app.groupes
  for each row execute function audit.tg_changement('sapeurs');
drop trigger if exists _880_changement on app.groupes;
create trigger _880_changement after truncate on app.groupes
  for each statement execute function audit.tg_changement('sapeurs');
drop trigger if exists _900_journal on app.groupes;
create trigger _900_journal after insert or update or delete on app.groupes
  for each row execute function audit.tg_journal();
drop trigger if exists _950_if_match on app.groupes;
create trigger _950_if_match after update or delete on app.groupes
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table app.groupes is 'Groups of a SIS. Type 1 is an alarm group.';
comment on column app.groupes.no is 'Number of the group at the alarm centre, or an empty text.';
comment on constraint groupes_no_check on app.groupes is 'no: Ce champ ne doit pas dépasser 10 caractères.';
comment on constraint groupes_designation_check on app.groupes is 'designation: Ce champ est obligatoire.';
comment on constraint groupes_sis_key_parent_id_fkey on app.groupes is 'parent_id: Ce groupe n’existe pas. | D’autres groupes dépendent de celui-ci';
comment on index app.groupes_no_key is 'Un groupe de ce type a déjà ce numéro';
