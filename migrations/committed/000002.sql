--! Previous: sha1:0f231a57062206cb2e1231564b1e98075d44efda
--! Hash: sha1:8d61b2a48234224e53dabb79da278693bde790b4

-- Closed years: what triggers of the tables below call.
--! Included app/listes/refuse_bouclement.sql
-- The weakest lock of a row: it waits for the transaction that closes the year, and keeps it from being closed before
-- this transaction ends. Writers of a year do not wait for each other, nor for the one who numbers an intervention.
-- Definer: whoever writes to a year may not lock it otherwise. A superuser has no request and finds no year.
create or replace function app.refuse_bouclement(exercice_comptable_id bigint) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_boucle boolean;
begin
  select e.boucle into v_boucle
    from app.exercices_comptables e
   where e.sis_key = request.sis_key()
     and e.id = refuse_bouclement.exercice_comptable_id
     for key share;
  if v_boucle then
    raise sqlstate 'PT409' using message = 'Exercice comptable bouclé';
  end if;
end;
$$;
comment on function app.refuse_bouclement(bigint) is
  'Refuses (PT409) to write to a closed accounting year, and keeps an open one from being closed before the transaction ends. Definer: to lock the year.';
grant execute on function app.refuse_bouclement(bigint) to caserne_api;
--! EndIncluded app/listes/refuse_bouclement.sql
--! Included app/listes/tg_exercice_ouvert.sql
create or replace function app.tg_exercice_ouvert() returns trigger
  language plpgsql volatile
as $$
begin
  if tg_op <> 'INSERT' then
    perform app.refuse_bouclement(old.exercice_comptable_id);
  end if;
  if tg_op = 'INSERT' or tg_op = 'UPDATE' and new.exercice_comptable_id <> old.exercice_comptable_id then
    perform app.refuse_bouclement(new.exercice_comptable_id);
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end;
$$;
comment on function app.tg_exercice_ouvert() is
  'Refuses (PT409) to write a row of a closed accounting year. What belongs to a record of the year is refused with it, because each change raises the version of the record.';
--! EndIncluded app/listes/tg_exercice_ouvert.sql
--! Included app/listes/tg_exercices_ouverts.sql
-- For tables of which one statement writes many rows.
create or replace function app.tg_exercices_ouverts() returns trigger
  language plpgsql volatile
as $$
begin
  perform app.refuse_bouclement(l.id)
     from (select distinct exercice_comptable_id as id from lignes) l;
  return null;
end;
$$;
comment on function app.tg_exercices_ouverts() is
  'Refuses (PT409) a statement that writes rows of a closed accounting year.';
--! EndIncluded app/listes/tg_exercices_ouverts.sql

-- Accounting. What existing tables refer to comes first.
--! Included app/listes/reference_ids.sql
-- Ids of shipped rows that the program itself means, each in one place. Immutable, so that the planner reads the number.
create or replace function app.type_intervention_divers() returns bigint
  language sql immutable
as $$
  select bigint '17'
$$;
comment on function app.type_intervention_divers() is
  'Id of the type "Autre intervention", which interventions without a type or with an unknown code have.';

create or replace function app.stat_federal_divers() returns bigint
  language sql immutable
as $$
  select bigint '10'
$$;
comment on function app.stat_federal_divers() is
  'Id of the federal category "Interventions diverses", which interventions without a known code have.';

create or replace function app.phase_type_intervention() returns bigint
  language sql immutable
as $$
  select bigint '1'
$$;
comment on function app.phase_type_intervention() is 'Id of the type of the phase that an intervention begins with.';

create or replace function app.compte_avs() returns bigint
  language sql immutable
as $$
  select bigint '4'
$$;
comment on function app.compte_avs() is 'Id of the shipped account of contributions to AVS and AC.';

create or replace function app.ecriture_categorie_avs() returns bigint
  language sql immutable
as $$
  select bigint '4'
$$;
comment on function app.ecriture_categorie_avs() is 'Id of the shipped category of entries for contributions to AVS and AC.';

create or replace function app.unite_piece() returns bigint
  language sql immutable
as $$
  select bigint '1'
$$;
comment on function app.unite_piece() is 'Id of the unit "pièce".';

create or replace function app.unite_heure() returns bigint
  language sql immutable
as $$
  select bigint '2'
$$;
comment on function app.unite_heure() is 'Id of the unit "heure".';

create or replace function app.unite_an() returns bigint
  language sql immutable
as $$
  select bigint '3'
$$;
comment on function app.unite_an() is 'Id of the unit "an".';

create or replace function app.unite_forfait() returns bigint
  language sql immutable
as $$
  select bigint '6'
$$;
comment on function app.unite_forfait() is 'Id of the unit "forfait".';

create or replace function app.unite_mois() returns bigint
  language sql immutable
as $$
  select bigint '7'
$$;
comment on function app.unite_mois() is 'Id of the unit "mois".';

grant execute on function app.type_intervention_divers(), app.stat_federal_divers(), app.phase_type_intervention(),
    app.unite_piece(), app.unite_heure(), app.unite_an(), app.unite_forfait(), app.unite_mois()
  to caserne_api;

create or replace function app.civilite_madame() returns bigint
  language sql immutable
as $$
  select bigint '2'
$$;
comment on function app.civilite_madame() is 'Id of the form of address of women.';
--! EndIncluded app/listes/reference_ids.sql
--! Included app/comptabilite/caller_name.sql
-- Definer: nobody may read accounts. A default asks for each row; a statement that writes many gives the name itself.
create or replace function app.caller_name() returns text
  language sql stable security definer set search_path = ''
as $$
  select u.name from auth.users u where u.id = request.user_id()
$$;
comment on function app.caller_name() is
  'Name of the caller''s account; null for the worker and the operator. Definer: to read it.';
grant execute on function app.caller_name() to caserne_api;
--! EndIncluded app/comptabilite/caller_name.sql
--! Included app/comptabilite/comptes.sql
-- Each SIS has its own copy and may change it. Rows shipped with Caserne have the same ids everywhere; ids of added
-- rows begin at 1000.
create table if not exists app.comptes (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated by default as identity (start with 1000),
  numero text not null check (numero <> ''),
  designation text not null check (designation <> ''),
  produit boolean not null default false,
  tri integer not null default 0,
  version bigint not null default 1,
  primary key (sis_key, id),
  unique (sis_key, numero)
);

alter table app.comptes enable row level security;
alter table app.comptes force row level security;
drop policy if exists locataire on app.comptes;
create policy locataire on app.comptes as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.comptes;
create policy lecture on app.comptes for select
  using (sis_key = request.sis_with('comptabilite.lecture', 'comptabilite.modification', 'comptabilite.config'));
drop policy if exists ajout on app.comptes;
create policy ajout on app.comptes for insert with check (sis_key = request.sis_with('comptabilite.config'));
drop policy if exists modification on app.comptes;
create policy modification on app.comptes for update using (sis_key = request.sis_with('comptabilite.config'));
drop policy if exists suppression on app.comptes;
create policy suppression on app.comptes for delete using (sis_key = request.sis_with('comptabilite.config'));

grant select, delete on app.comptes to caserne_api;
grant insert (numero, designation, produit, tri),
  update (numero, designation, produit, tri)
  on app.comptes to caserne_api;

drop trigger if exists _020_version on app.comptes;
create trigger _020_version before update on app.comptes
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _870_changement on app.comptes;
create trigger _870_changement after insert or update or delete on app.comptes
  for each row execute function audit.tg_changement('listes');
drop trigger if exists _880_changement on app.comptes;
create trigger _880_changement after truncate on app.comptes
  for each statement execute function audit.tg_changement('listes');
drop trigger if exists _900_journal on app.comptes;
create trigger _900_journal after insert or update or delete on app.comptes
  for each row execute function audit.tg_journal();
drop trigger if exists _950_if_match on app.comptes;
create trigger _950_if_match after update or delete on app.comptes
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table app.comptes is 'Accounts that entries are booked on.';
comment on column app.comptes.produit is 'Whether it is an account of income: what stands on it is owed by the sapeur.';
comment on constraint comptes_numero_check on app.comptes is 'numero: Ce champ est obligatoire.';
comment on constraint comptes_designation_check on app.comptes is 'designation: Ce champ est obligatoire.';
comment on constraint comptes_sis_key_numero_key on app.comptes is 'Ce numéro de compte existe déjà';
--! EndIncluded app/comptabilite/comptes.sql
--! Included app/comptabilite/ecriture_categories.sql
-- Each SIS has its own copy and may change it. Rows shipped with Caserne have the same ids everywhere; ids of added
-- rows begin at 1000.
create table if not exists app.ecriture_categories (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated by default as identity (start with 1000),
  designation text not null check (designation <> ''),
  tri integer not null default 0,
  version bigint not null default 1,
  primary key (sis_key, id),
  unique (sis_key, designation)
);

alter table app.ecriture_categories enable row level security;
alter table app.ecriture_categories force row level security;
drop policy if exists locataire on app.ecriture_categories;
create policy locataire on app.ecriture_categories as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.ecriture_categories;
create policy lecture on app.ecriture_categories for select
  using (sis_key = request.sis_with('comptabilite.lecture', 'comptabilite.modification', 'comptabilite.config'));
drop policy if exists ajout on app.ecriture_categories;
create policy ajout on app.ecriture_categories for insert with check (sis_key = request.sis_with('comptabilite.config'));
drop policy if exists modification on app.ecriture_categories;
create policy modification on app.ecriture_categories for update using (sis_key = request.sis_with('comptabilite.config'));
drop policy if exists suppression on app.ecriture_categories;
create policy suppression on app.ecriture_categories for delete using (sis_key = request.sis_with('comptabilite.config'));

grant select, delete on app.ecriture_categories to caserne_api;
grant insert (designation, tri),
  update (designation, tri)
  on app.ecriture_categories to caserne_api;

drop trigger if exists _020_version on app.ecriture_categories;
create trigger _020_version before update on app.ecriture_categories
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _870_changement on app.ecriture_categories;
create trigger _870_changement after insert or update or delete on app.ecriture_categories
  for each row execute function audit.tg_changement('listes');
drop trigger if exists _880_changement on app.ecriture_categories;
create trigger _880_changement after truncate on app.ecriture_categories
  for each statement execute function audit.tg_changement('listes');
drop trigger if exists _900_journal on app.ecriture_categories;
create trigger _900_journal after insert or update or delete on app.ecriture_categories
  for each row execute function audit.tg_journal();
drop trigger if exists _950_if_match on app.ecriture_categories;
create trigger _950_if_match after update or delete on app.ecriture_categories
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table app.ecriture_categories is 'Groups of entries on a slip.';
comment on constraint ecriture_categories_designation_check on app.ecriture_categories is 'designation: Ce champ est obligatoire.';
comment on constraint ecriture_categories_sis_key_designation_key on app.ecriture_categories is 'Cette désignation existe déjà';
--! EndIncluded app/comptabilite/ecriture_categories.sql
--! Included app/comptabilite/indemnites_intervention.sql
-- Each SIS has its own copy and may change it. Rows shipped with Caserne have the same ids everywhere; ids of added
-- rows begin at 1000.
create table if not exists app.indemnites_intervention (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated by default as identity (start with 1000),
  designation text not null check (designation <> ''),
  tarif numeric(12, 2) not null check (tarif >= 0),
  tarif_min numeric(12, 2) not null default 0 check (tarif_min >= 0),
  tarif_min_pour numeric(10, 2) not null default 0 check (tarif_min_pour >= 0),
  tarif_min_pro_rata boolean not null default false,
  tarif_pro_rata boolean not null default false,
  taux_nuit numeric(7, 5) not null default 0 check (taux_nuit >= 0),
  taux_weekend numeric(7, 5) not null default 0 check (taux_weekend >= 0),
  debut time not null default '00:00',
  fin time not null default '00:00',
  phase_type_id bigint references app.phase_types,
  compte_id bigint not null,
  ecriture_categorie_id bigint not null,
  type smallint not null default 1 check (type between 0 and 4),
  actif boolean not null default true,
  version bigint not null default 1,
  primary key (sis_key, id),
  unique (sis_key, designation),
  foreign key (sis_key, compte_id) references app.comptes,
  foreign key (sis_key, ecriture_categorie_id) references app.ecriture_categories,
  constraint indemnites_intervention_minimum_check check (tarif_min = 0 or tarif_min_pour > 0),
  constraint indemnites_intervention_nuit_check check (taux_nuit = 0 or debut <> fin)
);
create index if not exists indemnites_intervention_compte_id_idx on app.indemnites_intervention (sis_key, compte_id);
create index if not exists indemnites_intervention_ecriture_categorie_id_idx
  on app.indemnites_intervention (sis_key, ecriture_categorie_id);

alter table app.indemnites_intervention enable row level security;
alter table app.indemnites_intervention force row level security;
drop policy if exists locataire on app.indemnites_intervention;
create policy locataire on app.indemnites_intervention as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.indemnites_intervention;
create policy lecture on app.indemnites_intervention for select
  using (sis_key = request.sis_with('comptabilite.lecture', 'comptabilite.modification', 'comptabilite.config'));
drop policy if exists ajout on app.indemnites_intervention;
create policy ajout on app.indemnites_intervention for insert with check (sis_key = request.sis_with('comptabilite.config'));
drop policy if exists modification on app.indemnites_intervention;
create policy modification on app.indemnites_intervention for update using (sis_key = request.sis_with('comptabilite.config'));
drop policy if exists suppression on app.indemnites_intervention;
create policy suppression on app.indemnites_intervention for delete using (sis_key = request.sis_with('comptabilite.config'));

grant select, delete on app.indemnites_intervention to caserne_api;
grant insert (designation, tarif, tarif_min, tarif_min_pour, tarif_min_pro_rata, tarif_pro_rata, taux_nuit, taux_weekend,
    debut, fin, phase_type_id, compte_id, ecriture_categorie_id, type, actif),
  update (designation, tarif, tarif_min, tarif_min_pour, tarif_min_pro_rata, tarif_pro_rata, taux_nuit, taux_weekend,
    debut, fin, phase_type_id, compte_id, ecriture_categorie_id, type, actif)
  on app.indemnites_intervention to caserne_api;

drop trigger if exists _020_version on app.indemnites_intervention;
create trigger _020_version before update on app.indemnites_intervention
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _870_changement on app.indemnites_intervention;
create trigger _870_changement after insert or update or delete on app.indemnites_intervention
  for each row execute function audit.tg_changement('listes');
drop trigger if exists _880_changement on app.indemnites_intervention;
create trigger _880_changement after truncate on app.indemnites_intervention
  for each statement execute function audit.tg_changement('listes');
drop trigger if exists _900_journal on app.indemnites_intervention;
create trigger _900_journal after insert or update or delete on app.indemnites_intervention
  for each row execute function audit.tg_journal();
drop trigger if exists _950_if_match on app.indemnites_intervention;
create trigger _950_if_match after update or delete on app.indemnites_intervention
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table app.indemnites_intervention is
  'Tariffs of interventions. One with a rate of the night or of the week-end is paid by rates, any other by its minimum and its hours.';
comment on column app.indemnites_intervention.tarif is 'Francs per hour.';
comment on column app.indemnites_intervention.tarif_min is 'Francs for the first hours, due once to whoever was there; 0: no minimum.';
comment on column app.indemnites_intervention.tarif_min_pour is 'Hours that the minimum covers.';
comment on column app.indemnites_intervention.tarif_min_pro_rata is 'Whether the minimum is paid in proportion to the hours present.';
comment on column app.indemnites_intervention.tarif_pro_rata is
  'Whether parts of hours beyond the minimum count; otherwise whole hours only.';
comment on column app.indemnites_intervention.taux_nuit is 'Factor of hours of the night; 0: there is no such rate.';
comment on column app.indemnites_intervention.taux_weekend is 'Factor of hours on Saturday and Sunday; 0: there is no such rate.';
comment on column app.indemnites_intervention.debut is 'Beginning of the night, which may cross midnight.';
comment on column app.indemnites_intervention.phase_type_id is 'Phases whose hours the minimum covers; null: all.';
comment on column app.indemnites_intervention.actif is 'Whether further interventions may be paid by the tariff.';
comment on constraint indemnites_intervention_designation_check on app.indemnites_intervention is 'designation: Ce champ est obligatoire.';
comment on constraint indemnites_intervention_sis_key_designation_key on app.indemnites_intervention is 'Cette désignation existe déjà';
comment on constraint indemnites_intervention_tarif_check on app.indemnites_intervention is 'tarif: Le tarif ne peut être négatif.';
comment on constraint indemnites_intervention_tarif_min_check on app.indemnites_intervention is
  'tarif_min: Le tarif minimal ne peut être négatif.';
comment on constraint indemnites_intervention_tarif_min_pour_check on app.indemnites_intervention is
  'tarif_min_pour: La durée que couvre le tarif minimal ne peut être négative.';
comment on constraint indemnites_intervention_minimum_check on app.indemnites_intervention is
  'tarif_min_pour: Un tarif minimal doit couvrir une durée de plus de 0 heure.';
comment on constraint indemnites_intervention_taux_nuit_check on app.indemnites_intervention is
  'taux_nuit: Le taux ne peut être négatif.';
comment on constraint indemnites_intervention_taux_weekend_check on app.indemnites_intervention is
  'taux_weekend: Le taux ne peut être négatif.';
comment on constraint indemnites_intervention_nuit_check on app.indemnites_intervention is
  'fin: La nuit du taux de nuit ne peut finir à l’heure où elle commence.';
comment on constraint indemnites_intervention_phase_type_id_fkey on app.indemnites_intervention is
  'phase_type_id: Ce type de phase n’existe pas.';
comment on constraint indemnites_intervention_sis_key_compte_id_fkey on app.indemnites_intervention is
  'compte_id: Ce compte n’existe pas. | Ce compte est celui d’une indemnité d’intervention';
comment on constraint indemnites_intervention_sis_key_ecriture_categorie_id_fkey on app.indemnites_intervention is
  'ecriture_categorie_id: Cette catégorie n’existe pas. | Cette catégorie est celle d’une indemnité d’intervention';
comment on column app.indemnites_intervention.type is
  'How tax sees the entries: 0 autre, 1 solde, 2 indemnité, 3 frais forfaitaires, 4 frais effectifs.';
comment on constraint indemnites_intervention_type_check on app.indemnites_intervention is
  'type: Le type doit être de 0 à 4 (autre, solde, indemnité, frais forfaitaires, frais effectifs).';
--! EndIncluded app/comptabilite/indemnites_intervention.sql
--! Included app/comptabilite/indemnites_exercice.sql
-- Each SIS has its own copy and may change it. Rows shipped with Caserne have the same ids everywhere; ids of added
-- rows begin at 1000.
create table if not exists app.indemnites_exercice (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated by default as identity (start with 1000),
  fonction_id bigint,
  tarif numeric(12, 2) not null check (tarif >= 0),
  type_unite_id bigint not null default app.unite_heure() references app.unites
    check (type_unite_id in (app.unite_piece(), app.unite_heure(), app.unite_forfait())),
  compte_id bigint not null,
  ecriture_categorie_id bigint not null,
  type smallint not null default 1 check (type between 0 and 4),
  version bigint not null default 1,
  primary key (sis_key, id),
  unique nulls not distinct (sis_key, fonction_id),
  foreign key (sis_key, fonction_id) references app.fonctions,
  foreign key (sis_key, compte_id) references app.comptes,
  foreign key (sis_key, ecriture_categorie_id) references app.ecriture_categories
);
create index if not exists indemnites_exercice_compte_id_idx on app.indemnites_exercice (sis_key, compte_id);
create index if not exists indemnites_exercice_ecriture_categorie_id_idx
  on app.indemnites_exercice (sis_key, ecriture_categorie_id);

alter table app.indemnites_exercice enable row level security;
alter table app.indemnites_exercice force row level security;
drop policy if exists locataire on app.indemnites_exercice;
create policy locataire on app.indemnites_exercice as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.indemnites_exercice;
create policy lecture on app.indemnites_exercice for select
  using (sis_key = request.sis_with('comptabilite.lecture', 'comptabilite.modification', 'comptabilite.config'));
drop policy if exists ajout on app.indemnites_exercice;
create policy ajout on app.indemnites_exercice for insert with check (sis_key = request.sis_with('comptabilite.config'));
drop policy if exists modification on app.indemnites_exercice;
create policy modification on app.indemnites_exercice for update using (sis_key = request.sis_with('comptabilite.config'));
drop policy if exists suppression on app.indemnites_exercice;
create policy suppression on app.indemnites_exercice for delete using (sis_key = request.sis_with('comptabilite.config'));

grant select, delete on app.indemnites_exercice to caserne_api;
grant insert (fonction_id, tarif, type_unite_id, compte_id, ecriture_categorie_id, type),
  update (fonction_id, tarif, type_unite_id, compte_id, ecriture_categorie_id, type)
  on app.indemnites_exercice to caserne_api;

drop trigger if exists _020_version on app.indemnites_exercice;
create trigger _020_version before update on app.indemnites_exercice
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _870_changement on app.indemnites_exercice;
create trigger _870_changement after insert or update or delete on app.indemnites_exercice
  for each row execute function audit.tg_changement('listes');
drop trigger if exists _880_changement on app.indemnites_exercice;
create trigger _880_changement after truncate on app.indemnites_exercice
  for each statement execute function audit.tg_changement('listes');
drop trigger if exists _900_journal on app.indemnites_exercice;
create trigger _900_journal after insert or update or delete on app.indemnites_exercice
  for each row execute function audit.tg_journal();
drop trigger if exists _950_if_match on app.indemnites_exercice;
create trigger _950_if_match after update or delete on app.indemnites_exercice
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table app.indemnites_exercice is 'Tariffs of exercices, by function.';
comment on column app.indemnites_exercice.fonction_id is 'Null in the row of all functions that have none of their own.';
comment on column app.indemnites_exercice.tarif is 'Francs for an exercice, or for an hour of it.';
comment on constraint indemnites_exercice_sis_key_fonction_id_key on app.indemnites_exercice is
  'Cette fonction a déjà une indemnité d’exercice';
comment on constraint indemnites_exercice_sis_key_fonction_id_fkey on app.indemnites_exercice is
  'fonction_id: Cette fonction n’existe pas. | Cette fonction a une indemnité d’exercice';
comment on constraint indemnites_exercice_tarif_check on app.indemnites_exercice is 'tarif: Le tarif ne peut être négatif.';
comment on constraint indemnites_exercice_type_unite_id_fkey on app.indemnites_exercice is
  'type_unite_id: Cette unité n’existe pas.';
comment on constraint indemnites_exercice_type_unite_id_check on app.indemnites_exercice is
  'type_unite_id: L’unité doit être la pièce, le forfait ou l’heure.';
comment on constraint indemnites_exercice_sis_key_compte_id_fkey on app.indemnites_exercice is
  'compte_id: Ce compte n’existe pas. | Ce compte est celui d’une indemnité d’exercice';
comment on constraint indemnites_exercice_sis_key_ecriture_categorie_id_fkey on app.indemnites_exercice is
  'ecriture_categorie_id: Cette catégorie n’existe pas. | Cette catégorie est celle d’une indemnité d’exercice';
comment on column app.indemnites_exercice.type is
  'How tax sees the entries: 0 autre, 1 solde, 2 indemnité, 3 frais forfaitaires, 4 frais effectifs.';
comment on constraint indemnites_exercice_type_check on app.indemnites_exercice is
  'type: Le type doit être de 0 à 4 (autre, solde, indemnité, frais forfaitaires, frais effectifs).';
--! EndIncluded app/comptabilite/indemnites_exercice.sql
--! Included app/comptabilite/indemnites_annuelles.sql
-- Each SIS has its own copy and may change it. Rows shipped with Caserne have the same ids everywhere; ids of added
-- rows begin at 1000.
create table if not exists app.indemnites_annuelles (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated by default as identity (start with 1000),
  fonction_id bigint not null,
  designation text not null check (designation <> ''),
  tarif numeric(12, 2) not null check (tarif >= 0),
  type_unite_id bigint not null default app.unite_an() references app.unites
    check (type_unite_id in (app.unite_an(), app.unite_mois())),
  cumulable boolean not null default false,
  compte_id bigint not null,
  ecriture_categorie_id bigint not null,
  type smallint not null default 2 check (type between 0 and 4),
  version bigint not null default 1,
  primary key (sis_key, id),
  unique (sis_key, fonction_id, designation),
  foreign key (sis_key, fonction_id) references app.fonctions,
  foreign key (sis_key, compte_id) references app.comptes,
  foreign key (sis_key, ecriture_categorie_id) references app.ecriture_categories
);
create index if not exists indemnites_annuelles_compte_id_idx on app.indemnites_annuelles (sis_key, compte_id);
create index if not exists indemnites_annuelles_ecriture_categorie_id_idx
  on app.indemnites_annuelles (sis_key, ecriture_categorie_id);

alter table app.indemnites_annuelles enable row level security;
alter table app.indemnites_annuelles force row level security;
drop policy if exists locataire on app.indemnites_annuelles;
create policy locataire on app.indemnites_annuelles as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.indemnites_annuelles;
create policy lecture on app.indemnites_annuelles for select
  using (sis_key = request.sis_with('comptabilite.lecture', 'comptabilite.modification', 'comptabilite.config'));
drop policy if exists ajout on app.indemnites_annuelles;
create policy ajout on app.indemnites_annuelles for insert with check (sis_key = request.sis_with('comptabilite.config'));
drop policy if exists modification on app.indemnites_annuelles;
create policy modification on app.indemnites_annuelles for update using (sis_key = request.sis_with('comptabilite.config'));
drop policy if exists suppression on app.indemnites_annuelles;
create policy suppression on app.indemnites_annuelles for delete using (sis_key = request.sis_with('comptabilite.config'));

grant select, delete on app.indemnites_annuelles to caserne_api;
grant insert (fonction_id, designation, tarif, type_unite_id, cumulable, compte_id, ecriture_categorie_id, type),
  update (fonction_id, designation, tarif, type_unite_id, cumulable, compte_id, ecriture_categorie_id, type)
  on app.indemnites_annuelles to caserne_api;

drop trigger if exists _020_version on app.indemnites_annuelles;
create trigger _020_version before update on app.indemnites_annuelles
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _870_changement on app.indemnites_annuelles;
create trigger _870_changement after insert or update or delete on app.indemnites_annuelles
  for each row execute function audit.tg_changement('listes');
drop trigger if exists _880_changement on app.indemnites_annuelles;
create trigger _880_changement after truncate on app.indemnites_annuelles
  for each statement execute function audit.tg_changement('listes');
drop trigger if exists _900_journal on app.indemnites_annuelles;
create trigger _900_journal after insert or update or delete on app.indemnites_annuelles
  for each row execute function audit.tg_journal();
drop trigger if exists _950_if_match on app.indemnites_annuelles;
create trigger _950_if_match after update or delete on app.indemnites_annuelles
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table app.indemnites_annuelles is 'Yearly allowances of functions.';
comment on column app.indemnites_annuelles.tarif is 'Francs for the year, or for each month begun in the function.';
comment on column app.indemnites_annuelles.cumulable is
  'Whether the allowance is due beside that of a function of higher rank.';
comment on constraint indemnites_annuelles_designation_check on app.indemnites_annuelles is 'designation: Ce champ est obligatoire.';
comment on constraint indemnites_annuelles_sis_key_fonction_id_designation_key on app.indemnites_annuelles is
  'Cette fonction a déjà une indemnité annuelle de cette désignation';
comment on constraint indemnites_annuelles_sis_key_fonction_id_fkey on app.indemnites_annuelles is
  'fonction_id: Cette fonction n’existe pas. | Cette fonction a une indemnité annuelle';
comment on constraint indemnites_annuelles_tarif_check on app.indemnites_annuelles is 'tarif: Le tarif ne peut être négatif.';
comment on constraint indemnites_annuelles_type_unite_id_fkey on app.indemnites_annuelles is
  'type_unite_id: Cette unité n’existe pas.';
comment on constraint indemnites_annuelles_type_unite_id_check on app.indemnites_annuelles is
  'type_unite_id: L’unité doit être l’an ou le mois.';
comment on constraint indemnites_annuelles_sis_key_compte_id_fkey on app.indemnites_annuelles is
  'compte_id: Ce compte n’existe pas. | Ce compte est celui d’une indemnité annuelle';
comment on constraint indemnites_annuelles_sis_key_ecriture_categorie_id_fkey on app.indemnites_annuelles is
  'ecriture_categorie_id: Cette catégorie n’existe pas. | Cette catégorie est celle d’une indemnité annuelle';
comment on column app.indemnites_annuelles.type is
  'How tax sees the entries: 0 autre, 1 solde, 2 indemnité, 3 frais forfaitaires, 4 frais effectifs.';
comment on constraint indemnites_annuelles_type_check on app.indemnites_annuelles is
  'type: Le type doit être de 0 à 4 (autre, solde, indemnité, frais forfaitaires, frais effectifs).';
--! EndIncluded app/comptabilite/indemnites_annuelles.sql
--! Included app/comptabilite/amendes.sql
-- Each SIS has its own copy and may change it. Rows shipped with Caserne have the same ids everywhere; ids of added
-- rows begin at 1000.
create table if not exists app.amendes (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated by default as identity (start with 1000),
  rang integer not null check (rang >= 1),
  montant numeric(12, 2) not null check (montant >= 0),
  compte_id bigint not null,
  version bigint not null default 1,
  primary key (sis_key, id),
  unique (sis_key, rang),
  foreign key (sis_key, compte_id) references app.comptes
);
create index if not exists amendes_compte_id_idx on app.amendes (sis_key, compte_id);

alter table app.amendes enable row level security;
alter table app.amendes force row level security;
drop policy if exists locataire on app.amendes;
create policy locataire on app.amendes as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.amendes;
create policy lecture on app.amendes for select
  using (sis_key = request.sis_with('comptabilite.lecture', 'comptabilite.modification', 'comptabilite.config'));
drop policy if exists ajout on app.amendes;
create policy ajout on app.amendes for insert with check (sis_key = request.sis_with('comptabilite.config'));
drop policy if exists modification on app.amendes;
create policy modification on app.amendes for update using (sis_key = request.sis_with('comptabilite.config'));
drop policy if exists suppression on app.amendes;
create policy suppression on app.amendes for delete using (sis_key = request.sis_with('comptabilite.config'));

grant select, delete on app.amendes to caserne_api;
grant insert (rang, montant, compte_id),
  update (rang, montant, compte_id)
  on app.amendes to caserne_api;

drop trigger if exists _020_version on app.amendes;
create trigger _020_version before update on app.amendes
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _870_changement on app.amendes;
create trigger _870_changement after insert or update or delete on app.amendes
  for each row execute function audit.tg_changement('listes');
drop trigger if exists _880_changement on app.amendes;
create trigger _880_changement after truncate on app.amendes
  for each statement execute function audit.tg_changement('listes');
drop trigger if exists _900_journal on app.amendes;
create trigger _900_journal after insert or update or delete on app.amendes
  for each row execute function audit.tg_journal();
drop trigger if exists _950_if_match on app.amendes;
create trigger _950_if_match after update or delete on app.amendes
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table app.amendes is 'What unexcused absences cost.';
comment on column app.amendes.rang is 'Which unexcused absence of a year it is; the last rank repeats.';
comment on constraint amendes_rang_check on app.amendes is 'rang: Le rang doit être d’au moins 1.';
comment on constraint amendes_sis_key_rang_key on app.amendes is 'Ce rang a déjà une amende';
comment on constraint amendes_montant_check on app.amendes is 'montant: Le montant ne peut être négatif.';
comment on constraint amendes_sis_key_compte_id_fkey on app.amendes is
  'compte_id: Ce compte n’existe pas. | Ce compte est celui d’une amende';
--! EndIncluded app/comptabilite/amendes.sql
--! Included app/comptabilite/avs_params.sql
-- Not columns of the accounting year, because everyone in the SIS may read the year.
create table if not exists app.avs_params (
  sis_key text not null references auth.sis default request.sis_key(),
  exercice_comptable_id bigint not null,
  taux_avs numeric(7, 5) not null check (taux_avs between 0 and 1),
  taux_ac numeric(7, 5) not null check (taux_ac between 0 and 1),
  franchise_avs numeric(12, 2) not null check (franchise_avs >= 0),
  franchise_imposition numeric(12, 2) not null check (franchise_imposition >= 0),
  plafond_ac numeric(12, 2) not null check (plafond_ac >= 0),
  seuil_sur_solde boolean not null default false,
  compte_id bigint not null,
  ecriture_categorie_id bigint not null,
  version bigint not null default 1,
  primary key (sis_key, exercice_comptable_id),
  foreign key (sis_key, exercice_comptable_id) references app.exercices_comptables,
  foreign key (sis_key, compte_id) references app.comptes,
  foreign key (sis_key, ecriture_categorie_id) references app.ecriture_categories
);
create index if not exists avs_params_compte_id_idx on app.avs_params (sis_key, compte_id);
create index if not exists avs_params_ecriture_categorie_id_idx
  on app.avs_params (sis_key, ecriture_categorie_id);

alter table app.avs_params enable row level security;
alter table app.avs_params force row level security;
drop policy if exists locataire on app.avs_params;
create policy locataire on app.avs_params as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.avs_params;
create policy lecture on app.avs_params for select
  using (sis_key = request.sis_with('comptabilite.lecture', 'comptabilite.modification', 'comptabilite.config'));
drop policy if exists ajout on app.avs_params;
create policy ajout on app.avs_params for insert with check (sis_key = request.sis_with('comptabilite.config'));
drop policy if exists modification on app.avs_params;
create policy modification on app.avs_params for update using (sis_key = request.sis_with('comptabilite.config'));
drop policy if exists suppression on app.avs_params;
create policy suppression on app.avs_params for delete using (sis_key = request.sis_with('comptabilite.config'));

grant select, delete on app.avs_params to caserne_api;
grant insert (exercice_comptable_id, taux_avs, taux_ac, franchise_avs, franchise_imposition, plafond_ac, seuil_sur_solde,
    compte_id, ecriture_categorie_id),
  update (taux_avs, taux_ac, franchise_avs, franchise_imposition, plafond_ac, seuil_sur_solde,
    compte_id, ecriture_categorie_id)
  on app.avs_params to caserne_api;

drop trigger if exists _020_version on app.avs_params;
create trigger _020_version before update on app.avs_params
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _040_exercice_ouvert on app.avs_params;
create trigger _040_exercice_ouvert before insert or update or delete on app.avs_params
  for each row execute function app.tg_exercice_ouvert();
drop trigger if exists _870_changement on app.avs_params;
create trigger _870_changement after insert or update or delete on app.avs_params
  for each row execute function audit.tg_changement('listes');
drop trigger if exists _880_changement on app.avs_params;
create trigger _880_changement after truncate on app.avs_params
  for each statement execute function audit.tg_changement('listes');
drop trigger if exists _900_journal on app.avs_params;
create trigger _900_journal after insert or update or delete on app.avs_params
  for each row execute function audit.tg_journal();
drop trigger if exists _950_if_match on app.avs_params;
create trigger _950_if_match after update or delete on app.avs_params
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match('exercice_comptable_id');

comment on table app.avs_params is 'Contributions to AVS and AC in an accounting year.';
comment on column app.avs_params.taux_avs is 'Part of the salary for AVS/AI/APG, of employee and employer together.';
comment on column app.avs_params.taux_ac is 'Part of the salary for AC, of employee and employer together.';
comment on column app.avs_params.franchise_avs is 'Francs a year up to which minor wages owe nothing.';
comment on column app.avs_params.franchise_imposition is 'Francs of solde a year that are exempt from tax and contributions.';
comment on column app.avs_params.plafond_ac is 'Francs a year up to which AC is owed.';
comment on column app.avs_params.seuil_sur_solde is
  'Whether franchise_avs holds for solde above the exempt amount too, and contributions are due from it on.';
comment on constraint avs_params_taux_avs_check on app.avs_params is 'taux_avs: Le taux doit être de 0 à 1.';
comment on constraint avs_params_taux_ac_check on app.avs_params is 'taux_ac: Le taux doit être de 0 à 1.';
comment on constraint avs_params_franchise_avs_check on app.avs_params is 'franchise_avs: Le montant ne peut être négatif.';
comment on constraint avs_params_franchise_imposition_check on app.avs_params is
  'franchise_imposition: Le montant ne peut être négatif.';
comment on constraint avs_params_plafond_ac_check on app.avs_params is 'plafond_ac: Le montant ne peut être négatif.';
comment on constraint avs_params_sis_key_exercice_comptable_id_fkey on app.avs_params is
  'exercice_comptable_id: Cet exercice comptable n’existe pas. | Cet exercice comptable a des paramètres AVS';
comment on constraint avs_params_sis_key_compte_id_fkey on app.avs_params is
  'compte_id: Ce compte n’existe pas. | Ce compte est celui des cotisations AVS';
comment on constraint avs_params_sis_key_ecriture_categorie_id_fkey on app.avs_params is
  'ecriture_categorie_id: Cette catégorie n’existe pas. | Cette catégorie est celle des cotisations AVS';
--! EndIncluded app/comptabilite/avs_params.sql

-- Lists of a few rows. The foreign keys are checked in no time.
alter table app.exercice_categories
  add column if not exists amendable boolean not null default false,
  add column if not exists duree_base integer not null default 120 check (duree_base between 1 and 780);
alter table app.heure_exercice_types
  add column if not exists montant numeric(12, 2) not null default 0 check (montant >= 0),
  add column if not exists compte_id bigint,
  add column if not exists ecriture_categorie_id bigint,
  add column if not exists type smallint not null default 1 check (type between 0 and 4),
  -- squawk-ignore constraint-missing-not-valid, adding-foreign-key-constraint
  add foreign key (sis_key, compte_id) references app.comptes,
  -- squawk-ignore constraint-missing-not-valid, adding-foreign-key-constraint
  add foreign key (sis_key, ecriture_categorie_id) references app.ecriture_categories,
  -- squawk-ignore constraint-missing-not-valid
  add constraint heure_exercice_types_compte_check check (montant = 0 or compte_id is not null),
  -- squawk-ignore constraint-missing-not-valid
  add constraint heure_exercice_types_categorie_check check (montant = 0 or ecriture_categorie_id is not null);

alter table app.decomptes
  add column if not exists deduction boolean not null default false,
  add column if not exists total numeric(12, 2) not null default 0,
  add column if not exists avs_total numeric(12, 2) not null default 0,
  add column if not exists ac_total numeric(12, 2) not null default 0,
  add column if not exists a_payer_total numeric(12, 2) not null default 0,
  add column if not exists a_facturer_total numeric(12, 2) not null default 0,
  add column if not exists paye_le date,
  add column if not exists created_by text,
  add column if not exists created_at timestamptz not null default now(),
  add column if not exists version bigint not null default 1;
alter table app.decomptes alter column created_by set default app.caller_name();

alter table app.paiements
  add column if not exists avs numeric(12, 2) not null default 0,
  add column if not exists ac numeric(12, 2) not null default 0;

-- Release 0.1.0 writes no entries, statements and payments: only those of the demo may be there, so that foreign
-- keys are checked in no time.
alter table app.ecritures
  -- Release 0.1.0 reads entries of sapeurs only.
  -- squawk-ignore ban-drop-not-null
  alter column sapeur_id drop not null,
  add column if not exists heure time,
  add column if not exists complement text not null default '',
  -- squawk-ignore adding-foreign-key-constraint
  add column if not exists type_unite_id bigint not null default 1 references app.unites,
  add column if not exists tarif numeric(12, 2) not null default 0,
  add column if not exists taux numeric(7, 5) not null default 1 check (taux >= 0),
  add column if not exists taux_designation text not null default '',
  add column if not exists type smallint not null default 0 check (type between 0 and 5),
  add column if not exists module smallint not null default 0 check (module in (0, 1, 2, 3, 4, 5, 8)),
  add column if not exists compte_id bigint,
  add column if not exists ecriture_categorie_id bigint,
  add column if not exists indemnite_intervention_id bigint,
  add column if not exists indemnite_annuelle_id bigint,
  add column if not exists created_by text,
  add column if not exists created_at timestamptz not null default now(),
  add column if not exists version bigint not null default 1,
  -- squawk-ignore constraint-missing-not-valid, adding-foreign-key-constraint
  add foreign key (sis_key, compte_id) references app.comptes,
  -- squawk-ignore constraint-missing-not-valid, adding-foreign-key-constraint
  add foreign key (sis_key, ecriture_categorie_id) references app.ecriture_categories,
  -- squawk-ignore constraint-missing-not-valid, adding-foreign-key-constraint
  add foreign key (sis_key, indemnite_intervention_id) references app.indemnites_intervention,
  -- squawk-ignore constraint-missing-not-valid, adding-foreign-key-constraint
  add foreign key (sis_key, indemnite_annuelle_id) references app.indemnites_annuelles;
alter table app.ecritures
  alter column type_unite_id set default app.unite_piece(),
  alter column created_by set default app.caller_name();

--! Included app/comptabilite/decomptes.sql
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

alter table app.decomptes enable row level security;
alter table app.decomptes force row level security;
drop policy if exists locataire on app.decomptes;
create policy locataire on app.decomptes as restrictive using (sis_key = request.sis_key());
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

grant select, delete on app.decomptes to caserne_api;
grant insert (exercice_comptable_id, designation, date, deduction, total, avs_total, ac_total, a_payer_total, a_facturer_total,
    paye_le, created_by),
  update (total, avs_total, ac_total, a_payer_total, a_facturer_total, paye_le)
  on app.decomptes to caserne_api;

drop trigger if exists _020_version on app.decomptes;
create trigger _020_version before update on app.decomptes
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _040_exercice_ouvert on app.decomptes;
create trigger _040_exercice_ouvert before insert or update or delete on app.decomptes
  for each row execute function app.tg_exercice_ouvert();
drop trigger if exists _900_journal on app.decomptes;
create trigger _900_journal after insert or update or delete on app.decomptes
  for each row execute function audit.tg_journal();
drop trigger if exists _950_if_match on app.decomptes;
create trigger _950_if_match after update or delete on app.decomptes
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

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
--! EndIncluded app/comptabilite/decomptes.sql
--! Included app/comptabilite/paiements.sql
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

alter table app.paiements enable row level security;
alter table app.paiements force row level security;
drop policy if exists locataire on app.paiements;
create policy locataire on app.paiements as restrictive using (sis_key = request.sis_key());
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

grant select, delete on app.paiements to caserne_api;
grant insert (decompte_id, sapeur_id, date, solde, indemnite, frais_forfaitaire, frais_effectif, autre, avs_ac, avs, ac)
  on app.paiements to caserne_api;
-- Not granted: update. A payment goes with its statement of account.

drop trigger if exists _900_journal on app.paiements;
create trigger _900_journal after insert or update or delete on app.paiements
  for each row execute function audit.tg_journal();

comment on table app.paiements is 'The amounts in francs that a statement of account pays to one sapeur.';
comment on column app.paiements.solde is 'Pay for presences.';
comment on column app.paiements.avs_ac is 'Social security contributions (AVS, AC), deducted from the total.';
comment on column app.paiements.avs is 'The part of avs_ac for AVS.';
comment on column app.paiements.ac is 'The part of avs_ac for AC.';
comment on column app.paiements.total is 'Amount paid out.';
comment on constraint paiements_sis_key_sapeur_id_fkey on app.paiements is 'sapeur_id: Ce sapeur n’existe pas. | Ce sapeur a des comptes écrits';
comment on constraint paiements_sis_key_decompte_id_fkey on app.paiements is 'decompte_id: Ce décompte n’existe pas. | Ce décompte contient des paiements';
comment on constraint paiements_sis_key_decompte_id_sapeur_id_key on app.paiements is 'Ce décompte paie déjà ce sapeur';
--! EndIncluded app/comptabilite/paiements.sql
--! Included app/comptabilite/ecritures.sql
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
  created_by text default app.caller_name(),
  created_at timestamptz not null default now(),
  version bigint not null default 1,
  primary key (sis_key, id),
  foreign key (sis_key, exercice_comptable_id) references app.exercices_comptables,
  foreign key (sis_key, sapeur_id) references app.sapeurs,
  foreign key (sis_key, decompte_id) references app.decomptes,
  foreign key (sis_key, intervention_id) references app.interventions,
  foreign key (sis_key, exercice_id) references app.exercices,
  foreign key (sis_key, compte_id) references app.comptes,
  foreign key (sis_key, ecriture_categorie_id) references app.ecriture_categories,
  foreign key (sis_key, indemnite_intervention_id) references app.indemnites_intervention,
  foreign key (sis_key, indemnite_annuelle_id) references app.indemnites_annuelles
);
-- Lists read these backwards, newest first.
create index if not exists ecritures_date_idx on app.ecritures (sis_key, exercice_comptable_id, date, id);
create index if not exists ecritures_sapeur_date_idx on app.ecritures (sis_key, sapeur_id, exercice_comptable_id, date, id);
create index if not exists ecritures_decompte_date_idx
  on app.ecritures (sis_key, decompte_id, exercice_comptable_id, date, id);
create index if not exists ecritures_intervention_id_idx on app.ecritures (sis_key, intervention_id);
create index if not exists ecritures_exercice_id_idx on app.ecritures (sis_key, exercice_id);
create index if not exists ecritures_compte_id_idx on app.ecritures (sis_key, compte_id);
create index if not exists ecritures_ecriture_categorie_id_idx on app.ecritures (sis_key, ecriture_categorie_id);
create index if not exists ecritures_indemnite_intervention_id_idx on app.ecritures (sis_key, indemnite_intervention_id);
create index if not exists ecritures_indemnite_annuelle_id_idx on app.ecritures (sis_key, indemnite_annuelle_id);

alter table app.ecritures enable row level security;
alter table app.ecritures force row level security;
drop policy if exists locataire on app.ecritures;
create policy locataire on app.ecritures as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.ecritures;
create policy lecture on app.ecritures for select
  using (sis_key = request.sis_with('comptabilite.lecture', 'comptabilite.modification', 'comptabilite.config'));
drop policy if exists soi on app.ecritures;
create policy soi on app.ecritures for select using (sapeur_id = request.sapeur_id());
drop policy if exists ajout on app.ecritures;
create policy ajout on app.ecritures for insert with check (sis_key = request.sis_with('comptabilite.modification'));
drop policy if exists modification on app.ecritures;
create policy modification on app.ecritures for update
  using (sis_key = request.sis_with('comptabilite.modification'));
drop policy if exists suppression on app.ecritures;
create policy suppression on app.ecritures for delete using (sis_key = request.sis_with('comptabilite.modification'));

grant select, delete on app.ecritures to caserne_api;
grant insert (exercice_comptable_id, sapeur_id, date, designation, quantite, total, decompte_id, intervention_id, exercice_id,
    heure, complement, type_unite_id, tarif, taux, taux_designation, type, module, compte_id, ecriture_categorie_id,
    indemnite_intervention_id, indemnite_annuelle_id, created_by),
  update (exercice_comptable_id, sapeur_id, date, designation, quantite, total, decompte_id, heure, complement, type_unite_id,
    tarif, type, module, compte_id, ecriture_categorie_id)
  on app.ecritures to caserne_api;

drop trigger if exists _020_version on app.ecritures;
create trigger _020_version before update on app.ecritures
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _200_exercices_ouverts on app.ecritures;
create trigger _200_exercices_ouverts after insert on app.ecritures referencing new table as lignes
  for each statement execute function app.tg_exercices_ouverts();
drop trigger if exists _210_exercices_ouverts on app.ecritures;
create trigger _210_exercices_ouverts after update on app.ecritures referencing old table as lignes
  for each statement execute function app.tg_exercices_ouverts();
drop trigger if exists _215_exercices_ouverts on app.ecritures;
create trigger _215_exercices_ouverts after update on app.ecritures referencing new table as lignes
  for each statement execute function app.tg_exercices_ouverts();
drop trigger if exists _220_exercices_ouverts on app.ecritures;
create trigger _220_exercices_ouverts after delete on app.ecritures referencing old table as lignes
  for each statement execute function app.tg_exercices_ouverts();
drop trigger if exists _900_journal on app.ecritures;
create trigger _900_journal after insert or update or delete on app.ecritures
  for each row execute function audit.tg_journal();
drop trigger if exists _950_if_match on app.ecritures;
create trigger _950_if_match after update or delete on app.ecritures
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table app.ecritures is 'Accounting entries: the amount in francs that a SIS owes a sapeur for a presence or another service.';
comment on column app.ecritures.sapeur_id is 'Null in an entry of the service itself.';
comment on column app.ecritures.decompte_id is 'The statement of account that settled the entry, or null.';
comment on column app.ecritures.tarif is 'Francs per unit, as the tariff was when the entry was made.';
comment on column app.ecritures.taux is 'Factor of the tariff, such as that of the night.';
comment on column app.ecritures.type is
  'How tax sees it: 0 autre, 1 solde, 2 indemnité, 3 frais forfaitaires, 4 frais effectifs, 5 charge AVS/AC.';
comment on column app.ecritures.module is
  'Where it came from: 0 divers, 1 exercice, 2 intervention, 3 annuel, 4 AVS, 5 amende, 8 remboursement.';
comment on column app.ecritures.compte_id is 'Null only in entries of release 0.1.0.';
comment on column app.ecritures.indemnite_intervention_id is 'The tariff of an intervention that the entry was made with.';
comment on column app.ecritures.indemnite_annuelle_id is 'The yearly allowance that the entry pays.';
comment on column app.ecritures.created_by is 'Name of the account that made the entry, as it was then; null for the worker.';
comment on constraint ecritures_designation_check on app.ecritures is 'designation: Ce champ est obligatoire.';
comment on constraint ecritures_taux_check on app.ecritures is 'taux: Le taux ne peut être négatif.';
comment on constraint ecritures_type_check on app.ecritures is
  'type: Le type doit être de 0 à 5 (autre, solde, indemnité, frais forfaitaires, frais effectifs, charge AVS/AC).';
comment on constraint ecritures_module_check on app.ecritures is
  'module: Le module doit être l’un de : 0, 1, 2, 3, 4, 5, 8.';
comment on constraint ecritures_type_unite_id_fkey on app.ecritures is 'type_unite_id: Cette unité n’existe pas.';
comment on constraint ecritures_sis_key_sapeur_id_fkey on app.ecritures is 'sapeur_id: Ce sapeur n’existe pas. | Ce sapeur a des comptes écrits';
comment on constraint ecritures_sis_key_decompte_id_fkey on app.ecritures is 'decompte_id: Ce décompte n’existe pas. | Ce décompte contient des écritures';
comment on constraint ecritures_sis_key_intervention_id_fkey on app.ecritures is 'intervention_id: Cette intervention n’existe pas. | Cette intervention est imputée';
comment on constraint ecritures_sis_key_exercice_id_fkey on app.ecritures is 'exercice_id: Cet exercice n’existe pas. | Cet exercice est imputé';
comment on constraint ecritures_sis_key_exercice_comptable_id_fkey on app.ecritures is 'exercice_comptable_id: Cet exercice comptable n’existe pas. | Cet exercice comptable contient des écritures';
comment on constraint ecritures_sis_key_compte_id_fkey on app.ecritures is
  'compte_id: Ce compte n’existe pas. | Des écritures sont passées sur ce compte';
comment on constraint ecritures_sis_key_ecriture_categorie_id_fkey on app.ecritures is
  'ecriture_categorie_id: Cette catégorie n’existe pas. | Des écritures sont dans cette catégorie';
comment on constraint ecritures_sis_key_indemnite_intervention_id_fkey on app.ecritures is
  'indemnite_intervention_id: Cette indemnité n’existe pas. | Des écritures ont été faites avec cette indemnité : elle peut seulement devenir inactive';
comment on constraint ecritures_sis_key_indemnite_annuelle_id_fkey on app.ecritures is
  'indemnite_annuelle_id: Cette indemnité n’existe pas. | Des écritures ont été faites avec cette indemnité';
--! EndIncluded app/comptabilite/ecritures.sql
-- Longer ones have taken the place of these.
-- squawk-ignore require-concurrent-index-deletion
drop index if exists app.ecritures_exercice_comptable_id_idx;
-- squawk-ignore require-concurrent-index-deletion
drop index if exists app.ecritures_sapeur_id_idx;
-- squawk-ignore require-concurrent-index-deletion
drop index if exists app.ecritures_decompte_id_idx;

-- Enter migration here
alter table app.exercice_sapeurs add column if not exists convoque_at timestamptz;
--! Included app/comptabilite/travaux.sql
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

alter table app.travaux enable row level security;
alter table app.travaux force row level security;
drop policy if exists locataire on app.travaux;
create policy locataire on app.travaux as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.travaux;
create policy lecture on app.travaux for select
  using (sis_key = request.sis_with('comptabilite.lecture', 'comptabilite.modification', 'comptabilite.config'));
drop policy if exists ajout on app.travaux;
create policy ajout on app.travaux for insert with check (sis_key = request.sis_with('comptabilite.modification'));
drop policy if exists modification on app.travaux;
create policy modification on app.travaux for update using (sis_key = request.sis_with('comptabilite.modification'));

-- Not granted: writing, which api.create_imputation_interventions and the worker do.
grant select on app.travaux to caserne_api;

drop trigger if exists _900_journal on app.travaux;
create trigger _900_journal after insert or update or delete on app.travaux
  for each row execute function audit.tg_journal();

comment on table app.travaux is 'Imputations of all interventions of an accounting year, which the worker carries out.';
comment on column app.travaux.indemnites is 'Ids of the tariffs by the id of the type of intervention; `defaut` for all other types.';
comment on column app.travaux.total is 'Interventions to impute: counted when the work was asked for, and again at its end.';
comment on column app.travaux.created_by is 'Name of the account that asked for the work, as it was then.';
comment on constraint travaux_sis_key_exercice_comptable_id_fkey on app.travaux is
  'exercice_comptable_id: Cet exercice comptable n’existe pas. | Cet exercice comptable a été imputé';
comment on index app.travaux_en_cours_key is 'Cet exercice comptable est déjà en cours d’imputation';
--! EndIncluded app/comptabilite/travaux.sql
--! Included app/comptabilite/travail_interventions.sql
-- A row for each intervention, so that the worker goes on where a killed one was, and writes no row twice.
create table if not exists app.travail_interventions (
  sis_key text not null references auth.sis default request.sis_key(),
  travail_id bigint not null,
  no integer not null,
  intervention_id bigint not null,
  raison text,
  primary key (sis_key, travail_id, no),
  foreign key (sis_key, travail_id) references app.travaux
);

alter table app.travail_interventions enable row level security;
alter table app.travail_interventions force row level security;
drop policy if exists locataire on app.travail_interventions;
create policy locataire on app.travail_interventions as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.travail_interventions;
create policy lecture on app.travail_interventions for select
  using (sis_key = request.sis_with('comptabilite.lecture', 'comptabilite.modification', 'comptabilite.config'));
drop policy if exists ajout on app.travail_interventions;
create policy ajout on app.travail_interventions for insert
  with check (sis_key = request.sis_with('comptabilite.modification'));

-- Not granted: writing, which the worker does.
grant select on app.travail_interventions to caserne_api;

drop trigger if exists _900_journal on app.travail_interventions;
create trigger _900_journal after insert or update or delete on app.travail_interventions
  for each row execute function audit.tg_journal();

comment on table app.travail_interventions is 'Interventions that an imputation of a year has dealt with, in the order of their numbers.';
comment on column app.travail_interventions.no is 'Running number of the intervention in its year.';
comment on column app.travail_interventions.intervention_id is 'The intervention, which may have been removed since.';
comment on column app.travail_interventions.raison is 'Why the intervention was not imputée; null when it was.';
--! EndIncluded app/comptabilite/travail_interventions.sql

--! Included app/statistiques/forget_statistics.sql
-- The planner's estimates reveal values of every SIS to anyone who may explain a query. So for the tables of a SIS it
-- keeps statistics of keys only: the primary key, references to rows of the same SIS, and the accounting year. It keeps
-- none of a key that is hidden from analysts in a table they read (why someone was excused), and none of index
-- expressions. Plans stay good without them (test/stats/plan.test.ts).
do $$
declare
  v_change record;
begin
  for v_change in
    with columns as (
      select c.oid, a.attname, a.attstattarget,
             (a.attname = 'annee'
              or exists (
                   select
                     from pg_catalog.pg_constraint k
                    where k.conrelid = c.oid
                      and a.attnum = any (k.conkey)
                      and (k.contype = 'p'
                           or k.contype = 'f' and (s.attnum = any (k.conkey)))
                 ))
             and (not pg_catalog.has_any_column_privilege('caserne_analyst', c.oid, 'select')
                  or pg_catalog.has_column_privilege('caserne_analyst', c.oid, a.attnum, 'select')) as kept
        from pg_catalog.pg_class c
        join pg_catalog.pg_attribute s on s.attrelid = c.oid and s.attname = 'sis_key'
        join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relnamespace = 'app'::pg_catalog.regnamespace
         and c.relkind = 'r'
    )
    select pg_catalog.format('alter table %s alter %I set statistics %s', c.oid::pg_catalog.regclass, c.attname,
                             case when c.kept then -1 else 0 end) as statement
      from columns c
     where c.kept = (coalesce(c.attstattarget, -1) = 0)
    union all
    -- PostgreSQL keeps statistics of an index for its expressions only.
    select pg_catalog.format('alter index %s alter %s set statistics 0', i.indexrelid::pg_catalog.regclass, a.attnum)
      from pg_catalog.pg_index i
      join pg_catalog.pg_class c on c.oid = i.indrelid and c.relnamespace = 'app'::pg_catalog.regnamespace
      join pg_catalog.pg_attribute a on a.attrelid = i.indexrelid
     where i.indkey[a.attnum - 1] = 0
       and coalesce(a.attstattarget, -1) <> 0
  loop
    execute v_change.statement;
  end loop;
end;
$$;
--! EndIncluded app/statistiques/forget_statistics.sql

-- Every SIS gets what a new one begins with. Its entries and statements of account are those of the demo: they get the
-- values that the demo gives them now.
--! Included app/comptabilite/set_up_comptabilite.sql
create or replace function app.set_up_comptabilite() returns void
  language sql volatile
as $$
  insert into app.comptes (id, numero, designation, produit, tri)
  values (1, '3010.10', 'Soldes des interventions', false, 1), (2, '3010.20', 'Soldes des exercices', false, 2),
         (3, '3010.30', 'Indemnités de fonction', false, 3), (app.compte_avs(), '3050.00', 'Cotisations AVS, AI, APG et AC', false, 4),
         (5, '3170.00', 'Remboursements de frais', false, 5), (6, '4270.00', 'Amendes', true, 6),
         (7, '3199.00', 'Divers', false, 7)
  on conflict do nothing;

  insert into app.ecriture_categories (id, designation, tri)
  values (1, 'Interventions', 1), (2, 'Exercices', 2), (3, 'Indemnités annuelles', 3),
         (app.ecriture_categorie_avs(), 'Cotisations', 4), (5, 'Frais', 5), (6, 'Amendes', 6), (7, 'Divers', 7)
  on conflict do nothing;

  insert into app.indemnites_intervention
    (id, designation, tarif, tarif_min, tarif_min_pour, tarif_pro_rata, compte_id, ecriture_categorie_id, type)
  values (1, 'Intervention', 32, 32, 1, true, 1, 1, 1), (2, 'Piquet', 16, 0, 0, true, 1, 1, 1)
  on conflict do nothing;

  insert into app.indemnites_exercice (id, fonction_id, tarif, type_unite_id, compte_id, ecriture_categorie_id, type)
  values (1, null, 25, app.unite_heure(), 2, 2, 1)
  on conflict do nothing;

  -- Of the functions that were shipped, those that the SIS still has.
  insert into app.indemnites_annuelles (id, fonction_id, designation, tarif, type_unite_id, compte_id, ecriture_categorie_id, type)
  select t.id, f.id, 'Indemnité de fonction', t.tarif, app.unite_mois(), 3, 3, 2
    from (values (1, 'Commandant', 100), (2, 'Commandant remplaçant', 70), (3, 'Quartier-maître', 60)) as t (id, designation, tarif)
    join app.fonctions f on f.sis_key = request.sis_key() and f.id = t.id and f.designation = t.designation
  on conflict do nothing;

  insert into app.amendes (id, rang, montant, compte_id)
  values (1, 1, 50, 6), (2, 2, 80, 6), (3, 3, 120, 6)
  on conflict do nothing
$$;
comment on function app.set_up_comptabilite() is
  'Inserts accounts, categories of entries, tariffs and fines of the request''s SIS, as a start; rows that are there stay as they are.';
--! EndIncluded app/comptabilite/set_up_comptabilite.sql
--! Included app/comptabilite/federal_avs.sql
-- Looked up on 23.11.2026.
-- 10.6 % (AVS 8.7, AI 1.4, APG 0.5) since 2021, and AC 2.2 % up to 148,200 since 2016: AVS/AI memento 2.01; tables 2024
-- to 2026 of medisuisse.ch and treuhand.southvision.de.
-- Minor wages of 2,500, and 2,300 until 2024: art. 34d RAVS; faq.bsv.admin.ch; memento 2.04.
-- Exempt solde: art. 24 let. fbis LIFD, 5,000 from 2013 on (ESTV, 22.11.2011); 5,200 in 2023 and 5,300 in 2024
-- (mafidu.com); 5,300 in 2025 and 5,400 from 2026 on (EFD by taxlawblog.ch).
create or replace function app.federal_avs(annee integer)
  returns table (taux_avs numeric, taux_ac numeric, franchise_avs numeric, franchise_imposition numeric, plafond_ac numeric)
  language sql immutable
as $$
  select 0.10600, 0.02200,
         case when annee < 2025 then 2300.00 else 2500.00 end,
         case when annee < 2023 then 5000.00 when annee < 2024 then 5200.00 when annee < 2026 then 5300.00 else 5400.00 end,
         148200.00
$$;
comment on function app.federal_avs(integer) is
  'Federal rates of AVS/AI/APG and AC of employee and employer together, and their limits in francs, in a calendar year: what a SIS starts from.';
grant execute on function app.federal_avs(integer) to caserne_api;
--! EndIncluded app/comptabilite/federal_avs.sql
do $$
declare
  v_sis text;
begin
  for v_sis in select s.api_key from auth.sis s order by s.api_key loop
    perform request.open(null, v_sis, array['comptabilite.config', 'comptabilite.modification'], null);
    perform app.set_up_comptabilite();
    insert into app.avs_params
      (exercice_comptable_id, taux_avs, taux_ac, franchise_avs, franchise_imposition, plafond_ac, compte_id, ecriture_categorie_id)
    select e.id, f.*, app.compte_avs(), app.ecriture_categorie_avs()
      from app.exercices_comptables e
     cross join app.federal_avs(e.annee) f
     where e.sis_key = v_sis;
    update app.ecritures e
       set module = case when e.intervention_id is null then 1 else 2 end,
           type = 1,
           compte_id = case when e.intervention_id is null then 2 else 1 end,
           ecriture_categorie_id = case when e.intervention_id is null then 2 else 1 end,
           type_unite_id = app.unite_heure(),
           tarif = coalesce(round(e.total / nullif(e.quantite, 0), 2), 0)
     where e.sis_key = v_sis
       and num_nonnulls(e.intervention_id, e.exercice_id) = 1;
    update app.paiements p set avs = p.avs_ac where p.sis_key = v_sis;
    update app.decomptes d
       set deduction = p.avs_ac <> 0,
           total = p.total + p.avs_ac,
           avs_total = p.avs_ac,
           a_payer_total = p.total,
           paye_le = d.date
      from (select decompte_id, sum(total) as total, sum(avs_ac) as avs_ac from app.paiements where sis_key = v_sis group by 1) p
     where d.sis_key = v_sis
       and d.id = p.decompte_id;
  end loop;
  perform request.open(null, null, null, null);
end;
$$;

-- Files of sql/ that have changed since the last release; written by `caserne schema`.
-- Statements of yours stand above this heading, such as an alter table.
--! Included request/open.sql
-- Only this function writes the request.* settings. They are local to the transaction: an autocommit statement with
-- request.open(…) in FROM runs it before the select list and loses the settings at its end.
create or replace function request.open(user_id bigint, sis_key text, permissions text[], sapeur_id bigint) returns void
  language plpgsql volatile
as $$
declare
  v_settings text;
begin
  -- An assignment, because PL/pgSQL evaluates it without a statement of its own; a perform for each would take longer
  -- than all the rest.
  v_settings := pg_catalog.set_config('request.user_id', coalesce(open.user_id::text, ''), true)
    || pg_catalog.set_config('request.sis_key', coalesce(open.sis_key, ''), true)
    || pg_catalog.set_config('request.permissions', pg_catalog.array_to_string(open.permissions, ','), true)
    || pg_catalog.set_config('request.sapeur_id', coalesce(open.sapeur_id::text, ''), true);
end;
$$;
comment on function request.open(bigint, text, text[], bigint) is
  'Sets for the rest of the transaction the caller, the SIS, the permissions, and the sapeur that the caller is there (null: none).';
grant execute on function request.open(bigint, text, text[], bigint) to caserne_api;

-- A rule that must read another SIS, or more than the caller may, opens its own request and then reopens the caller's.
-- If it fails in between, the settings are rolled back with the transaction.
create or replace function request.opened() returns text[]
  language sql stable
as $$
  select array[
    pg_catalog.current_setting('request.user_id', true), pg_catalog.current_setting('request.sis_key', true),
    pg_catalog.current_setting('request.permissions', true), pg_catalog.current_setting('request.sapeur_id', true)
  ]
$$;
comment on function request.opened() is 'The settings of the open request, for request.reopen.';

create or replace function request.reopen(opened text[]) returns void
  language sql volatile
as $$
  select request.open(
    nullif(opened[1], '')::bigint, nullif(opened[2], ''), pg_catalog.string_to_array(opened[3], ','), nullif(opened[4], '')::bigint)
$$;
comment on function request.reopen(text[]) is 'Opens a request again with the settings of request.opened.';
--! EndIncluded request/open.sql
--! Included request/local_instant.sql
-- One expression without FROM, so that PostgreSQL inlines it.
create or replace function request.local_instant(instant timestamptz, fuseau text) returns text
  language sql stable parallel safe
as $$
  select pg_catalog.to_char(instant at time zone fuseau, 'YYYY-MM-DD"T"HH24:MI:SS')
      || case when (instant at time zone fuseau) < (instant at time zone 'UTC') then '-' else '+' end
      || pg_catalog.to_char(
           greatest((instant at time zone fuseau) - (instant at time zone 'UTC'),
                    (instant at time zone 'UTC') - (instant at time zone fuseau)),
           'HH24:MI')
$$;
comment on function request.local_instant(timestamptz, text) is
  'An instant in a time zone with its offset, as on the wire: 2026-03-14T14:30:00+01:00.';
grant execute on function request.local_instant(timestamptz, text) to caserne_api;
--! EndIncluded request/local_instant.sql
--! Included audit/journal.sql
-- The journal is append-only: no policy allows changing or removing an entry, and a trigger refuses it even to the
-- owner. No foreign key to auth.sis, because changes of the instance's mailbox (sis_key '*') are kept here too.
create table if not exists audit.journal (
  sis_key text not null,
  id bigint generated always as identity,
  recorded_at timestamptz not null default clock_timestamp(),
  user_id bigint default request.user_id(),
  ressource text not null,
  ligne_id bigint,
  action text not null check (action in ('ajout', 'modification', 'suppression')),
  avant jsonb,
  apres jsonb,
  primary key (sis_key, id)
);
create index if not exists journal_ressource_idx on audit.journal (sis_key, ressource, ligne_id, id desc);
create index if not exists journal_user_id_idx on audit.journal (sis_key, user_id, id desc);
create index if not exists journal_recorded_at_idx on audit.journal (sis_key, recorded_at);

alter table audit.journal enable row level security;
alter table audit.journal force row level security;
drop policy if exists locataire on audit.journal;
-- As in auth, some of whose tables change outside a request.
create policy locataire on audit.journal as restrictive using (sis_key = coalesce(request.sis_key(), sis_key));
-- As on app.messageries.
drop policy if exists instance on audit.journal;
create policy instance on audit.journal as restrictive using (sis_key <> '*' or 'caserne_api' not in (current_user, session_user));
drop policy if exists lecture on audit.journal;
create policy lecture on audit.journal for select
  using (
    sis_key = request.sis_with('sis.config')
    -- Rows that only those in charge of people or accounts may read stay hidden from others here.
    and sis_key = case
          when ressource in ('materiel_personnel', 'mutations', 'particularites', 'sapeur_permis', 'telephones')
          then request.sis_with('sapeur.lecture', 'sapeur.modification')
          -- Private telephone numbers, which readers of alarms see too.
          when ressource = 'alarme_personnes'
          then request.sis_with('sapeur.lecture', 'sapeur.modification', 'intervention.lecture', 'intervention.modification')
          when ressource = 'salaires'
          then request.sis_with('sapeur.lecture', 'sapeur.modification', 'comptabilite.lecture')
          -- Reasons of excuses.
          when ressource = 'exercice_sapeurs'
          then request.sis_with('exercice.lecture', 'exercice.modification', 'exercice.validation', 'exercice.presence')
          when ressource in ('amendes', 'avs_params', 'comptes', 'decomptes', 'ecriture_categories', 'ecritures',
                             'indemnites_annuelles', 'indemnites_exercice', 'indemnites_intervention', 'paiements',
                             'travail_interventions', 'travaux')
          then request.sis_with('comptabilite.lecture', 'comptabilite.modification', 'comptabilite.config')
          else sis_key
        end
  );
drop policy if exists ajout on audit.journal;
create policy ajout on audit.journal for insert to caserne_owner with check (true);

grant select on audit.journal to caserne_api;
-- Not granted to anyone: writing. The trigger below writes.

create or replace function audit.tg_journal__fige() returns trigger
  language plpgsql volatile
as $$
begin
  raise sqlstate 'PT403' using message = 'Le journal ne peut être ni modifié ni effacé';
end;
$$;
comment on function audit.tg_journal__fige() is 'Refuses (PT403) to change or remove entries of the journal.';
drop trigger if exists _100_fige on audit.journal;
create trigger _100_fige before update or delete or truncate on audit.journal
  for each statement execute function audit.tg_journal__fige();

comment on table audit.journal is 'Every row of a SIS that was added, changed or removed: by whom, when, and its values before and after.';
comment on column audit.journal.user_id is 'The account that made the change; null for the worker and the operator.';
comment on column audit.journal.ligne_id is 'Id of the row. Where rows have none: id of the account, invitation, role, place, sapeur or accounting year that the row belongs to; null for a thing that a SIS has once.';
comment on column audit.journal.avant is 'Values before: all of a removed row, the differing ones of a changed row.';
comment on column audit.journal.apres is 'Values after: all of a new row, the differing ones of a changed row.';
--! EndIncluded audit/journal.sql
--! Included audit/find_entries.sql
-- Planned anew for the given filters: a plan for any filter would read a journal of years from its end to find the
-- three entries of one row.
create or replace function audit.find_entries(
  ressource text, ligne_id bigint, user_id bigint, action text, since timestamptz, until timestamptz, before_id bigint,
  row_limit integer
) returns setof audit.journal
  language plpgsql stable set plan_cache_mode = force_custom_plan
as $$
begin
  return query
    select j.*
      from audit.journal j
     where j.sis_key = request.sis_key()
       and (find_entries.ressource is null or j.ressource = find_entries.ressource)
       and (find_entries.ligne_id is null or j.ligne_id = find_entries.ligne_id)
       and (find_entries.user_id is null or j.user_id = find_entries.user_id)
       and (find_entries.action is null or j.action = find_entries.action)
       and (find_entries.since is null or j.recorded_at >= find_entries.since)
       and (find_entries.until is null or j.recorded_at < find_entries.until)
       and j.id < find_entries.before_id
     order by j.id desc
     limit find_entries.row_limit;
end;
$$;
comment on function audit.find_entries(text, bigint, bigint, text, timestamptz, timestamptz, bigint, integer) is
  'The newest entries of the journal of the caller''s SIS with an id below before_id, of one row or of a time (since included, until not); null for any.';
grant execute on function audit.find_entries(text, bigint, bigint, text, timestamptz, timestamptz, bigint, integer) to caserne_api;
--! EndIncluded audit/find_entries.sql
--! Included audit/list_newest.sql
-- Sorts are off, because the planner expects hardly any rows and would sort those of another index. So the journal is
-- read from its end, by the key or by the index of the account, until the page is full.
create or replace function audit.list_newest(
  ressource text, user_id bigint, action text, before_id bigint, row_limit integer
) returns setof audit.journal
  language plpgsql stable set plan_cache_mode = force_custom_plan set enable_sort = off
as $$
begin
  return query
    select j.*
      from audit.journal j
     where j.sis_key = request.sis_key()
       and (list_newest.ressource is null or j.ressource = list_newest.ressource)
       and (list_newest.user_id is null or j.user_id = list_newest.user_id)
       and (list_newest.action is null or j.action = list_newest.action)
       and j.id < list_newest.before_id
     order by j.id desc
     limit list_newest.row_limit;
end;
$$;
comment on function audit.list_newest(text, bigint, text, bigint, integer) is
  'The newest entries of the journal of the caller''s SIS with an id below before_id, by resource, account and action; null for any.';
grant execute on function audit.list_newest(text, bigint, text, bigint, integer) to caserne_api;
--! EndIncluded audit/list_newest.sql
--! Included audit/tg_journal.sql
-- Definer: nobody is granted writing the journal.
create or replace function audit.tg_journal() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- Columns that follow from other rows, whose own entries tell the change.
  v_derived text[] := array['updated_at', 'secondes', 'dernier_no_vacant', 'parti_at', 'version'];
  v_left_out text[] := v_derived || coalesce(tg_argv, '{}') || array['sis_key'];
  v_ligne jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  v_before jsonb;
  v_after jsonb;
begin
  if tg_op = 'INSERT' then
    v_after := v_ligne - v_left_out;
  elsif tg_op = 'DELETE' then
    v_before := v_ligne - v_left_out;
  else
    v_before := to_jsonb(old) - v_derived;
    v_after := v_ligne - v_derived;
    if v_before = v_after then
      return null;
    end if;
    -- A column that is left out of the journal is only known to have changed.
    v_before := v_before - v_left_out;
    v_after := v_after - v_left_out;
    select coalesce(jsonb_object_agg(a.key, a.value), '{}') into v_before
      from jsonb_each(v_before) a
     where a.value <> v_after -> a.key;
    select coalesce(jsonb_object_agg(a.key, v_after -> a.key), '{}') into v_after
      from jsonb_object_keys(v_before) a (key);
  end if;
  insert into audit.journal (sis_key, ressource, ligne_id, action, avant, apres)
  values (v_ligne ->> 'sis_key', tg_table_name,
          -- A row without an id belongs to one that has an id. The settings of a SIS belong to none, whoever commands
          -- the SIS.
          case
            when tg_table_name <> 'sis'
            then coalesce(v_ligne ->> 'id', v_ligne ->> 'user_id', v_ligne ->> 'invitation_id', v_ligne ->> 'role_id',
                          v_ligne ->> 'localite_id', v_ligne ->> 'sapeur_id', v_ligne ->> 'exercice_comptable_id')
          end::bigint,
          case tg_op when 'INSERT' then 'ajout' when 'UPDATE' then 'modification' else 'suppression' end,
          v_before, v_after);
  return null;
end;
$$;
comment on function audit.tg_journal() is
  'Writes an entry of the journal for each changed row. Arguments: columns whose values stay out of the journal. Definer: nobody is granted writing the journal.';
--! EndIncluded audit/tg_journal.sql
--! Included auth/check_sessions.sql
create or replace function auth.check_sessions(
  user_ids bigint[], issued_at timestamptz[], sis_key text, permissions text[], out held text[], out ended integer[]
)
  language plpgsql stable
as $$
begin
  ended := '{}';
  for n in 1 .. cardinality(user_ids) loop
    begin
      held := auth.check_session(user_ids[n], issued_at[n], sis_key, permissions);
    exception when sqlstate 'PT401' or sqlstate 'PT403' or sqlstate 'PT404' then
      ended := ended || n;
    end;
  end loop;
end;
$$;
comment on function auth.check_sessions(bigint[], timestamptz[], text, text[]) is
  'Checks several sessions that enter one SIS with the same permissions: what they hold there (auth.check_session), and the places of those that may no longer enter.';
grant execute on function auth.check_sessions(bigint[], timestamptz[], text, text[]) to caserne_api;
--! EndIncluded auth/check_sessions.sql
--! Included app/listes/exercices_comptables.sql
create table if not exists app.exercices_comptables (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  annee integer not null check (annee between 1900 and 2199),
  designation text not null check (designation <> ''),
  debut date not null,
  fin date not null,
  boucle boolean not null default false,
  dernier_no_vacant integer not null default 0,
  version bigint not null default 1,
  primary key (sis_key, id),
  check (debut <= fin),
  -- On an expression, as in app.mutations.
  constraint exercices_comptables_sis_key_daterange_excl
    exclude using gist ((sis_key || '') with =, daterange(debut, fin, '[]') with &&)
);
create unique index if not exists exercices_comptables_annee_key on app.exercices_comptables (sis_key, annee);

alter table app.exercices_comptables enable row level security;
alter table app.exercices_comptables force row level security;
drop policy if exists locataire on app.exercices_comptables;
create policy locataire on app.exercices_comptables as restrictive to caserne_owner, caserne_api, caserne_worker
  using (sis_key = request.sis_key());
drop policy if exists octroi on app.exercices_comptables;
create policy octroi on app.exercices_comptables as restrictive to caserne_analyst
  using (((select auth.octroi_complet()) or (select auth.octrois())[sis_key] is not null)
         and sis_key = any ((select auth.liste_octrois())::text[]));
drop policy if exists analyste on app.exercices_comptables;
create policy analyste on app.exercices_comptables for select to caserne_analyst using (true);
drop policy if exists national on app.exercices_comptables;
create policy national on app.exercices_comptables for select to caserne_national using (true);
drop policy if exists lecture on app.exercices_comptables;
create policy lecture on app.exercices_comptables for select using (sis_key = request.sis_key());
drop policy if exists ajout on app.exercices_comptables;
create policy ajout on app.exercices_comptables for insert
  with check (sis_key = request.sis_with('comptabilite.config'));
drop policy if exists modification on app.exercices_comptables;
create policy modification on app.exercices_comptables for update
  using (sis_key = request.sis_with('comptabilite.config'));
drop policy if exists suppression on app.exercices_comptables;
create policy suppression on app.exercices_comptables for delete
  using (sis_key = request.sis_with('comptabilite.config'));
-- For app.lock_exercice_comptable, app.refuse_bouclement and the numbers that interventions leave. A caller who adds an
-- intervention or an exercice may open its year, and everyone who writes to a year locks it; they change nothing else
-- there.
drop policy if exists ouverture on app.exercices_comptables;
create policy ouverture on app.exercices_comptables for insert to caserne_owner
  with check (sis_key = request.sis_with('intervention.modification', 'exercice.modification'));
drop policy if exists verrou on app.exercices_comptables;
create policy verrou on app.exercices_comptables for update to caserne_owner using (sis_key = request.sis_key());

grant select, delete on app.exercices_comptables to caserne_api;
grant insert (annee, designation, debut, fin, boucle),
  update (annee, designation, debut, fin, boucle)
  on app.exercices_comptables to caserne_api;
grant select (sis_key, id, annee, designation, debut, fin, boucle)
  on app.exercices_comptables to caserne_analyst, caserne_national;
drop trigger if exists _020_version on app.exercices_comptables;
create trigger _020_version before update on app.exercices_comptables
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _870_changement on app.exercices_comptables;
create trigger _870_changement after insert or update or delete on app.exercices_comptables
  for each row execute function audit.tg_changement('listes');
drop trigger if exists _880_changement on app.exercices_comptables;
create trigger _880_changement after truncate on app.exercices_comptables
  for each statement execute function audit.tg_changement('listes');
drop trigger if exists _900_journal on app.exercices_comptables;
create trigger _900_journal after insert or update or delete on app.exercices_comptables
  for each row execute function audit.tg_journal();
drop trigger if exists _950_if_match on app.exercices_comptables;
create trigger _950_if_match after update or delete on app.exercices_comptables
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table app.exercices_comptables is 'Accounting years of a SIS. Two never overlap.';
comment on column app.exercices_comptables.dernier_no_vacant is 'Highest number of an intervention that was removed or moved to another year; new numbers begin after it. Kept by a trigger of interventions.';
comment on column app.exercices_comptables.boucle is 'Whether the year is closed: nothing that belongs to it is written any more.';
comment on constraint exercices_comptables_annee_check on app.exercices_comptables is 'annee: L’année doit être comprise entre 1900 et 2199.';
comment on constraint exercices_comptables_check on app.exercices_comptables is 'fin: La fin précède le début.';
comment on constraint exercices_comptables_sis_key_daterange_excl on app.exercices_comptables is 'Cet exercice comptable en chevauche un autre';
comment on constraint exercices_comptables_designation_check on app.exercices_comptables is 'designation: Ce champ est obligatoire.';
comment on index app.exercices_comptables_annee_key is 'Un exercice comptable porte déjà cette année';
--! EndIncluded app/listes/exercices_comptables.sql
--! Included app/listes/tg_exercices_comptables__bouclement.sql
-- An update locks the year less than this, and writers of the year wait only for the stronger lock. Once it is taken,
-- all transactions that wrote to the year have ended.
create or replace function app.tg_exercices_comptables__bouclement() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform
    from app.exercices_comptables e
   where e.sis_key = new.sis_key
     and e.id = new.id
     for update;
  return new;
end;
$$;
comment on function app.tg_exercices_comptables__bouclement() is
  'Closes an accounting year only when all transactions that wrote to it have ended. Definer: to lock the year.';
drop trigger if exists _050_bouclement on app.exercices_comptables;
create trigger _050_bouclement before update of boucle on app.exercices_comptables
  for each row when (new.boucle and not old.boucle) execute function app.tg_exercices_comptables__bouclement();

create or replace function app.tg_exercices_comptables__boucle() returns trigger
  language plpgsql volatile
as $$
begin
  raise sqlstate 'PT409' using message = 'Exercice comptable bouclé';
end;
$$;
comment on function app.tg_exercices_comptables__boucle() is
  'Refuses (PT409) to change a closed accounting year, except to open it again, or to remove it.';
drop trigger if exists _060_boucle on app.exercices_comptables;
create trigger _060_boucle before update on app.exercices_comptables
  for each row
  when (old.boucle and new.boucle
        and (old.annee, old.designation, old.debut, old.fin) is distinct from (new.annee, new.designation, new.debut, new.fin))
  execute function app.tg_exercices_comptables__boucle();
drop trigger if exists _070_boucle on app.exercices_comptables;
create trigger _070_boucle before delete on app.exercices_comptables
  for each row when (old.boucle) execute function app.tg_exercices_comptables__boucle();
--! EndIncluded app/listes/tg_exercices_comptables__bouclement.sql
--! Included app/listes/lock_exercice_comptable.sql
-- The one rule of which years open automatically, for interventions and exercices: a typing error in a date, or an old
-- mail, must not open a year.
create or replace function app.lock_exercice_comptable(day date) returns app.exercices_comptables
  language plpgsql volatile
as $$
declare
  v_exercice app.exercices_comptables;
  v_annee integer := extract(year from day);
begin
  for v_try in 1..2 loop
    select * into v_exercice
      from app.exercices_comptables e
     where e.sis_key = request.sis_key()
       and e.debut <= day and day <= e.fin
       for no key update;
    if found then
      perform app.refuse_bouclement(v_exercice.id);
      return v_exercice;
    end if;
    -- A caller who may not open a year cannot lock one either: the policy refuses the insert below.
    if abs(v_annee - extract(year from app.today())) > 1
      and request.sis_with('intervention.modification', 'exercice.modification') is not null
    then
      raise sqlstate 'PT409' using
        message = format('Aucun exercice comptable ne contient le %s : il faut d’abord l’ouvrir', to_char(day, 'DD.MM.YYYY'));
    end if;
    -- When someone else opens the same year, this waits for that transaction, and the second turn reads its row.
    insert into app.exercices_comptables (annee, designation, debut, fin)
    values (v_annee, v_annee::text, make_date(v_annee, 1, 1), make_date(v_annee, 12, 31))
    on conflict do nothing;
  end loop;
  raise sqlstate 'PT409' using
    message = format('Aucun exercice comptable ne contient le %s et l’année civile en chevauche un autre', to_char(day, 'DD.MM.YYYY'));
end;
$$;
comment on function app.lock_exercice_comptable(date) is
  'The accounting year of a day, locked for the rest of the transaction; the last, current or next calendar year is opened when missing. PT409 when the year is closed, must be opened first, or the calendar year overlaps another.';
grant execute on function app.lock_exercice_comptable(date) to caserne_api;
--! EndIncluded app/listes/lock_exercice_comptable.sql
--! Included app/listes/current_exercice_comptable_id.sql
create or replace function app.current_exercice_comptable_id() returns bigint
  language sql stable
as $$
  select e.id
    from app.exercices_comptables e
   where e.sis_key = request.sis_key()
     -- A sub-select, so that today's date is asked for once and not for each row.
     and daterange(e.debut, e.fin, '[]') @> (select app.today())
$$;
comment on function app.current_exercice_comptable_id() is
  'The accounting year that contains today''s date in the time zone of the request''s SIS; null when there is none.';
grant execute on function app.current_exercice_comptable_id() to caserne_api;
--! EndIncluded app/listes/current_exercice_comptable_id.sql
--! Included app/listes/exercice_categories.sql
-- Each SIS has its own copy and may change it. Rows shipped with Caserne have the same ids everywhere; ids of added
-- rows begin at 1000.
create table if not exists app.exercice_categories (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated by default as identity (start with 1000),
  designation text not null check (designation <> ''),
  tri integer not null default 0,
  version bigint not null default 1,
  amendable boolean not null default false,
  duree_base integer not null default 120 check (duree_base between 1 and 780),
  primary key (sis_key, id),
  unique (sis_key, designation)
);

alter table app.exercice_categories enable row level security;
alter table app.exercice_categories force row level security;
drop policy if exists locataire on app.exercice_categories;
create policy locataire on app.exercice_categories as restrictive to caserne_owner, caserne_api, caserne_worker
  using (sis_key = request.sis_key());
drop policy if exists octroi on app.exercice_categories;
create policy octroi on app.exercice_categories as restrictive to caserne_analyst
  using (((select auth.octroi_complet()) or (select auth.octrois())[sis_key] is not null)
         and sis_key = any ((select auth.liste_octrois())::text[]));
drop policy if exists analyste on app.exercice_categories;
create policy analyste on app.exercice_categories for select to caserne_analyst using (true);
drop policy if exists national on app.exercice_categories;
create policy national on app.exercice_categories for select to caserne_national using (true);
drop policy if exists lecture on app.exercice_categories;
create policy lecture on app.exercice_categories for select using (sis_key = request.sis_key());
drop policy if exists ajout on app.exercice_categories;
create policy ajout on app.exercice_categories for insert with check (sis_key = request.sis_with('exercice.config'));
drop policy if exists modification on app.exercice_categories;
create policy modification on app.exercice_categories for update
  using (sis_key = request.sis_with('exercice.config'));
drop policy if exists suppression on app.exercice_categories;
create policy suppression on app.exercice_categories for delete using (sis_key = request.sis_with('exercice.config'));

grant select, delete on app.exercice_categories to caserne_api;
grant insert (designation, tri, amendable, duree_base), update (designation, tri, amendable, duree_base)
  on app.exercice_categories to caserne_api;
grant select (sis_key, id, designation, tri)
  on app.exercice_categories to caserne_analyst, caserne_national;

drop trigger if exists _020_version on app.exercice_categories;
create trigger _020_version before update on app.exercice_categories
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _870_changement on app.exercice_categories;
create trigger _870_changement after insert or update or delete on app.exercice_categories
  for each row execute function audit.tg_changement('listes');
drop trigger if exists _880_changement on app.exercice_categories;
create trigger _880_changement after truncate on app.exercice_categories
  for each statement execute function audit.tg_changement('listes');
drop trigger if exists _900_journal on app.exercice_categories;
create trigger _900_journal after insert or update or delete on app.exercice_categories
  for each row execute function audit.tg_journal();
drop trigger if exists _950_if_match on app.exercice_categories;
create trigger _950_if_match after update or delete on app.exercice_categories
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table app.exercice_categories is 'Categories of exercices.';
comment on constraint exercice_categories_designation_check on app.exercice_categories is 'designation: Ce champ est obligatoire.';
comment on constraint exercice_categories_sis_key_designation_key on app.exercice_categories is 'Cette désignation existe déjà';
comment on column app.exercice_categories.amendable is 'Whether an unexcused absence is fined.';
comment on column app.exercice_categories.duree_base is 'Usual duration in minutes.';
comment on constraint exercice_categories_duree_base_check on app.exercice_categories is
  'duree_base: La durée doit être de 1 à 780 minutes.';
--! EndIncluded app/listes/exercice_categories.sql
--! Included app/listes/heure_exercice_types.sql
-- Each SIS has its own copy and may change it. Rows shipped with Caserne have the same ids everywhere; ids of added
-- rows begin at 1000.
create table if not exists app.heure_exercice_types (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated by default as identity (start with 1000),
  designation text not null check (designation <> ''),
  type_unite_id bigint not null default 2 references app.unites,
  tri integer not null default 0,
  version bigint not null default 1,
  montant numeric(12, 2) not null default 0 check (montant >= 0),
  compte_id bigint,
  ecriture_categorie_id bigint,
  type smallint not null default 1 check (type between 0 and 4),
  primary key (sis_key, id),
  unique (sis_key, designation),
  foreign key (sis_key, compte_id) references app.comptes,
  foreign key (sis_key, ecriture_categorie_id) references app.ecriture_categories,
  constraint heure_exercice_types_compte_check check (montant = 0 or compte_id is not null),
  constraint heure_exercice_types_categorie_check check (montant = 0 or ecriture_categorie_id is not null)
);
create index if not exists heure_exercice_types_compte_id_idx on app.heure_exercice_types (sis_key, compte_id);
create index if not exists heure_exercice_types_ecriture_categorie_id_idx
  on app.heure_exercice_types (sis_key, ecriture_categorie_id);
create index if not exists heure_exercice_types_type_unite_id_idx on app.heure_exercice_types (sis_key, type_unite_id);

alter table app.heure_exercice_types enable row level security;
alter table app.heure_exercice_types force row level security;
drop policy if exists locataire on app.heure_exercice_types;
create policy locataire on app.heure_exercice_types as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.heure_exercice_types;
create policy lecture on app.heure_exercice_types for select using (sis_key = request.sis_key());
drop policy if exists ajout on app.heure_exercice_types;
create policy ajout on app.heure_exercice_types for insert with check (sis_key = request.sis_with('exercice.config'));
-- Those who keep the accounts set what the hours are paid.
drop policy if exists modification on app.heure_exercice_types;
create policy modification on app.heure_exercice_types for update
  using (sis_key = request.sis_with('exercice.config', 'comptabilite.config'));
drop policy if exists suppression on app.heure_exercice_types;
create policy suppression on app.heure_exercice_types for delete
  using (sis_key = request.sis_with('exercice.config'));

grant select, delete on app.heure_exercice_types to caserne_api;
grant insert (designation, type_unite_id, tri, montant, compte_id, ecriture_categorie_id, type),
  update (designation, type_unite_id, tri, montant, compte_id, ecriture_categorie_id, type)
  on app.heure_exercice_types to caserne_api;

drop trigger if exists _020_version on app.heure_exercice_types;
create trigger _020_version before update on app.heure_exercice_types
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _870_changement on app.heure_exercice_types;
create trigger _870_changement after insert or update or delete on app.heure_exercice_types
  for each row execute function audit.tg_changement('listes');
drop trigger if exists _880_changement on app.heure_exercice_types;
create trigger _880_changement after truncate on app.heure_exercice_types
  for each statement execute function audit.tg_changement('listes');
drop trigger if exists _900_journal on app.heure_exercice_types;
create trigger _900_journal after insert or update or delete on app.heure_exercice_types
  for each row execute function audit.tg_journal();
drop trigger if exists _950_if_match on app.heure_exercice_types;
create trigger _950_if_match after update or delete on app.heure_exercice_types
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table app.heure_exercice_types is 'Kinds of additional hours at exercices.';
comment on column app.heure_exercice_types.type_unite_id is 'Unit of the hours; 2 (hour) by default.';
comment on constraint heure_exercice_types_type_unite_id_fkey on app.heure_exercice_types is
  'type_unite_id: Cette unité n’existe pas.';
comment on constraint heure_exercice_types_designation_check on app.heure_exercice_types is 'designation: Ce champ est obligatoire.';
comment on constraint heure_exercice_types_sis_key_designation_key on app.heure_exercice_types is 'Cette désignation existe déjà';
comment on column app.heure_exercice_types.montant is 'Francs per unit.';
comment on column app.heure_exercice_types.type is
  'How tax sees the entries: 0 autre, 1 solde, 2 indemnité, 3 frais forfaitaires, 4 frais effectifs.';
comment on constraint heure_exercice_types_montant_check on app.heure_exercice_types is
  'montant: Le montant ne peut être négatif.';
comment on constraint heure_exercice_types_type_check on app.heure_exercice_types is
  'type: Le type doit être de 0 à 4 (autre, solde, indemnité, frais forfaitaires, frais effectifs).';
comment on constraint heure_exercice_types_sis_key_compte_id_fkey on app.heure_exercice_types is
  'compte_id: Ce compte n’existe pas. | Ce compte est celui d’un type d’heures';
comment on constraint heure_exercice_types_sis_key_ecriture_categorie_id_fkey on app.heure_exercice_types is
  'ecriture_categorie_id: Cette catégorie n’existe pas. | Cette catégorie est celle d’un type d’heures';
comment on constraint heure_exercice_types_compte_check on app.heure_exercice_types is
  'compte_id: Un type d’heures qui est payé doit avoir un compte.';
comment on constraint heure_exercice_types_categorie_check on app.heure_exercice_types is
  'ecriture_categorie_id: Un type d’heures qui est payé doit avoir une catégorie d’écriture.';
--! EndIncluded app/listes/heure_exercice_types.sql
--! Included app/comptabilite/tg_comptes__produit.sql
-- produit says who owes what stands on an account. A change would turn the sign of amounts that are booked already. The
-- lock waits for those who are just booking on the account: they hold the key of its row.
create or replace function app.tg_comptes__produit() returns trigger
  language plpgsql volatile
as $$
begin
  perform from app.comptes c where c.sis_key = new.sis_key and c.id = new.id for update;
  if exists (select from app.ecritures e where e.sis_key = new.sis_key and e.compte_id = new.id) then
    raise sqlstate 'PT409' using message = 'Des écritures sont passées sur ce compte : il ne peut plus changer de nature';
  end if;
  if exists (select from app.amendes a where a.sis_key = new.sis_key and a.compte_id = new.id) then
    raise sqlstate 'PT409' using message = 'Ce compte est celui d’une amende : il doit rester un compte de produit';
  end if;
  return new;
end;
$$;
comment on function app.tg_comptes__produit() is
  'Refuses (PT409) to make an account of income of another one, or the reverse, once entries or fines are on it.';
drop trigger if exists _100_produit on app.comptes;
create trigger _100_produit before update on app.comptes
  for each row when (new.produit <> old.produit) execute function app.tg_comptes__produit();
--! EndIncluded app/comptabilite/tg_comptes__produit.sql
--! Included app/comptabilite/tg_amendes__produit.sql
-- The lock waits for someone who is just changing the account (app.tg_comptes__produit).
create or replace function app.tg_amendes__produit() returns trigger
  language plpgsql volatile
as $$
begin
  if exists (
    select from app.comptes c where c.sis_key = new.sis_key and c.id = new.compte_id and not c.produit for key share
  ) then
    raise sqlstate 'PT422' using message = 'Le compte d’une amende doit être un compte de produit.', detail = 'compte_id';
  end if;
  return new;
end;
$$;
comment on function app.tg_amendes__produit() is 'Refuses (PT422) a fine on an account that is not one of income.';
drop trigger if exists _100_produit on app.amendes;
create trigger _100_produit before insert or update of compte_id on app.amendes
  for each row execute function app.tg_amendes__produit();
--! EndIncluded app/comptabilite/tg_amendes__produit.sql
--! Included app/comptabilite/tg_exercices_comptables__avs.sql
-- Definer: an intervention or an exercice opens its year, whoever adds it. Its caller may not write parameters, so the
-- function opens a request that may.
create or replace function app.tg_exercices_comptables__avs() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_opened text[] := request.opened();
begin
  perform request.open(request.user_id(), coalesce(new.sis_key, old.sis_key), array['comptabilite.config'], request.sapeur_id());
  if tg_op = 'DELETE' then
    delete from app.avs_params p where p.sis_key = old.sis_key and p.exercice_comptable_id = old.id;
  else
    insert into app.avs_params
      (exercice_comptable_id, taux_avs, taux_ac, franchise_avs, franchise_imposition, plafond_ac, seuil_sur_solde, compte_id,
       ecriture_categorie_id)
    select new.id, d.taux_avs, d.taux_ac, d.franchise_avs, d.franchise_imposition, d.plafond_ac, d.seuil_sur_solde, d.compte_id,
           d.ecriture_categorie_id
      from (
        select p.taux_avs, p.taux_ac, p.franchise_avs, p.franchise_imposition, p.plafond_ac, p.seuil_sur_solde, p.compte_id,
               p.ecriture_categorie_id, e.fin
          from app.avs_params p
          join app.exercices_comptables e on e.sis_key = p.sis_key and e.id = p.exercice_comptable_id
         where p.sis_key = new.sis_key
           and e.fin < new.debut
        union all
        select f.*, false, c.id, k.id, '-infinity'
          from app.federal_avs(new.annee) f
          join app.comptes c on c.sis_key = new.sis_key and c.id = app.compte_avs()
          join app.ecriture_categories k on k.sis_key = new.sis_key and k.id = app.ecriture_categorie_avs()
      ) d
     order by d.fin desc
     limit 1;
  end if;
  perform request.reopen(v_opened);
  return coalesce(new, old);
end;
$$;
comment on function app.tg_exercices_comptables__avs() is
  'Gives a new accounting year the AVS parameters of the year before, or the federal figures when there is none, and removes those of a year that goes. Definer: whoever opens a year may not write them.';
drop trigger if exists _100_avs on app.exercices_comptables;
create trigger _100_avs before delete on app.exercices_comptables
  for each row execute function app.tg_exercices_comptables__avs();
drop trigger if exists _700_avs on app.exercices_comptables;
create trigger _700_avs after insert on app.exercices_comptables
  for each row execute function app.tg_exercices_comptables__avs();
--! EndIncluded app/comptabilite/tg_exercices_comptables__avs.sql
--! Included app/comptabilite/tg_avs_params__fige.sql
create or replace function app.tg_avs_params__fige() returns trigger
  language plpgsql volatile
as $$
begin
  if exists (
    select
      from app.decomptes d
     where d.sis_key = new.sis_key
       and d.exercice_comptable_id = new.exercice_comptable_id
       and d.deduction
  ) then
    raise sqlstate 'PT409' using message = 'Un décompte de cet exercice comptable a déjà retenu des cotisations';
  end if;
  return new;
end;
$$;
comment on function app.tg_avs_params__fige() is
  'Refuses (PT409) to change the AVS parameters of a year that has a statement of account with deductions.';
drop trigger if exists _100_fige on app.avs_params;
create trigger _100_fige before update on app.avs_params
  for each row execute function app.tg_avs_params__fige();
--! EndIncluded app/comptabilite/tg_avs_params__fige.sql
--! Included app/sis/set_up_sis.sql
create or replace function app.set_up_sis(sis_key text) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  perform request.open(null, set_up_sis.sis_key, array['sis.config', 'intervention.config', 'sapeur.config', 'exercice.config', 'comptabilite.config'],
                       null);

  insert into app.sis (sis_key, nom)
  select s.api_key, s.nom from auth.sis s where s.api_key = set_up_sis.sis_key;

  insert into app.types_intervention (id, designation, stat_intervention_id, tri)
  select n, d, s, n
    from unnest(
      array['Feu véhicule', 'Alarme automatique', 'Feu bâtiment', 'Feu forêt', 'Guêpes', 'Fausse alarme', 'Feu cheminée',
            'Pollution chimique', 'Pollution hydrocarbures', 'Sauvetage de personnes', 'Sauvetage autres', 'Inondation',
            'Éléments naturels', 'Radioactivité', 'Fermentation de fourrages', 'Panne d''ascenseur', 'Autre intervention'],
      array[1, 6, 1, 1, 2, 8, 1, 3, 3, 4, 4, 5, 5, 7, 7, 7, 7]
    ) with ordinality as t (d, s, n);

  insert into app.codes_alarme (id, code, type_intervention_id, stat_federal_id)
  values (1, 'FEU BAT', 3, 1), (2, 'FEU VHC', 1, 1), (3, 'FEU FORET', 4, 1), (4, 'FEU CHEM', 7, 1), (5, 'FEU', 17, 1),
         (6, 'AA', 2, 9), (7, 'INOND', 12, 2), (8, 'ELEM', 13, 2), (9, 'POLLU', 9, 5), (10, 'POLLU CHIM', 8, 6), (11, 'CHIM', 8, 6),
         (12, 'RADIO', 14, 7), (13, 'SAUV', 10, 4), (14, 'SAUV ANIM', 11, 4), (15, 'DESINC', 10, 3), (16, 'ACC', 10, 3),
         (17, 'TRAIN', 17, 8), (18, 'FERM', 15, 10), (19, 'PIONNIER', 17, 4), (20, 'GUEPES', 5, 10), (21, 'ASCENSEUR', 16, 4),
         (22, 'INCENDIE', 17, 1), (23, 'ACCIDENT', 10, 3);

  -- Usual Swiss lists as a start. The highest rank goes first where someone has several.
  insert into app.fonctions (id, designation, rang)
  select n, d, r
    from unnest(
      array['Commandant', 'Commandant remplaçant', 'Quartier-maître', 'Chef d''intervention', 'Officier',
            'Chef de groupe', 'Porteur', 'Machiniste', 'Sapeur', 'Recrue'],
      array[100, 90, 70, 80, 60, 50, 30, 40, 20, 10]
    ) with ordinality as t (d, r, n);

  insert into app.grades (id, designation, rang)
  select n, d, r
    from unnest(
      array['Major', 'Capitaine', 'Premier-lieutenant', 'Lieutenant', 'Adjudant', 'Sergent-major', 'Fourrier', 'Sergent',
            'Caporal', 'Appointé', 'Sapeur'],
      array[110, 100, 90, 80, 70, 60, 55, 50, 40, 30, 10]
    ) with ordinality as t (d, r, n);

  insert into app.permis_types (id, designation, tri)
  select n, d, n
    from unnest(array['A', 'A1', 'B', 'B1', 'BE', 'C', 'C1', 'CE', 'C1E', 'D', 'D1', 'Permis bateau']) with ordinality as t (d, n);

  insert into app.mission_types (id, titre)
  select n, d
    from unnest(array['Reconnaissance', 'Sauvetage', 'Extinction', 'Protection des biens', 'Circulation', 'Déblaiement', 'Surveillance'])
         with ordinality as t (d, n);

  insert into app.exercice_categories (id, designation, tri, amendable)
  select n, d, n, n <= 2
    from unnest(array['Exercice général', 'Exercice de section', 'Cours de cadres', 'Porteurs d''appareils', 'Machinistes', 'Cours cantonal'])
         with ordinality as t (d, n);

  insert into app.excuses_types (id, designation, tri)
  select n, d, n
    from unnest(array['Travail', 'Maladie', 'Accident', 'Vacances', 'Service militaire', 'Raison familiale']) with ordinality as t (d, n);

  perform app.set_up_comptabilite();
  -- Administrative work is no solde for the tax office.
  insert into app.heure_exercice_types (id, designation, tri, montant, compte_id, ecriture_categorie_id, type)
  select n, d, n, 25, 2, 2, case d when 'Administration' then 2 else 1 end
    from unnest(array['Exercice', 'Préparation', 'Instruction', 'Administration']) with ordinality as t (d, n);
end;
$$;
comment on function app.set_up_sis(text) is 'Inserts the settings and reference lists of a new SIS.';
--! EndIncluded app/sis/set_up_sis.sql
--! Included app/sapeurs/particularites.sql
-- Private particulars stand apart from app.sapeurs, whose names everyone in the SIS may read.
create table if not exists app.particularites (
  sis_key text not null references auth.sis default request.sis_key(),
  sapeur_id bigint not null,
  email text not null default '' check (app.is_email(email)),
  email_garanti boolean not null default false,
  rue text not null default '',
  no_rue text not null default '',
  localite_id bigint references app.localites,
  date_naissance date,
  profession text not null default '',
  employeur text not null default '',
  lieu_de_travail text not null default '',
  remarque text not null default '',
  primary key (sis_key, sapeur_id),
  foreign key (sis_key, sapeur_id) references app.sapeurs on delete cascade
);
create index if not exists particularites_localite_id_idx on app.particularites (sis_key, localite_id);
create index if not exists particularites_email_idx on app.particularites (sis_key, lower(email));

alter table app.particularites enable row level security;
alter table app.particularites force row level security;
drop policy if exists locataire on app.particularites;
create policy locataire on app.particularites as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.particularites;
create policy lecture on app.particularites for select
  using (sis_key = request.sis_with('sapeur.lecture', 'sapeur.modification'));
drop policy if exists soi on app.particularites;
create policy soi on app.particularites for select using (sapeur_id = request.sapeur_id());
-- For app.coordonnees_paie: documents of pay name addresses and dates of birth.
drop policy if exists interne on app.particularites;
create policy interne on app.particularites for select to caserne_owner
  using (sis_key = request.sis_with('comptabilite.lecture', 'comptabilite.modification', 'comptabilite.config'));
drop policy if exists ajout on app.particularites;
create policy ajout on app.particularites for insert with check (sis_key = request.sis_with('sapeur.modification'));
drop policy if exists modification on app.particularites;
create policy modification on app.particularites for update using (sis_key = request.sis_with('sapeur.modification'));

-- For the definer functions that calculate contributions.
drop policy if exists cotisation on app.particularites;
create policy cotisation on app.particularites for select to caserne_owner
  using (sis_key = request.sis_with('comptabilite.modification'));

grant select on app.particularites to caserne_api;
grant insert (sapeur_id, email, rue, no_rue, localite_id, date_naissance, profession, employeur, lieu_de_travail, remarque),
  update (email, rue, no_rue, localite_id, date_naissance, profession, employeur, lieu_de_travail, remarque)
  on app.particularites to caserne_api;
drop trigger if exists _850_contenu on app.particularites;
create trigger _850_contenu after insert or update or delete on app.particularites
  for each row execute function app.tg_contenu('sapeurs', 'sapeur_id');
drop trigger if exists _870_changement on app.particularites;
create trigger _870_changement after insert or update or delete on app.particularites
  for each row execute function audit.tg_changement('sapeurs');
drop trigger if exists _880_changement on app.particularites;
create trigger _880_changement after truncate on app.particularites
  for each statement execute function audit.tg_changement('sapeurs');
drop trigger if exists _900_journal on app.particularites;
create trigger _900_journal after insert or update or delete on app.particularites
  for each row execute function audit.tg_journal();

comment on table app.particularites is 'Particulars of a sapeur that only he and those in charge of people may read.';
comment on column app.particularites.email is 'The account with this confirmed e-mail becomes his, automatically only where email_garanti; empty when unknown.';
comment on column app.particularites.email_garanti is 'Whether someone who may link accounts (utilisateur.tout) wrote the e-mail. Set by a trigger.';
comment on column app.particularites.localite_id is 'The place where the sapeur lives.';
comment on constraint particularites_email_check on app.particularites is 'email: Cette adresse e-mail n’est pas valide.';
comment on constraint particularites_localite_id_fkey on app.particularites is 'localite_id: Cette localité n’existe pas.';
--! EndIncluded app/sapeurs/particularites.sql
--! Included app/sapeurs/salaires.sql
-- Apart from app.particularites, because those who pay people read only these private data.
create table if not exists app.salaires (
  sis_key text not null references auth.sis default request.sis_key(),
  sapeur_id bigint not null,
  no_avs text not null default '' check (app.is_avs(no_avs)),
  cotisation_avs boolean not null default true,
  iban text not null default '' check (app.is_iban(iban)),
  primary key (sis_key, sapeur_id),
  foreign key (sis_key, sapeur_id) references app.sapeurs on delete cascade
);

alter table app.salaires enable row level security;
alter table app.salaires force row level security;
drop policy if exists locataire on app.salaires;
create policy locataire on app.salaires as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.salaires;
create policy lecture on app.salaires for select
  using (sis_key = request.sis_with('sapeur.lecture', 'sapeur.modification', 'comptabilite.lecture'));
drop policy if exists soi on app.salaires;
create policy soi on app.salaires for select using (sapeur_id = request.sapeur_id());
-- For app.coordonnees_paie: documents of pay name addresses and dates of birth.
drop policy if exists interne on app.salaires;
create policy interne on app.salaires for select to caserne_owner
  using (sis_key = request.sis_with('comptabilite.lecture', 'comptabilite.modification', 'comptabilite.config'));
drop policy if exists ajout on app.salaires;
create policy ajout on app.salaires for insert with check (sis_key = request.sis_with('sapeur.modification'));
drop policy if exists modification on app.salaires;
create policy modification on app.salaires for update using (sis_key = request.sis_with('sapeur.modification'));

-- For the definer functions that calculate contributions.
drop policy if exists cotisation on app.salaires;
create policy cotisation on app.salaires for select to caserne_owner
  using (sis_key = request.sis_with('comptabilite.modification'));

grant select on app.salaires to caserne_api;
grant insert (sapeur_id, no_avs, cotisation_avs, iban),
  update (no_avs, cotisation_avs, iban)
  on app.salaires to caserne_api;

create or replace function app.tg_salaires__forme() returns trigger
  language plpgsql stable
as $$
begin
  -- Dots may stand anywhere. A number without 13 digits stays as it is, and the check refuses it.
  if replace(new.no_avs, '.', '') ~ '^[0-9]{13}$' then
    new.no_avs := regexp_replace(replace(new.no_avs, '.', ''), '^(...)(....)(....)(..)$', '\1.\2.\3.\4');
  end if;
  new.iban := upper(replace(new.iban, ' ', ''));
  return new;
end;
$$;
comment on function app.tg_salaires__forme() is
  'Writes numbers in one form: 756.1234.5678.97, and an IBAN in capitals without spaces.';
drop trigger if exists _100_forme on app.salaires;
create trigger _100_forme before insert or update of no_avs, iban on app.salaires
  for each row execute function app.tg_salaires__forme();
drop trigger if exists _850_contenu on app.salaires;
create trigger _850_contenu after insert or update or delete on app.salaires
  for each row execute function app.tg_contenu('sapeurs', 'sapeur_id');
drop trigger if exists _870_changement on app.salaires;
create trigger _870_changement after insert or update or delete on app.salaires
  for each row execute function audit.tg_changement('sapeurs');
drop trigger if exists _880_changement on app.salaires;
create trigger _880_changement after truncate on app.salaires
  for each statement execute function audit.tg_changement('sapeurs');
drop trigger if exists _900_journal on app.salaires;
create trigger _900_journal after insert or update or delete on app.salaires
  for each row execute function audit.tg_journal();

comment on table app.salaires is 'Data needed to pay a sapeur, readable by himself and by those in charge of people or accounts.';
comment on column app.salaires.no_avs is 'Swiss social security number as 756.1234.5678.97, or empty.';
comment on column app.salaires.iban is 'IBAN without spaces, or empty.';
comment on column app.salaires.cotisation_avs is 'Whether social security contributions are deducted.';
comment on constraint salaires_no_avs_check on app.salaires is 'no_avs: Ce numéro AVS n’est pas valide.';
comment on constraint salaires_iban_check on app.salaires is 'iban: Cet IBAN n’est pas valide.';
--! EndIncluded app/sapeurs/salaires.sql
--! Included app/sapeurs/is_current.sql
-- One expression, which PostgreSQL inlines.
create or replace function app.is_current(incorporation date, sortie date, day date) returns boolean
  language sql immutable parallel safe
as $$
  select sortie is null and incorporation <= day
      or sortie >= day and incorporation <= day + interval '3 months'
$$;
comment on function app.is_current(date, date, date) is
  'Whether a mutation keeps its sapeur in service on a day: it is open and begun, or it ends on the day or later and begins within three months.';
grant execute on function app.is_current(date, date, date) to caserne_api, caserne_analyst, caserne_national;
--! EndIncluded app/sapeurs/is_current.sql
--! Included app/sapeurs/is_actif.sql
-- The arguments are columns and not the row, because analysts may not read the other columns. begin atomic parses the
-- body when the function is made: analysts call it through views of stats and may not use names of app.
create or replace function app.is_actif(sis_key text, sapeur_id bigint, type smallint, desactive boolean, day date) returns boolean
  language sql stable
begin atomic
  select case
           when is_actif.type <> 0 then not is_actif.desactive
           else exists (
             select
               from app.mutations m
              where m.sis_key = is_actif.sis_key
                and m.sapeur_id = is_actif.sapeur_id
                and app.is_current(m.incorporation, m.sortie, day)
           )
         end;
end;
comment on function app.is_actif(text, bigint, smallint, boolean, date) is
  'Whether someone is in service on a day. A sapeur is by a mutation (app.is_current); civilians and recruits are unless taken out of service.';
grant execute on function app.is_actif(text, bigint, smallint, boolean, date) to caserne_api, caserne_analyst, caserne_national;
--! EndIncluded app/sapeurs/is_actif.sql
--! Included app/sapeurs/show_actif.sql
create or replace function app.show_actif(sis_key text, sapeur_id bigint, type smallint, desactive boolean, en_service boolean)
  returns boolean
  language sql stable
as $$
  select case
           when type <> 0 then not desactive
           when sis_key = request.sis_with('sapeur.lecture', 'sapeur.modification') or sapeur_id = request.sapeur_id()
           then coalesce(en_service, false)
         end
$$;
comment on function app.show_actif(text, bigint, smallint, boolean, boolean) is
  'Whether someone is in service, of whom en_service says whether a mutation keeps him so (app.is_current); null for readers who may not see his mutations.';
grant execute on function app.show_actif(text, bigint, smallint, boolean, boolean) to caserne_api;
--! EndIncluded app/sapeurs/show_actif.sql
--! Included app/sapeurs/fonctions_du_jour.sql
-- One row for each sapeur, so that lists can read it for many people at once and app.sapeurs_du_jour for one.
create or replace view app.fonctions_du_jour with (security_invoker = true) as
select distinct on (sf.sis_key, sf.sapeur_id) sf.sis_key, sf.sapeur_id, f.id as fonction_id
  from app.sapeur_fonctions sf
  join app.fonctions f on f.sis_key = sf.sis_key and f.id = sf.fonction_id
  cross join (select (select app.today())) as t (jour)
 where sf.debut <= t.jour
   and (sf.fin is null or t.jour <= sf.fin)
 order by sf.sis_key, sf.sapeur_id, f.rang desc, f.id;

grant select on app.fonctions_du_jour to caserne_api;

comment on view app.fonctions_du_jour is 'The main function that each sapeur has today in the time zone of his SIS: the current one with the highest rank.';
--! EndIncluded app/sapeurs/fonctions_du_jour.sql
--! Included app/sapeurs/grades_du_jour.sql
-- One row for each sapeur, as in app.fonctions_du_jour.
create or replace view app.grades_du_jour with (security_invoker = true) as
select distinct on (sg.sis_key, sg.sapeur_id) sg.sis_key, sg.sapeur_id, g.id as grade_id
  from app.sapeur_grades sg
  join app.grades g on g.sis_key = sg.sis_key and g.id = sg.grade_id
  cross join (select (select app.today())) as t (jour)
 where sg.debut <= t.jour
   and (sg.fin is null or t.jour <= sg.fin)
 order by sg.sis_key, sg.sapeur_id, sg.debut desc, g.rang desc, g.id;

grant select on app.grades_du_jour to caserne_api;

comment on view app.grades_du_jour is 'The grade that each sapeur has today in the time zone of his SIS: the current one that began last.';
--! EndIncluded app/sapeurs/grades_du_jour.sql
--! Included app/sapeurs/sapeurs_du_jour.sql
-- Values that follow the calendar are looked up for the day and stored nowhere. Each is a look-up by sapeur in an
-- index, made only for queries that ask for it.
create or replace view app.sapeurs_du_jour with (security_invoker = true) as
select s.sis_key, s.id, s.type, s.nom, s.prenom, s.suffixe, s.nom_prenom, s.civilite_id, s.porteur, s.created_at, s.updated_at,
       t.jour,
       -- Null for readers who cannot see the mutations, because it would be false.
       case
         when s.type <> 0 or s.sis_key = request.sis_with('sapeur.lecture', 'sapeur.modification') or s.id = request.sapeur_id()
         then app.is_actif(s.sis_key, s.id, s.type, s.desactive, t.jour)
       end as actif,
       (
         select f.fonction_id from app.fonctions_du_jour f where f.sis_key = s.sis_key and f.sapeur_id = s.id
       ) as fonction_id,
       (
         select g.grade_id from app.grades_du_jour g where g.sis_key = s.sis_key and g.sapeur_id = s.id
       ) as grade_id,
       (
         select extract(year from min(m.incorporation))::integer
           from app.mutations m
          where m.sis_key = s.sis_key
            and m.sapeur_id = s.id
       ) as annee_incorporation
  from app.sapeurs s
  -- A sub-select, so that today's date is asked for once and not for each row.
  cross join (select (select app.today())) as t (jour);

grant select on app.sapeurs_du_jour to caserne_api;

comment on view app.sapeurs_du_jour is 'People with the values of today that follow from their functions, grades and mutations, in the time zone of their SIS.';
comment on column app.sapeurs_du_jour.jour is 'Today.';
comment on column app.sapeurs_du_jour.actif is 'Whether the person is in service (app.is_actif); null for readers who may not see his mutations.';
comment on column app.sapeurs_du_jour.fonction_id is 'The current function with the highest rank, or null.';
comment on column app.sapeurs_du_jour.grade_id is 'The current grade that began last, or null.';
comment on column app.sapeurs_du_jour.annee_incorporation is 'Year of the first mutation, or null.';
--! EndIncluded app/sapeurs/sapeurs_du_jour.sql
--! Included app/interventions/interventions.sql
create table if not exists app.interventions (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  exercice_comptable_id bigint not null,
  no integer not null check (no > 0),
  numero text not null,
  annee integer not null generated always as (pg_catalog.left(numero, 4)::integer) stored,
  date_debut date not null,
  heure_debut time(0) not null,
  date_fin date not null,
  heure_fin time(0) not null,
  objet text not null check (objet <> ''),
  lieu text not null default '',
  localite_id bigint references app.localites,
  wgs84 text not null default '' check (wgs84 ~ '^(-?([0-8]?\d(\.\d+)?|90(\.0+)?),-?((\d{1,2}|1[0-7]\d)(\.\d+)?|180(\.0+)?))?$'),
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
  secondes numeric not null default 0,
  date_imputation date,
  alarme_id bigint,
  intervention_traitement_id bigint not null default 1 references app.intervention_traitements,
  stat_federal_id bigint not null default app.stat_federal_divers() references app.stat_federal,
  sapeur_id bigint,
  local_uuid uuid,
  validated_by text,
  validated_at timestamptz,
  type_intervention_id bigint not null default app.type_intervention_divers(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version bigint not null default 1,
  primary key (sis_key, id),
  unique (sis_key, exercice_comptable_id, no),
  foreign key (sis_key, exercice_comptable_id) references app.exercices_comptables,
  foreign key (sis_key, sapeur_id) references app.sapeurs,
  foreign key (sis_key, type_intervention_id) references app.types_intervention,
  check (date_debut + heure_debut <= date_fin + heure_fin)
);
-- An alarm makes at most one intervention, however often the job runs.
create unique index if not exists interventions_alarme_id_key on app.interventions (sis_key, alarme_id);
-- A tablet that sends an intervention twice gets the first one.
create unique index if not exists interventions_local_uuid_key on app.interventions (sis_key, local_uuid);
create index if not exists interventions_exercice_idx
  on app.interventions (sis_key, exercice_comptable_id, date_debut desc, heure_debut desc, id desc);
create index if not exists interventions_date_debut_idx
  on app.interventions (sis_key, date_debut desc, heure_debut desc, id desc);
-- A covering index with all columns that statistics count, for the figures of a year: of one SIS, or of all
-- (stats.interventions).
create index if not exists interventions_statistique_idx
  on app.interventions (sis_key, annee)
  include (exercice_comptable_id, date_debut, stat_federal_id, type_intervention_id, intervention_traitement_id, stat_nb,
           sauve_personne, sauve_animaux, secondes, id);
create index if not exists interventions_sapeur_id_idx on app.interventions (sis_key, sapeur_id);
create index if not exists interventions_type_intervention_id_idx on app.interventions (sis_key, type_intervention_id);
create index if not exists interventions_stat_federal_id_idx on app.interventions (sis_key, stat_federal_id);
create index if not exists interventions_traitement_id_idx on app.interventions (sis_key, intervention_traitement_id);
create index if not exists interventions_localite_id_idx on app.interventions (sis_key, localite_id);

alter table app.interventions enable row level security;
alter table app.interventions force row level security;
drop policy if exists locataire on app.interventions;
create policy locataire on app.interventions as restrictive to caserne_owner, caserne_api, caserne_worker
  using (sis_key = request.sis_key());
drop policy if exists octroi on app.interventions;
create policy octroi on app.interventions as restrictive to caserne_analyst
  using (((select auth.octroi_complet()) or (select auth.octrois())[sis_key] is not null)
         and sis_key = any ((select auth.liste_octrois())::text[]));
drop policy if exists analyste on app.interventions;
create policy analyste on app.interventions for select to caserne_analyst using (true);
drop policy if exists national on app.interventions;
create policy national on app.interventions for select to caserne_national using (true);
drop policy if exists lecture on app.interventions;
create policy lecture on app.interventions for select
  using (sis_key = request.sis_with('intervention.lecture', 'intervention.modification', 'intervention.validation', 'comptabilite.lecture'));
drop policy if exists ajout on app.interventions;
create policy ajout on app.interventions for insert
  with check (sis_key = request.sis_with('intervention.modification'));
drop policy if exists modification on app.interventions;
create policy modification on app.interventions for update
  using (sis_key = request.sis_with('intervention.modification'));
drop policy if exists suppression on app.interventions;
create policy suppression on app.interventions for delete using (sis_key = request.sis_with('intervention.modification'));
-- For definer functions of api, which choose the rows that they show or change.
drop policy if exists interne on app.interventions;
create policy interne on app.interventions for select to caserne_owner using (request.sapeur_id() is not null);
-- For the trigger that refuses dates of an accounting year which would leave out an intervention.
drop policy if exists bouclement on app.interventions;
create policy bouclement on app.interventions for select to caserne_owner
  using (sis_key = request.sis_with('comptabilite.config'));
drop policy if exists validation on app.interventions;
create policy validation on app.interventions for update to caserne_owner
  using (request.can('intervention.validation') or request.can('comptabilite.modification'));
-- For the definer functions that impute.
drop policy if exists imputation on app.interventions;
create policy imputation on app.interventions for select to caserne_owner using (request.can('comptabilite.modification'));

grant select, delete on app.interventions to caserne_api;
grant insert (date_debut, heure_debut, date_fin, heure_fin, objet, lieu, localite_id, wgs84, degre, rapport_police, agent, sauve_personne, sauve_animaux, description, proprietaire, responsable, stat_nb, intervention_traitement_id, stat_federal_id, sapeur_id, type_intervention_id, alarme_id, local_uuid),
  update (date_debut, heure_debut, date_fin, heure_fin, objet, lieu, localite_id, wgs84, degre, rapport_police, agent, sauve_personne, sauve_animaux, description, proprietaire, responsable, stat_nb, intervention_traitement_id, stat_federal_id, sapeur_id, type_intervention_id)
  on app.interventions to caserne_api;
-- Not granted: statut, numero, exercice_comptable_id and the other columns that follow from what happens to the
-- intervention.
grant select (sis_key, id, annee, exercice_comptable_id, no, numero, date_debut, heure_debut, date_fin, heure_fin, localite_id,
              degre, rapport_police, sauve_personne, sauve_animaux, stat_nb, statut, secondes, date_imputation,
              alarme_id, intervention_traitement_id, stat_federal_id, sapeur_id, type_intervention_id, validated_at, created_at,
              updated_at)
  on app.interventions to caserne_analyst, caserne_national;

drop trigger if exists _010_updated_at on app.interventions;
-- Not when only secondes changes: presences are rows of their own. Rows of other lists do not touch the intervention
-- either.
create trigger _010_updated_at before update on app.interventions
  for each row when (new.version = old.version and (new.secondes = old.secondes or new.statut <> old.statut)) execute function app.tg_updated_at();
drop trigger if exists _900_journal on app.interventions;
create trigger _900_journal after insert or update or delete on app.interventions
  for each row execute function audit.tg_journal();

comment on table app.interventions is 'Interventions. Dates and times of day are local time of the SIS.';
comment on column app.interventions.numero is 'Year and running number in the accounting year, such as 2026-014.';
comment on column app.interventions.annee is 'Year of the accounting year. It cannot change once the year has numbers.';
comment on column app.interventions.secondes is 'Total time of all presences in seconds, standby included. Kept by the trigger of the presences.';
comment on column app.interventions.statut is '0 vide, 1 saisi, 2 validé, 3 imputé.';
comment on column app.interventions.wgs84 is 'Position as "lat,lon", or an empty text.';
comment on column app.interventions.alarme_id is 'The alarm that the intervention was made from.';
comment on column app.interventions.sapeur_id is 'Officer in charge, null until known.';
comment on column app.interventions.stat_nb is 'How many interventions this one counts for in the service''s own statistics.';
comment on column app.interventions.local_uuid is 'Id of the intervention on the tablet that sent it; null for interventions from elsewhere.';
comment on column app.interventions.validated_by is 'Name of the account that validated the intervention, as it was then; null unless the intervention is validée or imputée.';
comment on constraint interventions_check on app.interventions is 'date_fin: La fin précède le début.';
comment on constraint interventions_objet_check on app.interventions is 'objet: Ce champ est obligatoire.';
comment on constraint interventions_wgs84_check on app.interventions is 'wgs84: La position doit être « latitude,longitude » en degrés décimaux.';
comment on constraint interventions_degre_check on app.interventions is 'degre: La valeur doit être comprise entre 1 et 4.';
comment on index app.interventions_local_uuid_key is 'Cette intervention a déjà été transmise';
comment on constraint interventions_sauve_personne_check on app.interventions is 'sauve_personne: La valeur doit être d’au moins 0.';
comment on constraint interventions_sauve_animaux_check on app.interventions is 'sauve_animaux: La valeur doit être d’au moins 0.';
comment on constraint interventions_stat_nb_check on app.interventions is 'stat_nb: La valeur doit être d’au moins 0.';
comment on constraint interventions_sis_key_sapeur_id_fkey on app.interventions is 'sapeur_id: Ce sapeur n’existe pas. | Ce sapeur est responsable d’une intervention';
comment on constraint interventions_sis_key_type_intervention_id_fkey on app.interventions is 'type_intervention_id: Ce type d’intervention n’existe pas. | Ce type est utilisé par une intervention';
comment on constraint interventions_localite_id_fkey on app.interventions is 'localite_id: Cette localité n’existe pas.';
comment on constraint interventions_intervention_traitement_id_fkey on app.interventions is 'intervention_traitement_id: Ce traitement n’existe pas.';
comment on constraint interventions_stat_federal_id_fkey on app.interventions is 'stat_federal_id: Cette catégorie n’existe pas.';
comment on index app.interventions_alarme_id_key is 'Cette alarme a déjà une intervention';
comment on constraint interventions_sis_key_exercice_comptable_id_fkey on app.interventions is 'exercice_comptable_id: Cet exercice comptable n’existe pas. | Cet exercice comptable contient des interventions';
--! EndIncluded app/interventions/interventions.sql
--! Included app/interventions/tg_interventions__version.sql
drop trigger if exists _020_version on app.interventions;
create trigger _020_version before update on app.interventions
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _950_if_match on app.interventions;
create trigger _950_if_match after update or delete on app.interventions
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();
drop trigger if exists _870_changement on app.interventions;
create trigger _870_changement after insert or update or delete on app.interventions
  for each row execute function audit.tg_changement('interventions');
drop trigger if exists _880_changement on app.interventions;
create trigger _880_changement after truncate on app.interventions
  for each statement execute function audit.tg_changement('interventions');
drop trigger if exists _040_exercice_ouvert on app.interventions;
create trigger _040_exercice_ouvert before update or delete on app.interventions
  for each row execute function app.tg_exercice_ouvert();
--! EndIncluded app/interventions/tg_interventions__version.sql
--! Included app/interventions/tg_interventions__imputee.sql
-- Only the definer function that undoes an imputation writes another statut.
create or replace function app.tg_interventions__imputee() returns trigger
  language plpgsql volatile
as $$
begin
  if old.statut = app.intervention_imputee() and (tg_op = 'DELETE' or new.statut = old.statut) then
    raise sqlstate 'PT409' using message = 'L’intervention est imputée : elle ne peut plus être modifiée';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end;
$$;
comment on function app.tg_interventions__imputee() is 'Refuses (PT409) to change or remove an imputée intervention, except to undo the imputation.';
drop trigger if exists _050_imputee on app.interventions;
create trigger _050_imputee before update or delete on app.interventions
  for each row execute function app.tg_interventions__imputee();
--! EndIncluded app/interventions/tg_interventions__imputee.sql
--! Included app/interventions/tg_interventions__numero.sql
-- The accounting year is locked until the end of the transaction, so numbers have no duplicates and no gaps except
-- those of removals. An intervention that moves to another year gets a number there and leaves its old one.
create or replace function app.tg_interventions__numero() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_exercice app.exercices_comptables;
begin
  if tg_op = 'UPDATE' and new.date_debut = old.date_debut then
    return new;
  end if;
  v_exercice := app.lock_exercice_comptable(new.date_debut);
  if tg_op = 'UPDATE' and v_exercice.id = old.exercice_comptable_id then
    return new;
  end if;
  new.exercice_comptable_id := v_exercice.id;
  new.no := 1 + greatest(v_exercice.dernier_no_vacant, (
    select max(i.no)
      from app.interventions i
     where i.sis_key = new.sis_key
       and i.exercice_comptable_id = v_exercice.id
  ));
  new.numero := v_exercice.annee || '-' || lpad(new.no::text, greatest(3, length(new.no::text)), '0');
  return new;
end;
$$;
comment on function app.tg_interventions__numero() is
  'Sets the accounting year of an intervention by its first day, and its number in that year. Definer: callers may not choose either.';
drop trigger if exists _100_numero on app.interventions;
create trigger _100_numero before insert or update of date_debut on app.interventions
  for each row execute function app.tg_interventions__numero();

-- A number is noted when it is left and not when it is given. So importing ten thousand interventions never writes the
-- row of the year.
create or replace function app.tg_interventions__numero_vacant() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  update app.exercices_comptables e
     set dernier_no_vacant = old.no
   where e.sis_key = old.sis_key
     and e.id = old.exercice_comptable_id
     and e.dernier_no_vacant < old.no;
  return null;
end;
$$;
comment on function app.tg_interventions__numero_vacant() is
  'Keeps the number of an intervention that is removed, or moved to another year, from being given again. Definer: the accounting year that keeps it is not granted to clients.';
drop trigger if exists _300_numero_vacant on app.interventions;
create trigger _300_numero_vacant after delete on app.interventions
  for each row execute function app.tg_interventions__numero_vacant();
drop trigger if exists _310_numero_vacant on app.interventions;
create trigger _310_numero_vacant after update on app.interventions
  for each row when (new.exercice_comptable_id <> old.exercice_comptable_id) execute function app.tg_interventions__numero_vacant();
--! EndIncluded app/interventions/tg_interventions__numero.sql
--! Included app/interventions/tg_ouverte.sql
-- The intervention is locked, so that it cannot become imputée meanwhile; when the intervention itself is removed,
-- there is no row to lock. When the owner moves a row to another intervention, both are locked in the order of their
-- ids.
create or replace function app.tg_ouverte() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_statut smallint;
begin
  -- An added row has no old, a removed row no new: their ids are null.
  select max(i.statut) into v_statut
    from (
      select i.statut
        from app.interventions i
       where i.sis_key = request.sis_key()
         and i.id in (old.intervention_id, new.intervention_id)
       order by i.id
         for no key update
    ) i;
  if v_statut = app.intervention_imputee() then
    -- A closed year is the reason that cannot be undone by whoever imputes.
    perform app.refuse_bouclement(i.exercice_comptable_id)
       from app.interventions i
      where i.sis_key = request.sis_key()
        and i.id in (old.intervention_id, new.intervention_id);
    raise sqlstate 'PT409' using message = 'L’intervention est imputée : elle ne peut plus être modifiée';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end;
$$;
comment on function app.tg_ouverte() is
  'Refuses (PT409) to change rows that belong to an imputée intervention. Definer: to lock the intervention.';
--! EndIncluded app/interventions/tg_ouverte.sql
--! Included app/interventions/intervention_sapeurs.sql
create table if not exists app.intervention_sapeurs (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  intervention_id bigint not null,
  sapeur_id bigint not null,
  debut timestamptz not null,
  fin timestamptz not null,
  piquet boolean not null default false,
  toleree boolean not null default false,
  primary key (sis_key, id),
  foreign key (sis_key, intervention_id) references app.interventions on delete cascade,
  foreign key (sis_key, sapeur_id) references app.sapeurs,
  check (debut < fin or toleree and debut = fin),
  -- On expressions, as in app.mutations.
  constraint intervention_sapeurs_sis_key_sapeur_id_tstzrange_excl
    exclude using gist ((sis_key || '') with =, (sapeur_id + 0) with =, tstzrange(debut, fin) with &&)
    where (not toleree)
);
create index if not exists intervention_sapeurs_intervention_id_idx on app.intervention_sapeurs (sis_key, intervention_id);
create index if not exists intervention_sapeurs_sapeur_id_idx on app.intervention_sapeurs (sis_key, sapeur_id, debut);
-- The few presences that may overlap others (app.check_chevauchements).
create index if not exists intervention_sapeurs_toleree_idx
  on app.intervention_sapeurs (sis_key, sapeur_id, debut) where toleree;

alter table app.intervention_sapeurs enable row level security;
alter table app.intervention_sapeurs force row level security;
drop policy if exists locataire on app.intervention_sapeurs;
create policy locataire on app.intervention_sapeurs as restrictive to caserne_owner, caserne_api, caserne_worker
  using (sis_key = request.sis_key());
drop policy if exists octroi on app.intervention_sapeurs;
create policy octroi on app.intervention_sapeurs as restrictive to caserne_analyst
  using (((select auth.octroi_complet()) or (select auth.octrois())[sis_key] is not null)
         and sis_key = any ((select auth.liste_octrois())::text[]));
drop policy if exists analyste on app.intervention_sapeurs;
create policy analyste on app.intervention_sapeurs for select to caserne_analyst using (true);
drop policy if exists national on app.intervention_sapeurs;
create policy national on app.intervention_sapeurs for select to caserne_national using (true);
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
-- For the definer functions that impute. It does not name sis_key, as locataire does: of several policies that do, the
-- planner makes one list of keys, and then may read every row of the SIS.
drop policy if exists imputation on app.intervention_sapeurs;
create policy imputation on app.intervention_sapeurs for select to caserne_owner
  using (request.can('comptabilite.modification'));

grant select, delete on app.intervention_sapeurs to caserne_api;
grant insert (intervention_id, sapeur_id, debut, fin, piquet),
  update (sapeur_id, debut, fin, piquet)
  on app.intervention_sapeurs to caserne_api;
-- Not granted: toleree, which only a tablet's report sets (app.write_presence_rapport).
grant select (sis_key, id, intervention_id, sapeur_id, debut, fin, piquet)
  on app.intervention_sapeurs to caserne_analyst, caserne_national;

drop trigger if exists _100_ouverte on app.intervention_sapeurs;
create trigger _100_ouverte before insert or update or delete on app.intervention_sapeurs
  for each row execute function app.tg_ouverte();
drop trigger if exists _850_contenu on app.intervention_sapeurs;
create trigger _850_contenu after insert or update or delete on app.intervention_sapeurs
  for each row execute function app.tg_contenu('interventions', 'intervention_id');
drop trigger if exists _870_changement on app.intervention_sapeurs;
create trigger _870_changement after insert or update or delete on app.intervention_sapeurs
  for each row execute function audit.tg_changement('interventions');
drop trigger if exists _880_changement on app.intervention_sapeurs;
create trigger _880_changement after truncate on app.intervention_sapeurs
  for each statement execute function audit.tg_changement('interventions');
drop trigger if exists _900_journal on app.intervention_sapeurs;
create trigger _900_journal after insert or update or delete on app.intervention_sapeurs
  for each row execute function audit.tg_journal();

comment on table app.intervention_sapeurs is 'Presences of sapeurs at interventions. Presences of one sapeur never overlap, even at different interventions, because nobody is paid twice for one hour.';
comment on column app.intervention_sapeurs.toleree is 'Whether a tablet''s report brought the presence although it overlaps another, is far from its intervention or ends as it begins; the report''s warnings say so. Cleared when its time changes.';
comment on column app.intervention_sapeurs.piquet is 'Whether the sapeur was on standby at the station.';
comment on constraint intervention_sapeurs_check on app.intervention_sapeurs is 'fin: La fin doit suivre le début.';
comment on constraint intervention_sapeurs_sis_key_sapeur_id_tstzrange_excl on app.intervention_sapeurs is 'Cette présence en chevauche une autre du même sapeur';
comment on constraint intervention_sapeurs_sis_key_sapeur_id_fkey on app.intervention_sapeurs is 'sapeur_id: Ce sapeur n’existe pas. | Ce sapeur a des présences en intervention';
--! EndIncluded app/interventions/intervention_sapeurs.sql
--! Included app/interventions/intervention_phases.sql
create table if not exists app.intervention_phases (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  intervention_id bigint not null,
  phase_type_id bigint not null references app.phase_types,
  debut timestamptz not null,
  primary key (sis_key, id),
  foreign key (sis_key, intervention_id) references app.interventions on delete cascade
);
create index if not exists intervention_phases_intervention_id_idx on app.intervention_phases (sis_key, intervention_id);
create index if not exists intervention_phases_phase_type_id_idx on app.intervention_phases (sis_key, phase_type_id);

alter table app.intervention_phases enable row level security;
alter table app.intervention_phases force row level security;
drop policy if exists locataire on app.intervention_phases;
create policy locataire on app.intervention_phases as restrictive to caserne_owner, caserne_api, caserne_worker
  using (sis_key = request.sis_key());
drop policy if exists octroi on app.intervention_phases;
create policy octroi on app.intervention_phases as restrictive to caserne_analyst
  using (((select auth.octroi_complet()) or (select auth.octrois())[sis_key] is not null)
         and sis_key = any ((select auth.liste_octrois())::text[]));
drop policy if exists analyste on app.intervention_phases;
create policy analyste on app.intervention_phases for select to caserne_analyst using (true);
drop policy if exists national on app.intervention_phases;
create policy national on app.intervention_phases for select to caserne_national using (true);
drop policy if exists lecture on app.intervention_phases;
create policy lecture on app.intervention_phases for select
  using (sis_key = request.sis_with('intervention.lecture', 'intervention.modification', 'intervention.validation', 'comptabilite.lecture'));
drop policy if exists ajout on app.intervention_phases;
create policy ajout on app.intervention_phases for insert
  with check (sis_key = request.sis_with('intervention.modification'));
drop policy if exists modification on app.intervention_phases;
create policy modification on app.intervention_phases for update
  using (sis_key = request.sis_with('intervention.modification'));
drop policy if exists suppression on app.intervention_phases;
create policy suppression on app.intervention_phases for delete
  using (sis_key = request.sis_with('intervention.modification'));
-- For the definer functions that impute. It does not name sis_key, as locataire does: of several policies that do, the
-- planner makes one list of keys, and then may read every row of the SIS.
drop policy if exists imputation on app.intervention_phases;
create policy imputation on app.intervention_phases for select to caserne_owner
  using (request.can('comptabilite.modification'));

grant select, delete on app.intervention_phases to caserne_api;
grant insert (intervention_id, phase_type_id, debut),
  update (phase_type_id, debut)
  on app.intervention_phases to caserne_api;
grant select (sis_key, id, intervention_id, phase_type_id, debut)
  on app.intervention_phases to caserne_analyst, caserne_national;

drop trigger if exists _100_ouverte on app.intervention_phases;
create trigger _100_ouverte before insert or update or delete on app.intervention_phases
  for each row execute function app.tg_ouverte();
drop trigger if exists _850_contenu on app.intervention_phases;
create trigger _850_contenu after insert or update or delete on app.intervention_phases
  for each row execute function app.tg_contenu('interventions', 'intervention_id');
drop trigger if exists _870_changement on app.intervention_phases;
create trigger _870_changement after insert or update or delete on app.intervention_phases
  for each row execute function audit.tg_changement('interventions');
drop trigger if exists _880_changement on app.intervention_phases;
create trigger _880_changement after truncate on app.intervention_phases
  for each statement execute function audit.tg_changement('interventions');
drop trigger if exists _900_journal on app.intervention_phases;
create trigger _900_journal after insert or update or delete on app.intervention_phases
  for each row execute function audit.tg_journal();

comment on table app.intervention_phases is 'Phases of an intervention, each with its start.';
comment on constraint intervention_phases_phase_type_id_fkey on app.intervention_phases is 'phase_type_id: Ce type de phase n’existe pas.';
--! EndIncluded app/interventions/intervention_phases.sql
--! Included app/interventions/lock_intervention.sql
-- The lock is taken before the first row is written: two batches that name the same rows in different orders would
-- otherwise wait for each other.
create or replace function app.lock_intervention(id bigint) returns void
  language plpgsql volatile
as $$
declare
  v_exercice_comptable_id bigint;
begin
  select i.exercice_comptable_id into v_exercice_comptable_id
    from app.interventions i
   where i.sis_key = request.sis_key()
     and i.id = lock_intervention.id
     for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'Intervention inconnue';
  end if;
  perform app.refuse_bouclement(v_exercice_comptable_id);
end;
$$;
comment on function app.lock_intervention(bigint) is
  'Locks an intervention of the caller''s SIS until the end of the transaction, to write rows that belong to it. PT404 when none is visible, PT409 when its accounting year is closed.';
grant execute on function app.lock_intervention(bigint) to caserne_api;
--! EndIncluded app/interventions/lock_intervention.sql
--! Included app/exercices/exercices.sql
create table if not exists app.exercices (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  exercice_comptable_id bigint not null,
  designation text not null check (designation <> ''),
  date date not null,
  heure time(0) not null,
  duree integer not null check (duree between 1 and 780),
  lieu text not null default '',
  communications text not null default '',
  statut smallint not null default 1 check (statut between 0 and 4),
  localite_id bigint references app.localites,
  exercice_categorie_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version bigint not null default 1,
  primary key (sis_key, id),
  foreign key (sis_key, exercice_comptable_id) references app.exercices_comptables,
  foreign key (sis_key, exercice_categorie_id) references app.exercice_categories
);
create index if not exists exercices_exercice_comptable_id_idx
  on app.exercices (sis_key, exercice_comptable_id, date, heure, id);
create index if not exists exercices_date_idx on app.exercices (sis_key, date);
create index if not exists exercices_exercice_categorie_id_idx on app.exercices (sis_key, exercice_categorie_id);
create index if not exists exercices_localite_id_idx on app.exercices (sis_key, localite_id);

alter table app.exercices enable row level security;
alter table app.exercices force row level security;
drop policy if exists locataire on app.exercices;
create policy locataire on app.exercices as restrictive to caserne_owner, caserne_api, caserne_worker
  using (sis_key = request.sis_key());
drop policy if exists octroi on app.exercices;
create policy octroi on app.exercices as restrictive to caserne_analyst
  using (((select auth.octroi_complet()) or (select auth.octrois())[sis_key] is not null)
         and sis_key = any ((select auth.liste_octrois())::text[]));
drop policy if exists analyste on app.exercices;
create policy analyste on app.exercices for select to caserne_analyst using (true);
drop policy if exists national on app.exercices;
create policy national on app.exercices for select to caserne_national using (true);
drop policy if exists lecture on app.exercices;
create policy lecture on app.exercices for select
  using (sis_key = request.sis_with('exercice.lecture', 'exercice.modification', 'exercice.validation', 'exercice.presence',
                                    'comptabilite.lecture'));
drop policy if exists ajout on app.exercices;
create policy ajout on app.exercices for insert with check (sis_key = request.sis_with('exercice.modification'));
drop policy if exists modification on app.exercices;
create policy modification on app.exercices for update using (sis_key = request.sis_with('exercice.modification'));
drop policy if exists suppression on app.exercices;
create policy suppression on app.exercices for delete using (sis_key = request.sis_with('exercice.modification'));
-- For definer functions, which choose the rows that they show or change.
drop policy if exists interne on app.exercices;
create policy interne on app.exercices for select to caserne_owner using (request.sapeur_id() is not null);
-- For the trigger that refuses dates of an accounting year which would leave out an exercice.
drop policy if exists bouclement on app.exercices;
create policy bouclement on app.exercices for select to caserne_owner
  using (sis_key = request.sis_with('comptabilite.config'));
-- For the definer functions that impute and make décomptes.
drop policy if exists imputation on app.exercices;
create policy imputation on app.exercices for select to caserne_owner
  using (sis_key = request.sis_with('comptabilite.modification'));
-- For stats.presence_exercice, which shows sums only.
drop policy if exists statistique on app.exercices;
create policy statistique on app.exercices for select to caserne_owner
  using (sis_key = request.sis_with('intervention.lecture'));
drop policy if exists validation on app.exercices;
create policy validation on app.exercices for update to caserne_owner
  using (sis_key = request.sis_with('exercice.presence', 'exercice.validation'));
-- For definer functions that write the excuse of the caller: they lock its exercice and renew its statut.
drop policy if exists excuse on app.exercices;
create policy excuse on app.exercices for update to caserne_owner using (request.sapeur_id() is not null);

grant select, delete on app.exercices to caserne_api;
grant insert (designation, date, heure, duree, lieu, communications, localite_id, exercice_categorie_id),
  update (designation, date, heure, duree, lieu, communications, localite_id, exercice_categorie_id)
  on app.exercices to caserne_api;
-- Not granted: statut and exercice_comptable_id, which follow from other writes.
grant select (sis_key, id, exercice_comptable_id, designation, date, heure, duree, lieu, statut, localite_id, exercice_categorie_id, created_at, updated_at)
  on app.exercices to caserne_analyst, caserne_national;
-- Not when only the version changes: rows that belong to the exercice raise it without changing the exercice.
drop trigger if exists _010_updated_at on app.exercices;
create trigger _010_updated_at before update on app.exercices
  for each row when (new.version = old.version) execute function app.tg_updated_at();
drop trigger if exists _020_version on app.exercices;
create trigger _020_version before update on app.exercices
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _040_exercice_ouvert on app.exercices;
create trigger _040_exercice_ouvert before update or delete on app.exercices
  for each row execute function app.tg_exercice_ouvert();
drop trigger if exists _870_changement on app.exercices;
create trigger _870_changement after insert or update or delete on app.exercices
  for each row execute function audit.tg_changement('exercices');
drop trigger if exists _880_changement on app.exercices;
create trigger _880_changement after truncate on app.exercices
  for each statement execute function audit.tg_changement('exercices');
drop trigger if exists _900_journal on app.exercices;
create trigger _900_journal after insert or update or delete on app.exercices
  for each row execute function audit.tg_journal();
drop trigger if exists _950_if_match on app.exercices;
create trigger _950_if_match after update or delete on app.exercices
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table app.exercices is 'Exercices, the trainings of a SIS. date and heure are local time of the SIS.';
comment on column app.exercices.statut is '0 annulé, 1 à saisir, 2 saisi, 3 validé, 4 imputé; 1 and 2 follow from the presences.';
comment on column app.exercices.duree is 'Duration in minutes.';
comment on constraint exercices_designation_check on app.exercices is 'designation: Ce champ est obligatoire.';
comment on constraint exercices_duree_check on app.exercices is 'duree: La durée doit être de 1 à 780 minutes.';
comment on constraint exercices_localite_id_fkey on app.exercices is
  'localite_id: Cette localité n’existe pas.';
comment on constraint exercices_sis_key_exercice_categorie_id_fkey on app.exercices is
  'exercice_categorie_id: Cette catégorie n’existe pas. | Cette catégorie est utilisée par un exercice';
comment on constraint exercices_sis_key_exercice_comptable_id_fkey on app.exercices is
  'exercice_comptable_id: Cet exercice comptable n’existe pas. | Cet exercice comptable contient des exercices';
--! EndIncluded app/exercices/exercices.sql
--! Included app/exercices/tg_exercices__exercice_comptable.sql
-- Definer: callers may not choose the accounting year. An exercice that keeps its day stays in its year.
create or replace function app.tg_exercices__exercice_comptable() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' or new.date <> old.date then
    new.exercice_comptable_id := (app.lock_exercice_comptable(new.date)).id;
  end if;
  return new;
end;
$$;
comment on function app.tg_exercices__exercice_comptable() is
  'Sets the accounting year of an exercice by its day. PT409 when the year is closed. Definer: callers may not choose it.';
drop trigger if exists _100_exercice_comptable on app.exercices;
create trigger _100_exercice_comptable before insert or update of date on app.exercices
  for each row execute function app.tg_exercices__exercice_comptable();
--! EndIncluded app/exercices/tg_exercices__exercice_comptable.sql
--! Included app/exercices/exercice_sapeurs.sql
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
create policy locataire on app.exercice_sapeurs as restrictive to caserne_owner, caserne_api, caserne_worker
  using (sis_key = request.sis_key());
drop policy if exists octroi on app.exercice_sapeurs;
create policy octroi on app.exercice_sapeurs as restrictive to caserne_analyst
  using (((select auth.octroi_complet()) or (select auth.octrois())[sis_key] is not null)
         and sis_key = any ((select auth.liste_octrois())::text[]));
drop policy if exists analyste on app.exercice_sapeurs;
create policy analyste on app.exercice_sapeurs for select to caserne_analyst using (true);
drop policy if exists national on app.exercice_sapeurs;
create policy national on app.exercice_sapeurs for select to caserne_national using (true);
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
-- For definer functions that write an excuse: that of the caller, or the decision on someone else's.
drop policy if exists excuse on app.exercice_sapeurs;
create policy excuse on app.exercice_sapeurs for update to caserne_owner
  using (sapeur_id = request.sapeur_id() or sis_key = request.sis_with('exercice.validation'));

grant select, delete on app.exercice_sapeurs to caserne_api;
grant insert (exercice_id, sapeur_id, convoque, present, absent, remplace, excuse_type_id, excuse_statut, remarque, justification),
  update (convoque, present, absent, remplace, excuse_type_id, excuse_statut, remarque, justification)
  on app.exercice_sapeurs to caserne_api;
-- Not granted: the dates, which triggers and definer functions write. Analysts may not read the reason either: it may be an illness.
grant select (sis_key, id, exercice_id, sapeur_id, convoque, present, absent, remplace, excuse)
  on app.exercice_sapeurs to caserne_analyst, caserne_national;

drop trigger if exists _850_contenu on app.exercice_sapeurs;
create trigger _850_contenu after insert or update or delete on app.exercice_sapeurs
  for each row execute function app.tg_contenu('exercices', 'exercice_id');
drop trigger if exists _870_changement on app.exercice_sapeurs;
create trigger _870_changement after insert or update or delete on app.exercice_sapeurs
  for each row execute function audit.tg_changement('exercices');
drop trigger if exists _880_changement on app.exercice_sapeurs;
create trigger _880_changement after truncate on app.exercice_sapeurs
  for each statement execute function audit.tg_changement('exercices');
drop trigger if exists _900_journal on app.exercice_sapeurs;
create trigger _900_journal after insert or update or delete on app.exercice_sapeurs
  for each row execute function audit.tg_journal();

comment on table app.exercice_sapeurs is 'Sapeurs convoked to an exercice, with the result of each convocation.';
comment on column app.exercice_sapeurs.convoque is 'False for a sapeur who came without a convocation.';
comment on column app.exercice_sapeurs.remplace is 'Whether someone else came in his place.';
comment on column app.exercice_sapeurs.excuse is 'Whether he was excused; for readers who may not know the reason.';
comment on column app.exercice_sapeurs.date_demande is 'Day on which the sapeur asked to be excused; null where somebody else wrote the excuse.';
comment on column app.exercice_sapeurs.remarque is 'Remark of the sapeur on his excuse, or of somebody else on his presence.';
comment on column app.exercice_sapeurs.justification is 'Why the excuse was accepted or refused.';
comment on column app.exercice_sapeurs.convoque_at is 'When the mail that calls the sapeur was queued; null if none was.';
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
--! EndIncluded app/exercices/exercice_sapeurs.sql
--! Included app/exercices/tg_exercice_sapeurs__excuse.sql
-- Only the owner makes fines, in a run of their own.
create or replace function app.tg_exercice_sapeurs__excuse() returns trigger
  language plpgsql volatile
as $$
begin
  if new.excuse_type_id is null then
    new.date_demande := null;
  end if;
  if current_user = 'caserne_owner' or new.excuse_statut = coalesce(old.excuse_statut, 0::smallint) then
    return new;
  elsif not request.can('exercice.validation') then
    raise sqlstate 'PT403' using message = 'Permission requise : exercice.validation';
  elsif -2 in (old.excuse_statut, new.excuse_statut) then
    raise sqlstate 'PT409' using message = 'Les amendes se calculent à part';
  end if;
  new.date_validation := case when new.excuse_statut <> 0 then app.today() end;
  return new;
end;
$$;
comment on function app.tg_exercice_sapeurs__excuse() is
  'Sets the date on which an excuse was decided, and forgets the date of a request that is gone. Refuses decisions by callers who may only write presences (PT403), and fines by anyone (PT409).';
drop trigger if exists _110_excuse on app.exercice_sapeurs;
create trigger _110_excuse before insert or update of excuse_statut, excuse_type_id on app.exercice_sapeurs
  for each row execute function app.tg_exercice_sapeurs__excuse();
--! EndIncluded app/exercices/tg_exercice_sapeurs__excuse.sql
--! Included app/exercices/lock_exercice.sql
-- Definer: callers who write presences or validate may not update an exercice, so they could not lock it. The policies
-- let through everyone who may do one of these.
create or replace function app.lock_exercice(id bigint) returns app.exercices
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_exercice app.exercices;
begin
  select * into v_exercice
    from app.exercices e
   where e.sis_key = request.sis_key()
     and e.id = lock_exercice.id
     for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'Exercice inconnu';
  end if;
  perform app.refuse_bouclement(v_exercice.exercice_comptable_id);
  if v_exercice.statut = app.exercice_impute() then
    raise sqlstate 'PT409' using message = 'L’exercice est imputé : il ne peut plus être modifié';
  end if;
  return v_exercice;
end;
$$;
comment on function app.lock_exercice(bigint) is
  'An exercice of the caller''s SIS, locked for the rest of the transaction, so that writers of presences come one after the other. PT404 when there is none, PT409 when it is imputé or its accounting year is closed. Definer: writers of presences may not update exercices.';
grant execute on function app.lock_exercice(bigint) to caserne_api;
--! EndIncluded app/exercices/lock_exercice.sql
--! Included app/exercices/lock_mon_excuse.sql
-- Definer: a sapeur may not lock the exercices that he is convoked to.
create or replace function app.lock_mon_excuse(exercice_id bigint) returns app.exercice_sapeurs
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_exercice app.exercices := app.lock_exercice(exercice_id);
  v_dernier_jour date := v_exercice.date + (select s.delai_excuse from app.sis s where s.sis_key = request.sis_key());
  v_ligne app.exercice_sapeurs;
begin
  select * into v_ligne
    from app.exercice_sapeurs s
   where s.sis_key = request.sis_key()
     and s.exercice_id = lock_mon_excuse.exercice_id
     and s.sapeur_id = request.sapeur_id();
  if v_ligne.convoque is not true then
    raise sqlstate 'PT409' using message = 'Vous n’êtes pas convoqué à cet exercice';
  elsif app.today() > v_dernier_jour then
    raise sqlstate 'PT409' using
      message = format('Le délai pour s’excuser a pris fin le %s', to_char(v_dernier_jour, 'DD.MM.YYYY'));
  elsif v_ligne.excuse_statut <> 0 then
    raise sqlstate 'PT409' using message = 'Une décision a déjà été prise sur votre absence';
  end if;
  return v_ligne;
end;
$$;
comment on function app.lock_mon_excuse(bigint) is
  'The row of the calling sapeur at an exercice, which is locked, while he may still write his excuse there. PT404 when there is no such exercice; PT409 when he is not convoked, the days for excuses are over, or somebody has decided. Definer: a sapeur may not lock exercices.';
--! EndIncluded app/exercices/lock_mon_excuse.sql
--! Included app/exercices/lock_excuse.sql
-- Definer: callers who decide on excuses may not write presences.
create or replace function app.lock_excuse(exercice_id bigint, sapeur_id bigint) returns app.exercice_sapeurs
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_exercice_id bigint;
  v_ligne app.exercice_sapeurs;
begin
  if not request.can('exercice.validation') then
    raise sqlstate 'PT403' using message = 'Permission requise : exercice.validation';
  end if;
  v_exercice_id := (app.lock_exercice(exercice_id)).id;
  select * into v_ligne
    from app.exercice_sapeurs s
   where s.sis_key = request.sis_key()
     and s.exercice_id = v_exercice_id
     and s.sapeur_id = lock_excuse.sapeur_id;
  if v_ligne.excuse_statut = -2 then
    raise sqlstate 'PT409' using message = 'Les amendes se calculent à part';
  elsif v_ligne.excuse is not true then
    raise sqlstate 'PT404' using message = 'Excuse inconnue';
  end if;
  return v_ligne;
end;
$$;
comment on function app.lock_excuse(bigint, bigint) is
  'The row of a sapeur who has an excuse at an exercice, which is locked. PT403, PT404 when there is no such exercice or excuse, PT409 when the exercice is imputé or the sapeur fined. Definer: callers who decide on excuses may not write presences.';
--! EndIncluded app/exercices/lock_excuse.sql
--! Included app/exercices/membres_de_groupe.sql
-- Definer: callers who convoke may not read when people serve.
create or replace function app.membres_de_groupe(groupe_id bigint, day date)
  returns table (sapeur_id bigint, en_service boolean)
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_opened text[] := request.opened();
begin
  perform request.open(null, request.sis_key(), array['sapeur.lecture'], null);
  return query
    -- Union drops the groups that were found before.
    with recursive groupes as (
      select g.sis_key, g.id
        from app.groupes g
       where g.sis_key = request.sis_key()
         and g.id = membres_de_groupe.groupe_id
      union
      select g.sis_key, g.id
        from groupes p
        join app.groupes g on g.sis_key = p.sis_key and g.parent_id = p.id
    )
    select s.id, app.is_actif(s.sis_key, s.id, s.type, s.desactive, day)
      from app.sapeurs s
     where (s.sis_key, s.id) in (
       select m.sis_key, m.sapeur_id
         from groupes g
         join app.groupe_sapeurs m on m.sis_key = g.sis_key and m.groupe_id = g.id
     );
  perform request.reopen(v_opened);
end;
$$;
comment on function app.membres_de_groupe(bigint, date) is
  'The sapeurs of a group and of all groups below it, each once, and whether they are in service on a day. Definer: callers who convoke may not read when people serve.';
--! EndIncluded app/exercices/membres_de_groupe.sql
--! Included app/exercices/convoke_groupe.sql
create or replace function app.convoke_groupe(
  exercice app.exercices, groupe_id bigint, out membres bigint[], out ajoutes bigint[], out hors_service bigint[])
  language plpgsql volatile
as $$
begin
  if not exists (select from app.groupes g where g.sis_key = request.sis_key() and g.id = groupe_id) then
    raise sqlstate 'PT422' using message = 'Ce groupe n’existe pas.', detail = 'groupe_id';
  end if;
  select coalesce(array_agg(m.sapeur_id order by m.sapeur_id) filter (where m.en_service), '{}'),
         coalesce(array_agg(m.sapeur_id order by m.sapeur_id) filter (where not m.en_service), '{}')
    into membres, hors_service
    from app.membres_de_groupe(groupe_id, exercice.date) m;
  with added as (
    insert into app.exercice_sapeurs as s (exercice_id, sapeur_id)
    select exercice.id, m.id from unnest(membres) as m (id)
    on conflict (sis_key, exercice_id, sapeur_id) do update set convoque = true where not s.convoque
    returning s.sapeur_id
  )
  select coalesce(array_agg(a.sapeur_id order by a.sapeur_id), '{}') into ajoutes from added a;
  perform app.renew_exercice_statut(exercice);
end;
$$;
comment on function app.convoke_groupe(app.exercices, bigint) is
  'Convokes to an exercice, which is locked, the sapeurs of a group and of the groups below it: membres are those in service that day, ajoutes those of them who were not convoked yet, hors_service the others, who are left out. PT422 when there is no such group.';
--! EndIncluded app/exercices/convoke_groupe.sql
--! Included app/exercices/mail_convocations.sql
-- Definer: callers who convoke may read no e-mail of a sapeur, and the queue belongs to the owner.
create or replace function app.mail_convocations(exercice_id bigint, sapeur_ids bigint[]) returns bigint[]
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_opened text[] := request.opened();
  v_ids bigint[];
begin
  perform request.open(request.user_id(), request.sis_key(), array['exercice.modification', 'sapeur.lecture'], null);
  with called as (
    update app.exercice_sapeurs s
       set convoque_at = now()
      from app.particularites p
     where s.sis_key = request.sis_key()
       and s.exercice_id = mail_convocations.exercice_id
       and s.sapeur_id = any (sapeur_ids)
       and s.convoque
       and s.convoque_at is null
       and p.sis_key = s.sis_key
       and p.sapeur_id = s.sapeur_id
       and p.email <> ''
    returning s.sapeur_id
  )
  select coalesce(array_agg(c.sapeur_id order by c.sapeur_id), '{}') into v_ids from called c;
  perform request.reopen(v_opened);
  perform graphile_worker.add_jobs(array(
    select row(
             'send_mail',
             json_build_object(
               'genre', 'convocation', 'sis_key', request.sis_key(), 'exercice_id', mail_convocations.exercice_id, 'sapeur_id', s),
             null, null, null, null, null, null)::graphile_worker.job_spec
      from unnest(v_ids) as s
  ));
  return v_ids;
end;
$$;
comment on function app.mail_convocations(bigint, bigint[]) is
  'Queues the mails that call these sapeurs to an exercice, for those who are convoked, have an e-mail and were not called yet; returns their ids. Definer: callers who convoke may read no e-mail of a sapeur, and the queue belongs to the owner.';
--! EndIncluded app/exercices/mail_convocations.sql
--! Included app/exercices/annonce_exercice.sql
create or replace function app.annonce_exercice(exercice app.exercices) returns json
  language sql stable
as $$
  select json_build_object(
    'id', exercice.id,
    'designation', exercice.designation,
    'date', exercice.date,
    'heure', exercice.heure,
    'duree', exercice.duree,
    'annule', exercice.statut = app.exercice_annule(),
    'lieu', exercice.lieu,
    'localite', coalesce((select l.nom from app.localites l where l.id = exercice.localite_id), ''),
    'categorie', coalesce(
      (
        select c.designation
          from app.exercice_categories c
         where c.sis_key = exercice.sis_key
           and c.id = exercice.exercice_categorie_id
      ),
      ''
    ),
    'communications', exercice.communications,
    'delai', exercice.date + (select s.delai_excuse from app.sis s where s.sis_key = exercice.sis_key)
  )
$$;
comment on function app.annonce_exercice(app.exercices) is
  'What a call to an exercice says about it, with names instead of ids; delai is the last day for excuses.';
grant execute on function app.annonce_exercice(app.exercices) to caserne_api;
--! EndIncluded app/exercices/annonce_exercice.sql
--! Included app/comptabilite/round05.sql
-- The only place that rounds amounts of pay. Half of 0.05 goes away from zero: 12.325 becomes 12.35, -12.325 becomes
-- -12.35, and 12.3249 becomes 12.30.
create or replace function app.round05(amount numeric) returns numeric
  language sql immutable strict parallel safe
as $$
  select round(round(amount * 20) / 20, 2)
$$;
comment on function app.round05(numeric) is
  'An amount in francs rounded to the nearest 0.05, half of it away from zero.';
grant execute on function app.round05(numeric) to caserne_api;
--! EndIncluded app/comptabilite/round05.sql
--! Included app/comptabilite/secondes.sql
-- Example: from 14:00 to 16:30 and from 17:00 to 17:15 are 9,900 seconds.
create or replace function app.secondes(temps tstzmultirange) returns numeric
  language sql immutable strict parallel safe
as $$
  select coalesce(sum(extract(epoch from upper(t) - lower(t))), 0) from unnest(temps) as t
$$;
comment on function app.secondes(tstzmultirange) is
  'Elapsed seconds of one or more periods.';
grant execute on function app.secondes(tstzmultirange) to caserne_api;
--! EndIncluded app/comptabilite/secondes.sql
--! Included app/comptabilite/temps_phases.sql
-- Example: intervention from 14:00, rétablissement from 16:00. The time of intervention is all time before 16:00, that
-- of rétablissement all time from 16:00 on.
create or replace function app.temps_phases(debuts timestamptz[], types bigint[], phase_type_id bigint)
  returns tstzmultirange
  language sql immutable parallel safe
as $$
  select case
           when phase_type_id is null then '{(,)}'
           else coalesce(
             range_agg(tstzrange(case when p.n > 1 then p.debut end, p.suivante)) filter (where p.type = phase_type_id),
             '{}')
         end
    from (
      select p.debut, p.type, row_number() over phases as n, lead(p.debut) over phases as suivante
        from unnest(debuts, types) with ordinality as p (debut, type, no)
      window phases as (order by p.debut, p.no)
    ) p
$$;
comment on function app.temps_phases(timestamptz[], bigint[], bigint) is
  'The time of the phases of one type (null: all time): a phase lasts until the next one begins, and the first phase has all time before.';
grant execute on function app.temps_phases(timestamptz[], bigint[], bigint) to caserne_api;
--! EndIncluded app/comptabilite/temps_phases.sql
--! Included app/comptabilite/montant_minimum.sql
-- Example: 40.00 for the first two hours, then 15.00 an hour, whole hours only. Five and a half hours are 40.00 for two
-- hours and 15.00 for each of three: 85.00.
create or replace function app.montant_minimum(
  secondes_phase numeric, secondes_autres numeric,
  tarif numeric, tarif_min numeric, tarif_min_pour numeric, tarif_min_pro_rata boolean, tarif_pro_rata boolean
) returns numeric
  language sql immutable parallel safe
as $$
  -- The division comes last: a third of an hour has no end as a decimal number, and half of 0.05 must stay exact.
  select case
           when tarif_min = 0 then app.round05(tarif * (secondes_phase + secondes_autres) / 3600)
           else app.round05(
             (case when tarif_min_pro_rata then tarif_min * couvert else tarif_min * plafond end
               + tarif * (secondes_autres + case when tarif_pro_rata then surplus else surplus - surplus % 3600 end) * tarif_min_pour)
             / plafond)
         end
    from (select 3600 * tarif_min_pour as plafond) p
   cross join lateral (
     select least(secondes_phase, plafond) as couvert, greatest(secondes_phase - plafond, 0) as surplus
   ) s
$$;
comment on function app.montant_minimum(numeric, numeric, numeric, numeric, numeric, boolean, boolean) is
  'Pay by a tariff with a minimum: the minimum covers the first hours of the tariff''s phase, each further hour and all hours of other phases cost the tariff.';
grant execute on function app.montant_minimum(numeric, numeric, numeric, numeric, numeric, boolean, boolean) to caserne_api;
--! EndIncluded app/comptabilite/montant_minimum.sql
--! Included app/comptabilite/weekends.sql
-- Example: of a period from Friday 20:00 to Monday 02:00, Saturday 00:00 to Monday 00:00 is week-end.
create or replace function app.weekends(periode tstzrange, fuseau text) returns tstzmultirange
  language sql immutable strict parallel safe
as $$
  -- A time of day that the clock skips or repeats is read as `at time zone` reads it, here and in app.nuits.
  select coalesce(range_agg(tstzrange(j at time zone fuseau, (j + interval '1 day') at time zone fuseau)), '{}')
         * tstzmultirange(periode)
    from generate_series(
           date_trunc('day', lower(periode) at time zone fuseau) - interval '1 day',
           upper(periode) at time zone fuseau,
           interval '1 day') as j
   where extract(isodow from j) in (6, 7)
$$;
comment on function app.weekends(tstzrange, text) is
  'The Saturdays and Sundays of a period by the clock of a time zone, their nights included.';
grant execute on function app.weekends(tstzrange, text) to caserne_api;
--! EndIncluded app/comptabilite/weekends.sql
--! Included app/comptabilite/nuits.sql
-- Example: with nights from 22:00 to 06:00, a period from 20:00 to 23:00 has one hour of night, and one from 05:00 to
-- 22:30 has one hour and a half.
create or replace function app.nuits(periode tstzrange, debut time, fin time, fuseau text) returns tstzmultirange
  language sql immutable strict parallel safe
as $$
  select coalesce(range_agg(tstzrange(n.debut, n.fin)), '{}') * tstzmultirange(periode)
    from generate_series(
           date_trunc('day', lower(periode) at time zone fuseau) - interval '1 day',
           upper(periode) at time zone fuseau,
           interval '1 day') as j
   cross join lateral (
     select (j + debut) at time zone fuseau as debut,
            (j + fin + case when fin <= debut then interval '1 day' else interval '0' end) at time zone fuseau as fin
   ) n
   -- The clock may skip a whole night.
   where n.debut < n.fin
$$;
comment on function app.nuits(tstzrange, time, time, text) is
  'The nights of a period by the clock of a time zone: each day from debut to fin, on the next day when fin is not later.';
grant execute on function app.nuits(tstzrange, time, time, text) to caserne_api;
--! EndIncluded app/comptabilite/nuits.sql
--! Included app/comptabilite/split_temps.sql
-- Example: of Friday 20:00 to Saturday 02:00, with nights from 22:00 to 06:00, two hours are normal, two are night and
-- two are week-end.
create or replace function app.split_temps(temps tstzmultirange, weekends tstzmultirange, nuits tstzmultirange)
  returns table (normal numeric, nuit numeric, weekend numeric)
  language sql immutable strict parallel safe
as $$
  select app.secondes(temps - weekends - nuits), app.secondes((temps - weekends) * nuits), app.secondes(temps * weekends)
$$;
comment on function app.split_temps(tstzmultirange, tstzmultirange, tstzmultirange) is
  'Seconds of normal time, night and week-end: the week-end comes first, then the night; what a tariff has no rate for is empty.';
grant execute on function app.split_temps(tstzmultirange, tstzmultirange, tstzmultirange) to caserne_api;
--! EndIncluded app/comptabilite/split_temps.sql
--! Included app/comptabilite/montant_taux.sql
-- Example: two and a half hours at 20.00 an hour with the night's rate of 1.25 are 62.50.
create or replace function app.montant_taux(secondes numeric, tarif numeric, taux numeric) returns numeric
  language sql immutable strict parallel safe
as $$
  select app.round05(tarif * taux * secondes / 3600)
$$;
comment on function app.montant_taux(numeric, numeric, numeric) is
  'Pay by a tariff with a rate: the hourly tariff times the rate times the hours.';
grant execute on function app.montant_taux(numeric, numeric, numeric) to caserne_api;
--! EndIncluded app/comptabilite/montant_taux.sql
--! Included app/comptabilite/tg_paiements__exercices_ouverts.sql
create or replace function app.tg_paiements__exercices_ouverts() returns trigger
  language plpgsql volatile
as $$
begin
  perform app.refuse_bouclement(d.exercice_comptable_id)
     from (select distinct l.sis_key, l.decompte_id from lignes l) l
     join app.decomptes d on d.sis_key = l.sis_key and d.id = l.decompte_id;
  return null;
end;
$$;
comment on function app.tg_paiements__exercices_ouverts() is
  'Refuses (PT409) a statement that writes payments of a closed accounting year.';
drop trigger if exists _200_exercices_ouverts on app.paiements;
create trigger _200_exercices_ouverts after insert on app.paiements referencing new table as lignes
  for each statement execute function app.tg_paiements__exercices_ouverts();
drop trigger if exists _210_exercices_ouverts on app.paiements;
create trigger _210_exercices_ouverts after update on app.paiements referencing old table as lignes
  for each statement execute function app.tg_paiements__exercices_ouverts();
drop trigger if exists _215_exercices_ouverts on app.paiements;
create trigger _215_exercices_ouverts after update on app.paiements referencing new table as lignes
  for each statement execute function app.tg_paiements__exercices_ouverts();
drop trigger if exists _220_exercices_ouverts on app.paiements;
create trigger _220_exercices_ouverts after delete on app.paiements referencing old table as lignes
  for each statement execute function app.tg_paiements__exercices_ouverts();
--! EndIncluded app/comptabilite/tg_paiements__exercices_ouverts.sql
--! Included app/comptabilite/refuse_inacheve.sql
-- An entry of the service itself is paid to nobody, and an exercice that was called off has nothing to impute.
-- Definer: whoever closes a year need not see what is in it.
create or replace function app.refuse_inacheve(exercice_comptable_id bigint) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_interventions bigint := (
    select count(*)
      from app.interventions i
     where i.sis_key = request.sis_key()
       and i.exercice_comptable_id = refuse_inacheve.exercice_comptable_id
       and i.statut <> app.intervention_imputee()
  );
  v_exercices bigint := (
    select count(*)
      from app.exercices e
     where e.sis_key = request.sis_key()
       and e.exercice_comptable_id = refuse_inacheve.exercice_comptable_id
       and e.statut not in (app.exercice_annule(), app.exercice_impute())
  );
  v_ecritures bigint := (
    select count(*)
      from app.ecritures e
     where e.sis_key = request.sis_key()
       and e.exercice_comptable_id = refuse_inacheve.exercice_comptable_id
       and e.decompte_id is null
       and e.sapeur_id is not null
  );
  v_decomptes bigint := (
    select count(*)
      from app.decomptes d
     where d.sis_key = request.sis_key()
       and d.exercice_comptable_id = refuse_inacheve.exercice_comptable_id
       and d.paye_le is null
  );
begin
  if v_interventions + v_exercices + v_ecritures + v_decomptes > 0 then
    raise sqlstate 'PT409' using
      message = format(
        'Il reste %s intervention%s et %s exercice%s à imputer, %s écriture%s et %s décompte%s à payer',
        v_interventions, case when v_interventions > 1 then 's' end, v_exercices, case when v_exercices > 1 then 's' end,
        v_ecritures, case when v_ecritures > 1 then 's' end, v_decomptes, case when v_decomptes > 1 then 's' end);
  end if;
end;
$$;
comment on function app.refuse_inacheve(bigint) is
  'Refuses (PT409, with their numbers) an accounting year that has interventions or exercices to impute, or entries or statements to pay. Definer: to see them.';
grant execute on function app.refuse_inacheve(bigint) to caserne_api;
--! EndIncluded app/comptabilite/refuse_inacheve.sql
--! Included app/comptabilite/lock_exercice_ouvert.sql
create or replace function app.lock_exercice_ouvert(id bigint) returns app.exercices_comptables
  language plpgsql volatile
as $$
declare
  v_exercice app.exercices_comptables;
begin
  perform app.refuse_bouclement(id);
  select * into v_exercice
    from app.exercices_comptables e
   where e.sis_key = request.sis_key()
     and e.id = lock_exercice_ouvert.id;
  if not found then
    raise sqlstate 'PT404' using message = 'Exercice comptable inconnu';
  end if;
  return v_exercice;
end;
$$;
comment on function app.lock_exercice_ouvert(bigint) is
  'An accounting year that is not closed, and cannot be before the transaction ends. PT404 when there is none, PT409 when it is closed.';
--! EndIncluded app/comptabilite/lock_exercice_ouvert.sql
--! Included app/comptabilite/check_module.sql
create or replace function app.check_module(module smallint) returns void
  language plpgsql immutable
as $$
begin
  if module not in (0, 8) then
    raise sqlstate 'PT409' using
      message = 'Seuls les divers et les remboursements se saisissent à la main : les autres écritures se changent là d’où elles viennent';
  end if;
end;
$$;
comment on function app.check_module(smallint) is
  'Refuses (PT409) to write an entry by hand that is made from something else, such as an intervention.';
grant execute on function app.check_module(smallint) to caserne_api;
--! EndIncluded app/comptabilite/check_module.sql
--! Included app/comptabilite/lock_ecriture.sql
create or replace function app.lock_ecriture(id bigint) returns app.ecritures
  language plpgsql volatile
as $$
declare
  v_ecriture app.ecritures;
begin
  select * into v_ecriture
    from app.ecritures e
   where e.sis_key = request.sis_key()
     and e.id = lock_ecriture.id
     for update;
  if not found then
    return null;
  end if;
  perform app.check_module(v_ecriture.module);
  if v_ecriture.decompte_id is not null then
    raise sqlstate 'PT409' using message = 'Cette écriture est dans un décompte : elle ne peut plus être modifiée';
  end if;
  return v_ecriture;
end;
$$;
comment on function app.lock_ecriture(bigint) is
  'An entry that was written by hand, locked to be changed or removed; null when it does not exist. PT409 when it was made from something else, or is in a statement of account.';
grant execute on function app.lock_ecriture(bigint) to caserne_api;
--! EndIncluded app/comptabilite/lock_ecriture.sql
--! Included app/comptabilite/complete_ecriture.sql
create or replace function app.complete_ecriture(ecriture app.ecritures, body jsonb) returns app.ecritures
  language plpgsql stable
as $$
declare
  v_ecriture app.ecritures := ecriture;
  v_total numeric;
begin
  perform app.check_module(v_ecriture.module);
  if v_ecriture.exercice_comptable_id is null then
    select e.id into v_ecriture.exercice_comptable_id
      from app.exercices_comptables e
     where e.sis_key = request.sis_key()
       and daterange(e.debut, e.fin, '[]') @> v_ecriture.date;
    if not found then
      raise sqlstate 'PT422' using message = 'Aucun exercice comptable ne contient cette date.', detail = 'date';
    end if;
  elsif not exists (
    select from app.exercices_comptables e where e.sis_key = request.sis_key() and e.id = v_ecriture.exercice_comptable_id
  ) then
    raise sqlstate 'PT422' using message = 'Cet exercice comptable n’existe pas.', detail = 'exercice_comptable_id';
  end if;
  -- Entries of release 0.1.0 have a total without a price. It stays until one is given.
  if body ?| array['tarif', 'quantite', 'total'] then
    v_total := app.round05(v_ecriture.tarif * v_ecriture.quantite);
    if (body ->> 'total')::numeric <> v_total then
      raise sqlstate 'PT422' using detail = 'total', message = format(
        'Le total doit être de %s (tarif × quantité, arrondi à 0.05), et non de %s.',
        v_total, round((body ->> 'total')::numeric, 2));
    elsif abs(v_total) > 99999999.99 then
      raise sqlstate 'PT422' using message = 'Le total ne doit pas dépasser 99999999.99.', detail = 'total';
    end if;
    v_ecriture.total := v_total;
  end if;
  return v_ecriture;
end;
$$;
comment on function app.complete_ecriture(app.ecritures, jsonb) is
  'An entry as it is to be written by hand: with its accounting year, by default that of its day, and its total. PT409 when it is made from something else, PT422 for a total that is not tarif × quantite.';
grant execute on function app.complete_ecriture(app.ecritures, jsonb) to caserne_api;
--! EndIncluded app/comptabilite/complete_ecriture.sql
--! Included app/comptabilite/temps_presences.sql
create or replace function app.temps_presences(intervention app.interventions, piquet boolean)
  returns table (sapeur_id bigint, temps tstzmultirange)
  language sql stable
as $$
  select p.sapeur_id, range_agg(tstzrange(p.debut, p.fin))
    from app.intervention_sapeurs p
   where p.sis_key = intervention.sis_key
     and p.intervention_id = intervention.id
     and (temps_presences.piquet is null or p.piquet = temps_presences.piquet)
   group by p.sapeur_id
$$;
comment on function app.temps_presences(app.interventions, boolean) is
  'The time of each sapeur at an intervention, what overlaps once: as standby, otherwise, or both (piquet null).';
--! EndIncluded app/comptabilite/temps_presences.sql
--! Included app/comptabilite/pay_minimum.sql
create or replace function app.pay_minimum(
  intervention app.interventions, indemnite app.indemnites_intervention, piquet boolean
) returns table (sapeur_id bigint, secondes numeric, taux numeric, taux_designation text, total numeric)
  language sql stable
as $$
  with phases as materialized (
    select app.temps_phases(
             array_agg(f.debut order by f.id), array_agg(f.phase_type_id order by f.id), indemnite.phase_type_id) as temps
      from app.intervention_phases f
     where f.sis_key = intervention.sis_key
       and f.intervention_id = intervention.id
  )
  select p.sapeur_id, s.toutes, 1, '',
         app.montant_minimum(
           s.phase, s.toutes - s.phase, indemnite.tarif, indemnite.tarif_min, indemnite.tarif_min_pour,
           indemnite.tarif_min_pro_rata, indemnite.tarif_pro_rata)
    from app.temps_presences(intervention, piquet) p
   cross join phases f
   cross join lateral (select app.secondes(p.temps) as toutes, app.secondes(p.temps * f.temps) as phase offset 0) s
$$;
comment on function app.pay_minimum(app.interventions, app.indemnites_intervention, boolean) is
  'What each sapeur of an intervention is paid by a tariff with a minimum: one amount for all his hours.';
--! EndIncluded app/comptabilite/pay_minimum.sql
--! Included app/comptabilite/pay_taux.sql
create or replace function app.pay_taux(
  intervention app.interventions, indemnite app.indemnites_intervention, piquet boolean
) returns table (sapeur_id bigint, secondes numeric, taux numeric, taux_designation text, total numeric)
  language sql stable
as $$
  with presences as materialized (
    select * from app.temps_presences(intervention, piquet)
  ),
  -- Once for all: everybody has the same nights and week-ends.
  calendrier as materialized (
    select case when indemnite.taux_weekend > 0 then app.weekends(p.periode, p.fuseau) else '{}' end as weekends,
           case when indemnite.taux_nuit > 0 then app.nuits(p.periode, indemnite.debut, indemnite.fin, p.fuseau) else '{}' end as nuits
      from (select tstzrange(min(lower(temps)), max(upper(temps))) as periode, app.fuseau() as fuseau from presences) p
  )
  select p.sapeur_id, t.secondes, t.taux, t.designation, m.total
    from presences p
   cross join calendrier c
   cross join lateral app.split_temps(p.temps, c.weekends, c.nuits) s
   cross join lateral (
     values (s.normal, 1, ''), (s.nuit, indemnite.taux_nuit, 'Nuit'), (s.weekend, indemnite.taux_weekend, 'Week-end')
   ) as t (secondes, taux, designation)
   cross join lateral (select app.montant_taux(t.secondes, indemnite.tarif, t.taux) as total offset 0) m
   where m.total <> 0
$$;
comment on function app.pay_taux(app.interventions, app.indemnites_intervention, boolean) is
  'What each sapeur of an intervention is paid by a tariff with rates: an amount each for normal time, night and week-end, without those of 0.00.';
--! EndIncluded app/comptabilite/pay_taux.sql
--! Included app/comptabilite/require_indemnite.sql
create or replace function app.require_indemnite(id bigint, field text) returns app.indemnites_intervention
  language plpgsql stable
as $$
declare
  v_indemnite app.indemnites_intervention;
begin
  select * into v_indemnite
    from app.indemnites_intervention t
   where t.sis_key = request.sis_key()
     and t.id = require_indemnite.id;
  if not found then
    raise sqlstate 'PT422' using message = 'Cette indemnité n’existe pas.', detail = field;
  elsif not v_indemnite.actif then
    raise sqlstate 'PT422' using message = 'Cette indemnité n’est plus active.', detail = field;
  end if;
  return v_indemnite;
end;
$$;
comment on function app.require_indemnite(bigint, text) is
  'An active tariff of interventions. PT422 names the field when there is none.';
--! EndIncluded app/comptabilite/require_indemnite.sql
--! Included app/comptabilite/ecritures_presences.sql
create or replace function app.ecritures_presences(
  intervention app.interventions, indemnite app.indemnites_intervention, piquet boolean
) returns setof app.ecritures
  language plpgsql stable
as $$
declare
  v_ecriture app.ecritures;
begin
  v_ecriture.sis_key := intervention.sis_key;
  v_ecriture.exercice_comptable_id := intervention.exercice_comptable_id;
  v_ecriture.date := intervention.date_debut;
  v_ecriture.heure := intervention.heure_debut;
  v_ecriture.designation := (
    select concat_ws(' ', l.nom, '(' || t.designation || ')', nullif(intervention.lieu, ''))
      from app.types_intervention t
      left join app.localites l on l.id = intervention.localite_id
     where t.sis_key = intervention.sis_key
       and t.id = intervention.type_intervention_id
  );
  v_ecriture.complement := indemnite.designation;
  v_ecriture.type_unite_id := app.unite_heure();
  v_ecriture.tarif := indemnite.tarif;
  v_ecriture.type := indemnite.type;
  v_ecriture.module := 2;
  v_ecriture.compte_id := indemnite.compte_id;
  v_ecriture.ecriture_categorie_id := indemnite.ecriture_categorie_id;
  v_ecriture.intervention_id := intervention.id;
  v_ecriture.indemnite_intervention_id := indemnite.id;
  v_ecriture.created_by := app.caller_name();
  v_ecriture.created_at := now();
  for v_ecriture.sapeur_id, v_ecriture.quantite, v_ecriture.taux, v_ecriture.taux_designation, v_ecriture.total in
    select p.sapeur_id, p.secondes / 3600, p.taux, p.taux_designation, p.total
      from (
        select * from app.pay_minimum(intervention, indemnite, piquet) where indemnite.taux_nuit + indemnite.taux_weekend = 0
        union all
        select * from app.pay_taux(intervention, indemnite, piquet) where indemnite.taux_nuit + indemnite.taux_weekend > 0
      ) p
     -- limit: each looked up by his id. A join would read all people of the SIS.
     cross join lateral (
       select s.nom_prenom from app.sapeurs s where s.sis_key = intervention.sis_key and s.id = p.sapeur_id limit 1
     ) s
     order by s.nom_prenom, p.sapeur_id, p.taux_designation
  loop
    return next v_ecriture;
  end loop;
end;
$$;
comment on function app.ecritures_presences(app.interventions, app.indemnites_intervention, boolean) is
  'The entries of an intervention by one tariff, not written yet: for time as standby, other time, or both (piquet null).';
--! EndIncluded app/comptabilite/ecritures_presences.sql
--! Included app/comptabilite/check_chevauchements.sql
-- Only a tablet's report brings presences that overlap, so one of two is always marked as such (toleree).
create or replace function app.check_chevauchements(intervention app.interventions) returns void
  language plpgsql stable
as $$
declare
  v_nom text;
  v_autre text;
begin
  select s.nom_prenom, i.numero into v_nom, v_autre
    from app.intervention_sapeurs p
   cross join lateral (
     select q.intervention_id
       from app.intervention_sapeurs q
      where q.sis_key = p.sis_key and q.sapeur_id = p.sapeur_id and q.intervention_id <> p.intervention_id
        and q.toleree
        and q.debut < p.fin and p.debut < q.fin
     union all
     select q.intervention_id
       from app.intervention_sapeurs q
      where q.sis_key = p.sis_key and q.sapeur_id = p.sapeur_id and q.intervention_id <> p.intervention_id
        and p.toleree
        and q.debut < p.fin and p.debut < q.fin
      limit 1
   ) q
    join app.sapeurs s on s.sis_key = p.sis_key and s.id = p.sapeur_id
    join app.interventions i on i.sis_key = p.sis_key and i.id = q.intervention_id
   where p.sis_key = intervention.sis_key
     and p.intervention_id = intervention.id
   order by s.nom_prenom, s.id
   limit 1;
  if found then
    raise sqlstate 'PT409' using message =
      format('%s est présent en même temps aux interventions %s et %s : corrigez l’une des présences', v_nom, intervention.numero, v_autre);
  end if;
end;
$$;
comment on function app.check_chevauchements(app.interventions) is
  'Refuses (PT409) an intervention at which someone is present while he is present at another one, and names both.';
--! EndIncluded app/comptabilite/check_chevauchements.sql
--! Included app/comptabilite/lock_imputable.sql
create or replace function app.lock_imputable(id bigint) returns app.interventions
  language plpgsql volatile
as $$
declare
  v_intervention app.interventions;
begin
  perform app.lock_intervention(id);
  v_intervention := app.require_intervention(id);
  if v_intervention.statut <> app.intervention_validee() then
    raise sqlstate 'PT409' using message = 'Seule une intervention validée peut être imputée';
  end if;
  perform app.lock_exercice_ouvert(v_intervention.exercice_comptable_id);
  perform app.check_chevauchements(v_intervention);
  return v_intervention;
end;
$$;
comment on function app.lock_imputable(bigint) is
  'An intervention that may be imputée, locked. PT404, PT409 unless it is validée, in an open year and nobody of it is elsewhere at the same time.';
--! EndIncluded app/comptabilite/lock_imputable.sql
--! Included app/comptabilite/list_ecritures_intervention.sql
-- Definer: whoever imputes need not see interventions.
create or replace function app.list_ecritures_intervention(id bigint, indemnite_id bigint, piquet_indemnite_id bigint)
  returns setof app.ecritures
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_indemnite app.indemnites_intervention;
  v_piquet app.indemnites_intervention;
  v_intervention app.interventions;
begin
  if not request.can('comptabilite.modification') then
    raise sqlstate 'PT403' using message = 'Permission requise : comptabilite.modification';
  end if;
  v_indemnite := app.require_indemnite(indemnite_id, 'indemnite_intervention_id');
  if piquet_indemnite_id is not null then
    v_piquet := app.require_indemnite(piquet_indemnite_id, 'piquet_indemnite_intervention_id');
  end if;
  v_intervention := app.lock_imputable(id);
  if piquet_indemnite_id is null then
    return query select * from app.ecritures_presences(v_intervention, v_indemnite, null);
  else
    return query select * from app.ecritures_presences(v_intervention, v_indemnite, false);
    return query select * from app.ecritures_presences(v_intervention, v_piquet, true);
  end if;
end;
$$;
comment on function app.list_ecritures_intervention(bigint, bigint, bigint) is
  'The entries that the imputation of an intervention writes, by the name of the sapeur; standby by its own tariff if there is one. Locks the intervention. PT403, PT404, PT409, PT422. Definer: to see interventions.';
grant execute on function app.list_ecritures_intervention(bigint, bigint, bigint) to caserne_api;
--! EndIncluded app/comptabilite/list_ecritures_intervention.sql
--! Included app/comptabilite/impute_intervention.sql
create or replace function app.impute_intervention(id bigint, indemnite_id bigint, piquet_indemnite_id bigint)
  returns setof app.ecritures
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  return query
    insert into app.ecritures (
      exercice_comptable_id, sapeur_id, date, heure, designation, complement, quantite, type_unite_id, tarif, taux,
      taux_designation, total, type, module, compte_id, ecriture_categorie_id, intervention_id, indemnite_intervention_id, created_by
    )
    select e.exercice_comptable_id, e.sapeur_id, e.date, e.heure, e.designation, e.complement, e.quantite, e.type_unite_id, e.tarif,
           e.taux, e.taux_designation, e.total, e.type, e.module, e.compte_id, e.ecriture_categorie_id, e.intervention_id,
           e.indemnite_intervention_id, e.created_by
      from app.list_ecritures_intervention(id, indemnite_id, piquet_indemnite_id) e
    returning *;
  update app.interventions i
     set statut = app.intervention_imputee(), date_imputation = app.today()
   where i.sis_key = request.sis_key()
     and i.id = impute_intervention.id;
end;
$$;
comment on function app.impute_intervention(bigint, bigint, bigint) is
  'Imputes an intervention: writes its entries, sets its statut to imputée (3), and returns the entries. PT403, PT404, PT409, PT422. Definer: nobody is granted writing statut.';
grant execute on function app.impute_intervention(bigint, bigint, bigint) to caserne_api;
--! EndIncluded app/comptabilite/impute_intervention.sql
--! Included app/comptabilite/coordonnees_paie.sql
-- Definer: documents of pay name addresses and dates of birth, which accounting may not read otherwise. The policies
-- interne of app.particularites and app.salaires let it read them.
create or replace function app.coordonnees_paie(sapeur_ids bigint[]) returns table (
  sapeur_id bigint, nom text, prenom text, nom_prenom text, date_naissance date, rue text, no_rue text, npa text, localite text,
  pays text, iban text, no_avs text
)
  language sql stable security definer set search_path = ''
as $$
  select s.id, s.nom, s.prenom, s.nom_prenom, p.date_naissance, coalesce(p.rue, ''), coalesce(p.no_rue, ''),
         coalesce(l.npa, ''), coalesce(l.nom, ''),
         -- A place abroad has no canton of these: its country is not known.
         case
           when l.canton in ('FL', 'LI') then 'LI'
           when l.canton in ('AG', 'AI', 'AR', 'BE', 'BL', 'BS', 'FR', 'GE', 'GL', 'GR', 'JU', 'LU', 'NE', 'NW', 'OW', 'SG',
                             'SH', 'SO', 'SZ', 'TG', 'TI', 'UR', 'VD', 'VS', 'ZG', 'ZH')
           then 'CH'
           else ''
         end,
         coalesce(a.iban, ''), coalesce(a.no_avs, '')
    from unnest(sapeur_ids) as u (id)
    join app.sapeurs s on s.sis_key = request.sis_key() and s.id = u.id
    left join app.particularites p on p.sis_key = s.sis_key and p.sapeur_id = s.id
    left join app.salaires a on a.sis_key = s.sis_key and a.sapeur_id = s.id
    left join app.localites l on l.id = p.localite_id
$$;
comment on function app.coordonnees_paie(bigint[]) is
  'Name, address, birth date, IBAN and AVS number of people, for documents of pay: of anyone for whoever may read accounts, of himself for a sapeur. Definer: accounting may not read addresses otherwise.';
grant execute on function app.coordonnees_paie(bigint[]) to caserne_api;
--! EndIncluded app/comptabilite/coordonnees_paie.sql
--! Included app/comptabilite/debut_cotisations.sql
-- LAVS, art. 3, al. 2, let. a. Example: who was born on 14 March 2008 is 17 on 14 March 2025, and owes from 1 January
-- 2026 on.
create or replace function app.debut_cotisations(naissance date) returns date
  language sql immutable strict parallel safe
as $$
  select make_date(extract(year from naissance)::integer + 18, 1, 1)
$$;
comment on function app.debut_cotisations(date) is
  'The day from which someone owes contributions: 1 January after his 17th birthday.';
--! EndIncluded app/comptabilite/debut_cotisations.sql
--! Included app/comptabilite/fin_ac.sql
-- LACI, art. 2, al. 2, let. c: until the end of the month in which the reference age is reached. LAVS, art. 21, al. 1: it
-- is 65. Transitional provisions of the modification of 17 December 2021 (AVS 21), let. a: that of women born up to 1960
-- is 64, of those born in 1961, 1962 and 1963 it is 64 years and 3, 6 and 9 months. Example: a woman born on 20 November
-- 1961 is 64 years and 3 months old on 20 February 2026, and owes AC until 28 February 2026.
create or replace function app.fin_ac(naissance date, femme boolean) returns date
  language sql immutable strict parallel safe
as $$
  select (date_trunc('month', naissance
                              + case when femme then least(768 + greatest(extract(year from naissance) - 1960, 0) * 3, 780) else 780 end
                                * interval '1 month')
          + interval '1 month - 1 day')::date
$$;
comment on function app.fin_ac(date, boolean) is
  'The last day on which someone owes AC: the end of the month in which the reference age is reached.';
--! EndIncluded app/comptabilite/fin_ac.sql
--! Included app/comptabilite/solde_soumis.sql
-- RAVS, art. 6, al. 2, let. a, with LIFD, art. 24, let. fbis. Example: with 5,400 exempt, 100 of 5,500 are subject, and
-- nothing of 4,000.
create or replace function app.solde_soumis(solde numeric, franchise_imposition numeric) returns numeric
  language sql immutable strict parallel safe
as $$
  select greatest(solde - franchise_imposition, 0)
$$;
comment on function app.solde_soumis(numeric, numeric) is
  'The solde of a year that counts for contributions: what is above the exempt amount.';
--! EndIncluded app/comptabilite/solde_soumis.sql
--! Included app/comptabilite/depasse_franchise.sql
-- RAVS, art. 34d. Example: 2,500 does not pass the threshold of 2,500, but does where the threshold holds for solde too.
create or replace function app.depasse_franchise(salaire numeric, franchise_avs numeric, seuil_sur_solde boolean) returns boolean
  language sql immutable strict parallel safe
as $$
  select case when seuil_sur_solde then salaire >= franchise_avs else salaire > franchise_avs end
$$;
comment on function app.depasse_franchise(numeric, numeric, boolean) is
  'Whether the salary of a year is no longer a minor wage: it is above the threshold, or at it where the threshold holds for solde too.';
--! EndIncluded app/comptabilite/depasse_franchise.sql
--! Included app/comptabilite/salaire_soumis.sql
-- RAVS, art. 34d: the threshold is for minor wages, and solde above the exempt amount owes contributions whatever the
-- sum. Example: with 100 of solde above the exempt amount and 2,000 of indemnités, a minor wage, 100 is subject; with
-- 3,000 of indemnités 3,100 are.
create or replace function app.salaire_soumis(
  solde_soumis numeric, indemnite numeric, depasse_franchise boolean, seuil_sur_solde boolean
) returns numeric
  language sql immutable strict parallel safe
as $$
  select case when depasse_franchise then solde_soumis + indemnite when seuil_sur_solde then 0 else solde_soumis end
$$;
comment on function app.salaire_soumis(numeric, numeric, boolean, boolean) is
  'The salary of a year that owes contributions: all of it above the threshold of minor wages, else the solde only, or nothing where the threshold holds for solde too.';
--! EndIncluded app/comptabilite/salaire_soumis.sql
--! Included app/comptabilite/cotisation.sql
-- Example: 3,100 at 10.6 % owe 164.30 of the employee. When 150.00 were withheld before, 14.30 are withheld now; when
-- 170.00 were, 5.70 are paid back.
create or replace function app.cotisation(salaire numeric, taux numeric, retenu numeric) returns numeric
  language sql immutable strict parallel safe
as $$
  select app.round05(app.round05(salaire * taux / 2) - retenu)
$$;
comment on function app.cotisation(numeric, numeric, numeric) is
  'What is withheld from an employee: his half of the contribution that the year owes so far, less what was withheld before; negative where it is paid back.';
--! EndIncluded app/comptabilite/cotisation.sql
--! Included app/comptabilite/read_ids.sql
create or replace function app.read_ids(list jsonb) returns bigint[]
  language sql immutable
as $$
  select array_agg(t.id::bigint)
    from jsonb_array_elements_text(case when jsonb_typeof(list) = 'array' then list end) as t (id)
  having jsonb_typeof(list) = 'array'
$$;
comment on function app.read_ids(jsonb) is
  'The numbers of a list in a body; null when there is no list.';
--! EndIncluded app/comptabilite/read_ids.sql
--! Included app/comptabilite/tg_decomptes__paye.sql
create or replace function app.tg_decomptes__paye() returns trigger
  language plpgsql volatile
as $$
begin
  raise sqlstate 'PT409' using message = 'Le décompte est payé : il ne peut plus être modifié';
end;
$$;
comment on function app.tg_decomptes__paye() is
  'Refuses (PT409) to change or remove a décompte that was sent to the bank.';
drop trigger if exists _050_paye on app.decomptes;
create trigger _050_paye before update or delete on app.decomptes
  for each row when (old.paye_le is not null) execute function app.tg_decomptes__paye();
--! EndIncluded app/comptabilite/tg_decomptes__paye.sql
--! Included app/comptabilite/lock_decomptes.sql
-- The one lock of décomptes. An imputation holds the same row for share, so it is over before entries are chosen, and the
-- year is not closed meanwhile. Definer: the lock asks for the right to update the year.
create or replace function app.lock_decomptes(exercice_comptable_id bigint) returns app.exercices_comptables
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_exercice app.exercices_comptables;
begin
  if not request.can('comptabilite.modification') then
    raise sqlstate 'PT403' using message = 'Permission requise : comptabilite.modification';
  end if;
  select * into v_exercice
    from app.exercices_comptables e
   where e.sis_key = request.sis_key()
     and e.id = lock_decomptes.exercice_comptable_id
     for update;
  if not found then
    raise sqlstate 'PT422' using message = 'Cet exercice comptable n’existe pas.', detail = 'exercice_comptable_id';
  elsif v_exercice.boucle then
    raise sqlstate 'PT409' using message = 'Exercice comptable bouclé';
  end if;
  return v_exercice;
end;
$$;
comment on function app.lock_decomptes(bigint) is
  'An open accounting year, locked until the transaction ends, so that its décomptes are made and removed one by one. PT403, PT409 when it is closed, PT422 when there is none. Definer: to lock it.';
grant execute on function app.lock_decomptes(bigint) to caserne_api;
--! EndIncluded app/comptabilite/lock_decomptes.sql
--! Included app/comptabilite/ecritures_a_payer.sql
-- Example: a fine of 20.00 on an account of income counts -20.00. By hand, entries of the service itself can be made;
-- nobody is paid for them. Those of AVS follow from a décompte.
create or replace function app.ecritures_a_payer(exercice_comptable_id bigint, decompte_id bigint, demande jsonb)
  returns table (id bigint, sapeur_id bigint, date date, type smallint, montant numeric)
  language plpgsql stable
as $$
declare
  v_modules constant bigint[] := app.read_ids(demande -> 'modules');
  v_sapeur_ids constant bigint[] := app.read_ids(demande -> 'sapeur_ids');
  v_exercice_id constant bigint := (demande ->> 'exercice_id')::bigint;
begin
  return query
    select e.id, e.sapeur_id, e.date, e.type, case when c.produit then -e.total else e.total end
      from app.ecritures e
      left join app.comptes c on c.sis_key = e.sis_key and c.id = e.compte_id
     where e.sis_key = request.sis_key()
       and e.exercice_comptable_id = ecritures_a_payer.exercice_comptable_id
       and e.decompte_id is not distinct from ecritures_a_payer.decompte_id
       and e.sapeur_id is not null
       and e.module <> 4
       and (v_modules is null or e.module = any (v_modules))
       and (v_sapeur_ids is null or e.sapeur_id = any (v_sapeur_ids))
       and (v_exercice_id is null or e.exercice_id = v_exercice_id);
end;
$$;
comment on function app.ecritures_a_payer(bigint, bigint, jsonb) is
  'The entries of a year that a décompte pays, or that are unpaid (null) and match {modules?, sapeur_ids?, exercice_id?}, with what each adds to the payment: less, on an account of income.';
--! EndIncluded app/comptabilite/ecritures_a_payer.sql
--! Included app/comptabilite/cotisants.sql
-- Without a birth date someone owes all his life. Example: a man born on 10 May 1961 owes AVS from 1979 on, and AC until
-- 31 May 2026.
create or replace function app.cotisants(sapeur_ids bigint[])
  returns table (sapeur_id bigint, cotise boolean, naissance date, debut date, fin_ac date)
  language sql stable
as $$
  select s.id, coalesce(p.cotisation_avs, true), n.date_naissance,
         coalesce(app.debut_cotisations(n.date_naissance), '-infinity'),
         coalesce(app.fin_ac(n.date_naissance, coalesce(s.civilite_id = app.civilite_madame(), false)), 'infinity')
    from app.sapeurs s
    left join app.salaires p on p.sis_key = s.sis_key and p.sapeur_id = s.id
    left join app.particularites n on n.sis_key = s.sis_key and n.sapeur_id = s.id
   where s.sis_key = request.sis_key()
     and s.id = any (sapeur_ids)
$$;
comment on function app.cotisants(bigint[]) is
  'Whether contributions are withheld from sapeurs, from which day on they are owed, and until which day AC is.';
--! EndIncluded app/comptabilite/cotisants.sql
--! Included app/comptabilite/hors_cotisation.sql
-- Looks only at people whose first or last day lies within the year; the others owe for all of it, or for nothing.
-- Example: a man of 65 on 10 May is paid 2,000 dated until 31 May and 1,000 dated later: 1,000 are after.
create or replace function app.hors_cotisation(
  exercice app.exercices_comptables, decompte_id bigint, demande jsonb, sapeur_ids bigint[]
) returns table (
  sapeur_id bigint, solde_avant numeric, indemnite_avant numeric, solde_apres numeric, indemnite_apres numeric
)
  language sql stable
as $$
  with limites as materialized (
    select c.sapeur_id, c.debut, c.fin_ac
      from app.cotisants(sapeur_ids) c
     where c.cotise
       and (c.debut > exercice.debut and c.debut <= exercice.fin or c.fin_ac >= exercice.debut and c.fin_ac < exercice.fin)
  ),
  lignes as (
    select p.sapeur_id, p.date, p.type, p.montant
      from app.ecritures_a_payer(exercice.id, decompte_id, demande) p
     where exists (select from limites)
    union all
    select l.sapeur_id, e.date, e.type, e.montant
      from limites l
     cross join lateral (
       select y.date, y.type, case when c.produit then -y.total else y.total end as montant
         from app.ecritures y
         left join app.comptes c on c.sis_key = y.sis_key and c.id = y.compte_id
        where y.sis_key = request.sis_key()
          and y.sapeur_id = l.sapeur_id
          and y.exercice_comptable_id = exercice.id
          and y.decompte_id is not null
          and y.decompte_id is distinct from hors_cotisation.decompte_id
          and y.module <> 4
       offset 0
     ) e
  )
  select l.sapeur_id,
         coalesce(sum(e.montant) filter (where e.type = 1 and e.date < l.debut), 0),
         coalesce(sum(e.montant) filter (where e.type = 2 and e.date < l.debut), 0),
         coalesce(sum(e.montant) filter (where e.type = 1 and e.date > l.fin_ac), 0),
         coalesce(sum(e.montant) filter (where e.type = 2 and e.date > l.fin_ac), 0)
    from limites l
    join lignes e on e.sapeur_id = l.sapeur_id
   group by l.sapeur_id
$$;
comment on function app.hors_cotisation(app.exercices_comptables, bigint, jsonb, bigint[]) is
  'Solde and indemnités of sapeurs in a year, earlier décomptes included, that are dated before contributions are owed, and after AC no longer is.';
--! EndIncluded app/comptabilite/hors_cotisation.sql
--! Included app/comptabilite/cotisations_annee.sql
-- Example: until June 4,000 of solde and 2,000 of indemnités, in December 1,500 and 1,000: with an exempt amount of 5,400
-- and a threshold of 2,500, December withholds AVS on 100 + 3,000, 164.30, and June nothing. Whether the threshold is
-- passed is asked of the whole year, for AC too.
create or replace function app.cotisations_annee(
  exercice app.exercices_comptables, decompte_id bigint, demande jsonb, sapeur_ids bigint[], soldes numeric[], indemnites numeric[]
) returns table (sapeur_id bigint, avs numeric, ac numeric)
  language sql stable
as $$
  with avant as materialized (
    select p.sapeur_id, sum(p.solde) as solde, sum(p.indemnite) as indemnite, sum(p.avs) as avs, sum(p.ac) as ac
      from app.decomptes d
      join app.paiements p on p.sis_key = d.sis_key and p.decompte_id = d.id
     where d.sis_key = request.sis_key()
       and d.exercice_comptable_id = exercice.id
       and d.id is distinct from cotisations_annee.decompte_id
     group by p.sapeur_id
  ),
  annee as (
    select c.*, coalesce(a.avs, 0) as avs, coalesce(a.ac, 0) as ac,
           coalesce(a.solde, 0) + s.solde - coalesce(h.solde_avant, 0) as solde,
           coalesce(a.indemnite, 0) + s.indemnite - coalesce(h.indemnite_avant, 0) as indemnite,
           coalesce(h.solde_apres, 0) as solde_apres, coalesce(h.indemnite_apres, 0) as indemnite_apres
      from unnest(sapeur_ids, soldes, indemnites) as s (sapeur_id, solde, indemnite)
      join app.cotisants(sapeur_ids) c on c.sapeur_id = s.sapeur_id and c.cotise
      left join avant a on a.sapeur_id = s.sapeur_id
      left join app.hors_cotisation(exercice, decompte_id, demande, sapeur_ids) h on h.sapeur_id = s.sapeur_id
  ),
  salaires as (
    select n.*, r as params, app.solde_soumis(n.solde, r.franchise_imposition) as solde_avs,
           app.solde_soumis(n.solde - n.solde_apres, r.franchise_imposition) as solde_ac
      from annee n
      join app.avs_params r on r.sis_key = request.sis_key() and r.exercice_comptable_id = exercice.id
  )
  select s.sapeur_id,
         app.cotisation(
           case when s.debut > exercice.fin then 0
                else app.salaire_soumis(s.solde_avs, s.indemnite, f.depasse, (s.params).seuil_sur_solde) end,
           (s.params).taux_avs, s.avs),
         app.cotisation(
           case when s.debut > exercice.fin or s.fin_ac < exercice.debut then 0
                else least(app.salaire_soumis(s.solde_ac, s.indemnite - s.indemnite_apres, f.depasse, (s.params).seuil_sur_solde),
                           (s.params).plafond_ac) end,
           (s.params).taux_ac, s.ac)
    from salaires s
   cross join lateral (
     select app.depasse_franchise(s.solde_avs + s.indemnite, (s.params).franchise_avs, (s.params).seuil_sur_solde)
   ) f (depasse)
$$;
comment on function app.cotisations_annee(app.exercices_comptables, bigint, jsonb, bigint[], numeric[], numeric[]) is
  'What a décompte withholds from sapeurs for AVS and AC, by their solde and indemnités in it: what the year owes so far, less what its other décomptes withheld.';
--! EndIncluded app/comptabilite/cotisations_annee.sql
--! Included app/comptabilite/list_paiements_decompte.sql
create or replace function app.list_paiements_decompte(
  exercice app.exercices_comptables, decompte app.decomptes, demande jsonb
) returns setof app.paiements
  language plpgsql stable
as $$
declare
  v_paiements app.paiements[];
begin
  select array_agg(p) into v_paiements
    from (
      select request.sis_key(), null::bigint, decompte.id, e.sapeur_id, decompte.date,
             coalesce(sum(e.montant) filter (where e.type = 1), 0), coalesce(sum(e.montant) filter (where e.type = 2), 0),
             coalesce(sum(e.montant) filter (where e.type = 3), 0), coalesce(sum(e.montant) filter (where e.type = 4), 0),
             -- An entry by hand may be a charge (5). Nothing is lost.
             coalesce(sum(e.montant) filter (where e.type in (0, 5)), 0),
             0, sum(e.montant), 0, 0
        from app.ecritures_a_payer(exercice.id, decompte.id, demande) e
       group by e.sapeur_id
    ) p;
  return query
    select p.sis_key, p.id, p.decompte_id, p.sapeur_id, p.date, p.solde, p.indemnite, p.frais_forfaitaire, p.frais_effectif,
           p.autre, (c.avs + c.ac)::numeric(12, 2), (p.total - c.avs - c.ac)::numeric(12, 2), c.avs, c.ac
      from unnest(v_paiements) p
      left join app.cotisations_annee(
        exercice, decompte.id, demande,
        array(select u.sapeur_id from unnest(v_paiements) u),
        array(select u.solde from unnest(v_paiements) u),
        array(select u.indemnite from unnest(v_paiements) u)) y on decompte.deduction and y.sapeur_id = p.sapeur_id
     cross join lateral (
       select coalesce(y.avs, 0)::numeric(12, 2), coalesce(y.ac, 0)::numeric(12, 2)
     ) c (avs, ac);
end;
$$;
comment on function app.list_paiements_decompte(app.exercices_comptables, app.decomptes, jsonb) is
  'The payments of a décompte, not written yet: one for each sapeur with an entry in it, sums by type, less contributions.';
--! EndIncluded app/comptabilite/list_paiements_decompte.sql
--! Included app/comptabilite/paiements_de.sql
create or replace function app.paiements_de(decompte_id bigint) returns app.paiements[]
  language sql stable
as $$
  select array_agg(p)
    from app.paiements p
   where p.sis_key = request.sis_key()
     and p.decompte_id = paiements_de.decompte_id
$$;
comment on function app.paiements_de(bigint) is
  'The payments of a décompte.';
grant execute on function app.paiements_de(bigint) to caserne_api;
--! EndIncluded app/comptabilite/paiements_de.sql
--! Included app/comptabilite/totaux_decompte.sql
-- Example: payments of 80.00 and -20.00, with contributions of 5.00, are 80.00 to pay, 20.00 to invoice, 65.00 in total.
create or replace function app.totaux_decompte(decompte app.decomptes, paiements app.paiements[]) returns app.decomptes
  language plpgsql stable
as $$
begin
  select coalesce(sum(p.total + p.avs_ac), 0), coalesce(sum(p.avs), 0), coalesce(sum(p.ac), 0),
         coalesce(sum(p.total) filter (where p.total > 0), 0), coalesce(-sum(p.total) filter (where p.total < 0), 0)
    into decompte.total, decompte.avs_total, decompte.ac_total, decompte.a_payer_total, decompte.a_facturer_total
    from unnest(paiements) p;
  return decompte;
end;
$$;
comment on function app.totaux_decompte(app.decomptes, app.paiements[]) is
  'A décompte with the sums of its payments, those above 0 to be paid, those below to be invoiced.';
--! EndIncluded app/comptabilite/totaux_decompte.sql
--! Included app/comptabilite/check_demande_decompte.sql
-- Definer: whoever makes décomptes need not see exercices.
create or replace function app.check_demande_decompte(demande jsonb) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_foreign bigint;
begin
  select t.id into v_foreign
    from unnest(app.read_ids(demande -> 'sapeur_ids')) as t (id)
   where not exists (select from app.sapeurs s where s.sis_key = request.sis_key() and s.id = t.id)
   limit 1;
  if found then
    raise sqlstate 'PT422' using message = 'Ce sapeur n’existe pas.', detail = 'sapeur_ids';
  elsif demande ->> 'exercice_id' is not null and not exists (
    select from app.exercices e where e.sis_key = request.sis_key() and e.id = (demande ->> 'exercice_id')::bigint
  ) then
    raise sqlstate 'PT422' using message = 'Cet exercice n’existe pas.', detail = 'exercice_id';
  elsif (demande ->> 'deduction')::boolean and not exists (
    select
      from app.avs_params p
     where p.sis_key = request.sis_key()
       and p.exercice_comptable_id = (demande ->> 'exercice_comptable_id')::bigint
  ) then
    raise sqlstate 'PT409' using message = 'Les paramètres AVS de cet exercice comptable manquent';
  end if;
end;
$$;
comment on function app.check_demande_decompte(jsonb) is
  'Refuses a décompte for a sapeur or exercice that does not exist (PT422), and deductions in a year without AVS parameters (PT409). Definer: to see exercices.';
--! EndIncluded app/comptabilite/check_demande_decompte.sql
--! Included app/comptabilite/write_charges_avs.sql
-- Example: 198.40 withheld from two sapeurs together are two entries that sum up to -198.40, and 396.80 of the service.
create or replace function app.write_charges_avs(decompte app.decomptes) returns void
  language sql volatile
as $$
  insert into app.ecritures (
    exercice_comptable_id, sapeur_id, date, designation, tarif, total, type, module, decompte_id, compte_id, ecriture_categorie_id
  )
  select decompte.exercice_comptable_id, p.sapeur_id, decompte.date, 'Cotisations AVS/AC', p.montant, p.montant, 5, 4,
         decompte.id, r.compte_id, r.ecriture_categorie_id
    from (
      select m.sapeur_id, -m.avs_ac as montant
        from app.paiements m
       where m.sis_key = decompte.sis_key
         and m.decompte_id = decompte.id
      union all
      select null, 2 * (decompte.avs_total + decompte.ac_total)
    ) p
    join app.avs_params r on r.sis_key = decompte.sis_key and r.exercice_comptable_id = decompte.exercice_comptable_id
   where decompte.deduction
   order by p.sapeur_id
$$;
comment on function app.write_charges_avs(app.decomptes) is
  'Writes the contributions of a décompte with deductions: an entry for each sapeur, and one of the service for employees and employer together.';
--! EndIncluded app/comptabilite/write_charges_avs.sql
--! Included app/comptabilite/check_decompte.sql
-- Called at the end of app.make_decompte, not by a deferred trigger: a trigger on entries would run for each of them.
create or replace function app.check_decompte(decompte app.decomptes) returns void
  language plpgsql stable
as $$
declare
  v_ecritures numeric;
  v_charges numeric;
  v_parts numeric;
  v_total numeric;
  v_avs_ac numeric;
begin
  select coalesce(sum(case when c.produit then -e.total else e.total end) filter (where e.module <> 4), 0),
         coalesce(sum(e.total) filter (where e.module = 4 and e.sapeur_id is not null), 0)
    into v_ecritures, v_charges
    from app.ecritures e
    left join app.comptes c on c.sis_key = e.sis_key and c.id = e.compte_id
   where e.sis_key = decompte.sis_key
     and e.decompte_id = decompte.id;
  select coalesce(sum(p.solde + p.indemnite + p.frais_forfaitaire + p.frais_effectif + p.autre), 0),
         coalesce(sum(p.total), 0), coalesce(sum(p.avs + p.ac), 0)
    into v_parts, v_total, v_avs_ac
    from app.paiements p
   where p.sis_key = decompte.sis_key
     and p.decompte_id = decompte.id;
  if (v_parts, v_parts, v_avs_ac, v_avs_ac, v_total)
     is distinct from (v_ecritures, decompte.total, -v_charges, decompte.avs_total + decompte.ac_total,
                       decompte.a_payer_total - decompte.a_facturer_total) then
    raise exception using
      message = format('décompte %s: payments %s, entries %s, contributions %s, charges %s', decompte.id, v_parts, v_ecritures, v_avs_ac, v_charges);
  end if;
end;
$$;
comment on function app.check_decompte(app.decomptes) is
  'Fails unless the payments of a décompte sum up to its entries, and its totals to its payments.';
--! EndIncluded app/comptabilite/check_decompte.sql
--! Included app/comptabilite/make_decompte.sql
-- Definer: it reads birth dates and exercices, which whoever makes décomptes need not see.
create or replace function app.make_decompte(demande jsonb) returns app.decomptes
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_exercice app.exercices_comptables := app.lock_decomptes((demande ->> 'exercice_comptable_id')::bigint);
  v_decompte app.decomptes;
begin
  perform app.check_demande_decompte(demande);
  insert into app.decomptes (exercice_comptable_id, designation, date, deduction)
  values (v_exercice.id, demande ->> 'designation', (demande ->> 'date')::date, (demande ->> 'deduction')::boolean)
  returning * into v_decompte;
  -- The version here, not by the trigger: it would be called for each entry.
  update app.ecritures e
     set decompte_id = v_decompte.id, version = e.version + 1
    from app.ecritures_a_payer(v_exercice.id, null, demande) p
   where e.sis_key = request.sis_key()
     and e.id = p.id
     and e.decompte_id is null;
  if not found then
    raise sqlstate 'PT409' using message = 'Aucune écriture à payer';
  end if;
  insert into app.paiements (
    decompte_id, sapeur_id, date, solde, indemnite, frais_forfaitaire, frais_effectif, autre, avs_ac, avs, ac
  )
  select p.decompte_id, p.sapeur_id, p.date, p.solde, p.indemnite, p.frais_forfaitaire, p.frais_effectif, p.autre, p.avs_ac,
         p.avs, p.ac
    from app.list_paiements_decompte(v_exercice, v_decompte, null) p
   order by p.sapeur_id;
  v_decompte := app.totaux_decompte(v_decompte, app.paiements_de(v_decompte.id));
  update app.decomptes d
     set total = v_decompte.total, avs_total = v_decompte.avs_total, ac_total = v_decompte.ac_total,
         a_payer_total = v_decompte.a_payer_total, a_facturer_total = v_decompte.a_facturer_total
   where d.sis_key = request.sis_key()
     and d.id = v_decompte.id
  returning * into v_decompte;
  perform app.write_charges_avs(v_decompte);
  perform app.check_decompte(v_decompte);
  return v_decompte;
end;
$$;
comment on function app.make_decompte(jsonb) is
  'Makes a décompte of the unpaid entries of a year that match {exercice_comptable_id, designation, date, deduction, modules?, sapeur_ids?, exercice_id?}: payments, contributions, totals. PT403, PT409, PT422. Definer: to read birth dates.';
grant execute on function app.make_decompte(jsonb) to caserne_api;
--! EndIncluded app/comptabilite/make_decompte.sql
--! Included app/comptabilite/simulate_decompte.sql
-- Definer: it reads birth dates and exercices, which whoever makes décomptes need not see.
create or replace function app.simulate_decompte(
  demande jsonb, out decompte app.decomptes, out paiements app.paiements[]
)
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_exercice app.exercices_comptables := app.lock_decomptes((demande ->> 'exercice_comptable_id')::bigint);
begin
  perform app.check_demande_decompte(demande);
  decompte.exercice_comptable_id := v_exercice.id;
  decompte.designation := demande ->> 'designation';
  decompte.date := (demande ->> 'date')::date;
  decompte.deduction := (demande ->> 'deduction')::boolean;
  paiements := array(select p from app.list_paiements_decompte(v_exercice, decompte, demande) p);
  if cardinality(paiements) = 0 then
    raise sqlstate 'PT409' using message = 'Aucune écriture à payer';
  end if;
  decompte := app.totaux_decompte(decompte, paiements);
end;
$$;
comment on function app.simulate_decompte(jsonb) is
  'The décompte and payments that app.make_decompte would make, without ids. PT403, PT409, PT422. Definer: to read birth dates.';
grant execute on function app.simulate_decompte(jsonb) to caserne_api;
--! EndIncluded app/comptabilite/simulate_decompte.sql
--! Included app/comptabilite/decompte_avertissements.sql
-- Definer: whoever makes décomptes need not see birth dates. The function tells only whose is missing.
create or replace function app.decompte_avertissements(deduction boolean, sapeur_ids bigint[]) returns json
  language sql stable security definer set search_path = ''
as $$
  select coalesce(
           json_agg(s.nom_prenom || ' n’a pas de date de naissance : ses cotisations ne tiennent pas compte de son âge'
                    order by s.nom_prenom, s.id),
           '[]')
    from app.cotisants(sapeur_ids) c
    join app.sapeurs s on s.sis_key = request.sis_key() and s.id = c.sapeur_id
   where deduction
     and c.cotise
     and c.naissance is null
$$;
comment on function app.decompte_avertissements(boolean, bigint[]) is
  'A sentence for each sapeur whose contributions were withheld without knowing his birth date. Definer: to see whose is missing.';
grant execute on function app.decompte_avertissements(boolean, bigint[]) to caserne_api;
--! EndIncluded app/comptabilite/decompte_avertissements.sql
--! Included app/comptabilite/lock_decompte.sql
-- The year first, as in app.make_decompte; then the décompte is read again.
create or replace function app.lock_decompte(id bigint) returns bigint
  language plpgsql volatile
as $$
declare
  v_exercice_comptable_id bigint := (
    select d.exercice_comptable_id from app.decomptes d where d.sis_key = request.sis_key() and d.id = lock_decompte.id
  );
  v_paye_le date;
begin
  if v_exercice_comptable_id is not null then
    perform app.lock_decomptes(v_exercice_comptable_id);
  end if;
  select d.paye_le into v_paye_le
    from app.decomptes d
   where d.sis_key = request.sis_key()
     and d.id = lock_decompte.id;
  if not found then
    raise sqlstate 'PT404' using message = 'Décompte inconnu';
  elsif v_paye_le is not null then
    raise sqlstate 'PT409' using message = 'Le décompte est payé : il ne peut plus être modifié';
  end if;
  return v_exercice_comptable_id;
end;
$$;
comment on function app.lock_decompte(bigint) is
  'The open accounting year of a décompte that is not paid, locked until the transaction ends. PT403, PT404, PT409.';
grant execute on function app.lock_decompte(bigint) to caserne_api;
--! EndIncluded app/comptabilite/lock_decompte.sql
--! Included app/sis/logo_imprimable.sql
create or replace function app.logo_imprimable() returns json
  language sql stable
as $$
  select json_build_object('type', l.type, 'image', encode(l.image, 'base64'))
    from app.sis_logos l
   where l.sis_key = request.sis_key()
     and l.type in ('image/png', 'image/jpeg')
$$;
comment on function app.logo_imprimable() is
  'The logo of the request''s SIS with its image in base64, if it is of a type that can be printed, else null.';
grant execute on function app.logo_imprimable() to caserne_api;
--! EndIncluded app/sis/logo_imprimable.sql
--! Included app/exercices/feuille_exercice.sql
create or replace function app.feuille_exercice(id bigint) returns json
  language sql stable
as $$
  select json_build_object(
    'sis_key', e.sis_key,
    'nom', (select s.nom from app.sis s where s.sis_key = e.sis_key),
    'date', app.today(),
    'logo', app.logo_imprimable(),
    'exercice', app.annonce_exercice(e),
    'sapeurs', coalesce(
      (
        select json_agg(
                 json_build_object(
                   'nom_prenom', p.nom_prenom,
                   'grade', coalesce(g.designation, ''),
                   'convoque', s.convoque,
                   'excuse', s.excuse and s.excuse_statut >= 0
                 )
                 order by not s.convoque, p.nom_prenom, p.id
               )
          from app.exercice_sapeurs s
          -- Lateral with offset 0: people are looked up by id, and not read for the whole SIS.
         cross join lateral (
           select i.id, i.nom_prenom from app.sapeurs i where i.sis_key = s.sis_key and i.id = s.sapeur_id offset 0
         ) p
          left join lateral (
            select r.designation
              from app.sapeur_grades sg
              join app.grades r on r.sis_key = sg.sis_key and r.id = sg.grade_id
             where sg.sis_key = s.sis_key
               and sg.sapeur_id = s.sapeur_id
               and sg.debut <= e.date
               and (sg.fin is null or e.date <= sg.fin)
             order by sg.debut desc, r.rang desc
             limit 1
          ) g on true
         where s.sis_key = e.sis_key
           and s.exercice_id = e.id
      ),
      '[]'
    )
  )
    from app.exercices e
   where e.sis_key = request.sis_key()
     and e.id = feuille_exercice.id
$$;
comment on function app.feuille_exercice(bigint) is
  'Contents of the printed call to an exercice and of its list to sign: the SIS with its logo, the exercice, and the people by name, those convoked first, with their grade of that day; null when there is none to see.';
grant execute on function app.feuille_exercice(bigint) to caserne_api;
--! EndIncluded app/exercices/feuille_exercice.sql
--! Included app/sis/messages.sql
create table if not exists app.messages (
  sis_key text not null default request.sis_key(),
  id bigint generated always as identity,
  messagerie_id bigint not null,
  uidvalidity bigint not null,
  uid bigint not null,
  message_id text,
  sha256 text not null,
  corps text,
  expediteur text not null,
  sujet text not null,
  date timestamptz,
  taille integer not null,
  etat text not null default 'received' check (etat in ('received', 'alarm', 'ignored', 'refused', 'failed')),
  raison text not null default '',
  tentatives integer not null default 1,
  contenu bytea,
  created_at timestamptz not null default now(),
  version bigint not null default 1,
  primary key (sis_key, id),
  foreign key (sis_key, messagerie_id) references app.messageries on delete cascade
);
create unique index if not exists messages_empreinte_key
  on app.messages (sis_key, messagerie_id, (coalesce(message_id, sha256)));
-- In the order of lists, of any or one state.
create index if not exists messages_messagerie_id_idx on app.messages (sis_key, messagerie_id, id);
create index if not exists messages_etat_idx on app.messages (sis_key, messagerie_id, etat, id);

alter table app.messages enable row level security;
alter table app.messages force row level security;
drop policy if exists locataire on app.messages;
create policy locataire on app.messages as restrictive using (sis_key = request.sis_key());
-- As on app.messageries.
drop policy if exists instance on app.messages;
create policy instance on app.messages as restrictive using (sis_key <> '*' or 'caserne_api' not in (current_user, session_user));
drop policy if exists lecture on app.messages;
create policy lecture on app.messages for select using (sis_key = request.sis_with('sis.config'));
drop policy if exists ajout on app.messages;
create policy ajout on app.messages for insert with check (sis_key = request.sis_with('sis.config'));
drop policy if exists modification on app.messages;
create policy modification on app.messages for update using (sis_key = request.sis_with('sis.config'));
-- Refused messages are removed when they are old. Nobody removes a message by hand.
drop policy if exists suppression on app.messages;
create policy suppression on app.messages for delete to caserne_owner using (sis_key = request.sis_with('sis.config'));

grant select on app.messages to caserne_api;
-- Not granted: writing. The worker records what became of a message; api.relire_message asks for a relecture.

drop trigger if exists _020_version on app.messages;
create trigger _020_version before update on app.messages
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _900_journal on app.messages;
create trigger _900_journal after insert or update or delete on app.messages
  for each row execute function audit.tg_journal('contenu');
drop trigger if exists _950_if_match on app.messages;
create trigger _950_if_match after update or delete on app.messages
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table app.messages is 'The ledger: each message seen in a mailbox, once, with what became of it.';
comment on column app.messages.etat is 'What became of the message; received: it waits for a relecture.';
comment on column app.messages.tentatives is 'How often the message was read.';
comment on column app.messages.message_id is 'Header Message-ID; null where the message has none or another message already has it. Then the hash tells messages apart.';
comment on column app.messages.corps is 'SHA-256 of the mail after its header, which servers do not change; null where it was not read. It tells apart two messages with the same Message-ID.';
comment on column app.messages.raison is 'Why the message is in this state, or what was odd about it; in French.';
comment on column app.messages.contenu is 'The raw message, kept for a limited time, and longer while it is failed.';
--! EndIncluded app/sis/messages.sql
--! Included auth/permissions_of.sql
create or replace function auth.permissions_of(u auth.users) returns json
  language sql stable set search_path = ''
as $$
  select coalesce(json_object_agg(p.sis_key, p.permissions order by p.sis_key), '{}')
    from (
      select s.api_key as sis_key, '["admin"]'::json as permissions
        from auth.sis s
       where u.is_admin
      union all
      select ur.sis_key, json_agg(distinct rp.permission)
        from auth.user_roles ur
        left join auth.memberships m on m.sis_key = ur.sis_key and m.user_id = ur.user_id
       -- offset 0: from the roles of the account to their permissions, also where a plan is older than the rows.
       cross join lateral (
         select p.permission
           from auth.role_permissions p
          where p.sis_key = ur.sis_key and p.role_id = ur.role_id
         offset 0
       ) rp
       where ur.user_id = u.id
         and not u.is_admin
         and coalesce(m.parti_at > clock_timestamp(), true)
       group by ur.sis_key
    ) p
$$;
comment on function auth.permissions_of(auth.users) is
  'Rights of an account: {sis_key: [permission, …]}, without SIS that its sapeur has left; for an administrator every SIS with ["admin"].';

create or replace function auth.permissions_in(u auth.users, sis_key text) returns text[]
  language sql stable set search_path = ''
as $$
  select array(
    select p.identifiant
      from auth.permissions p
     where u.is_admin
        or not (select auth.has_left(u.id, permissions_in.sis_key)) and exists (
          select
            from auth.user_roles ur
            join auth.role_permissions rp on rp.sis_key = ur.sis_key and rp.role_id = ur.role_id
           where ur.sis_key = permissions_in.sis_key and ur.user_id = u.id and rp.permission = p.identifiant
        )
  )
$$;
comment on function auth.permissions_in(auth.users, text) is
  'Permissions of an account in one SIS today: none where its sapeur has left, for an administrator the whole catalogue.';
--! EndIncluded auth/permissions_of.sql
--! Included auth/account/login.sql
-- Null instead of an exception: a rollback would lose what a failed attempt writes. The plans are generic: planning the
-- rights of the account anew took longer than reading them.
create or replace function auth.login(email text, password text, refresh_hash bytea, appareil text, cost integer) returns json
  language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_user auth.users := auth.user_by_email(login.email);
begin
  if not auth.check_password(v_user, password, cost) then
    return null;
  end if;
  -- Imported hashes, and hashes of another cost, are replaced, so that every sign-in takes the same time.
  if v_user.password_hash !~ format('^\$2a\$%s\$', lpad(cost::text, 2, '0')) then
    update auth.users u set password_hash = auth.hash_password(login.password, cost) where u.id = v_user.id;
  end if;
  return auth.begin_session(v_user.id, refresh_hash, appareil);
end;
$$;
comment on function auth.login(text, text, bytea, text, integer) is
  'Signs in: {user, issued_at, claims}, and stores the SHA-256 of the refresh token. Null when the credentials are wrong or the account is disabled.';
grant execute on function auth.login(text, text, bytea, text, integer) to caserne_auth;
--! EndIncluded auth/account/login.sql
--! Included auth/account/refresh_token.sql
-- One update decides which of several simultaneous uses finds the token unused. A client may honestly repeat itself
-- within ten seconds. A used token that is shown again later was stolen by one side or the other, so its session ends.
-- The plans are generic, as in auth.login.
create or replace function auth.refresh_token(token_hash bytea, new_hash bytea) returns json
  language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_session auth.sessions;
begin
  -- The account is locked first, as in auth.end_sessions. A transaction that ends its sessions meanwhile waits, and
  -- then ends the new tokens too.
  perform
     from auth.refresh_tokens t
     join auth.sessions s on s.id = t.session_id
     join auth.users u on u.id = s.user_id
    where t.token_hash = refresh_token.token_hash
      for share of u;
  update auth.refresh_tokens t
     set used_at = clock_timestamp()
    from auth.sessions s
    join auth.users u on u.id = s.user_id
   where t.token_hash = refresh_token.token_hash
     and t.used_at is null
     and t.expires_at > clock_timestamp()
     and s.id = t.session_id
     and s.revoked_at is null
     and u.disabled_at is null
  returning s.* into v_session;
  if not found then
    update auth.sessions s
       set revoked_at = clock_timestamp()
      from auth.refresh_tokens t
     where t.token_hash = refresh_token.token_hash
       and t.used_at < clock_timestamp() - interval '10 seconds'
       and s.id = t.session_id
       and s.revoked_at is null;
    return null;
  end if;
  insert into auth.refresh_tokens (token_hash, session_id) values (new_hash, v_session.id);
  return auth.session(v_session.user_id);
end;
$$;
comment on function auth.refresh_token(bytea, bytea) is
  'Exchanges a refresh token for a new one, once: {user, issued_at, claims}. Null when it is unknown, used, revoked or expired.';
grant execute on function auth.refresh_token(bytea, bytea) to caserne_auth;
--! EndIncluded auth/account/refresh_token.sql
--! Included jobs/releves/releves.sql
-- The worker's notes on each mailbox. Not a tenant table: only functions of this schema read it.
create table if not exists jobs.releves (
  sis_key text not null,
  messagerie_id bigint not null,
  active boolean not null default true,
  active_since timestamptz not null default now(),
  -- The read position.
  uidvalidity bigint,
  last_uid bigint not null default 0,
  advanced_at timestamptz,
  -- The relève: asked for, begun, ended.
  asked_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  done_from timestamptz,
  outdated boolean not null default false,
  -- The result, and the next try.
  last_success_at timestamptz,
  last_error text,
  last_error_at timestamptz,
  failures integer not null default 0,
  next_try_at timestamptz,
  bloquee boolean not null default false,
  silent_since timestamptz,
  primary key (sis_key, messagerie_id),
  foreign key (sis_key, messagerie_id) references app.messageries on delete cascade
);

-- A relève is known by its mailbox only: each one writes its row twice.
create unique index if not exists releves_messagerie_id_key on jobs.releves (messagerie_id);

comment on table jobs.releves is 'Read position of each mailbox, and the result of its relèves.';
comment on column jobs.releves.active is 'Copy of the mailbox''s active, for callers who may not read the mailbox.';
comment on column jobs.releves.active_since is 'When the mailbox was set up or last enabled.';
comment on column jobs.releves.advanced_at is 'When the last message was stored. The first relève may take long.';
comment on column jobs.releves.last_uid is 'All messages up to this UID are in the ledger.';
comment on column jobs.releves.asked_at is 'When someone last asked for a relève and waited for it (force), except those who joined a running one.';
comment on column jobs.releves.done_from is 'When the relève that ended last had begun. Whoever asked before that need not wait.';
comment on column jobs.releves.outdated is 'Whether the settings changed since the last relève began. Its result then says nothing about the new settings.';
comment on column jobs.releves.last_error is 'Last error, in French and without secrets, for the health of the mailbox.';
comment on column jobs.releves.failures is 'Failures in a row, of relèves and connections, which decide the next pause. A success within a minute of a failure does not end the row.';
comment on column jobs.releves.next_try_at is 'Before this instant no relève is tried; null while all is well.';
comment on column jobs.releves.bloquee is 'Whether the server refused the user or password. No try before next_try_at, so that the server does not lock the account.';
comment on column jobs.releves.silent_since is 'Since when nobody could read the mailbox, as reported in a worker''s log (jobs.note_silences); null: no outage reported, or its end was.';

create or replace function jobs.tg_releves__fin() returns trigger
  language plpgsql volatile
as $$
begin
  new.done_from := new.started_at;
  perform pg_notify(request.channel('caserne_releve_finie'), new.messagerie_id::text);
  return new;
end;
$$;
comment on function jobs.tg_releves__fin() is
  'Records which relève has ended, and notifies the servers of its mailbox on the channel caserne_releve_finie.';

drop trigger if exists _010_fin on jobs.releves;
create trigger _010_fin before update on jobs.releves
  for each row when (old.finished_at is distinct from new.finished_at) execute function jobs.tg_releves__fin();
--! EndIncluded jobs/releves/releves.sql
--! Included jobs/releves/ask_unheld_releves.sql
-- The mailboxes of a dead worker are held by nobody. Other workers ask every few seconds, so they need not wait for the
-- next minute.
create or replace function jobs.ask_unheld_releves() returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_releve jobs.releves;
begin
  for v_releve in
    -- Whether a worker is alive is asked once per worker, not per mailbox.
    with held as materialized (
      select b.sis_key, b.messagerie_id
        from (select w.pid from jobs.workers w where jobs.is_alive(w) offset 0) w
        join jobs.baux b on b.pid = w.pid
    )
    select r.*
      from jobs.releves r
     where not exists (select from held h where h.sis_key = r.sis_key and h.messagerie_id = r.messagerie_id)
       and (r.next_try_at is null or r.next_try_at <= now())
     order by r.messagerie_id
  loop
    perform request.open(null, v_releve.sis_key, array['sis.config'], null);
    perform jobs.ask_releve(b.id)
       from app.messageries b
      where b.sis_key = v_releve.sis_key and b.id = v_releve.messagerie_id and b.active;
  end loop;
end;
$$;
comment on function jobs.ask_unheld_releves() is
  'Asks for a relève of the active mailboxes that no worker holds, except those that wait for their next try. Definer: visits the SIS of every mailbox, each under its own policies.';
grant execute on function jobs.ask_unheld_releves() to caserne_worker;
--! EndIncluded jobs/releves/ask_unheld_releves.sql
--! Included jobs/imputations/ask_imputation.sql
create or replace function jobs.ask_imputation(travail app.travaux) returns void
  language plpgsql volatile
as $$
begin
  perform graphile_worker.add_job('impute_interventions', json_build_object(
    'sis_key', travail.sis_key, 'travail_id', travail.id, 'user_id', request.user_id()
  ));
end;
$$;
comment on function jobs.ask_imputation(app.travaux) is
  'Asks for the imputation of a year as soon as a worker is free, in the name of the caller.';
--! EndIncluded jobs/imputations/ask_imputation.sql
--! Included jobs/imputations/impute_next.sql
-- One call is one transaction: alarms become interventions meanwhile, and a killed worker leaves nothing half done. What
-- is wrong with one intervention does not stop the others; a deadlock or a lost database does, and the queue tries again.
-- Plans are generic as those of the data server: planning each intervention anew took as long as the rest.
create or replace function jobs.impute_next(sis_key text, travail_id bigint, user_id bigint) returns boolean
  language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_travail app.travaux;
  v_last_no integer;
  v_intervention app.interventions;
  v_indemnite_id bigint;
  v_raison text;
begin
  perform request.open(impute_next.user_id, impute_next.sis_key, array['comptabilite.modification'], null);
  select * into v_travail
    from app.travaux t
   where t.sis_key = impute_next.sis_key and t.id = impute_next.travail_id and t.ended_at is null
     for update;
  if not found then
    return false;
  end if;
  v_last_no := coalesce((
    select max(l.no) from app.travail_interventions l where l.sis_key = impute_next.sis_key and l.travail_id = v_travail.id
  ), 0);
  select * into v_intervention
    from app.interventions i
   where i.sis_key = impute_next.sis_key
     and i.exercice_comptable_id = v_travail.exercice_comptable_id
     and i.no > v_last_no
     and i.statut = app.intervention_validee()
   order by i.no
   limit 1;
  if not found then
    update app.travaux t
       set ended_at = clock_timestamp(),
           total = (select count(*) from app.travail_interventions l where l.sis_key = t.sis_key and l.travail_id = t.id)
     where t.sis_key = impute_next.sis_key
       and t.id = v_travail.id;
    return false;
  end if;
  v_indemnite_id := coalesce(v_travail.indemnites ->> v_intervention.type_intervention_id::text, v_travail.indemnites ->> 'defaut');
  begin
    if v_indemnite_id is null then
      v_raison := 'Aucune indemnité n’est indiquée pour ce type d’intervention';
    else
      perform from app.impute_intervention(v_intervention.id, v_indemnite_id, v_travail.piquet_indemnite_intervention_id);
    end if;
  exception
    when sqlstate 'PT404' or sqlstate 'PT409' or sqlstate 'PT422' then
      v_raison := sqlerrm;
    when data_exception or integrity_constraint_violation then
      v_raison := format('Imputation impossible (%s)', sqlstate);
  end;
  insert into app.travail_interventions (travail_id, no, intervention_id, raison)
  values (v_travail.id, v_intervention.no, v_intervention.id, v_raison);
  return true;
end;
$$;
comment on function jobs.impute_next(text, bigint, bigint) is
  'Imputes the next intervention of a year''s imputation, or notes why it cannot be, and returns whether more may follow. Arguments: the SIS, the work, and the account that asked for it. Definer: the worker holds no right on any table.';
grant execute on function jobs.impute_next(text, bigint, bigint) to caserne_worker;
--! EndIncluded jobs/imputations/impute_next.sql
--! Included jobs/mails/describe_convocation.sql
create or replace function jobs.describe_convocation(sis_key text, exercice_id bigint, sapeur_id bigint) returns json
  language plpgsql volatile
as $$
begin
  perform request.open(null, sis_key, array['exercice.lecture', 'sapeur.lecture'], null);
  return (
    select json_build_object(
             'genre', 'convocation', 'email', p.email, 'name', s.prenom || ' ' || s.nom,
             'sis', (select a.nom from auth.sis a where a.api_key = e.sis_key), 'exercice', app.annonce_exercice(e))
      from app.exercices e
      join app.exercice_sapeurs c on c.sis_key = e.sis_key and c.exercice_id = e.id
      join app.sapeurs s on s.sis_key = c.sis_key and s.id = c.sapeur_id
      join app.particularites p on p.sis_key = s.sis_key and p.sapeur_id = s.id
     where e.sis_key = describe_convocation.sis_key
       and e.id = describe_convocation.exercice_id
       and e.statut <> app.exercice_annule()
       and c.sapeur_id = describe_convocation.sapeur_id
       and c.convoque
       and p.email <> ''
  );
end;
$$;
comment on function jobs.describe_convocation(text, bigint, bigint) is
  'The data of the mail that calls a sapeur to an exercice, {genre, email, name, sis, exercice}; null when he is convoked no more, or has no e-mail.';
--! EndIncluded jobs/mails/describe_convocation.sql
--! Included jobs/mails/begin_mail.sql
-- The token of a mail's link is made when the mail is sent, because the queue is on disk and must not hold tokens.
create or replace function jobs.begin_mail(payload json, token_hash bytea) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_genre text := payload ->> 'genre';
  v_user auth.users;
  v_invitation auth.invitations;
begin
  if v_genre = 'convocation' then
    return jobs.describe_convocation(
      payload ->> 'sis_key', (payload ->> 'exercice_id')::bigint, (payload ->> 'sapeur_id')::bigint);
  elsif v_genre = 'invitation' then
    select * into v_invitation
      from auth.invitations i
     where i.sis_key = payload ->> 'sis_key'
       and i.id = (payload ->> 'invitation_id')::bigint
       and i.email is not null
       and i.used_at is null
       and i.expires_at > clock_timestamp()
       and auth.is_backed(i);
    if not found then
      return null;
    end if;
    insert into auth.tokens (token_hash, genre, sis_key, invitation_id, expires_at, mailed)
    values (begin_mail.token_hash, v_genre, v_invitation.sis_key, v_invitation.id, v_invitation.expires_at, true);
    return json_build_object(
      'genre', v_genre, 'email', v_invitation.email, 'name', null,
      'sis', (select s.nom from auth.sis s where s.api_key = v_invitation.sis_key),
      'par', (select u.name from auth.users u where u.id = v_invitation.created_by));
  end if;

  v_user := auth.user_by_email(payload ->> 'email');
  if v_user.id is null or v_user.disabled_at is not null
     or v_genre = 'confirmation' and v_user.email_verified_at is not null then
    return null;
  end if;
  if v_genre in ('confirmation', 'reinitialisation') then
    insert into auth.tokens (token_hash, genre, user_id, expires_at)
    values (begin_mail.token_hash, v_genre, v_user.id,
            clock_timestamp() + auth.token_lifetime(v_genre));
  end if;
  return json_build_object('genre', v_genre, 'email', v_user.email, 'name', v_user.name, 'sis', null, 'par', null);
end;
$$;
comment on function jobs.begin_mail(json, bytea) is
  'The data of the mail of a send_mail job, {genre, email, name, sis, par} or that of jobs.describe_convocation, or null when there is no addressee. Stores the SHA-256 of the token in its link. Definer: the worker holds no right on any table.';
grant execute on function jobs.begin_mail(json, bytea) to caserne_worker;
--! EndIncluded jobs/mails/begin_mail.sql
--! Included stats/sis.sql
-- SIS and their accounting years.
create or replace view stats.sis with (security_invoker = true) as
  select s.sis_key, s.nom, s.district, s.no_arrondissement, s.localite_id, s.fuseau from app.sis s;
grant select on stats.sis to caserne_analyst, caserne_national;
comment on view stats.sis is 'SIS with their names and places.';
comment on column stats.sis.fuseau is 'IANA time zone of the SIS; its reports are written in local time.';

create or replace view stats.exercices_comptables with (security_invoker = true) as
  select e.sis_key, e.id, e.annee, e.designation, e.debut, e.fin, e.boucle from app.exercices_comptables e;
grant select on stats.exercices_comptables to caserne_analyst, caserne_national;
comment on view stats.exercices_comptables is 'Accounting years of a SIS. Two never overlap.';
comment on column stats.exercices_comptables.debut is 'First day.';
comment on column stats.exercices_comptables.fin is 'Last day.';
comment on column stats.exercices_comptables.boucle is 'Whether the year is closed: nothing that belongs to it is written any more.';
--! EndIncluded stats/sis.sql
--! Included stats/categories.sql
-- Clients fetch these lists at every start. In an accounting year that is not open yet all figures are 0.
create or replace function stats.categories(par text, exercice_comptable_id bigint, apres json, limite integer) returns json
  language sql stable
as $$
  with page as (
    select l.id, l.designation, l.tri
      from stats.liste_categories(par) l
     where apres is null or (l.tri, l.id) > ((apres ->> 0)::integer, (apres ->> 1)::bigint)
     order by l.tri, l.id
     limit limite
  ),
  -- Materialized: the year is counted once, not once for each category.
  bilan as materialized (
    select b.id, b.nb, b.secondes, b.sauve_personne, b.sauve_animaux, b.nb_precedent, b.secondes_precedent
      from stats.bilan_categories(par) b
     where b.sis_key = request.sis_key()
       and b.exercice_comptable_id = case
             when categories.exercice_comptable_id is null then (select app.current_exercice_comptable_id())
             else categories.exercice_comptable_id
           end
  )
  select coalesce(json_agg(json_build_object(
           'id', c.id,
           'designation', c.designation,
           'statut', true,
           'tri', c.tri,
           'nb', coalesce(b.nb, 0),
           'heures', stats.heures(b.secondes),
           'sauve_personne', coalesce(b.sauve_personne, 0),
           'sauve_animaux', coalesce(b.sauve_animaux, 0),
           'nb_precedent', coalesce(b.nb_precedent, 0),
           'heures_precedent', stats.heures(b.secondes_precedent)
         ) order by c.tri, c.id), '[]')
    from page c
    left join bilan b on b.id = c.id
  having categories.exercice_comptable_id is null
      or exists (
           select
             from app.exercices_comptables e
            where e.sis_key = request.sis_key()
              and e.id = categories.exercice_comptable_id
         )
$$;
comment on function stats.categories(text, bigint, json, integer) is
  'Categories of stat_federal or stat_intervention with the figures of an accounting year (null: the current one) and of the previous year; a page after [tri, id]. Null when the year does not exist.';
grant execute on function stats.categories(text, bigint, json, integer) to caserne_api;
--! EndIncluded stats/categories.sql
--! Included app/version_of.sql
-- One branch per table: PL/pgSQL plans a branch only when it is first used.
create or replace function app.version_of(ressource text, id text) returns bigint
  language plpgsql stable
as $$
begin
  case ressource
    when 'app.alarmes' then return (select r.version from app.alarmes r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.amendes' then return (select r.version from app.amendes r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.avs_params' then return (select r.version from app.avs_params r where r.sis_key = request.sis_key() and r.exercice_comptable_id = version_of.id::bigint);
    when 'app.codes_alarme' then return (select r.version from app.codes_alarme r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.comptes' then return (select r.version from app.comptes r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.decomptes' then return (select r.version from app.decomptes r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.ecriture_categories' then return (select r.version from app.ecriture_categories r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.ecritures' then return (select r.version from app.ecritures r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.excuses_types' then return (select r.version from app.excuses_types r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.exercice_categories' then return (select r.version from app.exercice_categories r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.exercices' then return (select r.version from app.exercices r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.exercices_comptables' then return (select r.version from app.exercices_comptables r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.fonctions' then return (select r.version from app.fonctions r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.grades' then return (select r.version from app.grades r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.groupes' then return (select r.version from app.groupes r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.groupe_sapeurs' then return (select r.version from app.groupe_sapeurs r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.heure_exercice_types' then return (select r.version from app.heure_exercice_types r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.indemnites_annuelles' then return (select r.version from app.indemnites_annuelles r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.indemnites_exercice' then return (select r.version from app.indemnites_exercice r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.indemnites_intervention' then return (select r.version from app.indemnites_intervention r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.interventions' then return (select r.version from app.interventions r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.localites_sis' then return (select r.version from app.localites_sis r where r.sis_key = request.sis_key() and r.localite_id = version_of.id::bigint);
    when 'app.materiels' then return (select r.version from app.materiels r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.materiel_personnel' then return (select r.version from app.materiel_personnel r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.messageries' then return (select r.version from app.messageries r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.messages' then return (select r.version from app.messages r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.mission_types' then return (select r.version from app.mission_types r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.mutations' then return (select r.version from app.mutations r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.permis_types' then return (select r.version from app.permis_types r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.sapeurs' then return (select r.version from app.sapeurs r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.sapeur_fonctions' then return (select r.version from app.sapeur_fonctions r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.sapeur_grades' then return (select r.version from app.sapeur_grades r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.sapeur_permis' then return (select r.version from app.sapeur_permis r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.sis' then return (select r.version from app.sis r where r.sis_key = request.sis_key());
    when 'app.sis_contacts' then return (select r.version from app.sis_contacts r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.sis_logos' then return (select r.version from app.sis_logos r where r.sis_key = request.sis_key());
    when 'app.telephones' then return (select r.version from app.telephones r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.telephones_utiles' then return (select r.version from app.telephones_utiles r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.types_intervention' then return (select r.version from app.types_intervention r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.vehicules' then return (select r.version from app.vehicules r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
  end case;
end;
$$;
comment on function app.version_of(text, text) is
  'Version of a record of the caller''s SIS, by table and id, or null when none is visible. The id of something that a SIS has once is its key.';
grant execute on function app.version_of(text, text) to caserne_api;

-- Volatile, to see the rows that the statement has written.
create or replace function app.version_after(ressource text, id text) returns bigint
  language plpgsql volatile
as $$
declare
  v_expected jsonb := nullif(current_setting('request.if_match', true), '')::jsonb;
begin
  -- The request has not changed the record, so no trigger has compared the version yet.
  if v_expected is not null then
    perform request.check_if_match(v.version)
       from app.version_of(v_expected ->> 'ressource', v_expected ->> 'id') as v (version)
      where v.version is not null;
  end if;
  return app.version_of(ressource, id);
end;
$$;
comment on function app.version_after(text, text) is
  'Version of a record after the request. PT412 when the request left the record named in If-Match unchanged and that record has another version.';
grant execute on function app.version_after(text, text) to caserne_api;
--! EndIncluded app/version_of.sql
--! Included api/comptabilite/amende_json.sql
create or replace function api.as_json(amende app.amendes) returns json
  language sql stable
as $$
  select json_build_object(
    'id', amende.id,
    'rang', amende.rang,
    'montant', amende.montant::text,
    'compte_id', amende.compte_id
  )
$$;
comment on function api.as_json(app.amendes) is
  'A fine on the wire.';
grant execute on function api.as_json(app.amendes) to caserne_api;
--! EndIncluded api/comptabilite/amende_json.sql
--! Included api/comptabilite/avs_param_json.sql
create or replace function api.as_json(avs_param app.avs_params) returns json
  language sql stable
as $$
  select json_build_object(
    'exercice_comptable_id', avs_param.exercice_comptable_id,
    'taux_avs', avs_param.taux_avs::text,
    'taux_ac', avs_param.taux_ac::text,
    'franchise_avs', avs_param.franchise_avs::text,
    'franchise_imposition', avs_param.franchise_imposition::text,
    'plafond_ac', avs_param.plafond_ac::text,
    'seuil_sur_solde', avs_param.seuil_sur_solde,
    'compte_id', avs_param.compte_id,
    'ecriture_categorie_id', avs_param.ecriture_categorie_id
  )
$$;
comment on function api.as_json(app.avs_params) is
  'The AVS parameters of an accounting year on the wire.';
grant execute on function api.as_json(app.avs_params) to caserne_api;
--! EndIncluded api/comptabilite/avs_param_json.sql
--! Included api/comptabilite/compte_json.sql
create or replace function api.as_json(compte app.comptes) returns json
  language sql stable
as $$
  select json_build_object(
    'id', compte.id,
    'numero', compte.numero,
    'designation', compte.designation,
    'produit', compte.produit,
    'tri', compte.tri
  )
$$;
comment on function api.as_json(app.comptes) is
  'An account on the wire.';
grant execute on function api.as_json(app.comptes) to caserne_api;
--! EndIncluded api/comptabilite/compte_json.sql
--! Included api/comptabilite/decompte_json.sql
create or replace function api.as_json(decompte app.decomptes) returns json
  language sql stable
as $$
  select json_build_object(
    'id', decompte.id,
    'exercice_comptable_id', decompte.exercice_comptable_id,
    'designation', decompte.designation,
    'date', decompte.date,
    'deduction', decompte.deduction,
    'total', decompte.total::text,
    'avs_total', decompte.avs_total::text,
    'ac_total', decompte.ac_total::text,
    'a_payer_total', decompte.a_payer_total::text,
    'a_facturer_total', decompte.a_facturer_total::text,
    'paye_le', decompte.paye_le
  )
$$;
comment on function api.as_json(app.decomptes) is
  'A décompte on the wire, without its payments.';
grant execute on function api.as_json(app.decomptes) to caserne_api;
--! EndIncluded api/comptabilite/decompte_json.sql
--! Included api/comptabilite/decompte_paiements_json.sql
create or replace function api.as_json(decompte app.decomptes, paiements app.paiements[]) returns json
  language sql stable
as $$
  select json_build_object(
    'id', decompte.id,
    'exercice_comptable_id', decompte.exercice_comptable_id,
    'designation', decompte.designation,
    'date', decompte.date,
    'deduction', decompte.deduction,
    'total', decompte.total::text,
    'avs_total', decompte.avs_total::text,
    'ac_total', decompte.ac_total::text,
    'a_payer_total', decompte.a_payer_total::text,
    'a_facturer_total', decompte.a_facturer_total::text,
    'paye_le', decompte.paye_le,
    'paiements', (
      select coalesce(
               json_agg(
                 json_build_object(
                   'id', p.id,
                   'sapeur_id', p.sapeur_id,
                   'solde', p.solde::text,
                   'indemnite', p.indemnite::text,
                   'frais_forfaitaire', p.frais_forfaitaire::text,
                   'frais_effectif', p.frais_effectif::text,
                   'autre', p.autre::text,
                   'avs_ac', p.avs_ac::text,
                   'total', p.total::text)
                 order by s.nom_prenom, s.id),
               '[]')
        from unnest(paiements) p
        join app.sapeurs s on s.sis_key = request.sis_key() and s.id = p.sapeur_id
    )
  )
$$;
comment on function api.as_json(app.decomptes, app.paiements[]) is
  'A décompte on the wire, with its payments by the name of the sapeur.';
grant execute on function api.as_json(app.decomptes, app.paiements[]) to caserne_api;
--! EndIncluded api/comptabilite/decompte_paiements_json.sql
--! Included api/comptabilite/ecriture_categorie_json.sql
create or replace function api.as_json(ecriture_categorie app.ecriture_categories) returns json
  language sql stable
as $$
  select json_build_object(
    'id', ecriture_categorie.id,
    'designation', ecriture_categorie.designation,
    'tri', ecriture_categorie.tri
  )
$$;
comment on function api.as_json(app.ecriture_categories) is
  'A category of entries on the wire.';
grant execute on function api.as_json(app.ecriture_categories) to caserne_api;
--! EndIncluded api/comptabilite/ecriture_categorie_json.sql
--! Included api/comptabilite/ecriture_json.sql
create or replace function api.as_json(ecriture app.ecritures) returns json
  language sql stable
as $$
  select json_build_object(
    'id', ecriture.id,
    'exercice_comptable_id', ecriture.exercice_comptable_id,
    'sapeur_id', ecriture.sapeur_id,
    'date', ecriture.date,
    'heure', ecriture.heure,
    'designation', ecriture.designation,
    'complement', ecriture.complement,
    'quantite', ecriture.quantite::text,
    'type_unite_id', ecriture.type_unite_id,
    'tarif', ecriture.tarif::text,
    'taux', round(ecriture.taux, 2)::text,
    'taux_designation', ecriture.taux_designation,
    'total', ecriture.total::text,
    'type', ecriture.type,
    'module', ecriture.module,
    'compte_id', ecriture.compte_id,
    'ecriture_categorie_id', ecriture.ecriture_categorie_id,
    'intervention_id', ecriture.intervention_id,
    'exercice_id', ecriture.exercice_id,
    'decompte_id', ecriture.decompte_id,
    'created_by', ecriture.created_by,
    'created_at', request.utc_micros(ecriture.created_at)
  )
$$;
comment on function api.as_json(app.ecritures) is
  'An accounting entry on the wire.';
grant execute on function api.as_json(app.ecritures) to caserne_api;
--! EndIncluded api/comptabilite/ecriture_json.sql
--! Included api/comptabilite/indemnite_annuelle_json.sql
create or replace function api.as_json(indemnite app.indemnites_annuelles) returns json
  language sql stable
as $$
  select json_build_object(
    'id', indemnite.id,
    'fonction_id', indemnite.fonction_id,
    'designation', indemnite.designation,
    'tarif', indemnite.tarif::text,
    'type_unite_id', indemnite.type_unite_id,
    'cumulable', indemnite.cumulable,
    'compte_id', indemnite.compte_id,
    'ecriture_categorie_id', indemnite.ecriture_categorie_id,
    'type', indemnite.type
  )
$$;
comment on function api.as_json(app.indemnites_annuelles) is
  'A yearly allowance on the wire.';
grant execute on function api.as_json(app.indemnites_annuelles) to caserne_api;
--! EndIncluded api/comptabilite/indemnite_annuelle_json.sql
--! Included api/comptabilite/indemnite_exercice_json.sql
create or replace function api.as_json(indemnite app.indemnites_exercice) returns json
  language sql stable
as $$
  select json_build_object(
    'id', indemnite.id,
    'fonction_id', indemnite.fonction_id,
    'tarif', indemnite.tarif::text,
    'type_unite_id', indemnite.type_unite_id,
    'compte_id', indemnite.compte_id,
    'ecriture_categorie_id', indemnite.ecriture_categorie_id,
    'type', indemnite.type
  )
$$;
comment on function api.as_json(app.indemnites_exercice) is
  'A tariff of exercices on the wire.';
grant execute on function api.as_json(app.indemnites_exercice) to caserne_api;
--! EndIncluded api/comptabilite/indemnite_exercice_json.sql
--! Included api/comptabilite/indemnite_intervention_json.sql
create or replace function api.as_json(indemnite app.indemnites_intervention) returns json
  language sql stable
as $$
  select json_build_object(
    'id', indemnite.id,
    'designation', indemnite.designation,
    'tarif', indemnite.tarif::text,
    'tarif_min', indemnite.tarif_min::text,
    'tarif_min_pour', indemnite.tarif_min_pour::text,
    'tarif_min_pro_rata', indemnite.tarif_min_pro_rata,
    'tarif_pro_rata', indemnite.tarif_pro_rata,
    'taux_nuit', round(indemnite.taux_nuit, 2)::text,
    'taux_weekend', round(indemnite.taux_weekend, 2)::text,
    'debut', indemnite.debut,
    'fin', indemnite.fin,
    'phase_type_id', indemnite.phase_type_id,
    'compte_id', indemnite.compte_id,
    'ecriture_categorie_id', indemnite.ecriture_categorie_id,
    'type', indemnite.type,
    'actif', indemnite.actif
  )
$$;
comment on function api.as_json(app.indemnites_intervention) is
  'A tariff of interventions on the wire.';
grant execute on function api.as_json(app.indemnites_intervention) to caserne_api;
--! EndIncluded api/comptabilite/indemnite_intervention_json.sql
--! Included api/exercices/presence_json.sql
-- The hours are read by exercice, as in list_exercice_sapeurs: there are few of them, while those of a sapeur become
-- more each year.
create or replace function api.as_json(convocation app.exercice_sapeurs) returns json
  language sql stable
as $$
  select api.as_json(convocation, json_agg(api.as_json(h) order by h.id) filter (where h.sapeur_id = convocation.sapeur_id))
    from app.exercice_heures h
   where h.sis_key = convocation.sis_key
     and h.exercice_id = convocation.exercice_id
$$;
comment on function api.as_json(app.exercice_sapeurs) is
  'A convocation to an exercice on the wire, with the hours of its sapeur.';
grant execute on function api.as_json(app.exercice_sapeurs) to caserne_api;
--! EndIncluded api/exercices/presence_json.sql
--! Included api/listes/exercice_categorie_json.sql
create or replace function api.as_json(exercice_categorie app.exercice_categories) returns json
  language sql stable
as $$
  select json_build_object(
    'id', exercice_categorie.id,
    'designation', exercice_categorie.designation,
    'tri', exercice_categorie.tri,
    'amendable', exercice_categorie.amendable,
    'duree_base', exercice_categorie.duree_base
  )
$$;
comment on function api.as_json(app.exercice_categories) is
  'A category of exercices on the wire.';
grant execute on function api.as_json(app.exercice_categories) to caserne_api;
--! EndIncluded api/listes/exercice_categorie_json.sql
--! Included api/listes/heure_exercice_type_json.sql
create or replace function api.as_json(heure_exercice_type app.heure_exercice_types) returns json
  language sql stable
as $$
  select json_build_object(
    'id', heure_exercice_type.id,
    'designation', heure_exercice_type.designation,
    'type_unite_id', heure_exercice_type.type_unite_id,
    'tri', heure_exercice_type.tri,
    'montant', heure_exercice_type.montant::text,
    'compte_id', heure_exercice_type.compte_id,
    'ecriture_categorie_id', heure_exercice_type.ecriture_categorie_id,
    'type', heure_exercice_type.type
  )
$$;
comment on function api.as_json(app.heure_exercice_types) is
  'A kind of hours of exercices on the wire.';
grant execute on function api.as_json(app.heure_exercice_types) to caserne_api;
--! EndIncluded api/listes/heure_exercice_type_json.sql
--! Included api/comptabilite/list_amendes.sql
create or replace function api.list_amendes(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.amende) order by p.rang), '[]')
    from (
      select t as amende, t.rang
        from app.amendes t
       where t.sis_key = request.sis_key()
         and (apres is null or t.rang > (apres ->> 0)::integer)
       order by t.rang
       limit limite
    ) p
$$;
comment on function api.list_amendes(json, integer) is
  'Fines of the caller''s SIS, by rank; a page after [rang].';
grant execute on function api.list_amendes(json, integer) to caserne_api;
--! EndIncluded api/comptabilite/list_amendes.sql
--! Included api/comptabilite/list_bilan_comptes.sql
create or replace function api.list_bilan_comptes(id bigint) returns json
  language sql stable
as $$
  select coalesce(
           (
             select json_agg(
                      json_build_object(
                        'compte_id', b.compte_id,
                        'numero', c.numero,
                        'designation', c.designation,
                        'produit', c.produit,
                        'nb', b.nb,
                        'total', (b.paye + b.non_paye)::text,
                        'paye', b.paye::text,
                        'non_paye', b.non_paye::text
                      )
                      order by c.tri, c.numero, c.id
                    )
               from (
                 select e.compte_id, count(*) as nb,
                        coalesce(sum(e.total) filter (where e.decompte_id is not null or e.module = 4), 0.00) as paye,
                        coalesce(sum(e.total) filter (where e.decompte_id is null and e.module <> 4), 0.00) as non_paye
                   from app.ecritures e
                  where e.sis_key = y.sis_key
                    and e.exercice_comptable_id = y.id
                  group by e.compte_id
               ) b
               left join app.comptes c on c.sis_key = y.sis_key and c.id = b.compte_id
           ),
           '[]'
         )
    from app.exercices_comptables y
   where y.sis_key = request.sis_key()
     and y.id = list_bilan_comptes.id
$$;
comment on function api.list_bilan_comptes(bigint) is
  'Entries of an accounting year by account: their number, and their sums paid and unpaid; null when there is no such year to see.';
grant execute on function api.list_bilan_comptes(bigint) to caserne_api;
--! EndIncluded api/comptabilite/list_bilan_comptes.sql
--! Included api/comptabilite/list_comptes.sql
create or replace function api.list_comptes(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.compte) order by p.tri, p.numero), '[]')
    from (
      select t as compte, t.tri, t.numero
        from app.comptes t
       where t.sis_key = request.sis_key()
         and (apres is null or (t.tri, t.numero) > ((apres ->> 0)::integer, apres ->> 1))
       order by t.tri, t.numero
       limit limite
    ) p
$$;
comment on function api.list_comptes(json, integer) is
  'Accounts of the caller''s SIS, by tri and number; a page after [tri, numero].';
grant execute on function api.list_comptes(json, integer) to caserne_api;
--! EndIncluded api/comptabilite/list_comptes.sql
--! Included api/comptabilite/list_decompte_ecritures.sql
-- Read backwards from the index of the décompte. Sorts are off, as in api.list_interventions.
create or replace function api.list_decompte_ecritures(id bigint, apres json default null, limite integer default null)
  returns json
  language plpgsql stable set enable_sort = off
as $$
declare
  v_exercice_comptable_id constant bigint := (
    select d.exercice_comptable_id
      from app.decomptes d
     where d.sis_key = request.sis_key()
       and d.id = list_decompte_ecritures.id
  );
  v_date constant date := case when apres is null then 'infinity' else (apres ->> 0)::date end;
  v_id constant bigint := (apres ->> 1)::bigint;
begin
  if v_exercice_comptable_id is null then
    return null;
  end if;
  return (
    select coalesce(json_agg(api.as_json(p.ecriture) order by p.date desc, p.id desc), '[]')
      from (
        select e as ecriture, e.date, e.id
          from app.ecritures e
         where e.sis_key = request.sis_key()
           and e.decompte_id = list_decompte_ecritures.id
           and e.exercice_comptable_id = v_exercice_comptable_id
           and (e.date, e.id) < (v_date, v_id)
         order by e.date desc, e.id desc
         limit limite
      ) p
  );
end;
$$;
comment on function api.list_decompte_ecritures(bigint, json, integer) is
  'Entries of a décompte, those of AVS included, newest first; a page after [date, id]. Null when there is no such décompte to see.';
grant execute on function api.list_decompte_ecritures(bigint, json, integer) to caserne_api;
--! EndIncluded api/comptabilite/list_decompte_ecritures.sql
--! Included api/comptabilite/list_decomptes.sql
create or replace function api.list_decomptes(
  exercice_comptable_id bigint default null, apres json default null, limite integer default null
) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.decompte) order by p.id desc), '[]')
    from (
      select d as decompte, d.id
        from app.decomptes d
       where d.sis_key = request.sis_key()
         and (list_decomptes.exercice_comptable_id is null
              or d.exercice_comptable_id = list_decomptes.exercice_comptable_id)
         and (apres is null or d.id < (apres ->> 0)::bigint)
       order by d.id desc
       limit limite
    ) p
$$;
comment on function api.list_decomptes(bigint, json, integer) is
  'Décomptes of the caller''s SIS, of all years or one, newest first; a page after [id].';
grant execute on function api.list_decomptes(bigint, json, integer) to caserne_api;
--! EndIncluded api/comptabilite/list_decomptes.sql
--! Included api/comptabilite/list_ecriture_categories.sql
create or replace function api.list_ecriture_categories(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.ecriture_categorie) order by p.tri, p.designation), '[]')
    from (
      select t as ecriture_categorie, t.tri, t.designation
        from app.ecriture_categories t
       where t.sis_key = request.sis_key()
         and (apres is null or (t.tri, t.designation) > ((apres ->> 0)::integer, apres ->> 1))
       order by t.tri, t.designation
       limit limite
    ) p
$$;
comment on function api.list_ecriture_categories(json, integer) is
  'Categories of entries of the caller''s SIS, by tri and name; a page after [tri, designation].';
grant execute on function api.list_ecriture_categories(json, integer) to caserne_api;
--! EndIncluded api/comptabilite/list_ecriture_categories.sql
--! Included api/comptabilite/list_ecritures.sql
-- Each call runs one of four statements, which read their rows from an index in the order of the list, from the start of
-- the page, whether or not the table was analyzed: the entries of a sapeur, of a statement of account, the unpaid ones, or
-- all of a year. Sorts are off, as in api.list_interventions.
create or replace function api.list_ecritures(
  exercice_comptable_id bigint default null, sapeur_id bigint default null, module integer default null, paye boolean default null,
  decompte_id bigint default null, apres json default null, limite integer default null
) returns json
  language plpgsql stable set enable_sort = off
as $$
declare
  v_sis constant text := request.sis_key();
  -- A statement of account belongs to one year. Without both, the current year, or nothing when there is none.
  v_exercice constant bigint := coalesce(
    list_ecritures.exercice_comptable_id,
    (select d.exercice_comptable_id from app.decomptes d where d.sis_key = request.sis_key() and d.id = list_ecritures.decompte_id),
    case when list_ecritures.decompte_id is null then app.current_exercice_comptable_id() end
  );
  v_date constant date := case when apres is null then 'infinity' else (apres ->> 0)::date end;
  v_id constant bigint := (apres ->> 1)::bigint;
  v_page app.ecritures[];
begin
  if list_ecritures.sapeur_id is not null then
    v_page := array(
      select e
        from app.ecritures e
       where e.sis_key = v_sis
         and e.sapeur_id = list_ecritures.sapeur_id
         and e.exercice_comptable_id = v_exercice
         and (e.date, e.id) < (v_date, v_id)
         and e.module = coalesce(list_ecritures.module, e.module)
         and (e.decompte_id is not null) = coalesce(paye, e.decompte_id is not null)
         and e.decompte_id is not distinct from coalesce(list_ecritures.decompte_id, e.decompte_id)
       order by e.date desc, e.id desc
       limit limite
    );
  elsif list_ecritures.decompte_id is not null then
    v_page := array(
      select e
        from app.ecritures e
       where e.sis_key = v_sis
         and e.decompte_id = list_ecritures.decompte_id
         and e.exercice_comptable_id = v_exercice
         and (e.date, e.id) < (v_date, v_id)
         and e.module = coalesce(list_ecritures.module, e.module)
         and paye is not false
       order by e.date desc, e.id desc
       limit limite
    );
  elsif not paye then
    v_page := array(
      select e
        from app.ecritures e
       where e.sis_key = v_sis
         and e.decompte_id is null
         and e.exercice_comptable_id = v_exercice
         and (e.date, e.id) < (v_date, v_id)
         and e.module = coalesce(list_ecritures.module, e.module)
       order by e.date desc, e.id desc
       limit limite
    );
  else
    v_page := array(
      select e
        from app.ecritures e
       where e.sis_key = v_sis
         and e.exercice_comptable_id = v_exercice
         and (e.date, e.id) < (v_date, v_id)
         and e.module = coalesce(list_ecritures.module, e.module)
         and (e.decompte_id is not null) = coalesce(paye, e.decompte_id is not null)
       order by e.date desc, e.id desc
       limit limite
    );
  end if;
  return (
    select coalesce(json_agg(api.as_json(e) order by e.date desc, e.id desc), '[]') from unnest(v_page) e
  );
end;
$$;
comment on function api.list_ecritures(bigint, bigint, integer, boolean, bigint, json, integer) is
  'Entries of an accounting year (by default that of the statement of account, or the current one), newest first; a page after [date, id].';
grant execute on function api.list_ecritures(bigint, bigint, integer, boolean, bigint, json, integer) to caserne_api;
--! EndIncluded api/comptabilite/list_ecritures.sql
--! Included api/comptabilite/list_indemnites_annuelles.sql
create or replace function api.list_indemnites_annuelles(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.indemnite) order by p.designation, p.id), '[]')
    from (
      select t as indemnite, t.designation, t.id
        from app.indemnites_annuelles t
       where t.sis_key = request.sis_key()
         and (apres is null or (t.designation, t.id) > (apres ->> 0, (apres ->> 1)::bigint))
       order by t.designation, t.id
       limit limite
    ) p
$$;
comment on function api.list_indemnites_annuelles(json, integer) is
  'Yearly allowances of the caller''s SIS, by name and id; a page after [designation, id].';
grant execute on function api.list_indemnites_annuelles(json, integer) to caserne_api;
--! EndIncluded api/comptabilite/list_indemnites_annuelles.sql
--! Included api/comptabilite/list_indemnites_exercice.sql
create or replace function api.list_indemnites_exercice(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.indemnite) order by p.id), '[]')
    from (
      select t as indemnite, t.id
        from app.indemnites_exercice t
       where t.sis_key = request.sis_key()
         and (apres is null or t.id > (apres ->> 0)::bigint)
       order by t.id
       limit limite
    ) p
$$;
comment on function api.list_indemnites_exercice(json, integer) is
  'Tariffs of exercices of the caller''s SIS, by id; a page after [id].';
grant execute on function api.list_indemnites_exercice(json, integer) to caserne_api;
--! EndIncluded api/comptabilite/list_indemnites_exercice.sql
--! Included api/comptabilite/list_indemnites_intervention.sql
create or replace function api.list_indemnites_intervention(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.indemnite) order by p.designation), '[]')
    from (
      select t as indemnite, t.designation
        from app.indemnites_intervention t
       where t.sis_key = request.sis_key()
         and (apres is null or t.designation > (apres ->> 0))
       order by t.designation
       limit limite
    ) p
$$;
comment on function api.list_indemnites_intervention(json, integer) is
  'Tariffs of interventions of the caller''s SIS, by name; a page after [designation].';
grant execute on function api.list_indemnites_intervention(json, integer) to caserne_api;
--! EndIncluded api/comptabilite/list_indemnites_intervention.sql
--! Included api/exercices/list_exercices.sql
-- Values are computed before the statement, and without sorts, as in api.list_interventions.
create or replace function api.list_exercices(
  exercice_comptable_id bigint default null, apres json default null, limite integer default null
) returns json
  language plpgsql stable set enable_sort = off
as $$
declare
  -- Without a year: the current one, or nothing when there is none.
  v_exercice constant bigint := case
    when list_exercices.exercice_comptable_id is null then app.current_exercice_comptable_id()
    else list_exercices.exercice_comptable_id
  end;
  v_date constant date := case when apres is null then '-infinity' else (apres ->> 0)::date end;
  v_heure constant time := (apres ->> 1)::time;
  v_id constant bigint := (apres ->> 2)::bigint;
begin
  return (
    select coalesce(json_agg(p.json order by p.date, p.heure, p.id), '[]')
      from (
        select api.as_json(e) as json, e.date, e.heure, e.id
          from app.exercices e
         where e.sis_key = request.sis_key()
           and e.exercice_comptable_id = v_exercice
           and (e.date, e.heure, e.id) > (v_date, v_heure, v_id)
         order by e.date, e.heure, e.id
         limit limite
      ) p
  );
end;
$$;
comment on function api.list_exercices(bigint, json, integer) is
  'Exercices of an accounting year of the caller''s SIS, or of the current one, by date; a page after [date, heure, id].';
grant execute on function api.list_exercices(bigint, json, integer) to caserne_api;
--! EndIncluded api/exercices/list_exercices.sql
--! Included api/interventions/list_interventions.sql
-- Each call runs one of two statements: the interventions of one accounting year, or those of all years. Each reads its
-- rows from an index in the order of the list, from the start of the page, whether or not the tables were analyzed.
-- Sorts are off, because the planner expects hardly any rows and would sort those of another index. Within a year, "is
-- true" keeps the planner from the index of all years. Values are computed before the statements; within them they
-- could be computed for each row.
create or replace function api.list_interventions(
  exercice_comptable_id bigint default null, statut integer default null, du date default null, au date default null,
  type_intervention_id bigint default null, apres json default null, limite integer default null
) returns json
  language plpgsql stable set enable_sort = off
as $$
declare
  v_filtered constant boolean := num_nonnulls(
    list_interventions.exercice_comptable_id, list_interventions.statut, list_interventions.du, list_interventions.au,
    list_interventions.type_intervention_id) > 0;
  -- Without any filter: the current accounting year, or nothing when there is none.
  v_exercice constant bigint := case
    when v_filtered then list_interventions.exercice_comptable_id else app.current_exercice_comptable_id()
  end;
  v_du constant date := coalesce(list_interventions.du, '-infinity');
  v_au constant date := coalesce(list_interventions.au, 'infinity');
  v_date constant date := case when apres is null then 'infinity' else (apres ->> 0)::date end;
  v_heure constant time := (apres ->> 1)::time;
  v_id constant bigint := (apres ->> 2)::bigint;
begin
  if v_exercice is null and v_filtered then
    return (
      select coalesce(json_agg(p.json order by p.date_debut desc, p.heure_debut desc, p.id desc), '[]')
        from (
          select api.as_json(i) as json, i.date_debut, i.heure_debut, i.id
            from app.interventions i
           where i.sis_key = request.sis_key()
             and i.date_debut >= v_du
             and i.date_debut <= v_au
             and (i.date_debut, i.heure_debut, i.id) < (v_date, v_heure, v_id)
             and i.statut = coalesce(list_interventions.statut, i.statut)
             and i.type_intervention_id = coalesce(list_interventions.type_intervention_id, i.type_intervention_id)
           order by i.date_debut desc, i.heure_debut desc, i.id desc
           limit limite
        ) p
    );
  end if;
  return (
    select coalesce(json_agg(p.json order by p.date_debut desc, p.heure_debut desc, p.id desc), '[]')
      from (
        select api.as_json(i) as json, i.date_debut, i.heure_debut, i.id
          from app.interventions i
         where i.sis_key = request.sis_key()
           and i.exercice_comptable_id = v_exercice
           and (i.date_debut between v_du and v_au) is true
           and (i.date_debut, i.heure_debut, i.id) < (v_date, v_heure, v_id)
           and i.statut = coalesce(list_interventions.statut, i.statut)
           and i.type_intervention_id = coalesce(list_interventions.type_intervention_id, i.type_intervention_id)
         order by i.date_debut desc, i.heure_debut desc, i.id desc
         limit limite
      ) p
  );
end;
$$;
comment on function api.list_interventions(bigint, integer, date, date, bigint, json, integer) is
  'Interventions of the caller''s SIS, newest first, without any filter those of the current accounting year; a page after [date_debut, heure_debut, id].';
grant execute on function api.list_interventions(bigint, integer, date, date, bigint, json, integer) to caserne_api;
--! EndIncluded api/interventions/list_interventions.sql
--! Included api/sapeurs/list_sapeurs.sql
-- Each table is read once for all people of the page. The planner expects hardly any rows of each, and would read a
-- table again for every person: hence no nested loops.
create or replace function api.list_sapeurs(
  actif boolean default null, type integer[] default null, apres json default null, limite integer default null
) returns json
  language plpgsql stable set enable_nestloop = off
as $$
declare
  v_jour constant date := app.today();
  v_key constant text := request.plain(apres ->> 0);
  v_id constant bigint := (apres ->> 1)::bigint;
  v_ids constant bigint[] := array(
    select s.id
      from app.sapeurs s
      left join (
        select m.sapeur_id, bool_or(app.is_current(m.incorporation, m.sortie, v_jour)) as en_service
          from app.mutations m
         where m.sis_key = request.sis_key()
           and list_sapeurs.actif is not null
         group by m.sapeur_id
      ) m on m.sapeur_id = s.id
     where s.sis_key = request.sis_key()
       and (list_sapeurs.actif is null
            or app.show_actif(s.sis_key, s.id, s.type, s.desactive, m.en_service) = list_sapeurs.actif)
       and (list_sapeurs.type is null or s.type = any (list_sapeurs.type))
       -- A condition of its own too: a cursor that nobody was given must fail, even where names alone decide.
       and (apres is null or v_id > 0 and (request.plain(s.nom_prenom), s.id) > (v_key, v_id))
     -- É goes with E, whatever the collation of the database.
     order by request.plain(s.nom_prenom), s.id
     limit limite
  );
begin
  return (
    with listed as materialized (
      select s.sis_key, s.id, s.type, s.nom, s.prenom, s.suffixe, s.nom_prenom, s.civilite_id, s.porteur, s.created_at,
             s.updated_at, app.show_actif(s.sis_key, s.id, s.type, s.desactive, m.en_service) as actif, f.fonction_id,
             g.grade_id, m.annee_incorporation
        from app.sapeurs s
        left join (
          select m.sapeur_id, bool_or(app.is_current(m.incorporation, m.sortie, v_jour)) as en_service,
                 extract(year from min(m.incorporation))::integer as annee_incorporation
            from app.mutations m
           where m.sis_key = request.sis_key()
             and m.sapeur_id = any (v_ids)
           group by m.sapeur_id
        ) m on m.sapeur_id = s.id
        left join app.fonctions_du_jour f
          on f.sis_key = request.sis_key() and f.sapeur_id = any (v_ids) and f.sapeur_id = s.id
        left join app.grades_du_jour g
          on g.sis_key = request.sis_key() and g.sapeur_id = any (v_ids) and g.sapeur_id = s.id
       where s.sis_key = request.sis_key()
         and s.id = any (v_ids)
    )
    select coalesce(
             json_agg(
               api.as_json(
                 row(l.sis_key, l.id, l.type, l.nom, l.prenom, l.suffixe, l.nom_prenom, l.civilite_id, l.porteur,
                     l.created_at, l.updated_at, v_jour, l.actif, l.fonction_id, l.grade_id, l.annee_incorporation
                 )::app.sapeurs_du_jour,
                 pa
               ) || jsonb_build_object('permis', coalesce(p.permis, '[]'), 'fonctions', coalesce(f.fonctions, '[]'))
               order by array_position(v_ids, l.id)
             ),
             '[]'
           )
      from listed l
      left join app.particularites pa
        on pa.sis_key = request.sis_key() and pa.sapeur_id = any (v_ids) and pa.sapeur_id = l.id
      left join (
        select sp.sapeur_id,
               jsonb_agg(
                 jsonb_build_object('id', sp.id, 'permis_type_id', sp.permis_type_id, 'date', sp.date)
                 order by sp.date, sp.id
               ) as permis
          from app.sapeur_permis sp
         where sp.sis_key = request.sis_key()
           and sp.sapeur_id = any (v_ids)
         group by sp.sapeur_id
      ) p on p.sapeur_id = l.id
      left join (
        select sf.sapeur_id,
               jsonb_agg(
                 jsonb_build_object(
                   'id', sf.id, 'fonction_id', sf.fonction_id, 'debut', sf.debut, 'fin', sf.fin,
                   'remarque', sf.remarque
                 )
                 order by sf.debut, sf.id
               ) as fonctions
          from app.sapeur_fonctions sf
         where sf.sis_key = request.sis_key()
           and sf.sapeur_id = any (v_ids)
           and sf.debut <= v_jour + interval '1 month'
           and (sf.fin is null or sf.fin >= v_jour)
         group by sf.sapeur_id
      ) f on f.sapeur_id = l.id
  );
end;
$$;
comment on function api.list_sapeurs(boolean, integer[], json, integer) is
  'People of the caller''s SIS by name, each with his licences and the functions that are current or begin within a month; a page after [nom_prenom, id].';
grant execute on function api.list_sapeurs(boolean, integer[], json, integer) to caserne_api;
--! EndIncluded api/sapeurs/list_sapeurs.sql
--! Included api/sis/list_journal.sql
create or replace function api.list_journal(
  ressource text default null, ligne_id bigint default null, user_id bigint default null, action text default null,
  du text default null, au text default null, apres json default null, limite integer default null
) returns json
  language plpgsql stable
as $$
declare
  v_fuseau text := app.fuseau();
  v_day constant text := '^\d{4}-\d\d-\d\d$';
  v_since timestamptz := case
    when list_journal.du ~ v_day then list_journal.du::timestamp at time zone v_fuseau
    else request.read_instant(list_journal.du, v_fuseau)
  end;
  -- A day includes its end.
  v_until timestamptz := case
    when list_journal.au ~ v_day then (list_journal.au::timestamp + interval '1 day') at time zone v_fuseau
    else request.read_instant(list_journal.au, v_fuseau) + interval '1 microsecond'
  end;
  v_before constant bigint := coalesce((list_journal.apres ->> 0)::bigint, 9223372036854775807);
begin
  if num_nonnulls(list_journal.ligne_id, v_since, v_until) > 0 then
    return (
      select coalesce(json_agg(api.as_json(j) order by j.id desc), '[]')
        from audit.find_entries(
          list_journal.ressource, list_journal.ligne_id, list_journal.user_id, list_journal.action, v_since, v_until, v_before,
          list_journal.limite) j
    );
  end if;
  return (
    select coalesce(json_agg(api.as_json(j) order by j.id desc), '[]')
      from audit.list_newest(
        list_journal.ressource, list_journal.user_id, list_journal.action, v_before, list_journal.limite) j
  );
end;
$$;
comment on function api.list_journal(text, bigint, bigint, text, text, text, json, integer) is
  'The journal of the caller''s SIS by the given filters, newest first; a page after [id]. du and au are days or instants, both included.';
grant execute on function api.list_journal(text, bigint, bigint, text, text, text, json, integer) to caserne_api;
--! EndIncluded api/sis/list_journal.sql
--! Included api/comptabilite/create_amende.sql
create or replace function api.create_amende(body jsonb) returns json
  language sql volatile
as $$
  insert into app.amendes
    (rang, montant, compte_id)
  select n.rang, n.montant, n.compte_id
    from jsonb_populate_record(null::app.amendes, body) n
  returning api.as_json(amendes)
$$;
comment on function api.create_amende(jsonb) is
  'Adds a fine to the caller''s SIS.';
grant execute on function api.create_amende(jsonb) to caserne_api;
--! EndIncluded api/comptabilite/create_amende.sql
--! Included api/comptabilite/create_compte.sql
create or replace function api.create_compte(body jsonb) returns json
  language sql volatile
as $$
  insert into app.comptes
    (numero, designation, produit, tri)
  select n.numero, n.designation, coalesce(n.produit, false), coalesce(n.tri, 0)
    from jsonb_populate_record(null::app.comptes, body) n
  returning api.as_json(comptes)
$$;
comment on function api.create_compte(jsonb) is
  'Adds an account to the caller''s SIS.';
grant execute on function api.create_compte(jsonb) to caserne_api;
--! EndIncluded api/comptabilite/create_compte.sql
--! Included api/comptabilite/create_decompte.sql
create or replace function api.create_decompte(body jsonb) returns json
  language plpgsql volatile
as $$
declare
  v_decompte app.decomptes := app.make_decompte(body);
  v_paiements app.paiements[] := app.paiements_de(v_decompte.id);
begin
  return json_build_object(
    'data', api.as_json(v_decompte, v_paiements),
    'avertissements', app.decompte_avertissements(v_decompte.deduction, array(select p.sapeur_id from unnest(v_paiements) p))
  );
end;
$$;
comment on function api.create_decompte(jsonb) is
  'Makes a décompte of the unpaid entries that match, and returns {data, avertissements}. PT403, PT409, PT422.';
grant execute on function api.create_decompte(jsonb) to caserne_api;
--! EndIncluded api/comptabilite/create_decompte.sql
--! Included api/comptabilite/create_ecriture.sql
create or replace function api.create_ecriture(body jsonb) returns json
  language sql volatile
as $$
  insert into app.ecritures
    (exercice_comptable_id, sapeur_id, date, heure, designation, complement, quantite, type_unite_id, tarif, total, type, module,
     compte_id, ecriture_categorie_id)
  select e.exercice_comptable_id, e.sapeur_id, e.date, e.heure, e.designation, e.complement, e.quantite, e.type_unite_id, e.tarif,
         e.total, e.type, e.module, e.compte_id, e.ecriture_categorie_id
    from app.complete_ecriture(
      jsonb_populate_record(
        null::app.ecritures,
        jsonb_build_object('complement', '', 'quantite', 1, 'type_unite_id', app.unite_piece(), 'type', 0, 'module', 0)
          || jsonb_strip_nulls(body)
      ),
      body
    ) e
  returning api.as_json(ecritures)
$$;
comment on function api.create_ecriture(jsonb) is
  'Adds an entry by hand. PT409, PT422.';
grant execute on function api.create_ecriture(jsonb) to caserne_api;
--! EndIncluded api/comptabilite/create_ecriture.sql
--! Included api/comptabilite/create_ecriture_categorie.sql
create or replace function api.create_ecriture_categorie(body jsonb) returns json
  language sql volatile
as $$
  insert into app.ecriture_categories
    (designation, tri)
  select n.designation, coalesce(n.tri, 0)
    from jsonb_populate_record(null::app.ecriture_categories, body) n
  returning api.as_json(ecriture_categories)
$$;
comment on function api.create_ecriture_categorie(jsonb) is
  'Adds a category of entries to the caller''s SIS.';
grant execute on function api.create_ecriture_categorie(jsonb) to caserne_api;
--! EndIncluded api/comptabilite/create_ecriture_categorie.sql
--! Included api/comptabilite/create_imputation_intervention.sql
create or replace function api.create_imputation_intervention(id bigint, body jsonb) returns json
  language sql volatile
as $$
  select json_build_object(
           'statut', app.intervention_imputee(),
           'ecritures', coalesce(json_agg(api.as_json(e) order by e.id), '[]'))
    from app.impute_intervention(
           id, (body ->> 'indemnite_intervention_id')::bigint, (body ->> 'piquet_indemnite_intervention_id')::bigint) e
$$;
comment on function api.create_imputation_intervention(bigint, jsonb) is
  'Imputes an intervention by {indemnite_intervention_id, piquet_indemnite_intervention_id?} and returns its statut (3) and its entries. PT404, PT409, PT422.';
grant execute on function api.create_imputation_intervention(bigint, jsonb) to caserne_api;
--! EndIncluded api/comptabilite/create_imputation_intervention.sql
--! Included api/comptabilite/create_imputation_interventions.sql
-- Definer: clients may neither add work nor reach the queue.
create or replace function api.create_imputation_interventions(exercice_comptable_id bigint, body jsonb) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_exercice app.exercices_comptables;
  v_indemnites jsonb := body -> 'indemnites';
  v_type text;
  v_travail app.travaux;
begin
  if not request.can('comptabilite.modification') then
    raise sqlstate 'PT403' using message = 'Permission requise : comptabilite.modification';
  end if;
  for v_type in select k from jsonb_object_keys(v_indemnites) as k order by k loop
    if v_type <> 'defaut' and not exists (
      select from app.types_intervention t where t.sis_key = request.sis_key() and t.id::text = v_type
    ) then
      raise sqlstate 'PT422' using message = 'Ce type d’intervention n’existe pas.', detail = 'indemnites.' || v_type;
    end if;
    perform app.require_indemnite((v_indemnites ->> v_type)::bigint, 'indemnites.' || v_type);
  end loop;
  if body ->> 'piquet_indemnite_intervention_id' is not null then
    perform app.require_indemnite((body ->> 'piquet_indemnite_intervention_id')::bigint, 'piquet_indemnite_intervention_id');
  end if;
  v_exercice := app.lock_exercice_ouvert(exercice_comptable_id);
  insert into app.travaux (exercice_comptable_id, indemnites, piquet_indemnite_intervention_id, total)
  select v_exercice.id, v_indemnites, (body ->> 'piquet_indemnite_intervention_id')::bigint, count(*)
    from app.interventions i
   where i.sis_key = request.sis_key()
     and i.exercice_comptable_id = v_exercice.id
     and i.statut = app.intervention_validee()
  returning * into v_travail;
  perform jobs.ask_imputation(v_travail);
  return json_build_object('id', v_travail.id);
end;
$$;
comment on function api.create_imputation_interventions(bigint, jsonb) is
  'Asks the worker to impute every intervention of an accounting year that is validée, by {indemnites: {<type>: id, defaut: id}, piquet_indemnite_intervention_id?}, and returns the id of the work. PT403, PT404, PT409 while such work is under way or where the year is closed, PT422. Definer: clients may neither add work nor reach the queue.';
grant execute on function api.create_imputation_interventions(bigint, jsonb) to caserne_api;
--! EndIncluded api/comptabilite/create_imputation_interventions.sql
--! Included api/comptabilite/create_indemnite_annuelle.sql
create or replace function api.create_indemnite_annuelle(body jsonb) returns json
  language sql volatile
as $$
  insert into app.indemnites_annuelles
    (fonction_id, designation, tarif, type_unite_id, cumulable, compte_id, ecriture_categorie_id, type)
  select n.fonction_id, n.designation, n.tarif, coalesce(n.type_unite_id, app.unite_an()),
         coalesce(n.cumulable, false), n.compte_id, n.ecriture_categorie_id, coalesce(n.type, 2::smallint)
    from jsonb_populate_record(null::app.indemnites_annuelles, body) n
  returning api.as_json(indemnites_annuelles)
$$;
comment on function api.create_indemnite_annuelle(jsonb) is
  'Adds a yearly allowance to the caller''s SIS.';
grant execute on function api.create_indemnite_annuelle(jsonb) to caserne_api;
--! EndIncluded api/comptabilite/create_indemnite_annuelle.sql
--! Included api/comptabilite/create_indemnite_exercice.sql
create or replace function api.create_indemnite_exercice(body jsonb) returns json
  language sql volatile
as $$
  insert into app.indemnites_exercice
    (fonction_id, tarif, type_unite_id, compte_id, ecriture_categorie_id, type)
  select n.fonction_id, n.tarif, coalesce(n.type_unite_id, app.unite_heure()), n.compte_id, n.ecriture_categorie_id,
         coalesce(n.type, 1::smallint)
    from jsonb_populate_record(null::app.indemnites_exercice, body) n
  returning api.as_json(indemnites_exercice)
$$;
comment on function api.create_indemnite_exercice(jsonb) is
  'Adds a tariff of exercices to the caller''s SIS.';
grant execute on function api.create_indemnite_exercice(jsonb) to caserne_api;
--! EndIncluded api/comptabilite/create_indemnite_exercice.sql
--! Included api/comptabilite/create_indemnite_intervention.sql
create or replace function api.create_indemnite_intervention(body jsonb) returns json
  language sql volatile
as $$
  insert into app.indemnites_intervention
    (designation, tarif, tarif_min, tarif_min_pour, tarif_min_pro_rata, tarif_pro_rata, taux_nuit, taux_weekend,
     debut, fin, phase_type_id, compte_id, ecriture_categorie_id, type, actif)
  select n.designation, n.tarif, coalesce(n.tarif_min, 0), coalesce(n.tarif_min_pour, 0),
         coalesce(n.tarif_min_pro_rata, false), coalesce(n.tarif_pro_rata, false), coalesce(n.taux_nuit, 0),
         coalesce(n.taux_weekend, 0), coalesce(n.debut, time '00:00'), coalesce(n.fin, time '00:00'),
         n.phase_type_id, n.compte_id, n.ecriture_categorie_id, coalesce(n.type, 1::smallint),
         coalesce(n.actif, true)
    from jsonb_populate_record(null::app.indemnites_intervention, body) n
  returning api.as_json(indemnites_intervention)
$$;
comment on function api.create_indemnite_intervention(jsonb) is
  'Adds a tariff of interventions to the caller''s SIS.';
grant execute on function api.create_indemnite_intervention(jsonb) to caserne_api;
--! EndIncluded api/comptabilite/create_indemnite_intervention.sql
--! Included api/comptabilite/delete_amende.sql
create or replace function api.delete_amende(id bigint) returns json
  language sql volatile
as $$
  delete from app.amendes t
   where t.sis_key = request.sis_key()
     and t.id = delete_amende.id
  returning 'true'::json
$$;
comment on function api.delete_amende(bigint) is
  'Removes a fine. Null when it does not exist.';
grant execute on function api.delete_amende(bigint) to caserne_api;
--! EndIncluded api/comptabilite/delete_amende.sql
--! Included api/comptabilite/delete_compte.sql
create or replace function api.delete_compte(id bigint) returns json
  language sql volatile
as $$
  delete from app.comptes t
   where t.sis_key = request.sis_key()
     and t.id = delete_compte.id
  returning 'true'::json
$$;
comment on function api.delete_compte(bigint) is
  'Removes an account that nothing is booked on. Null when it does not exist.';
grant execute on function api.delete_compte(bigint) to caserne_api;
--! EndIncluded api/comptabilite/delete_compte.sql
--! Included api/comptabilite/delete_decompte.sql
create or replace function api.delete_decompte(id bigint) returns json
  language plpgsql volatile
as $$
declare
  v_exercice_comptable_id bigint;
begin
  v_exercice_comptable_id := app.lock_decompte(id);
  if exists (
    select
      from app.decomptes d
     where d.sis_key = request.sis_key()
       and d.exercice_comptable_id = v_exercice_comptable_id
       and d.id > delete_decompte.id
  ) then
    raise sqlstate 'PT409' using message = 'Seul le dernier décompte d’un exercice comptable peut être supprimé';
  end if;
  delete from app.ecritures e
   where e.sis_key = request.sis_key()
     and e.decompte_id = delete_decompte.id
     and e.module = 4;
  update app.ecritures e
     set decompte_id = null
   where e.sis_key = request.sis_key()
     and e.decompte_id = delete_decompte.id;
  delete from app.paiements p
   where p.sis_key = request.sis_key()
     and p.decompte_id = delete_decompte.id;
  delete from app.decomptes d
   where d.sis_key = request.sis_key()
     and d.id = delete_decompte.id;
  return 'true';
end;
$$;
comment on function api.delete_decompte(bigint) is
  'Removes the newest décompte of its year with its payments and entries of AVS, and frees its other entries. PT404, PT409.';
grant execute on function api.delete_decompte(bigint) to caserne_api;
--! EndIncluded api/comptabilite/delete_decompte.sql
--! Included api/comptabilite/delete_ecriture.sql
create or replace function api.delete_ecriture(id bigint) returns json
  language sql volatile
as $$
  delete from app.ecritures t
   using app.lock_ecriture(delete_ecriture.id) e
   where t.sis_key = request.sis_key()
     and t.id = e.id
  returning 'true'::json
$$;
comment on function api.delete_ecriture(bigint) is
  'Removes an entry that was written by hand. Null when it does not exist, PT409.';
grant execute on function api.delete_ecriture(bigint) to caserne_api;
--! EndIncluded api/comptabilite/delete_ecriture.sql
--! Included api/comptabilite/delete_ecriture_categorie.sql
create or replace function api.delete_ecriture_categorie(id bigint) returns json
  language sql volatile
as $$
  delete from app.ecriture_categories t
   where t.sis_key = request.sis_key()
     and t.id = delete_ecriture_categorie.id
  returning 'true'::json
$$;
comment on function api.delete_ecriture_categorie(bigint) is
  'Removes a category that no entry and no tariff has. Null when it does not exist.';
grant execute on function api.delete_ecriture_categorie(bigint) to caserne_api;
--! EndIncluded api/comptabilite/delete_ecriture_categorie.sql
--! Included api/comptabilite/delete_imputation_intervention.sql
-- Definer: nobody is granted writing statut.
create or replace function api.delete_imputation_intervention(id bigint) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_intervention app.interventions;
begin
  if not request.can('comptabilite.modification') then
    raise sqlstate 'PT403' using message = 'Permission requise : comptabilite.modification';
  end if;
  perform app.lock_intervention(id);
  v_intervention := app.require_intervention(id);
  if v_intervention.statut <> app.intervention_imputee() then
    raise sqlstate 'PT409' using message = 'Cette intervention n’est pas imputée';
  end if;
  perform app.lock_exercice_ouvert(v_intervention.exercice_comptable_id);
  -- Entries that someone else just puts into a décompte are waited for, and stay.
  delete from app.ecritures e
   where e.sis_key = request.sis_key()
     and e.intervention_id = delete_imputation_intervention.id
     and e.module = 2
     and e.decompte_id is null;
  if exists (
    select
      from app.ecritures e
     where e.sis_key = request.sis_key()
       and e.intervention_id = delete_imputation_intervention.id
       and e.module = 2
  ) then
    raise sqlstate 'PT409' using message = 'Une écriture de cette intervention est dans un décompte';
  end if;
  update app.interventions i
     set statut = app.intervention_validee(), date_imputation = null
   where i.sis_key = request.sis_key()
     and i.id = v_intervention.id;
  return 'true';
end;
$$;
comment on function api.delete_imputation_intervention(bigint) is
  'Undoes the imputation of an intervention: removes its entries and sets its statut back to validée (2). PT403, PT404, PT409 when it is not imputée or one of the entries is in a décompte. Definer: nobody is granted writing statut.';
grant execute on function api.delete_imputation_intervention(bigint) to caserne_api;
--! EndIncluded api/comptabilite/delete_imputation_intervention.sql
--! Included api/comptabilite/delete_indemnite_annuelle.sql
create or replace function api.delete_indemnite_annuelle(id bigint) returns json
  language sql volatile
as $$
  delete from app.indemnites_annuelles t
   where t.sis_key = request.sis_key()
     and t.id = delete_indemnite_annuelle.id
  returning 'true'::json
$$;
comment on function api.delete_indemnite_annuelle(bigint) is
  'Removes a yearly allowance that no entry pays. Null when it does not exist.';
grant execute on function api.delete_indemnite_annuelle(bigint) to caserne_api;
--! EndIncluded api/comptabilite/delete_indemnite_annuelle.sql
--! Included api/comptabilite/delete_indemnite_exercice.sql
create or replace function api.delete_indemnite_exercice(id bigint) returns json
  language sql volatile
as $$
  delete from app.indemnites_exercice t
   where t.sis_key = request.sis_key()
     and t.id = delete_indemnite_exercice.id
  returning 'true'::json
$$;
comment on function api.delete_indemnite_exercice(bigint) is
  'Removes a tariff of exercices. Null when it does not exist.';
grant execute on function api.delete_indemnite_exercice(bigint) to caserne_api;
--! EndIncluded api/comptabilite/delete_indemnite_exercice.sql
--! Included api/comptabilite/delete_indemnite_intervention.sql
create or replace function api.delete_indemnite_intervention(id bigint) returns json
  language sql volatile
as $$
  delete from app.indemnites_intervention t
   where t.sis_key = request.sis_key()
     and t.id = delete_indemnite_intervention.id
  returning 'true'::json
$$;
comment on function api.delete_indemnite_intervention(bigint) is
  'Removes a tariff that no entry was made with. Null when it does not exist.';
grant execute on function api.delete_indemnite_intervention(bigint) to caserne_api;
--! EndIncluded api/comptabilite/delete_indemnite_intervention.sql
--! Included api/comptabilite/get_avs_param.sql
create or replace function api.get_avs_param(exercice_comptable_id bigint) returns json
  language sql stable
as $$
  select api.as_json(p)
    from app.avs_params p
   where p.sis_key = request.sis_key()
     and p.exercice_comptable_id = get_avs_param.exercice_comptable_id
$$;
comment on function api.get_avs_param(bigint) is
  'The AVS parameters of an accounting year; null when it does not exist, or has none.';
grant execute on function api.get_avs_param(bigint) to caserne_api;
--! EndIncluded api/comptabilite/get_avs_param.sql
--! Included api/comptabilite/get_decompte.sql
create or replace function api.get_decompte(id bigint) returns json
  language sql stable
as $$
  select api.as_json(d, app.paiements_de(d.id))
    from app.decomptes d
   where d.sis_key = request.sis_key()
     and d.id = get_decompte.id
$$;
comment on function api.get_decompte(bigint) is
  'One décompte with its payments, or null when there is none to see.';
grant execute on function api.get_decompte(bigint) to caserne_api;
--! EndIncluded api/comptabilite/get_decompte.sql
--! Included api/comptabilite/get_decompte_ordre.sql
create or replace function api.get_decompte_ordre(id bigint) returns json
  language sql stable
as $$
  select json_build_object(
    'sis_key', d.sis_key,
    'decompte_id', d.id,
    'designation', d.designation,
    'created_at', request.utc_micros(d.created_at),
    'today', app.today(),
    'debiteur', (
      select json_build_object('nom', s.nom, 'iban', s.iban, 'bic', s.bic) from app.sis s where s.sis_key = d.sis_key
    ),
    'paiements', coalesce(
      (
        select json_agg(
                 json_build_object(
                   'id', p.id,
                   'sapeur_id', p.sapeur_id,
                   'montant', p.total::text,
                   'nom', c.prenom || ' ' || c.nom,
                   'iban', c.iban,
                   'adresse', json_build_object(
                     'rue', c.rue, 'no_rue', c.no_rue, 'npa', c.npa, 'localite', c.localite, 'pays', c.pays
                   )
                 )
                 order by c.nom_prenom, p.id
               )
          from app.paiements p
          join app.coordonnees_paie(
                 array(
                   select m.sapeur_id
                     from app.paiements m
                    where m.sis_key = d.sis_key
                      and m.decompte_id = d.id
                      and m.total > 0
                 )
               ) c on c.sapeur_id = p.sapeur_id
         where p.sis_key = d.sis_key
           and p.decompte_id = d.id
           and p.total > 0
      ),
      '[]'
    )
  )
    from app.decomptes d
   where d.sis_key = request.sis_key()
     and d.id = get_decompte_ordre.id
$$;
comment on function api.get_decompte_ordre(bigint) is
  'What a bank must know to pay a décompte: the account of the SIS, and the payments above 0 with name, IBAN and address; null when there is no such décompte to see.';
grant execute on function api.get_decompte_ordre(bigint) to caserne_api;
--! EndIncluded api/comptabilite/get_decompte_ordre.sql
--! Included api/comptabilite/get_ecriture.sql
create or replace function api.get_ecriture(id bigint) returns json
  language sql stable
as $$
  select api.as_json(e)
    from app.ecritures e
   where e.sis_key = request.sis_key()
     and e.id = get_ecriture.id
$$;
comment on function api.get_ecriture(bigint) is
  'One entry; null when there is none to see.';
grant execute on function api.get_ecriture(bigint) to caserne_api;
--! EndIncluded api/comptabilite/get_ecriture.sql
--! Included api/comptabilite/get_travail.sql
create or replace function api.get_travail(id bigint) returns json
  language sql stable
as $$
  select json_build_object(
           'id', t.id,
           'exercice_comptable_id', t.exercice_comptable_id,
           'etat', case when t.ended_at is not null then 'termine' when l.nb > 0 then 'en_cours' else 'en_attente' end,
           'faits', l.nb - l.refuses,
           'total', t.total,
           'refus', l.refus,
           'created_by', t.created_by,
           'created_at', request.utc_micros(t.created_at),
           'ended_at', request.utc_micros(t.ended_at)
         )
    from app.travaux t
   cross join lateral (
     select count(*) as nb, count(l.raison) as refuses,
            coalesce(
              json_agg(json_build_object('intervention_id', l.intervention_id, 'raison', l.raison) order by l.no)
                filter (where l.raison is not null),
              '[]') as refus
       from app.travail_interventions l
      where l.sis_key = t.sis_key
        and l.travail_id = t.id
   ) l
   where t.sis_key = request.sis_key()
     and t.id = get_travail.id
$$;
comment on function api.get_travail(bigint) is
  'How far the imputation of a year is: how many interventions are imputées of how many, and which were refused why. Null when there is no such work to see.';
grant execute on function api.get_travail(bigint) to caserne_api;
--! EndIncluded api/comptabilite/get_travail.sql
--! Included api/comptabilite/payer_decompte.sql
create or replace function api.payer_decompte(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
declare
  v_decompte app.decomptes;
begin
  perform app.lock_decompte(id);
  update app.decomptes d
     set paye_le = (body ->> 'date')::date
   where d.sis_key = request.sis_key()
     and d.id = payer_decompte.id
  returning * into v_decompte;
  return api.as_json(v_decompte, app.paiements_de(v_decompte.id));
end;
$$;
comment on function api.payer_decompte(bigint, jsonb) is
  'Marks a décompte as sent to the bank on {date}; nothing of it can be changed afterwards. PT404, PT409.';
grant execute on function api.payer_decompte(bigint, jsonb) to caserne_api;
--! EndIncluded api/comptabilite/payer_decompte.sql
--! Included api/comptabilite/simuler_decompte.sql
create or replace function api.simuler_decompte(body jsonb) returns json
  language plpgsql volatile
as $$
begin
  return (
    select json_build_object(
             'data', api.as_json(s.decompte, s.paiements),
             'avertissements',
             app.decompte_avertissements((s.decompte).deduction, array(select p.sapeur_id from unnest(s.paiements) p)))
      from app.simulate_decompte(body) s
  );
end;
$$;
comment on function api.simuler_decompte(jsonb) is
  'What create_decompte would answer, without ids; nothing is written. PT403, PT409, PT422.';
grant execute on function api.simuler_decompte(jsonb) to caserne_api;
--! EndIncluded api/comptabilite/simuler_decompte.sql
--! Included api/comptabilite/simuler_imputation_intervention.sql
create or replace function api.simuler_imputation_intervention(id bigint, body jsonb) returns json
  language sql volatile
as $$
  select json_build_object(
           'statut', app.intervention_validee(),
           'ecritures', coalesce(json_agg(api.as_json(e)), '[]'))
    from app.list_ecritures_intervention(
           id, (body ->> 'indemnite_intervention_id')::bigint, (body ->> 'piquet_indemnite_intervention_id')::bigint) e
$$;
comment on function api.simuler_imputation_intervention(bigint, jsonb) is
  'The entries that an imputation by {indemnite_intervention_id, piquet_indemnite_intervention_id?} would write, without ids, and the statut that stays (2). PT404, PT409, PT422.';
grant execute on function api.simuler_imputation_intervention(bigint, jsonb) to caserne_api;
--! EndIncluded api/comptabilite/simuler_imputation_intervention.sql
--! Included api/comptabilite/update_amende.sql
create or replace function api.update_amende(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.amendes t
     set (rang, montant, compte_id) = (
       select n.rang, n.montant, n.compte_id
         from jsonb_populate_record(t, body) n
     )
   where t.sis_key = request.sis_key()
     and t.id = update_amende.id
  returning api.as_json(t)
$$;
comment on function api.update_amende(bigint, jsonb) is
  'Changes a fine; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_amende(bigint, jsonb) to caserne_api;
--! EndIncluded api/comptabilite/update_amende.sql
--! Included api/comptabilite/update_avs_param.sql
create or replace function api.update_avs_param(exercice_comptable_id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
declare
  v_answer json;
begin
  -- A year has none when the accounts that new years begin with were removed.
  insert into app.avs_params
    (exercice_comptable_id, taux_avs, taux_ac, franchise_avs, franchise_imposition, plafond_ac, compte_id, ecriture_categorie_id)
  select e.id, f.taux_avs, f.taux_ac, f.franchise_avs, f.franchise_imposition, f.plafond_ac, n.compte_id, n.ecriture_categorie_id
    from app.exercices_comptables e
    cross join jsonb_populate_record(null::app.avs_params, body) n
    cross join app.federal_avs(e.annee) f
   where e.sis_key = request.sis_key()
     and e.id = update_avs_param.exercice_comptable_id
     and not exists (select from app.avs_params p where p.sis_key = e.sis_key and p.exercice_comptable_id = e.id)
  on conflict do nothing;
  update app.avs_params p
     set (taux_avs, taux_ac, franchise_avs, franchise_imposition, plafond_ac, seuil_sur_solde, compte_id, ecriture_categorie_id) = (
       select n.taux_avs, n.taux_ac, n.franchise_avs, n.franchise_imposition, n.plafond_ac, n.seuil_sur_solde, n.compte_id,
              n.ecriture_categorie_id
         from jsonb_populate_record(p, body) n
     )
   where p.sis_key = request.sis_key()
     and p.exercice_comptable_id = update_avs_param.exercice_comptable_id
  returning api.as_json(p) into v_answer;
  return v_answer;
end;
$$;
comment on function api.update_avs_param(bigint, jsonb) is
  'Changes the AVS parameters of an accounting year; absent keys leave values as they are, or at the federal figures. Null when the year does not exist, PT409.';
grant execute on function api.update_avs_param(bigint, jsonb) to caserne_api;
--! EndIncluded api/comptabilite/update_avs_param.sql
--! Included api/comptabilite/update_compte.sql
create or replace function api.update_compte(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.comptes t
     set (numero, designation, produit, tri) = (
       select n.numero, n.designation, coalesce(n.produit, false), coalesce(n.tri, 0)
         from jsonb_populate_record(t, body) n
     )
   where t.sis_key = request.sis_key()
     and t.id = update_compte.id
  returning api.as_json(t)
$$;
comment on function api.update_compte(bigint, jsonb) is
  'Changes an account; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_compte(bigint, jsonb) to caserne_api;
--! EndIncluded api/comptabilite/update_compte.sql
--! Included api/comptabilite/update_ecriture.sql
create or replace function api.update_ecriture(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
declare
  v_before app.ecritures := app.lock_ecriture(update_ecriture.id);
  v_answer json;
begin
  if v_before.id is null then
    return null;
  end if;
  update app.ecritures t
     set (exercice_comptable_id, sapeur_id, date, heure, designation, complement, quantite, type_unite_id, tarif, total, type,
          module, compte_id, ecriture_categorie_id) = (
       select e.exercice_comptable_id, e.sapeur_id, e.date, e.heure, e.designation, coalesce(e.complement, ''), e.quantite,
              e.type_unite_id, e.tarif, e.total, e.type, e.module, e.compte_id, e.ecriture_categorie_id
         from app.complete_ecriture(jsonb_populate_record(v_before, body), body) e
     )
   where t.sis_key = request.sis_key()
     and t.id = update_ecriture.id
  returning api.as_json(t) into v_answer;
  return v_answer;
end;
$$;
comment on function api.update_ecriture(bigint, jsonb) is
  'Changes an entry that was written by hand; absent keys leave values as they are. Null when it does not exist, PT409, PT422.';
grant execute on function api.update_ecriture(bigint, jsonb) to caserne_api;
--! EndIncluded api/comptabilite/update_ecriture.sql
--! Included api/comptabilite/update_ecriture_categorie.sql
create or replace function api.update_ecriture_categorie(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.ecriture_categories t
     set (designation, tri) = (
       select n.designation, coalesce(n.tri, 0)
         from jsonb_populate_record(t, body) n
     )
   where t.sis_key = request.sis_key()
     and t.id = update_ecriture_categorie.id
  returning api.as_json(t)
$$;
comment on function api.update_ecriture_categorie(bigint, jsonb) is
  'Changes a category of entries; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_ecriture_categorie(bigint, jsonb) to caserne_api;
--! EndIncluded api/comptabilite/update_ecriture_categorie.sql
--! Included api/comptabilite/update_indemnite_annuelle.sql
create or replace function api.update_indemnite_annuelle(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.indemnites_annuelles t
     set (fonction_id, designation, tarif, type_unite_id, cumulable, compte_id, ecriture_categorie_id, type) = (
       select n.fonction_id, n.designation, n.tarif, coalesce(n.type_unite_id, app.unite_an()),
              coalesce(n.cumulable, false), n.compte_id, n.ecriture_categorie_id, coalesce(n.type, 2::smallint)
         from jsonb_populate_record(t, body) n
     )
   where t.sis_key = request.sis_key()
     and t.id = update_indemnite_annuelle.id
  returning api.as_json(t)
$$;
comment on function api.update_indemnite_annuelle(bigint, jsonb) is
  'Changes a yearly allowance; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_indemnite_annuelle(bigint, jsonb) to caserne_api;
--! EndIncluded api/comptabilite/update_indemnite_annuelle.sql
--! Included api/comptabilite/update_indemnite_exercice.sql
create or replace function api.update_indemnite_exercice(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.indemnites_exercice t
     set (fonction_id, tarif, type_unite_id, compte_id, ecriture_categorie_id, type) = (
       select n.fonction_id, n.tarif, coalesce(n.type_unite_id, app.unite_heure()), n.compte_id,
              n.ecriture_categorie_id, coalesce(n.type, 1::smallint)
         from jsonb_populate_record(t, body) n
     )
   where t.sis_key = request.sis_key()
     and t.id = update_indemnite_exercice.id
  returning api.as_json(t)
$$;
comment on function api.update_indemnite_exercice(bigint, jsonb) is
  'Changes a tariff of exercices; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_indemnite_exercice(bigint, jsonb) to caserne_api;
--! EndIncluded api/comptabilite/update_indemnite_exercice.sql
--! Included api/comptabilite/update_indemnite_intervention.sql
create or replace function api.update_indemnite_intervention(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.indemnites_intervention t
     set (designation, tarif, tarif_min, tarif_min_pour, tarif_min_pro_rata, tarif_pro_rata, taux_nuit,
          taux_weekend, debut, fin, phase_type_id, compte_id, ecriture_categorie_id, type, actif) = (
       select n.designation, n.tarif, coalesce(n.tarif_min, 0), coalesce(n.tarif_min_pour, 0),
              coalesce(n.tarif_min_pro_rata, false), coalesce(n.tarif_pro_rata, false), coalesce(n.taux_nuit, 0),
              coalesce(n.taux_weekend, 0), coalesce(n.debut, time '00:00'), coalesce(n.fin, time '00:00'),
              n.phase_type_id, n.compte_id, n.ecriture_categorie_id, coalesce(n.type, 1::smallint),
              coalesce(n.actif, true)
         from jsonb_populate_record(t, body) n
     )
   where t.sis_key = request.sis_key()
     and t.id = update_indemnite_intervention.id
  returning api.as_json(t)
$$;
comment on function api.update_indemnite_intervention(bigint, jsonb) is
  'Changes a tariff of interventions; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_indemnite_intervention(bigint, jsonb) to caserne_api;
--! EndIncluded api/comptabilite/update_indemnite_intervention.sql
--! Included api/exercices/convoquer_exercice.sql
-- Definer: callers who convoke may read no e-mail of a sapeur.
create or replace function api.convoquer_exercice(id bigint, body jsonb) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_groupe_id bigint := (body ->> 'groupe_id')::bigint;
  v_exercice app.exercices;
  v_groupe record;
  v_avertis bigint[];
begin
  if not request.can('exercice.modification') then
    raise sqlstate 'PT403' using message = 'Permission requise : exercice.modification';
  end if;
  v_exercice := app.lock_exercice(id);
  if v_exercice.statut = app.exercice_annule() then
    raise sqlstate 'PT409' using message = 'L’exercice est annulé : personne ne peut y être convoqué';
  elsif v_groupe_id is null then
    select array_agg(s.sapeur_id) as membres, '{}'::bigint[] as ajoutes, '{}'::bigint[] as hors_service
      into v_groupe
      from app.exercice_sapeurs s
     where s.sis_key = request.sis_key()
       and s.exercice_id = v_exercice.id
       and s.convoque;
  else
    select g.membres, g.ajoutes, g.hors_service into v_groupe from app.convoke_groupe(v_exercice, v_groupe_id) g;
  end if;
  v_avertis := app.mail_convocations(v_exercice.id, v_groupe.membres);
  return (
    select json_build_object(
             'ajoutes', v_groupe.ajoutes,
             'avertis', v_avertis,
             'deja_avertis', coalesce(
               json_agg(s.sapeur_id order by s.sapeur_id)
                 filter (where s.convoque_at is not null and s.sapeur_id <> all (v_avertis)),
               '[]'),
             'sans_email', coalesce(json_agg(s.sapeur_id order by s.sapeur_id) filter (where s.convoque_at is null), '[]'),
             'hors_service', v_groupe.hors_service
           )
      from app.exercice_sapeurs s
     where s.sis_key = request.sis_key()
       and s.exercice_id = v_exercice.id
       and s.sapeur_id = any (v_groupe.membres)
  );
end;
$$;
comment on function api.convoquer_exercice(bigint, jsonb) is
  'Mails the call to everyone convoked to an exercice, or, with {groupe_id}, convokes and calls the sapeurs of that group: once each, however often it is asked. Returns who was added, called now or before, has no e-mail, or is not in service. PT403, PT404, PT409 when it is annulé or imputé, PT422. Definer: callers who convoke may read no e-mail of a sapeur.';
grant execute on function api.convoquer_exercice(bigint, jsonb) to caserne_api;
--! EndIncluded api/exercices/convoquer_exercice.sql
--! Included api/exercices/delete_exercice_excuse.sql
-- Definer: callers who decide on excuses may not write presences.
create or replace function api.delete_exercice_excuse(id bigint, sapeur_id bigint) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_ligne app.exercice_sapeurs := app.lock_excuse(id, sapeur_id);
begin
  update app.exercice_sapeurs s
     set excuse_type_id = null, excuse_statut = 0, remarque = '', justification = '', date_validation = null
   where s.sis_key = request.sis_key()
     and s.id = v_ligne.id;
  return 'true'::json;
end;
$$;
comment on function api.delete_exercice_excuse(bigint, bigint) is
  'Removes the excuse of a sapeur at an exercice with all that was said and decided about it. PT403, PT404, PT409 (app.lock_excuse). Definer: callers who decide on excuses may not write presences.';
grant execute on function api.delete_exercice_excuse(bigint, bigint) to caserne_api;
--! EndIncluded api/exercices/delete_exercice_excuse.sql
--! Included api/exercices/get_exercice_convocation.sql
create or replace function api.get_exercice_convocation(id bigint) returns json
  language sql stable
as $$
  select app.feuille_exercice(id)
$$;
comment on function api.get_exercice_convocation(bigint) is
  'The call to an exercice, to print: contents of the PDF (app.feuille_exercice). Null when there is no such exercice to see.';
grant execute on function api.get_exercice_convocation(bigint) to caserne_api;
--! EndIncluded api/exercices/get_exercice_convocation.sql
--! Included api/exercices/get_exercice_liste_presence.sql
create or replace function api.get_exercice_liste_presence(id bigint) returns json
  language sql stable
as $$
  select app.feuille_exercice(id)
$$;
comment on function api.get_exercice_liste_presence(bigint) is
  'The list of an exercice, to sign: contents of the PDF (app.feuille_exercice). Null when there is no such exercice to see.';
grant execute on function api.get_exercice_liste_presence(bigint) to caserne_api;
--! EndIncluded api/exercices/get_exercice_liste_presence.sql
--! Included api/exercices/update_exercice_excuse.sql
-- Definer: callers who decide on excuses may not write presences.
create or replace function api.update_exercice_excuse(id bigint, sapeur_id bigint, body jsonb) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_ligne app.exercice_sapeurs := app.lock_excuse(id, sapeur_id);
begin
  update app.exercice_sapeurs s
     set (excuse_statut, justification, date_validation) = (
       select n.excuse_statut, coalesce(n.justification, ''),
              case n.excuse_statut when 0 then null when s.excuse_statut then s.date_validation else app.today() end
         from jsonb_populate_record(s, body) n
     )
   where s.sis_key = request.sis_key()
     and s.id = v_ligne.id
  returning * into v_ligne;
  return api.as_json(v_ligne);
end;
$$;
comment on function api.update_exercice_excuse(bigint, bigint, jsonb) is
  'Accepts (1) or refuses (-1) the excuse of a sapeur at an exercice, or leaves it open again (0): {excuse_statut, justification}. Returns his row. PT403, PT404, PT409 (app.lock_excuse). Definer: callers who decide on excuses may not write presences.';
grant execute on function api.update_exercice_excuse(bigint, bigint, jsonb) to caserne_api;
--! EndIncluded api/exercices/update_exercice_excuse.sql
--! Included api/listes/create_exercice_categorie.sql
create or replace function api.create_exercice_categorie(body jsonb) returns json
  language sql volatile
as $$
  insert into app.exercice_categories (designation, tri, amendable, duree_base)
  select n.designation, coalesce(n.tri, 0), coalesce(n.amendable, false), coalesce(n.duree_base, 120)
    from jsonb_populate_record(null::app.exercice_categories, body) n
  returning api.as_json(exercice_categories)
$$;
comment on function api.create_exercice_categorie(jsonb) is
  'Adds a category of exercices to the caller''s SIS.';
grant execute on function api.create_exercice_categorie(jsonb) to caserne_api;
--! EndIncluded api/listes/create_exercice_categorie.sql
--! Included api/listes/create_heure_exercice_type.sql
create or replace function api.create_heure_exercice_type(body jsonb) returns json
  language sql volatile
as $$
  insert into app.heure_exercice_types
    (designation, type_unite_id, tri, montant, compte_id, ecriture_categorie_id, type)
  select n.designation, coalesce(n.type_unite_id, app.unite_heure()), coalesce(n.tri, 0), coalesce(n.montant, 0), n.compte_id,
         n.ecriture_categorie_id, coalesce(n.type, 1::smallint)
    from jsonb_populate_record(null::app.heure_exercice_types, body) n
  returning api.as_json(heure_exercice_types)
$$;
comment on function api.create_heure_exercice_type(jsonb) is
  'Adds a kind of hours of exercices to the caller''s SIS.';
grant execute on function api.create_heure_exercice_type(jsonb) to caserne_api;
--! EndIncluded api/listes/create_heure_exercice_type.sql
--! Included api/listes/update_exercice_categorie.sql
create or replace function api.update_exercice_categorie(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.exercice_categories t
     set (designation, tri, amendable, duree_base) = (
       select n.designation, coalesce(n.tri, 0), coalesce(n.amendable, false), coalesce(n.duree_base, 120)
         from jsonb_populate_record(t, body) n
     )
   where t.sis_key = request.sis_key()
     and t.id = update_exercice_categorie.id
  returning api.as_json(t)
$$;
comment on function api.update_exercice_categorie(bigint, jsonb) is
  'Changes a category of exercices; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_exercice_categorie(bigint, jsonb) to caserne_api;
--! EndIncluded api/listes/update_exercice_categorie.sql
--! Included api/listes/update_exercice_comptable.sql
create or replace function api.update_exercice_comptable(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
declare
  v_before app.exercices_comptables;
  v_exercice app.exercices_comptables;
begin
  select * into v_before
    from app.exercices_comptables e
   where e.sis_key = request.sis_key()
     and e.id = update_exercice_comptable.id
     for no key update;
  if not found then
    return null;
  end if;
  update app.exercices_comptables e
     set (annee, designation, debut, fin, boucle) = (
       select n.annee, n.designation, n.debut, n.fin, n.boucle from jsonb_populate_record(e, body) n
     )
   where e.sis_key = request.sis_key()
     and e.id = v_before.id
  returning * into v_exercice;
  -- After the update, which waits for all who write to the year.
  if v_exercice.boucle and not v_before.boucle and (body ->> 'forcer')::boolean is not true then
    perform app.refuse_inacheve(v_exercice.id);
  end if;
  return api.as_json(v_exercice);
end;
$$;
comment on function api.update_exercice_comptable(bigint, jsonb) is
  'Changes, closes or reopens an accounting year; absent keys leave values as they are. Null when it does not exist; PT409, also for a year that is not finished (app.refuse_inacheve) unless forcer is true.';
grant execute on function api.update_exercice_comptable(bigint, jsonb) to caserne_api;
--! EndIncluded api/listes/update_exercice_comptable.sql
--! Included api/listes/update_heure_exercice_type.sql
create or replace function api.update_heure_exercice_type(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.heure_exercice_types t
     set (designation, type_unite_id, tri, montant, compte_id, ecriture_categorie_id, type) = (
       select n.designation, coalesce(n.type_unite_id, app.unite_heure()), coalesce(n.tri, 0), coalesce(n.montant, 0), n.compte_id,
              n.ecriture_categorie_id, coalesce(n.type, 1::smallint)
         from jsonb_populate_record(t, body) n
     )
   where t.sis_key = request.sis_key()
     and t.id = update_heure_exercice_type.id
  returning api.as_json(t)
$$;
comment on function api.update_heure_exercice_type(bigint, jsonb) is
  'Changes a kind of hours of exercices; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_heure_exercice_type(bigint, jsonb) to caserne_api;
--! EndIncluded api/listes/update_heure_exercice_type.sql
--! Included api/moi/create_mon_excuse.sql
-- Definer: a sapeur may write nothing else of his row.
create or replace function api.create_mon_excuse(exercice_id bigint, body jsonb) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_ligne app.exercice_sapeurs := app.lock_mon_excuse(exercice_id);
begin
  if v_ligne.present then
    raise sqlstate 'PT409' using message = 'Vous êtes inscrit comme présent à cet exercice';
  end if;
  update app.exercice_sapeurs s
     set (excuse_type_id, remarque, date_demande) = (
       select n.excuse_type_id, coalesce(n.remarque, ''), app.today() from jsonb_populate_record(s, body) n
     )
   where s.sis_key = request.sis_key()
     and s.id = v_ligne.id
  returning * into v_ligne;
  return api.as_json(v_ligne);
end;
$$;
comment on function api.create_mon_excuse(bigint, jsonb) is
  'Excuses the calling sapeur from an exercice {excuse_type_id, remarque}, or changes his excuse, and returns his row. PT404, PT409 (app.lock_mon_excuse; when he is present), PT422. Definer: he may write nothing else of his row.';
grant execute on function api.create_mon_excuse(bigint, jsonb) to caserne_api;
--! EndIncluded api/moi/create_mon_excuse.sql
--! Included api/moi/delete_mon_excuse.sql
-- Definer: a sapeur may write nothing else of his row.
create or replace function api.delete_mon_excuse(exercice_id bigint) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_ligne app.exercice_sapeurs := app.lock_mon_excuse(exercice_id);
begin
  if not v_ligne.excuse then
    raise sqlstate 'PT404' using message = 'Excuse inconnue';
  end if;
  update app.exercice_sapeurs s
     set excuse_type_id = null, remarque = ''
   where s.sis_key = request.sis_key()
     and s.id = v_ligne.id;
  return 'true'::json;
end;
$$;
comment on function api.delete_mon_excuse(bigint) is
  'Takes back the excuse of the calling sapeur from an exercice. PT404 when there is none; PT404, PT409 (app.lock_mon_excuse). Definer: he may write nothing else of his row.';
grant execute on function api.delete_mon_excuse(bigint) to caserne_api;
--! EndIncluded api/moi/delete_mon_excuse.sql
--! Included api/moi/get_mes_decomptes.sql
-- Definer: a statement of account concerns other sapeurs too, so those it pays may not read it. The function shows its
-- designation only.
create or replace function api.get_mes_decomptes(exercice_comptable_id bigint) returns json
  language sql stable security definer set search_path = ''
as $$
  select json_build_object(
    'paiements', coalesce(
      (
        select json_agg(api.as_json(p.paiement, d.designation) order by p.date, p.id)
          from app.decomptes d
          -- Lateral with offset 0: payments are looked up by statement, not read for all years of the sapeur.
         cross join lateral (
           select m as paiement, m.date, m.id
             from app.paiements m
            where m.sis_key = request.sis_key()
              and m.decompte_id = d.id
              and m.sapeur_id = request.sapeur_id()
           offset 0
         ) p
         where d.sis_key = request.sis_key()
           and d.exercice_comptable_id = x.id
      ),
      '[]'
    ),
    'ecritures', coalesce(
      (
        select json_agg(api.as_json(e) order by e.date, e.id)
          from app.ecritures e
         where e.sis_key = request.sis_key()
           and e.sapeur_id = request.sapeur_id()
           and e.exercice_comptable_id = x.id
      ),
      '[]'
    )
  )
    from app.exercices_comptables x
   where x.sis_key = request.sis_key()
     and x.id = get_mes_decomptes.exercice_comptable_id
$$;
comment on function api.get_mes_decomptes(bigint) is
  'Payments to the calling sapeur and entries owed to him in an accounting year; null when the year does not exist. Definer: he may not read the statements themselves.';
grant execute on function api.get_mes_decomptes(bigint) to caserne_api;
--! EndIncluded api/moi/get_mes_decomptes.sql
--! Included api/statistiques/get_statistique_rapport.sql
create or replace function api.get_statistique_rapport(id bigint) returns json
  language sql stable
as $$
  select json_build_object(
           'sis_key', e.sis_key,
           'nom', s.nom,
           'annee', e.annee,
           'debut', e.debut,
           'fin', e.fin,
           'date', app.today(),
           'logo', app.logo_imprimable(),
           'categories', stats.categories('stat_federal', e.id, null, null),
           -- Sum of the seconds, because rounded hours do not add up.
           'total', (
             select json_build_object(
                      'nb', sum(f.nb),
                      'heures', stats.heures(sum(f.secondes)),
                      'sauve_personne', sum(f.sauve_personne),
                      'sauve_animaux', sum(f.sauve_animaux),
                      'nb_precedent', sum(f.nb_precedent),
                      'heures_precedent', stats.heures(sum(f.secondes_precedent))
                    )
               from stats.federal f
              where f.sis_key = e.sis_key
                and f.exercice_comptable_id = e.id
           )
         )
    from app.exercices_comptables e
    join app.sis s on s.sis_key = e.sis_key
   where e.sis_key = request.sis_key()
     and e.id = get_statistique_rapport.id
$$;
comment on function api.get_statistique_rapport(bigint) is
  'Contents of the yearly federal report: the SIS with its logo if that can be printed, categories with the figures of the year and the previous one, and totals; null when the year does not exist.';
grant execute on function api.get_statistique_rapport(bigint) to caserne_api;
--! EndIncluded api/statistiques/get_statistique_rapport.sql
