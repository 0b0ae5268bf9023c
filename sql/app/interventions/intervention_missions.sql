create table if not exists app.intervention_missions (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  intervention_id bigint not null,
  titre text not null check (titre <> ''),
  resume text not null default '',
  debut timestamptz not null,
  fin timestamptz,
  sapeur_id bigint,
  sapeur text not null default '',
  primary key (sis_key, id),
  foreign key (sis_key, intervention_id) references app.interventions on delete cascade,
  foreign key (sis_key, sapeur_id) references app.sapeurs,
  check (debut <= fin)
);
create index if not exists intervention_missions_intervention_id_idx on app.intervention_missions (sis_key, intervention_id);
create index if not exists intervention_missions_sapeur_id_idx on app.intervention_missions (sis_key, sapeur_id);

--!tenant app.intervention_missions, graphql intervention_mission, part of interventions, marks interventions,
--!  person sapeur_id modifie,
--!  personal sapeur, kept intervention_id titre resume debut fin, texts titre resume sapeur
drop policy if exists lecture on app.intervention_missions;
create policy lecture on app.intervention_missions for select
  using (sis_key = request.sis_with('intervention.lecture', 'intervention.modification', 'intervention.validation', 'comptabilite.lecture'));
drop policy if exists ajout on app.intervention_missions;
create policy ajout on app.intervention_missions for insert
  with check (sis_key = request.sis_with('intervention.modification'));
drop policy if exists modification on app.intervention_missions;
create policy modification on app.intervention_missions for update
  using (sis_key = request.sis_with('intervention.modification'));
drop policy if exists suppression on app.intervention_missions;
create policy suppression on app.intervention_missions for delete
  using (sis_key = request.sis_with('intervention.modification'));

grant select, delete on app.intervention_missions to caserne_api;
grant insert (intervention_id, titre, resume, debut, fin, sapeur_id, sapeur),
  update (titre, resume, debut, fin, sapeur_id, sapeur)
  on app.intervention_missions to caserne_api;

drop trigger if exists _100_ouverte on app.intervention_missions;
create trigger _100_ouverte before insert or update or delete on app.intervention_missions
  for each row execute function app.tg_ouverte();

comment on table app.intervention_missions is 'Tasks during an intervention.';
comment on column app.intervention_missions.sapeur is 'Name of a leader who is no sapeur of the SIS.';
comment on constraint intervention_missions_titre_check on app.intervention_missions is 'titre: Ce champ est obligatoire.';
comment on constraint intervention_missions_check on app.intervention_missions is 'fin: La fin précède le début.';
comment on constraint intervention_missions_sis_key_sapeur_id_fkey on app.intervention_missions is 'sapeur_id: Ce sapeur n’existe pas. | Ce sapeur a des missions en intervention';
