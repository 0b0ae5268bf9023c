create table if not exists app.ecritures (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  exercice_comptable_id bigint not null,
  sapeur_id bigint,
  date date not null,
  designation text not null check (designation <> ''),
  quantite numeric(10, 2) not null default 1,
  total numeric(12, 2) not null,
  decompte_id bigint,
  intervention_id bigint,
  exercice_id bigint,
  heure time,
  complement text not null default '',
  type_unite_id bigint not null default app.unite_piece() references app.unites,
  tarif numeric(12, 2) not null default 0,
  taux numeric(7, 5) not null default 1 check (taux >= 0),
  taux_designation text not null default '',
  type smallint not null default 0 check (type between 0 and 5),
  module smallint not null default 0 check (module in (0, 1, 2, 3, 4, 5, 8)),
  compte_id bigint,
  ecriture_categorie_id bigint,
  indemnite_intervention_id bigint,
  indemnite_annuelle_id bigint,
  indemnite_exercice_id bigint,
  amende_id bigint,
  created_by text default app.caller_name(),
  created_at timestamptz not null default now(),
  version bigint not null default 1,
  primary key (sis_key, id),
  foreign key (sis_key, exercice_comptable_id) references app.exercices_comptables,
  foreign key (sis_key, sapeur_id) references app.sapeurs,
  foreign key (sis_key, decompte_id) references app.decomptes deferrable,
  foreign key (sis_key, intervention_id) references app.interventions,
  foreign key (sis_key, exercice_id) references app.exercices,
  foreign key (sis_key, compte_id) references app.comptes,
  foreign key (sis_key, ecriture_categorie_id) references app.ecriture_categories,
  foreign key (sis_key, indemnite_intervention_id) references app.indemnites_intervention,
  foreign key (sis_key, indemnite_annuelle_id) references app.indemnites_annuelles,
  foreign key (sis_key, indemnite_exercice_id) references app.indemnites_exercice,
  foreign key (sis_key, amende_id) references app.amendes
);
-- The key to décomptes is deferrable: api.delete_decompte removes a décompte before it frees its entries.
-- Lists read these backwards, newest first.
create index if not exists ecritures_date_idx on app.ecritures (sis_key, exercice_comptable_id, date, id);
create index if not exists ecritures_sapeur_date_idx on app.ecritures (sis_key, sapeur_id, exercice_comptable_id, date, id);
create index if not exists ecritures_decompte_date_idx
  on app.ecritures (sis_key, decompte_id, exercice_comptable_id, date, id);
create index if not exists ecritures_compte_id_idx on app.ecritures (sis_key, compte_id);
create index if not exists ecritures_ecriture_categorie_id_idx on app.ecritures (sis_key, ecriture_categorie_id);
-- Partial, because most entries come from one thing only, and a décompte writes all indexes of each entry that it
-- takes.
create index if not exists ecritures_intervention_id_idx on app.ecritures (sis_key, intervention_id) where intervention_id is not null;
create index if not exists ecritures_exercice_id_idx on app.ecritures (sis_key, exercice_id) where exercice_id is not null;
create index if not exists ecritures_indemnite_intervention_id_idx on app.ecritures (sis_key, indemnite_intervention_id) where indemnite_intervention_id is not null;
create index if not exists ecritures_indemnite_annuelle_id_idx on app.ecritures (sis_key, indemnite_annuelle_id) where indemnite_annuelle_id is not null;
create index if not exists ecritures_indemnite_exercice_id_idx on app.ecritures (sis_key, indemnite_exercice_id) where indemnite_exercice_id is not null;
create index if not exists ecritures_amende_id_idx on app.ecritures (sis_key, amende_id) where amende_id is not null;
-- One fine for an absence, however many runs there are.
create unique index if not exists ecritures_amende_key on app.ecritures (sis_key, exercice_id, sapeur_id) where module = 5;

