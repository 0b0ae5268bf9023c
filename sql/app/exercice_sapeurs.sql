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
  excuse_statut smallint not null default 0,
  date_demande date,
  date_validation date,
  remarque text not null default '',
  justification text not null default '',
  primary key (sis_key, id),
  unique (sis_key, exercice_id, sapeur_id),
  foreign key (sis_key, exercice_id) references app.exercices on delete cascade,
  foreign key (sis_key, sapeur_id) references app.sapeurs,
  foreign key (sis_key, excuse_type_id) references app.excuses_types,
  check (num_nonnulls(nullif(present, false), nullif(absent, false)) <= 1)
);
create index if not exists exercice_sapeurs_sapeur_id_idx on app.exercice_sapeurs (sis_key, sapeur_id);
create index if not exists exercice_sapeurs_excuse_type_id_idx on app.exercice_sapeurs (sis_key, excuse_type_id);

alter table app.exercice_sapeurs enable row level security;
alter table app.exercice_sapeurs force row level security;
drop policy if exists locataire on app.exercice_sapeurs;
create policy locataire on app.exercice_sapeurs as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.exercice_sapeurs;
create policy lecture on app.exercice_sapeurs for select
  using (sis_key = request.sis_with('exercice.lecture', 'exercice.modification', 'exercice.validation', 'exercice.presence', 'comptabilite.lecture'));
drop policy if exists soi on app.exercice_sapeurs;
create policy soi on app.exercice_sapeurs for select using (sapeur_id = request.sapeur_id());
drop policy if exists ajout on app.exercice_sapeurs;
create policy ajout on app.exercice_sapeurs for insert
  with check (sis_key = request.sis_with('exercice.presence', 'exercice.modification'));
drop policy if exists modification on app.exercice_sapeurs;
create policy modification on app.exercice_sapeurs for update
  using (sis_key = request.sis_with('exercice.presence', 'exercice.modification'));
drop policy if exists suppression on app.exercice_sapeurs;
create policy suppression on app.exercice_sapeurs for delete
  using (sis_key = request.sis_with('exercice.presence', 'exercice.modification'));

grant select, delete on app.exercice_sapeurs to caserne_api;
grant insert (exercice_id, sapeur_id, convoque, present, absent, remplace, excuse_type_id),
  update (convoque, present, absent, remplace, excuse_type_id, excuse_statut, date_demande, date_validation, remarque, justification)
  on app.exercice_sapeurs to caserne_api;

-- Definer: statut is nobody's to write. The exercice's row is locked first, so that two who write presences come one after the other.
create or replace function app.tg_exercice_sapeurs__statut() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_id bigint := case when tg_op = 'DELETE' then old.exercice_id else new.exercice_id end;
  v_statut smallint;
begin
  select e.statut into v_statut
    from app.exercices e
   where e.sis_key = request.sis_key() and e.id = v_id
     for no key update;
  if v_statut = 4 then
    raise sqlstate 'PT409' using message = 'L’exercice est imputé : il ne peut plus être modifié';
  elsif v_statut in (1, 2, 3) then
    update app.exercices e
       set statut = app.exercice_statut(v_id)
     where e.sis_key = request.sis_key() and e.id = v_id and e.statut is distinct from app.exercice_statut(v_id);
  end if;
  return null;
end;
$$;
comment on function app.tg_exercice_sapeurs__statut() is
  'An exercice is à saisir (1) while someone convoked has no result, else saisi (2); one that was validated falls back. PT409 when it is imputé. Definer: its statut is nobody''s to write.';
drop trigger if exists _200_statut on app.exercice_sapeurs;
create trigger _200_statut after insert or update or delete on app.exercice_sapeurs
  for each row execute function app.tg_exercice_sapeurs__statut();
drop trigger if exists _900_journal on app.exercice_sapeurs;
create trigger _900_journal after insert or update or delete on app.exercice_sapeurs
  for each row execute function audit.tg_journal();

comment on table app.exercice_sapeurs is 'Who was convoked to an exercice, and what came of it.';
comment on column app.exercice_sapeurs.excuse_statut is '0 none, 1 asked, 2 accepted, 3 refused.';
comment on constraint exercice_sapeurs_check on app.exercice_sapeurs is 'present: Un sapeur ne peut être à la fois présent et absent.';
comment on constraint exercice_sapeurs_sis_key_sapeur_id_fkey on app.exercice_sapeurs is 'sapeur_id: Ce sapeur n’existe pas. | Ce sapeur est inscrit à un exercice.';
comment on constraint exercice_sapeurs_sis_key_excuse_type_id_fkey on app.exercice_sapeurs is 'excuse_type_id: Ce motif d’excuse n’existe pas. | Ce motif d’excuse est utilisé.';
