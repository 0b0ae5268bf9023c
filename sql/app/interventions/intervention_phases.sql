create table if not exists app.intervention_phases (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  intervention_id bigint not null,
  phase_type_id bigint not null references app.phase_types,
  debut timestamptz not null,
  primary key (sis_key, id),
  foreign key (sis_key, intervention_id) references app.interventions on delete cascade
);
create index if not exists intervention_phases_intervention_id_idx on app.intervention_phases (sis_key, intervention_id);
create index if not exists intervention_phases_phase_type_id_idx on app.intervention_phases (sis_key, phase_type_id);

--!tenant app.intervention_phases, graphql intervention_phase, part of interventions, marks interventions, analysts,
--!  neutral intervention_id phase_type_id debut
drop policy if exists lecture on app.intervention_phases;
create policy lecture on app.intervention_phases for select
  using (sis_key = request.sis_with('intervention.lecture', 'intervention.modification', 'intervention.validation', 'comptabilite.lecture'));
drop policy if exists ajout on app.intervention_phases;
create policy ajout on app.intervention_phases for insert
  with check (sis_key = request.sis_with('intervention.modification'));
drop policy if exists modification on app.intervention_phases;
create policy modification on app.intervention_phases for update
  using (sis_key = request.sis_with('intervention.modification'));
drop policy if exists suppression on app.intervention_phases;
create policy suppression on app.intervention_phases for delete
  using (sis_key = request.sis_with('intervention.modification'));
-- For the definer functions that impute. It does not name sis_key, as locataire does: of several policies that do, the
-- planner makes one list of keys, and then may read every row of the SIS.
drop policy if exists imputation on app.intervention_phases;
create policy imputation on app.intervention_phases for select to caserne_owner
  using (request.can('comptabilite.modification'));

grant select, delete on app.intervention_phases to caserne_api;
grant insert (intervention_id, phase_type_id, debut),
  update (phase_type_id, debut)
  on app.intervention_phases to caserne_api;
grant select (sis_key, id, intervention_id, phase_type_id, debut)
  on app.intervention_phases to caserne_analyst, caserne_national;

drop trigger if exists _100_ouverte on app.intervention_phases;
create trigger _100_ouverte before insert or update or delete on app.intervention_phases
  for each row execute function app.tg_ouverte();
drop trigger if exists _150_signature on app.intervention_phases;
create trigger _150_signature after insert or delete on app.intervention_phases
  for each row execute function app.tg_signature();
drop trigger if exists _160_signature on app.intervention_phases;
create trigger _160_signature after update on app.intervention_phases
  for each row
  when ((old.intervention_id, old.phase_type_id, old.debut)
        is distinct from (new.intervention_id, new.phase_type_id, new.debut))
  execute function app.tg_signature();

comment on table app.intervention_phases is 'Phases of an intervention, each with its start.';
comment on constraint intervention_phases_phase_type_id_fkey on app.intervention_phases is 'phase_type_id: Ce type de phase n’existe pas.';
