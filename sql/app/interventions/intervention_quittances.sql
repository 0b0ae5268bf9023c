create table if not exists app.intervention_quittances (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  intervention_id bigint not null,
  sapeur_id bigint not null,
  primary key (sis_key, id),
  unique (sis_key, intervention_id, sapeur_id),
  foreign key (sis_key, sapeur_id) references app.sapeurs,
  foreign key (sis_key, intervention_id) references app.interventions on delete cascade
);
create index if not exists intervention_quittances_sapeur_id_idx on app.intervention_quittances (sis_key, sapeur_id);

alter table app.intervention_quittances enable row level security;
alter table app.intervention_quittances force row level security;
drop policy if exists locataire on app.intervention_quittances;
create policy locataire on app.intervention_quittances as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.intervention_quittances;
create policy lecture on app.intervention_quittances for select
  using (sis_key = request.sis_with('intervention.lecture', 'intervention.modification', 'intervention.validation', 'comptabilite.lecture'));
drop policy if exists ajout on app.intervention_quittances;
create policy ajout on app.intervention_quittances for insert
  with check (sis_key = request.sis_with('intervention.modification'));
drop policy if exists modification on app.intervention_quittances;
create policy modification on app.intervention_quittances for update
  using (sis_key = request.sis_with('intervention.modification'));
drop policy if exists suppression on app.intervention_quittances;
create policy suppression on app.intervention_quittances for delete
  using (sis_key = request.sis_with('intervention.modification'));

grant select, delete on app.intervention_quittances to caserne_api;
grant insert (intervention_id, sapeur_id), update (sapeur_id) on app.intervention_quittances to caserne_api;

drop trigger if exists _100_ouverte on app.intervention_quittances;
create trigger _100_ouverte before insert or update or delete on app.intervention_quittances
  for each row execute function app.tg_ouverte();
drop trigger if exists _850_contenu on app.intervention_quittances;
create trigger _850_contenu after insert or update or delete on app.intervention_quittances
  for each row execute function app.tg_contenu('interventions', 'intervention_id');
drop trigger if exists _870_changement on app.intervention_quittances;
create trigger _870_changement after insert or update or delete on app.intervention_quittances
  for each row execute function audit.tg_changement('interventions');
drop trigger if exists _880_changement on app.intervention_quittances;
create trigger _880_changement after truncate on app.intervention_quittances
  for each statement execute function audit.tg_changement('interventions');
drop trigger if exists _900_journal on app.intervention_quittances;
create trigger _900_journal after insert or update or delete on app.intervention_quittances
  for each row execute function audit.tg_journal();

comment on table app.intervention_quittances is 'Sapeurs who acknowledged the alarm of an intervention.';
comment on constraint intervention_quittances_sis_key_intervention_id_sapeur_id_key on app.intervention_quittances is 'Ce sapeur a déjà quittancé l’alarme';
comment on constraint intervention_quittances_sis_key_sapeur_id_fkey on app.intervention_quittances is 'sapeur_id: Ce sapeur n’existe pas. | Ce sapeur a quittancé une alarme';
