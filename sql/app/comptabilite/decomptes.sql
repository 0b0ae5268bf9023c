create table if not exists app.decomptes (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  exercice_comptable_id bigint not null,
  designation text not null check (designation <> ''),
  date date not null,
  deduction boolean not null default false,
  total numeric(12, 2) not null default 0,
  avs_total numeric(12, 2) not null default 0,
  ac_total numeric(12, 2) not null default 0,
  a_payer_total numeric(12, 2) not null default 0,
  a_facturer_total numeric(12, 2) not null default 0,
  paye_le date,
  created_by text default app.caller_name(),
  created_at timestamptz not null default now(),
  version bigint not null default 1,
  primary key (sis_key, id),
  foreign key (sis_key, exercice_comptable_id) references app.exercices_comptables
);
create index if not exists decomptes_exercice_comptable_id_idx on app.decomptes (sis_key, exercice_comptable_id);

--!tenant app.decomptes, graphql decompte, versioned,
--!  journal for comptabilite.lecture comptabilite.modification comptabilite.config,
--!  texts designation created_by,
--!  neutral exercice_comptable_id date deduction total avs_total ac_total a_payer_total a_facturer_total paye_le
--!   created_at
drop policy if exists lecture on app.decomptes;
create policy lecture on app.decomptes for select
  using (sis_key = request.sis_with('comptabilite.lecture', 'comptabilite.modification', 'comptabilite.config'));
drop policy if exists ajout on app.decomptes;
create policy ajout on app.decomptes for insert with check (sis_key = request.sis_with('comptabilite.modification'));
drop policy if exists modification on app.decomptes;
create policy modification on app.decomptes for update
  using (sis_key = request.sis_with('comptabilite.modification'));
drop policy if exists suppression on app.decomptes;
create policy suppression on app.decomptes for delete using (sis_key = request.sis_with('comptabilite.modification'));
-- For definer functions of api, which choose the rows that they show.
drop policy if exists interne on app.decomptes;
create policy interne on app.decomptes for select to caserne_owner using (request.sapeur_id() is not null);

grant select on app.decomptes to caserne_api;
grant update (paye_le) on app.decomptes to caserne_api;
-- Not granted: all other writing, which app.make_decompte and api.delete_decompte do.

comment on table app.decomptes is 'Statements of account. One statement pays several sapeurs at once.';
comment on column app.decomptes.deduction is 'Whether contributions to AVS and AC are withheld.';
comment on column app.decomptes.total is 'Sum of its payments and of the contributions withheld.';
comment on column app.decomptes.avs_total is 'Contributions of the employees to AVS.';
comment on column app.decomptes.ac_total is 'Contributions of the employees to AC.';
comment on column app.decomptes.a_payer_total is 'Sum of the payments above 0.';
comment on column app.decomptes.a_facturer_total is 'Sum of what sapeurs owe, where that is more than what they get.';
comment on column app.decomptes.paye_le is 'The day it was sent to the bank; null before.';
comment on column app.decomptes.created_by is 'Name of the account that made the statement, as it was then; null for the worker.';
comment on constraint decomptes_designation_check on app.decomptes is 'designation: Ce champ est obligatoire.';
comment on constraint decomptes_sis_key_exercice_comptable_id_fkey on app.decomptes is 'exercice_comptable_id: Cet exercice comptable n’existe pas. | Cet exercice comptable contient des décomptes';
