create table if not exists app.interventions (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  exercice_comptable_id bigint not null,
  no integer not null check (no > 0),
  numero text not null,
  date_debut date not null,
  heure_debut time(0) not null,
  date_fin date not null,
  heure_fin time(0) not null,
  objet text not null check (objet <> ''),
  lieu text not null default '',
  localite_id bigint references app.localites,
  wgs84 text not null default '',
  degre smallint not null default 1 check (degre between 1 and 4),
  rapport_police boolean not null default false,
  agent text not null default '',
  sauve_personne integer not null default 0 check (sauve_personne >= 0),
  sauve_animaux integer not null default 0 check (sauve_animaux >= 0),
  description text not null default '',
  proprietaire text not null default '',
  responsable text not null default '',
  stat_nb integer not null default 1 check (stat_nb >= 0),
  statut smallint not null default 0 check (statut between 0 and 3),
  date_imputation date,
  alarme_id bigint,
  intervention_traitement_id bigint not null default 1 references app.intervention_traitements,
  stat_federal_id bigint not null default 10 references app.stat_federal,
  sapeur_id bigint,
  type_intervention_id bigint not null default 17,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (sis_key, id),
  unique (sis_key, exercice_comptable_id, no),
  foreign key (sis_key, exercice_comptable_id) references app.exercices_comptables,
  foreign key (sis_key, sapeur_id) references app.sapeurs,
  foreign key (sis_key, type_intervention_id) references app.types_intervention,
  check (date_debut + heure_debut <= date_fin + heure_fin)
);
-- However often the job runs, an alarm makes one intervention at most.
create unique index if not exists interventions_alarme_id_key on app.interventions (sis_key, alarme_id);
create index if not exists interventions_exercice_idx
  on app.interventions (sis_key, exercice_comptable_id, date_debut desc, heure_debut desc, id desc);
create index if not exists interventions_date_debut_idx
  on app.interventions (sis_key, date_debut desc, heure_debut desc, id desc);
create index if not exists interventions_sapeur_id_idx on app.interventions (sis_key, sapeur_id);
create index if not exists interventions_type_intervention_id_idx on app.interventions (sis_key, type_intervention_id);
create index if not exists interventions_stat_federal_id_idx on app.interventions (sis_key, stat_federal_id);
create index if not exists interventions_traitement_id_idx on app.interventions (sis_key, intervention_traitement_id);
create index if not exists interventions_localite_id_idx on app.interventions (sis_key, localite_id);

alter table app.interventions enable row level security;
alter table app.interventions force row level security;
drop policy if exists locataire on app.interventions;
create policy locataire on app.interventions as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.interventions;
create policy lecture on app.interventions for select
  using (sis_key = request.sis_with('intervention.lecture', 'intervention.modification', 'intervention.validation', 'comptabilite.lecture'));
drop policy if exists ajout on app.interventions;
create policy ajout on app.interventions for insert
  with check (sis_key = request.sis_with('intervention.modification'));

grant select on app.interventions to caserne_api;
-- Not granted yet: writing. For now interventions come from alarms alone.

-- The year's row is locked until the end of the transaction: numbers have neither gaps nor duplicates.
create or replace function app.tg_interventions__numero() returns trigger
  language plpgsql volatile
as $$
declare
  v_exercice app.exercices_comptables := app.lock_exercice_comptable(new.date_debut);
begin
  new.exercice_comptable_id := v_exercice.id;
  new.no := 1 + coalesce((
    select max(i.no)
      from app.interventions i
     where i.sis_key = new.sis_key
       and i.exercice_comptable_id = v_exercice.id
  ), 0);
  new.numero := v_exercice.annee || '-' || lpad(new.no::text, greatest(3, length(new.no::text)), '0');
  return new;
end;
$$;
comment on function app.tg_interventions__numero() is
  'Gives a new intervention its accounting year and its number in it.';
drop trigger if exists _100_numero on app.interventions;
create trigger _100_numero before insert on app.interventions
  for each row execute function app.tg_interventions__numero();

create or replace function app.tg_interventions__phase() returns trigger
  language plpgsql volatile
as $$
begin
  insert into app.intervention_phases (intervention_id, phase_type_id, debut)
  values (new.id, 1, (new.date_debut + new.heure_debut) at time zone app.fuseau());
  return null;
end;
$$;
comment on function app.tg_interventions__phase() is
  'Every intervention begins with a phase of type 1.';
drop trigger if exists _200_phase on app.interventions;
create trigger _200_phase after insert on app.interventions
  for each row execute function app.tg_interventions__phase();

comment on table app.interventions is 'Interventions; dates and times of day are wall time of the SIS.';
comment on column app.interventions.numero is 'Year and running number in the accounting year, such as 2026-014.';
comment on column app.interventions.statut is '0 vide, 1 saisi, 2 validé, 3 imputé.';
comment on column app.interventions.wgs84 is '"lat,lon", or the empty text.';
comment on column app.interventions.alarme_id is 'The alarm that it was made from.';
comment on column app.interventions.sapeur_id is 'Officer in charge, null until known.';
comment on column app.interventions.stat_nb is 'How many interventions it counts for in a service''s own statistics.';
