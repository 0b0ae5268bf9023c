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

--!tenant app.intervention_quittances, graphql intervention_quittance, part of interventions, marks interventions,
--!  person sapeur_id garde,
--!  kept intervention_id
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

comment on table app.intervention_quittances is 'Sapeurs who acknowledged the alarm of an intervention.';
comment on constraint intervention_quittances_sis_key_intervention_id_sapeur_id_key on app.intervention_quittances is 'Ce sapeur a déjà quittancé l’alarme';
comment on constraint intervention_quittances_sis_key_sapeur_id_fkey on app.intervention_quittances is 'sapeur_id: Ce sapeur n’existe pas. | Ce sapeur a quittancé une alarme';
