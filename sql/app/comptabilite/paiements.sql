create table if not exists app.paiements (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  decompte_id bigint not null,
  sapeur_id bigint not null,
  date date not null,
  solde numeric(12, 2) not null default 0,
  indemnite numeric(12, 2) not null default 0,
  frais_forfaitaire numeric(12, 2) not null default 0,
  frais_effectif numeric(12, 2) not null default 0,
  autre numeric(12, 2) not null default 0,
  avs_ac numeric(12, 2) not null default 0,
  total numeric(12, 2) not null generated always as (solde + indemnite + frais_forfaitaire + frais_effectif + autre - avs_ac) stored,
  avs numeric(12, 2) not null default 0,
  ac numeric(12, 2) not null default 0,
  primary key (sis_key, id),
  unique (sis_key, decompte_id, sapeur_id),
  foreign key (sis_key, decompte_id) references app.decomptes,
  foreign key (sis_key, sapeur_id) references app.sapeurs
);
create index if not exists paiements_sapeur_id_idx on app.paiements (sis_key, sapeur_id);

--!tenant app.paiements, graphql paiement,
--!  journal for comptabilite.lecture comptabilite.modification comptabilite.config,
--!  person sapeur_id garde,
--!  kept decompte_id date solde indemnite frais_forfaitaire frais_effectif autre avs_ac total avs ac
drop policy if exists lecture on app.paiements;
create policy lecture on app.paiements for select
  using (sis_key = request.sis_with('comptabilite.lecture', 'comptabilite.modification', 'comptabilite.config'));
drop policy if exists soi on app.paiements;
create policy soi on app.paiements for select using (sapeur_id = request.sapeur_id());
drop policy if exists ajout on app.paiements;
create policy ajout on app.paiements for insert with check (sis_key = request.sis_with('comptabilite.modification'));
drop policy if exists modification on app.paiements;
create policy modification on app.paiements for update
  using (sis_key = request.sis_with('comptabilite.modification'));
drop policy if exists suppression on app.paiements;
create policy suppression on app.paiements for delete using (sis_key = request.sis_with('comptabilite.modification'));

grant select on app.paiements to caserne_api;
-- Not granted: writing. A payment comes and goes with its statement of account.

comment on table app.paiements is 'The amounts in francs that a statement of account pays to one sapeur.';
comment on column app.paiements.solde is 'Pay for presences.';
comment on column app.paiements.avs_ac is 'Social security contributions (AVS, AC), deducted from the total.';
comment on column app.paiements.avs is 'The part of avs_ac for AVS.';
comment on column app.paiements.ac is 'The part of avs_ac for AC.';
comment on column app.paiements.total is 'Amount paid out.';
comment on constraint paiements_sis_key_sapeur_id_fkey on app.paiements is 'sapeur_id: Ce sapeur n’existe pas. | Ce sapeur a des comptes écrits';
comment on constraint paiements_sis_key_decompte_id_fkey on app.paiements is 'decompte_id: Ce décompte n’existe pas. | Ce décompte contient des paiements';
comment on constraint paiements_sis_key_decompte_id_sapeur_id_key on app.paiements is 'Ce décompte paie déjà ce sapeur';
