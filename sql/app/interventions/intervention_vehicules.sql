create table if not exists app.intervention_vehicules (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  intervention_id bigint not null,
  vehicule_id bigint not null,
  primary key (sis_key, id),
  foreign key (sis_key, intervention_id) references app.interventions on delete cascade,
  unique (sis_key, intervention_id, vehicule_id),
  foreign key (sis_key, vehicule_id) references app.vehicules
);
create index if not exists intervention_vehicules_vehicule_id_idx on app.intervention_vehicules (sis_key, vehicule_id);

--!tenant app.intervention_vehicules, graphql intervention_vehicule, part of interventions, marks interventions,
--!  analysts,
--!  neutral intervention_id vehicule_id
drop policy if exists lecture on app.intervention_vehicules;
create policy lecture on app.intervention_vehicules for select
  using (sis_key = request.sis_with('intervention.lecture', 'intervention.modification', 'intervention.validation', 'comptabilite.lecture'));
drop policy if exists ajout on app.intervention_vehicules;
create policy ajout on app.intervention_vehicules for insert
  with check (sis_key = request.sis_with('intervention.modification'));
drop policy if exists modification on app.intervention_vehicules;
create policy modification on app.intervention_vehicules for update
  using (sis_key = request.sis_with('intervention.modification'));
drop policy if exists suppression on app.intervention_vehicules;
create policy suppression on app.intervention_vehicules for delete
  using (sis_key = request.sis_with('intervention.modification'));

grant select, delete on app.intervention_vehicules to caserne_api;
grant insert (intervention_id, vehicule_id), update (vehicule_id) on app.intervention_vehicules to caserne_api;
grant select (sis_key, id, intervention_id, vehicule_id)
  on app.intervention_vehicules to caserne_analyst, caserne_national;

drop trigger if exists _100_ouverte on app.intervention_vehicules;
create trigger _100_ouverte before insert or update or delete on app.intervention_vehicules
  for each row execute function app.tg_ouverte();

comment on table app.intervention_vehicules is 'Vehicles that went to an intervention.';
comment on constraint intervention_vehicules_sis_key_intervention_id_vehicule_id_key on app.intervention_vehicules is 'Ce véhicule est déjà lié à l’intervention';
comment on constraint intervention_vehicules_sis_key_vehicule_id_fkey on app.intervention_vehicules is 'vehicule_id: Ce véhicule n’existe pas. | Ce véhicule est lié à une intervention';
