-- Amounts, names, accounts and addresses are those that the bank got: the file of an order stays the same.
-- audit.identites_paie keeps those of erased people.
create table if not exists app.ordre_paiements (
  sis_key text not null references auth.sis default request.sis_key(),
  ordre_id bigint not null,
  paiement_id bigint not null,
  sapeur_id bigint not null,
  encore boolean not null default false,
  montant numeric(12, 2) not null,
  nom text not null,
  iban text not null,
  rue text not null default '',
  no_rue text not null default '',
  npa text not null default '',
  localite text not null default '',
  pays text not null default '',
  primary key (sis_key, ordre_id, paiement_id),
  foreign key (sis_key, ordre_id) references app.ordres,
  foreign key (sis_key, paiement_id) references app.paiements,
  foreign key (sis_key, sapeur_id) references app.sapeurs
);
-- A payment is in one order, except in those that were to pay it again.
create unique index if not exists ordre_paiements_paiement_id_key
  on app.ordre_paiements (sis_key, paiement_id) where not encore;
create index if not exists ordre_paiements_paiement_id_idx on app.ordre_paiements (sis_key, paiement_id);
create index if not exists ordre_paiements_sapeur_id_idx on app.ordre_paiements (sis_key, sapeur_id);

--!tenant app.ordre_paiements, graphql ordre_paiement,
--!  journal for comptabilite.lecture comptabilite.modification comptabilite.config,
--!  person sapeur_id modifie, personal nom iban rue no_rue npa localite pays, kept ordre_id paiement_id encore montant
drop policy if exists lecture on app.ordre_paiements;
create policy lecture on app.ordre_paiements for select
  using (sis_key = request.sis_with('comptabilite.lecture', 'comptabilite.modification', 'comptabilite.config'));
drop policy if exists soi on app.ordre_paiements;
create policy soi on app.ordre_paiements for select using (sapeur_id = request.sapeur_id());
drop policy if exists ajout on app.ordre_paiements;
create policy ajout on app.ordre_paiements for insert
  with check (sis_key = request.sis_with('comptabilite.modification'));

grant select on app.ordre_paiements to caserne_api;
-- Not granted: writing. Payments come with their order.

comment on table app.ordre_paiements is 'Payments in an order to the bank, with amount, name, account and address as the bank got them.';
comment on column app.ordre_paiements.encore is 'Whether the payment stood in an earlier order, and someone wanted it paid again.';
comment on constraint ordre_paiements_sis_key_ordre_id_fkey on app.ordre_paiements is 'ordre_id: Cet ordre n’existe pas. | Cet ordre contient des paiements';
comment on constraint ordre_paiements_sis_key_paiement_id_fkey on app.ordre_paiements is 'paiement_id: Ce paiement n’existe pas. | Ce paiement est dans un ordre à la banque';
comment on constraint ordre_paiements_sis_key_sapeur_id_fkey on app.ordre_paiements is 'sapeur_id: Ce sapeur n’existe pas. | Ce sapeur est dans un ordre à la banque';
comment on index app.ordre_paiements_paiement_id_key is 'Ce paiement est déjà dans un ordre à la banque';
