create table if not exists app.intervention_sapeurs (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  intervention_id bigint not null,
  sapeur_id bigint not null,
  debut timestamptz not null,
  fin timestamptz not null,
  piquet boolean not null default false,
  primary key (sis_key, id),
  foreign key (sis_key, intervention_id) references app.interventions on delete cascade,
  foreign key (sis_key, sapeur_id) references app.sapeurs,
  check (debut < fin),
  -- Partial only in appearance: the planner would take this index, which is slow, for look-ups by sapeur.
  exclude using gist (sis_key with =, sapeur_id with =, tstzrange(debut, fin) with &&) where (id > 0)
);
create index if not exists intervention_sapeurs_intervention_id_idx on app.intervention_sapeurs (sis_key, intervention_id);
create index if not exists intervention_sapeurs_sapeur_id_idx on app.intervention_sapeurs (sis_key, sapeur_id, debut);

alter table app.intervention_sapeurs enable row level security;
alter table app.intervention_sapeurs force row level security;
drop policy if exists locataire on app.intervention_sapeurs;
create policy locataire on app.intervention_sapeurs as restrictive using (sis_key = request.sis_key());
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

grant select, delete on app.intervention_sapeurs to caserne_api;
grant insert (intervention_id, sapeur_id, debut, fin, piquet),
  update (sapeur_id, debut, fin, piquet)
  on app.intervention_sapeurs to caserne_api;

drop trigger if exists _100_ouverte on app.intervention_sapeurs;
create trigger _100_ouverte before insert or update or delete on app.intervention_sapeurs
  for each row execute function app.tg_ouverte();
-- Definer: statut is nobody's to write. The intervention's row is locked by _100_ouverte, so no other presence comes or goes
-- meanwhile.
create or replace function app.tg_intervention_sapeurs__statut() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    update app.interventions i
       set statut = 1
     where i.sis_key = new.sis_key and i.id = new.intervention_id and i.statut = 0;
  else
    update app.interventions i
       set statut = 0
     where i.sis_key = old.sis_key and i.id = old.intervention_id and i.statut = 1
       and not exists (
         select from app.intervention_sapeurs s where s.sis_key = i.sis_key and s.intervention_id = i.id
       );
  end if;
  return null;
end;
$$;
comment on function app.tg_intervention_sapeurs__statut() is
  'An intervention is saisie (1) with its first presence and vide (0) again without. Definer: its statut is nobody''s to write.';
drop trigger if exists _200_statut on app.intervention_sapeurs;
create trigger _200_statut after insert or delete on app.intervention_sapeurs
  for each row execute function app.tg_intervention_sapeurs__statut();
drop trigger if exists _900_journal on app.intervention_sapeurs;
create trigger _900_journal after insert or update or delete on app.intervention_sapeurs
  for each row execute function audit.tg_journal();

comment on table app.intervention_sapeurs is 'Presences: who was at an intervention, from when to when. Those of one sapeur never overlap, whatever the intervention: nobody is paid twice for one hour.';
comment on column app.intervention_sapeurs.piquet is 'On standby at the station.';
comment on constraint intervention_sapeurs_check on app.intervention_sapeurs is 'fin: La fin doit suivre le début.';
comment on constraint intervention_sapeurs_sis_key_sapeur_id_tstzrange_excl on app.intervention_sapeurs is 'Cette présence en chevauche une autre du même sapeur';
comment on constraint intervention_sapeurs_sis_key_sapeur_id_fkey on app.intervention_sapeurs is 'sapeur_id: Ce sapeur n’existe pas. | Ce sapeur a des présences en intervention';
