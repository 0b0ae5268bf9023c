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

alter table app.alarme_personnes enable row level security;
alter table app.alarme_personnes force row level security;
drop policy if exists locataire on app.alarme_personnes;
create policy locataire on app.alarme_personnes as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.alarme_personnes;
create policy lecture on app.alarme_personnes for select
  using (sis_key = request.sis_with('intervention.lecture', 'intervention.modification'));
drop policy if exists ajout on app.alarme_personnes;
create policy ajout on app.alarme_personnes for insert
  with check (sis_key = request.sis_with('intervention.modification'));

grant select on app.alarme_personnes to caserne_api;

drop trigger if exists _850_contenu on app.alarme_personnes;
create trigger _850_contenu after insert or update or delete on app.alarme_personnes
  for each row execute function app.tg_contenu('alarmes', 'alarme_id');
drop trigger if exists _870_changement on app.alarme_personnes;
create trigger _870_changement after insert or update or delete on app.alarme_personnes
  for each row execute function audit.tg_changement('alarmes');
drop trigger if exists _880_changement on app.alarme_personnes;
create trigger _880_changement after truncate on app.alarme_personnes
  for each statement execute function audit.tg_changement('alarmes');
drop trigger if exists _900_journal on app.alarme_personnes;
create trigger _900_journal after insert or update or delete on app.alarme_personnes
  for each row execute function audit.tg_journal();

comment on table app.alarme_personnes is 'People who answered an alarm by saying that they come.';
comment on column app.alarme_personnes.groupe_no is 'Number of the group that the person was alerted with, as in the report; empty outside any group.';
comment on column app.alarme_personnes.telephones is 'All numbers that the report gives for the person, pagers included, as written there.';
comment on column app.alarme_personnes.telephone is 'The first of the numbers; empty where the report gives none.';
comment on column app.alarme_personnes.sapeur_id is 'The sapeur whom the report means; null where the name and numbers match nobody or several people.';
comment on column app.alarme_personnes.fonction is 'Main function of the sapeur on the alarm''s day, else his grade.';
