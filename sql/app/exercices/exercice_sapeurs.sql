create table if not exists app.exercice_sapeurs (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  exercice_id bigint not null,
  sapeur_id bigint not null,
  convoque boolean not null default true,
  present boolean not null default false,
  absent boolean not null default false,
  remplace boolean not null default false,
  excuse_type_id bigint,
  excuse boolean not null generated always as (excuse_type_id is not null) stored,
  excuse_statut smallint not null default 0 check (excuse_statut between -2 and 1),
  date_demande date,
  date_validation date,
  remarque text not null default '',
  justification text not null default '',
  convoque_at timestamptz,
  amende_rang integer,
  primary key (sis_key, id),
  unique (sis_key, exercice_id, sapeur_id),
  foreign key (sis_key, exercice_id) references app.exercices on delete cascade,
  foreign key (sis_key, sapeur_id) references app.sapeurs,
  foreign key (sis_key, excuse_type_id) references app.excuses_types,
  check (num_nonnulls(nullif(present, false), nullif(absent, false)) <= 1)
);
create index if not exists exercice_sapeurs_sapeur_id_idx on app.exercice_sapeurs (sis_key, sapeur_id);
create index if not exists exercice_sapeurs_excuse_type_id_idx on app.exercice_sapeurs (sis_key, excuse_type_id);

-- The journal holds reasons of excuses.
--!tenant app.exercice_sapeurs, graphql exercice_sapeur, part of exercices, marks exercices,
--!  journal for exercice.lecture exercice.modification exercice.validation exercice.presence, analysts,
--!  person sapeur_id modifie, personal remarque justification,
--!  kept exercice_id convoque present absent remplace excuse_type_id excuse excuse_statut date_demande
--!   date_validation convoque_at amende_rang
drop policy if exists lecture on app.exercice_sapeurs;
create policy lecture on app.exercice_sapeurs for select
  using (sis_key = request.sis_with('exercice.lecture', 'exercice.modification', 'exercice.validation', 'exercice.presence',
                                    'comptabilite.lecture'));
-- For stats.presence_exercice, which shows sums only.
drop policy if exists statistique on app.exercice_sapeurs;
create policy statistique on app.exercice_sapeurs for select to caserne_owner
  using (sis_key = request.sis_with('intervention.lecture'));
drop policy if exists soi on app.exercice_sapeurs;
create policy soi on app.exercice_sapeurs for select using (sapeur_id = request.sapeur_id());
-- Callers who write presences may add sapeurs who came without a convocation. Only exercice.modification may convoke.
drop policy if exists ajout on app.exercice_sapeurs;
create policy ajout on app.exercice_sapeurs for insert
  with check (
    sis_key = request.sis_with('exercice.modification')
    or (not convoque and sis_key = request.sis_with('exercice.presence'))
  );
drop policy if exists modification on app.exercice_sapeurs;
create policy modification on app.exercice_sapeurs for update
  using (sis_key = request.sis_with('exercice.presence', 'exercice.modification'));
drop policy if exists suppression on app.exercice_sapeurs;
create policy suppression on app.exercice_sapeurs for delete
  using (sis_key = request.sis_with('exercice.modification'));
-- For definer functions that write an excuse: that of the caller, the decision on someone else's, or the fine.
drop policy if exists excuse on app.exercice_sapeurs;
create policy excuse on app.exercice_sapeurs for update to caserne_owner
  using (sapeur_id = request.sapeur_id() or sis_key = request.sis_with('exercice.validation', 'comptabilite.modification'));
-- For the definer functions that impute. It does not name sis_key: see app.intervention_sapeurs.
drop policy if exists imputation on app.exercice_sapeurs;
create policy imputation on app.exercice_sapeurs for select to caserne_owner
  using (request.can('comptabilite.modification'));

grant select, delete on app.exercice_sapeurs to caserne_api;
grant insert (exercice_id, sapeur_id, convoque, present, absent, remplace, excuse_type_id, excuse_statut, remarque, justification),
  update (convoque, present, absent, remplace, excuse_type_id, excuse_statut, remarque, justification)
  on app.exercice_sapeurs to caserne_api;
-- Not granted: the dates and the rank of a fine, which triggers and definer functions write. Analysts may not read the
-- reason either: it may be an illness.
grant select (sis_key, id, exercice_id, sapeur_id, convoque, present, absent, remplace, excuse)
  on app.exercice_sapeurs to caserne_analyst, caserne_national;

comment on table app.exercice_sapeurs is 'Sapeurs convoked to an exercice, with the result of each convocation.';
comment on column app.exercice_sapeurs.convoque is 'False for a sapeur who came without a convocation.';
comment on column app.exercice_sapeurs.remplace is 'Whether someone else came in their place.';
comment on column app.exercice_sapeurs.excuse is 'Whether they were excused; for readers who may not know the reason.';
comment on column app.exercice_sapeurs.date_demande is 'Day on which the sapeur asked to be excused; null where somebody else wrote the excuse.';
comment on column app.exercice_sapeurs.remarque is 'Remark of the sapeur on their excuse, or of somebody else on their presence.';
comment on column app.exercice_sapeurs.justification is 'Why the excuse was accepted or refused.';
comment on column app.exercice_sapeurs.convoque_at is 'When the mail that calls the sapeur was queued; null if none was.';
comment on column app.exercice_sapeurs.amende_rang is 'Which unexcused absence of the year the fine was given for. It stays when the fine is undone.';
comment on column app.exercice_sapeurs.excuse_statut is '0 none or undecided, 1 accepted, -1 refused, -2 fined.';
comment on constraint exercice_sapeurs_excuse_statut_check on app.exercice_sapeurs is
  'excuse_statut: La valeur doit être l’une de : -1, 0, 1.';
comment on constraint exercice_sapeurs_check on app.exercice_sapeurs is
  'present: Un sapeur ne peut être à la fois présent et absent.';
comment on constraint exercice_sapeurs_sis_key_exercice_id_sapeur_id_key on app.exercice_sapeurs is
  'Ce sapeur est déjà inscrit à cet exercice';
comment on constraint exercice_sapeurs_sis_key_sapeur_id_fkey on app.exercice_sapeurs is
  'sapeur_id: Ce sapeur n’existe pas. | Ce sapeur est inscrit à un exercice';
comment on constraint exercice_sapeurs_sis_key_excuse_type_id_fkey on app.exercice_sapeurs is
  'excuse_type_id: Ce motif d’excuse n’existe pas. | Ce motif d’excuse est utilisé';
