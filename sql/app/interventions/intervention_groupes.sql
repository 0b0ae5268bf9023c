create table if not exists app.intervention_groupes (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  intervention_id bigint not null,
  no text not null check (length(no) <= 10),
  designation text not null,
  primary key (sis_key, id),
  unique (sis_key, intervention_id, no, designation),
  foreign key (sis_key, intervention_id) references app.interventions on delete cascade
);

--!tenant app.intervention_groupes, graphql intervention_groupe, part of interventions, marks interventions, analysts,
--!  texts designation,
--!  neutral intervention_id no
drop policy if exists lecture on app.intervention_groupes;
create policy lecture on app.intervention_groupes for select
  using (sis_key = request.sis_with('intervention.lecture', 'intervention.modification', 'intervention.validation', 'comptabilite.lecture'));
drop policy if exists ajout on app.intervention_groupes;
create policy ajout on app.intervention_groupes for insert
  with check (sis_key = request.sis_with('intervention.modification'));
drop policy if exists modification on app.intervention_groupes;
create policy modification on app.intervention_groupes for update
  using (sis_key = request.sis_with('intervention.modification'));
drop policy if exists suppression on app.intervention_groupes;
create policy suppression on app.intervention_groupes for delete
  using (sis_key = request.sis_with('intervention.modification'));

grant select, delete on app.intervention_groupes to caserne_api;
grant insert (intervention_id, no, designation), update (no, designation) on app.intervention_groupes to caserne_api;
grant select (sis_key, id, intervention_id, no, designation)
  on app.intervention_groupes to caserne_analyst, caserne_national;

drop trigger if exists _100_ouverte on app.intervention_groupes;
create trigger _100_ouverte before insert or update or delete on app.intervention_groupes
  for each row execute function app.tg_ouverte();

comment on table app.intervention_groupes is 'Groups alerted for an intervention, copied as text from the alarm or the client.';
comment on constraint intervention_groupes_no_check on app.intervention_groupes is 'no: Ce champ ne doit pas dépasser 10 caractères.';
comment on constraint intervention_groupes_sis_key_intervention_id_no_designation_key on app.intervention_groupes is 'Ce groupe est déjà lié à l’intervention';
