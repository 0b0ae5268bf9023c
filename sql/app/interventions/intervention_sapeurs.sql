create table if not exists app.intervention_sapeurs (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  intervention_id bigint not null,
  sapeur_id bigint not null,
  debut timestamptz not null,
  fin timestamptz not null,
  piquet boolean not null default false,
  toleree boolean not null default false,
  primary key (sis_key, id),
  foreign key (sis_key, intervention_id) references app.interventions on delete cascade,
  foreign key (sis_key, sapeur_id) references app.sapeurs,
  check (debut < fin or toleree and debut = fin),
  -- On expressions, as in app.mutations.
  constraint intervention_sapeurs_sis_key_sapeur_id_tstzrange_excl
    exclude using gist ((sis_key || '') with =, (sapeur_id + 0) with =, tstzrange(debut, fin) with &&)
    where (not toleree)
);
create index if not exists intervention_sapeurs_intervention_id_idx on app.intervention_sapeurs (sis_key, intervention_id);
create index if not exists intervention_sapeurs_sapeur_id_idx on app.intervention_sapeurs (sis_key, sapeur_id, debut);
-- The few presences that may overlap others (app.check_chevauchements).
create index if not exists intervention_sapeurs_toleree_idx
  on app.intervention_sapeurs (sis_key, sapeur_id, debut) where toleree;

--!tenant app.intervention_sapeurs, graphql intervention_sapeur, part of interventions, marks interventions, analysts,
--!  person sapeur_id garde,
--!  kept intervention_id debut fin piquet toleree
drop policy if exists lecture on app.intervention_sapeurs;
create policy lecture on app.intervention_sapeurs for select
  using (sis_key = request.sis_with('intervention.lecture', 'intervention.modification', 'intervention.validation', 'comptabilite.lecture'));
drop policy if exists soi on app.intervention_sapeurs;
create policy soi on app.intervention_sapeurs for select using (sapeur_id = request.sapeur_id());
drop policy if exists ajout on app.intervention_sapeurs;
create policy ajout on app.intervention_sapeurs for insert
  with check (sis_key = request.sis_with('intervention.modification'));
drop policy if exists modification on app.intervention_sapeurs;
create policy modification on app.intervention_sapeurs for update
  using (sis_key = request.sis_with('intervention.modification'));
drop policy if exists suppression on app.intervention_sapeurs;
create policy suppression on app.intervention_sapeurs for delete
  using (sis_key = request.sis_with('intervention.modification'));
-- For the definer functions that impute. It does not name sis_key, as locataire does: of several policies that do, the
-- planner makes one list of keys, and then may read every row of the SIS.
drop policy if exists imputation on app.intervention_sapeurs;
create policy imputation on app.intervention_sapeurs for select to caserne_owner
  using (request.can('comptabilite.modification'));

grant select, delete on app.intervention_sapeurs to caserne_api;
grant insert (intervention_id, sapeur_id, debut, fin, piquet),
  update (sapeur_id, debut, fin, piquet)
  on app.intervention_sapeurs to caserne_api;
-- Not granted: toleree, which only a tablet's report sets (app.write_presence_rapport).
grant select (sis_key, id, intervention_id, sapeur_id, debut, fin, piquet)
  on app.intervention_sapeurs to caserne_analyst, caserne_national;

drop trigger if exists _100_ouverte on app.intervention_sapeurs;
create trigger _100_ouverte before insert or update or delete on app.intervention_sapeurs
  for each row execute function app.tg_ouverte();
drop trigger if exists _150_signature on app.intervention_sapeurs;
create trigger _150_signature after insert or delete on app.intervention_sapeurs
  for each row execute function app.tg_signature();
drop trigger if exists _160_signature on app.intervention_sapeurs;
create trigger _160_signature after update on app.intervention_sapeurs
  for each row
  when ((old.intervention_id, old.sapeur_id, old.debut, old.fin, old.piquet)
        is distinct from (new.intervention_id, new.sapeur_id, new.debut, new.fin, new.piquet))
  execute function app.tg_signature();

comment on table app.intervention_sapeurs is 'Presences of sapeurs at interventions. Presences of one sapeur never overlap, even at different interventions, because nobody is paid twice for one hour.';
comment on column app.intervention_sapeurs.toleree is 'Whether a tablet''s report brought the presence although it overlaps another, is far from its intervention or ends as it begins; the report''s warnings say so. Cleared when its time changes.';
comment on column app.intervention_sapeurs.piquet is 'Whether the sapeur was on standby at the station.';
comment on constraint intervention_sapeurs_check on app.intervention_sapeurs is 'fin: La fin doit suivre le début.';
comment on constraint intervention_sapeurs_sis_key_sapeur_id_tstzrange_excl on app.intervention_sapeurs is 'Cette présence en chevauche une autre du même sapeur';
comment on constraint intervention_sapeurs_sis_key_sapeur_id_fkey on app.intervention_sapeurs is 'sapeur_id: Ce sapeur n’existe pas. | Ce sapeur a des présences en intervention';
