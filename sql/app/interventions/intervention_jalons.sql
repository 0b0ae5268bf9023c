create table if not exists app.intervention_jalons (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  intervention_id bigint not null,
  titre text not null check (titre <> ''),
  description text not null default '',
  date_time timestamptz not null,
  sapeur_id bigint,
  sapeur text not null default '',
  primary key (sis_key, id),
  foreign key (sis_key, intervention_id) references app.interventions on delete cascade,
  foreign key (sis_key, sapeur_id) references app.sapeurs
);
create index if not exists intervention_jalons_intervention_id_idx on app.intervention_jalons (sis_key, intervention_id);
create index if not exists intervention_jalons_sapeur_id_idx on app.intervention_jalons (sis_key, sapeur_id);

--!tenant app.intervention_jalons, graphql intervention_jalon, part of interventions, marks interventions,
--!  person sapeur_id modifie,
--!  personal sapeur, kept intervention_id titre description date_time, texts titre description sapeur
drop policy if exists lecture on app.intervention_jalons;
create policy lecture on app.intervention_jalons for select
  using (sis_key = request.sis_with('intervention.lecture', 'intervention.modification', 'intervention.validation', 'comptabilite.lecture'));
drop policy if exists ajout on app.intervention_jalons;
create policy ajout on app.intervention_jalons for insert
  with check (sis_key = request.sis_with('intervention.modification'));
drop policy if exists modification on app.intervention_jalons;
create policy modification on app.intervention_jalons for update
  using (sis_key = request.sis_with('intervention.modification'));
drop policy if exists suppression on app.intervention_jalons;
create policy suppression on app.intervention_jalons for delete
  using (sis_key = request.sis_with('intervention.modification'));

grant select, delete on app.intervention_jalons to caserne_api;
grant insert (intervention_id, titre, description, date_time, sapeur_id, sapeur),
  update (titre, description, date_time, sapeur_id, sapeur)
  on app.intervention_jalons to caserne_api;

drop trigger if exists _100_ouverte on app.intervention_jalons;
create trigger _100_ouverte before insert or update or delete on app.intervention_jalons
  for each row execute function app.tg_ouverte();

comment on table app.intervention_jalons is 'Jalons, the milestones of an intervention: what happened when.';
comment on column app.intervention_jalons.sapeur is 'Name of the person concerned who is no sapeur of the SIS.';
comment on constraint intervention_jalons_titre_check on app.intervention_jalons is 'titre: Ce champ est obligatoire.';
comment on constraint intervention_jalons_sis_key_sapeur_id_fkey on app.intervention_jalons is 'sapeur_id: Ce sapeur n’existe pas. | Ce sapeur figure dans un jalon d’intervention';
