create table if not exists app.alarme_personnes (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  alarme_id bigint not null,
  groupe_no text not null default '',
  groupe_nom text not null default '',
  nom_complet text not null,
  telephones text[] not null default '{}',
  telephone text not null generated always as (coalesce(telephones[1], '')) stored,
  sapeur_id bigint,
  fonction text not null default '',
  primary key (sis_key, id),
  foreign key (sis_key, alarme_id) references app.alarmes on delete cascade,
  foreign key (sis_key, sapeur_id) references app.sapeurs on delete set null (sapeur_id)
);
create index if not exists alarme_personnes_alarme_id_idx on app.alarme_personnes (sis_key, alarme_id);
create index if not exists alarme_personnes_sapeur_id_idx on app.alarme_personnes (sis_key, sapeur_id);

-- The journal too shows private telephone numbers to readers of alarms.
--!tenant app.alarme_personnes, graphql alarme_personne, part of alarmes, marks alarmes,
--!  journal for sapeur.lecture sapeur.modification intervention.lecture intervention.modification,
--!  person sapeur_id modifie, personal nom_complet telephones telephone,
--!  kept alarme_id groupe_no groupe_nom fonction
drop policy if exists lecture on app.alarme_personnes;
create policy lecture on app.alarme_personnes for select
  using (sis_key = request.sis_with('intervention.lecture', 'intervention.modification'));
drop policy if exists ajout on app.alarme_personnes;
create policy ajout on app.alarme_personnes for insert
  with check (sis_key = request.sis_with('intervention.modification'));

grant select on app.alarme_personnes to caserne_api;

comment on table app.alarme_personnes is 'People who answered an alarm by saying that they come.';
comment on column app.alarme_personnes.groupe_no is 'Number of the group that the person was alerted with, as in the report; empty outside any group.';
comment on column app.alarme_personnes.telephones is 'All numbers that the report gives for the person, pagers included, as written there.';
comment on column app.alarme_personnes.telephone is 'The first of the numbers; empty where the report gives none.';
comment on column app.alarme_personnes.sapeur_id is 'The sapeur that the report means; null where the name and numbers match nobody or several people.';
comment on column app.alarme_personnes.fonction is 'Main function of the sapeur on the alarm''s day, else their grade.';