--!tenant app.ecritures, graphql ecriture, versioned, analysts,
--!  journal apart for comptabilite.lecture comptabilite.modification comptabilite.config, person sapeur_id garde,
--!  kept exercice_comptable_id date designation quantite total decompte_id intervention_id exercice_id heure
--!   complement type_unite_id tarif taux taux_designation type module compte_id ecriture_categorie_id
--!   indemnite_intervention_id indemnite_annuelle_id indemnite_exercice_id amende_id created_by created_at,
--!  texts designation complement created_by
drop policy if exists lecture on app.ecritures;
create policy lecture on app.ecritures for select
  using (sis_key = request.sis_with('comptabilite.lecture', 'comptabilite.modification', 'comptabilite.config'));
drop policy if exists soi on app.ecritures;
create policy soi on app.ecritures for select using (sapeur_id = request.sapeur_id());
drop policy if exists ajout on app.ecritures;
create policy ajout on app.ecritures for insert with check (sis_key = request.sis_with('comptabilite.modification'));
drop policy if exists modification on app.ecritures;
create policy modification on app.ecritures for update using (sis_key = request.sis_with('comptabilite.modification'));
drop policy if exists suppression on app.ecritures;
create policy suppression on app.ecritures for delete using (sis_key = request.sis_with('comptabilite.modification'));

grant select, delete on app.ecritures to caserne_api;
grant insert (exercice_comptable_id, sapeur_id, date, designation, quantite, total, intervention_id, exercice_id, heure,
    complement, type_unite_id, tarif, taux, taux_designation, type, module, compte_id, ecriture_categorie_id,
    indemnite_intervention_id, indemnite_annuelle_id, created_by),
  update (exercice_comptable_id, sapeur_id, date, designation, quantite, total, heure, complement, type_unite_id, tarif, type,
    module, compte_id, ecriture_categorie_id)
  on app.ecritures to caserne_api;
-- Not granted: decompte_id, indemnite_exercice_id and amende_id, which definer functions write.
-- Analysts may read neither the payee of an entry nor texts.
grant select (sis_key, exercice_comptable_id, date, module, compte_id, total, decompte_id) on app.ecritures to caserne_analyst, caserne_national;

drop trigger if exists _900_journal on app.ecritures;
create trigger _900_journal after insert or delete on app.ecritures
  for each row execute function audit.tg_journal();
-- A décompte takes or frees thousands of entries at once. The journal has the décompte and its payments instead.
drop trigger if exists _910_journal on app.ecritures;
create trigger _910_journal after update on app.ecritures
  for each row
  when (
    (old.id, old.exercice_comptable_id, old.sapeur_id, old.date, old.designation, old.quantite, old.total, old.intervention_id, old.exercice_id, old.heure,
     old.complement, old.type_unite_id, old.tarif, old.taux, old.taux_designation, old.type, old.module, old.compte_id, old.ecriture_categorie_id,
     old.indemnite_intervention_id, old.indemnite_annuelle_id, old.indemnite_exercice_id, old.amende_id, old.created_by, old.created_at)
    is distinct from
    (new.id, new.exercice_comptable_id, new.sapeur_id, new.date, new.designation, new.quantite, new.total, new.intervention_id, new.exercice_id, new.heure,
     new.complement, new.type_unite_id, new.tarif, new.taux, new.taux_designation, new.type, new.module, new.compte_id, new.ecriture_categorie_id,
     new.indemnite_intervention_id, new.indemnite_annuelle_id, new.indemnite_exercice_id, new.amende_id, new.created_by, new.created_at)
  )
  execute function audit.tg_journal();

