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

--!tenant app.avs_params, graphql avs_param, versioned by exercice_comptable_id, marks listes,
--!  journal for comptabilite.lecture comptabilite.modification comptabilite.config,
--!  neutral exercice_comptable_id taux_avs taux_ac franchise_avs franchise_imposition plafond_ac seuil_sur_solde
--!   compte_id ecriture_categorie_id
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
