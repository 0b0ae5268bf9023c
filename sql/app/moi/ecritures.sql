create table if not exists app.ecritures (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  exercice_comptable_id bigint not null,
  sapeur_id bigint not null,
  date date not null,
  designation text not null check (designation <> ''),
  quantite numeric(10, 2) not null default 1,
  total numeric(12, 2) not null,
  decompte_id bigint,
  intervention_id bigint,
  exercice_id bigint,
  primary key (sis_key, id),
  foreign key (sis_key, exercice_comptable_id) references app.exercices_comptables,
  foreign key (sis_key, sapeur_id) references app.sapeurs,
  foreign key (sis_key, decompte_id) references app.decomptes,
  foreign key (sis_key, intervention_id) references app.interventions,
  foreign key (sis_key, exercice_id) references app.exercices
);
create index if not exists ecritures_exercice_comptable_id_idx on app.ecritures (sis_key, exercice_comptable_id);
create index if not exists ecritures_sapeur_id_idx on app.ecritures (sis_key, sapeur_id, exercice_comptable_id);
create index if not exists ecritures_decompte_id_idx on app.ecritures (sis_key, decompte_id);
create index if not exists ecritures_intervention_id_idx on app.ecritures (sis_key, intervention_id);
create index if not exists ecritures_exercice_id_idx on app.ecritures (sis_key, exercice_id);

alter table app.ecritures enable row level security;
alter table app.ecritures force row level security;
drop policy if exists locataire on app.ecritures;
create policy locataire on app.ecritures as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.ecritures;
create policy lecture on app.ecritures for select
  using (sis_key = request.sis_with('comptabilite.lecture', 'comptabilite.modification'));
drop policy if exists soi on app.ecritures;
create policy soi on app.ecritures for select using (sapeur_id = request.sapeur_id());
drop policy if exists ajout on app.ecritures;
create policy ajout on app.ecritures for insert with check (sis_key = request.sis_with('comptabilite.modification'));
drop policy if exists modification on app.ecritures;
create policy modification on app.ecritures for update
  using (sis_key = request.sis_with('comptabilite.modification'));
drop policy if exists suppression on app.ecritures;
create policy suppression on app.ecritures for delete using (sis_key = request.sis_with('comptabilite.modification'));

grant select on app.ecritures to caserne_api;

drop trigger if exists _900_journal on app.ecritures;
create trigger _900_journal after insert or update or delete on app.ecritures
  for each row execute function audit.tg_journal();

comment on table app.ecritures is 'Accounting entries: the amount in francs that a SIS owes a sapeur for a presence or another service.';
comment on column app.ecritures.decompte_id is 'The statement of account that settled the entry, or null.';
comment on constraint ecritures_sis_key_sapeur_id_fkey on app.ecritures is 'sapeur_id: Ce sapeur n’existe pas. | Ce sapeur a des comptes écrits';
comment on constraint ecritures_sis_key_intervention_id_fkey on app.ecritures is 'intervention_id: Cette intervention n’existe pas. | Cette intervention est imputée';
comment on constraint ecritures_sis_key_exercice_id_fkey on app.ecritures is 'exercice_id: Cet exercice n’existe pas. | Cet exercice est imputé';
comment on constraint ecritures_sis_key_exercice_comptable_id_fkey on app.ecritures is 'exercice_comptable_id: Cet exercice comptable n’existe pas. | Cet exercice comptable contient des écritures';
