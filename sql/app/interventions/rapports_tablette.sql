-- A tablet deletes its copy after a 2xx answer. So the body is kept here as it was received, even where parts could not
-- be read.
create table if not exists app.rapports_tablette (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  intervention_id bigint not null,
  local_uuid uuid,
  recu_at timestamptz not null default now(),
  avertissements text[] not null,
  corps jsonb not null,
  primary key (sis_key, id),
  foreign key (sis_key, intervention_id) references app.interventions on delete cascade
);
-- A tablet that sends a report twice gets the intervention of the first one.
create unique index if not exists rapports_tablette_local_uuid_key on app.rapports_tablette (sis_key, local_uuid);
create index if not exists rapports_tablette_intervention_id_idx on app.rapports_tablette (sis_key, intervention_id);

--!tenant app.rapports_tablette, part of interventions, marks interventions, texts avertissements corps,
--!  neutral intervention_id local_uuid recu_at
drop policy if exists lecture on app.rapports_tablette;
create policy lecture on app.rapports_tablette for select
  using (sis_key = request.sis_with('intervention.lecture', 'intervention.modification', 'intervention.validation', 'comptabilite.lecture'));
drop policy if exists ajout on app.rapports_tablette;
create policy ajout on app.rapports_tablette for insert
  with check (sis_key = request.sis_with('intervention.modification'));

grant select on app.rapports_tablette to caserne_api;
grant insert (intervention_id, local_uuid, avertissements, corps) on app.rapports_tablette to caserne_api;
-- Not granted: changing or removing a report. It is removed with its intervention.

drop trigger if exists _100_ouverte on app.rapports_tablette;
create trigger _100_ouverte before insert or update or delete on app.rapports_tablette
  for each row execute function app.tg_ouverte();

comment on table app.rapports_tablette is 'Reports of interventions that tablets sent (interventions-complet).';
comment on column app.rapports_tablette.local_uuid is 'Id of the intervention on the tablet.';
comment on column app.rapports_tablette.avertissements is 'Warnings for the officer who checks the intervention, in French.';
comment on column app.rapports_tablette.corps is 'The body as it was received.';
comment on index app.rapports_tablette_local_uuid_key is 'Ce rapport a déjà été transmis';
