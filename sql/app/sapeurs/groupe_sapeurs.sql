create table if not exists app.groupe_sapeurs (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  groupe_id bigint not null,
  sapeur_id bigint not null,
  version bigint not null default 1,
  primary key (sis_key, id),
  unique (sis_key, groupe_id, sapeur_id),
  foreign key (sis_key, groupe_id) references app.groupes on delete cascade,
  foreign key (sis_key, sapeur_id) references app.sapeurs on delete cascade
);
create index if not exists groupe_sapeurs_sapeur_id_idx on app.groupe_sapeurs (sis_key, sapeur_id);

--!tenant app.groupe_sapeurs, graphql groupe_sapeur, part of sapeurs, part of groupes, versioned, marks sapeurs,
--!  person sapeur_id supprime,
--!  personal groupe_id
drop policy if exists lecture on app.groupe_sapeurs;
create policy lecture on app.groupe_sapeurs for select using (sis_key = request.sis_with_any());
drop policy if exists soi on app.groupe_sapeurs;
create policy soi on app.groupe_sapeurs for select using (sapeur_id = request.sapeur_id());
-- For api.list_repreneurs.
drop policy if exists interne on app.groupe_sapeurs;
create policy interne on app.groupe_sapeurs for select to caserne_owner using (sis_key = request.sis_key() and request.sapeur_id() is not null);
drop policy if exists ajout on app.groupe_sapeurs;
create policy ajout on app.groupe_sapeurs for insert
  with check (sis_key = request.sis_with('sapeur.config', 'organisation.modification', 'sapeur.modification'));
drop policy if exists modification on app.groupe_sapeurs;
create policy modification on app.groupe_sapeurs for update
  using (sis_key = request.sis_with('sapeur.config', 'organisation.modification', 'sapeur.modification'));
drop policy if exists suppression on app.groupe_sapeurs;
create policy suppression on app.groupe_sapeurs for delete
  using (sis_key = request.sis_with('sapeur.config', 'organisation.modification', 'sapeur.modification'));

grant select, delete on app.groupe_sapeurs to caserne_api;
grant insert (groupe_id, sapeur_id), update (groupe_id) on app.groupe_sapeurs to caserne_api;

comment on table app.groupe_sapeurs is 'Memberships of sapeurs in groups.';
comment on constraint groupe_sapeurs_sis_key_groupe_id_fkey on app.groupe_sapeurs is 'groupe_id: Ce groupe n’existe pas.';
comment on constraint groupe_sapeurs_sis_key_groupe_id_sapeur_id_key on app.groupe_sapeurs is 'Ce sapeur est déjà dans ce groupe';
