create table if not exists app.sapeur_permis (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  sapeur_id bigint not null,
  permis_type_id bigint not null,
  date date not null,
  version bigint not null default 1,
  primary key (sis_key, id),
  unique (sis_key, sapeur_id, permis_type_id),
  foreign key (sis_key, sapeur_id) references app.sapeurs on delete cascade,
  foreign key (sis_key, permis_type_id) references app.permis_types
);
create index if not exists sapeur_permis_permis_type_id_idx on app.sapeur_permis (sis_key, permis_type_id);

--!tenant app.sapeur_permis, graphql sapeur_permis, part of sapeurs, versioned, marks sapeurs,
--!  journal for sapeur.lecture sapeur.modification, person sapeur_id supprime, personal permis_type_id date
drop policy if exists lecture on app.sapeur_permis;
create policy lecture on app.sapeur_permis for select
  using (sis_key = request.sis_with('sapeur.lecture', 'sapeur.modification'));
drop policy if exists soi on app.sapeur_permis;
create policy soi on app.sapeur_permis for select using (sapeur_id = request.sapeur_id());
drop policy if exists ajout on app.sapeur_permis;
create policy ajout on app.sapeur_permis for insert with check (sis_key = request.sis_with('sapeur.modification'));
drop policy if exists modification on app.sapeur_permis;
create policy modification on app.sapeur_permis for update using (sis_key = request.sis_with('sapeur.modification'));
drop policy if exists suppression on app.sapeur_permis;
create policy suppression on app.sapeur_permis for delete using (sis_key = request.sis_with('sapeur.modification'));

grant select, delete on app.sapeur_permis to caserne_api;
grant insert (sapeur_id, permis_type_id, date), update (permis_type_id, date) on app.sapeur_permis to caserne_api;

comment on table app.sapeur_permis is 'Driving licences of people, with the date of each.';
comment on constraint sapeur_permis_sis_key_sapeur_id_permis_type_id_key on app.sapeur_permis is 'Ce permis est déjà enregistré pour ce sapeur';
comment on constraint sapeur_permis_sis_key_permis_type_id_fkey on app.sapeur_permis is 'permis_type_id: Ce type de permis n’existe pas. | Ce permis est détenu par un sapeur';
