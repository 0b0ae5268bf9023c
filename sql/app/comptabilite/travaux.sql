create table if not exists app.travaux (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  exercice_comptable_id bigint not null,
  indemnites jsonb not null,
  piquet_indemnite_intervention_id bigint,
  total integer not null,
  created_by text default app.caller_name(),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (sis_key, id),
  foreign key (sis_key, exercice_comptable_id) references app.exercices_comptables
);
create index if not exists travaux_exercice_comptable_id_idx on app.travaux (sis_key, exercice_comptable_id);
create unique index if not exists travaux_en_cours_key on app.travaux (sis_key, exercice_comptable_id) where ended_at is null;

--!tenant app.travaux, journal for comptabilite.lecture comptabilite.modification comptabilite.config,
--!  texts created_by,
--!  neutral exercice_comptable_id indemnites piquet_indemnite_intervention_id total created_at ended_at
drop policy if exists lecture on app.travaux;
create policy lecture on app.travaux for select
  using (sis_key = request.sis_with('comptabilite.lecture', 'comptabilite.modification', 'comptabilite.config'));
drop policy if exists ajout on app.travaux;
create policy ajout on app.travaux for insert with check (sis_key = request.sis_with('comptabilite.modification'));
drop policy if exists modification on app.travaux;
create policy modification on app.travaux for update using (sis_key = request.sis_with('comptabilite.modification'));

-- Not granted: writing, which api.create_imputation_interventions and the worker do.
grant select on app.travaux to caserne_api;

comment on table app.travaux is 'Imputations of all interventions of an accounting year, which the worker carries out.';
comment on column app.travaux.indemnites is 'Ids of the tariffs by the id of the type of intervention; `defaut` for all other types.';
comment on column app.travaux.total is 'Interventions to impute: counted when the work was asked for, and again at its end.';
comment on column app.travaux.created_by is 'Name of the account that asked for the work, as it was then.';
comment on constraint travaux_sis_key_exercice_comptable_id_fkey on app.travaux is
  'exercice_comptable_id: Cet exercice comptable n’existe pas. | Cet exercice comptable a été imputé';
comment on index app.travaux_en_cours_key is 'Cet exercice comptable est déjà en cours d’imputation';