comment on table app.ecritures is 'Accounting entries: the amount in francs that a SIS owes a sapeur for a presence or another service.';
comment on column app.ecritures.sapeur_id is 'Null in an entry of the service itself.';
comment on column app.ecritures.decompte_id is 'The statement of account that settled the entry, or null.';
comment on column app.ecritures.tarif is 'Francs per unit, as the tariff was when the entry was made.';
comment on column app.ecritures.taux is 'Factor of the tariff, such as that of the night.';
comment on column app.ecritures.type is 'How tax sees it: 0 autre, 1 solde, 2 indemnité, 3 frais forfaitaires, 4 frais effectifs, 5 charge AVS/AC.';
comment on column app.ecritures.module is 'Where it came from: 0 divers, 1 exercice, 2 intervention, 3 annuel, 4 AVS, 5 amende, 8 remboursement.';
comment on column app.ecritures.compte_id is 'Null only in entries of release 0.1.0.';
comment on column app.ecritures.indemnite_intervention_id is 'The tariff of an intervention that the entry was made with.';
comment on column app.ecritures.indemnite_annuelle_id is 'The yearly allowance that the entry pays.';
comment on column app.ecritures.indemnite_exercice_id is 'The tariff of an exercice that the entry was made with; null for additional hours.';
comment on column app.ecritures.amende_id is 'The fine that the entry was made with.';
comment on column app.ecritures.created_by is 'Name of the account that made the entry, as it was then; null for the worker.';
comment on constraint ecritures_designation_check on app.ecritures is 'designation: Ce champ est obligatoire.';
comment on constraint ecritures_taux_check on app.ecritures is 'taux: Le taux ne peut être négatif.';
comment on constraint ecritures_type_check on app.ecritures is 'type: Le type doit être de 0 à 5 (autre, solde, indemnité, frais forfaitaires, frais effectifs, charge AVS/AC).';
comment on constraint ecritures_module_check on app.ecritures is 'module: Le module doit être l’un de : 0, 1, 2, 3, 4, 5, 8.';
comment on constraint ecritures_type_unite_id_fkey on app.ecritures is 'type_unite_id: Cette unité n’existe pas.';
comment on constraint ecritures_sis_key_sapeur_id_fkey on app.ecritures is 'sapeur_id: Ce sapeur n’existe pas. | Ce sapeur a des comptes écrits';
comment on constraint ecritures_sis_key_decompte_id_fkey on app.ecritures is 'decompte_id: Ce décompte n’existe pas. | Ce décompte contient des écritures';
comment on constraint ecritures_sis_key_intervention_id_fkey on app.ecritures is 'intervention_id: Cette intervention n’existe pas. | Cette intervention est imputée';
comment on constraint ecritures_sis_key_exercice_id_fkey on app.ecritures is 'exercice_id: Cet exercice n’existe pas. | Des écritures viennent de cet exercice';
comment on constraint ecritures_sis_key_exercice_comptable_id_fkey on app.ecritures is 'exercice_comptable_id: Cet exercice comptable n’existe pas. | Cet exercice comptable contient des écritures';
comment on constraint ecritures_sis_key_compte_id_fkey on app.ecritures is 'compte_id: Ce compte n’existe pas. | Des écritures sont passées sur ce compte';
comment on constraint ecritures_sis_key_ecriture_categorie_id_fkey on app.ecritures is 'ecriture_categorie_id: Cette catégorie n’existe pas. | Des écritures sont dans cette catégorie';
comment on constraint ecritures_sis_key_indemnite_intervention_id_fkey on app.ecritures is 'indemnite_intervention_id: Cette indemnité n’existe pas. | Des écritures ont été faites avec cette indemnité : elle peut seulement devenir inactive';
comment on constraint ecritures_sis_key_indemnite_annuelle_id_fkey on app.ecritures is 'indemnite_annuelle_id: Cette indemnité n’existe pas. | Des écritures ont été faites avec cette indemnité';
comment on constraint ecritures_sis_key_indemnite_exercice_id_fkey on app.ecritures is 'indemnite_exercice_id: Cette indemnité n’existe pas. | Des écritures ont été faites avec cette indemnité';
comment on constraint ecritures_sis_key_amende_id_fkey on app.ecritures is 'amende_id: Cette amende n’existe pas. | Des écritures ont été faites avec cette amende';
comment on index app.ecritures_amende_key is 'Cette absence est déjà amendée';
