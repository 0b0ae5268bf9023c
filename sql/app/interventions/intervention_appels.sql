create table if not exists app.intervention_appels (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  intervention_id bigint not null,
  date timestamptz not null,
  numero text not null default '',
  nom text not null default '',
  commentaire text not null default '',
  primary key (sis_key, id),
  foreign key (sis_key, intervention_id) references app.interventions on delete cascade
);
create index if not exists intervention_appels_intervention_id_idx on app.intervention_appels (sis_key, intervention_id);

alter table app.intervention_appels enable row level security;
alter table app.intervention_appels force row level security;
drop policy if exists locataire on app.intervention_appels;
create policy locataire on app.intervention_appels as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.intervention_appels;
create policy lecture on app.intervention_appels for select
  using (sis_key = request.sis_with('intervention.lecture', 'intervention.modification', 'intervention.validation', 'comptabilite.lecture'));
drop policy if exists ajout on app.intervention_appels;
create policy ajout on app.intervention_appels for insert
  with check (sis_key = request.sis_with('intervention.modification'));
drop policy if exists modification on app.intervention_appels;
create policy modification on app.intervention_appels for update
  using (sis_key = request.sis_with('intervention.modification'));
drop policy if exists suppression on app.intervention_appels;
create policy suppression on app.intervention_appels for delete
  using (sis_key = request.sis_with('intervention.modification'));

grant select, delete on app.intervention_appels to caserne_api;
grant insert (intervention_id, date, numero, nom, commentaire),
  update (date, numero, nom, commentaire)
  on app.intervention_appels to caserne_api;

drop trigger if exists _100_ouverte on app.intervention_appels;
create trigger _100_ouverte before insert or update or delete on app.intervention_appels
  for each row execute function app.tg_ouverte();
drop trigger if exists _850_contenu on app.intervention_appels;
create trigger _850_contenu after insert or update or delete on app.intervention_appels
  for each row execute function app.tg_contenu('interventions', 'intervention_id');
drop trigger if exists _870_changement on app.intervention_appels;
create trigger _870_changement after insert or update or delete on app.intervention_appels
  for each row execute function audit.tg_changement('interventions');
drop trigger if exists _880_changement on app.intervention_appels;
create trigger _880_changement after truncate on app.intervention_appels
  for each statement execute function audit.tg_changement('interventions');
drop trigger if exists _900_journal on app.intervention_appels;
create trigger _900_journal after insert or update or delete on app.intervention_appels
  for each row execute function audit.tg_journal();

comment on table app.intervention_appels is 'Telephone calls during an intervention.';
