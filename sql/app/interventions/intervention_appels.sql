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

--!tenant app.intervention_appels, graphql intervention_appel, part of interventions, marks interventions,
--!  texts numero nom commentaire,
--!  neutral intervention_id date
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

comment on table app.intervention_appels is 'Telephone calls during an intervention.';
