-- First of all, everything that requests read and this migration changes. Otherwise a request that has read one of these
-- tables waits for another that is changed already, while the migration waits for the first. The migration gives up
-- before PostgreSQL looks for such a deadlock (deadlock_timeout, 1 s) and may end the request, and is tried again.
set local lock_timeout = '500ms';
lock table auth.invitations, auth.invitation_roles, auth.memberships, app.sapeurs, app.mutations, app.particularites,
  app.salaires, app.groupe_sapeurs, app.fonctions, app.exercices_comptables, app.interventions, app.intervention_sapeurs,
  app.intervention_phases, app.alarmes, app.exercice_categories, app.exercices, app.exercice_sapeurs, app.exercice_heures,
  app.heure_exercice_types, app.decomptes, app.paiements, app.ecritures, app.sis, app.messageries, app.messages,
  jobs.releves, audit.journal, auth.sis, auth.users, auth.roles, auth.role_permissions, auth.user_roles, auth.analystes,
  app.localites, app.excuses_types, app.grades, app.groupes, app.intervention_groupes, app.intervention_materiels,
  app.intervention_vehicules, app.materiels, app.sapeur_fonctions, app.sapeur_grades, app.types_intervention, app.vehicules
  in access exclusive mode;
set local lock_timeout = '3s';

-- Which SIS live here, and which have left: policies for analysts ask it.
--!include request/cellule.sql
--!include request/homes.sql
--!include request/sejours.sql
--!include auth/partis.sql

-- Accounting. What existing tables refer to comes first.
--!include app/listes/reference_ids.sql
--!include app/comptabilite/caller_name.sql
--!include app/comptabilite/comptes.sql
--!include app/comptabilite/ecriture_categories.sql
--!include app/comptabilite/indemnites_intervention.sql
--!include app/comptabilite/indemnites_exercice.sql
--!include app/comptabilite/indemnites_annuelles.sql
--!include app/comptabilite/amendes.sql
--!include app/comptabilite/avs_params.sql

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
  add column if not exists indemnite_exercice_id bigint,
  add column if not exists amende_id bigint,
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
  add foreign key (sis_key, indemnite_annuelle_id) references app.indemnites_annuelles,
  -- squawk-ignore constraint-missing-not-valid, adding-foreign-key-constraint
  add foreign key (sis_key, indemnite_exercice_id) references app.indemnites_exercice,
  -- squawk-ignore constraint-missing-not-valid, adding-foreign-key-constraint
  add foreign key (sis_key, amende_id) references app.amendes;
alter table app.ecritures
  alter column type_unite_id set default app.unite_piece(),
  alter column created_by set default app.caller_name();
alter table app.ecritures alter constraint ecritures_sis_key_decompte_id_fkey deferrable;
-- Only definer functions write décomptes. Release 0.1.0 writes none.
revoke insert (decompte_id), update (decompte_id) on app.ecritures from caserne_api;
revoke insert, update, delete on app.decomptes, app.paiements from caserne_api;
-- ecritures.sql makes them anew, partial.
-- squawk-ignore require-concurrent-index-deletion
drop index if exists app.ecritures_intervention_id_idx;
-- squawk-ignore require-concurrent-index-deletion
drop index if exists app.ecritures_exercice_id_idx;

--!include app/comptabilite/decomptes.sql
--!include app/comptabilite/paiements.sql
--!include app/comptabilite/ecritures.sql
-- Longer ones have taken the place of these.
-- squawk-ignore require-concurrent-index-deletion
drop index if exists app.ecritures_exercice_comptable_id_idx;
-- squawk-ignore require-concurrent-index-deletion
drop index if exists app.ecritures_sapeur_id_idx;
-- squawk-ignore require-concurrent-index-deletion
drop index if exists app.ecritures_decompte_id_idx;

-- Enter migration here
alter table app.exercice_sapeurs
  add column if not exists convoque_at timestamptz,
  add column if not exists amende_rang integer;
--!include app/comptabilite/travaux.sql
--!include app/comptabilite/travail_interventions.sql

-- A migration is one transaction. Nobody writes thousands of people meanwhile.
-- squawk-ignore require-concurrent-index-creation
create index if not exists sapeurs_liste_idx on app.sapeurs (sis_key, request.plain(nom_prenom), id);
-- The identity of erased people on pay records.
--!include audit/personnes/identites_paie.sql
-- Cells: where each SIS lives, and what is kept with the accounts.
--!include auth/cellules.sql
alter table auth.sis
  -- squawk-ignore constraint-missing-not-valid, adding-foreign-key-constraint
  add column if not exists cellule text references auth.cellules,
  add column if not exists listes_usuelles boolean not null default false;
alter table auth.users alter column password_hash set default '!';
drop function if exists auth.add_sis(text, text, text, boolean);
--!include auth/sis.sql
--!include auth/users.sql
--!include auth/roles.sql
--!include auth/analystes.sql
--!include app/listes/localites.sql
--!include auth/battements.sql
-- A SIS may be closed while it moves. All are open.
--!include auth/fermetures.sql
insert into auth.fermetures (sis_key) select s.api_key from auth.sis s on conflict do nothing;
-- Every SIS lives here. None can be added meanwhile: the tables that refer to auth.sis have locked it.
--!include auth/tg_sis__home.sql
insert into request.homes (sis_key) select s.api_key from auth.sis s on conflict do nothing;
-- Functions that lead, and answers to alarms. Nobody changed a function: the journal and versions stay as they are.
alter table app.fonctions add column if not exists chef boolean not null default false;
alter table app.fonctions disable trigger _020_version, disable trigger _900_journal;
do $$
declare
  v_sis text;
begin
  for v_sis in select s.api_key from auth.sis s order by s.api_key loop
    perform request.open(null, v_sis, array['sapeur.config'], null);
    -- Those that every SIS begins with.
    update app.fonctions f set chef = true where f.sis_key = v_sis and f.id in (1, 2, 4, 5, 6) and not f.chef;
  end loop;
  perform request.open(null, null, null, null);
end;
$$;
alter table app.fonctions enable trigger _020_version, enable trigger _900_journal;
--!include app/alarmes/reponses_alarmes.sql
--!include app/alarmes/reponses_mensuelles.sql
--!include app/alarmes/effectif_alarmes.sql
--!include api/alarmes/as_json.sql
--!include api/alarmes/alarmes_json.sql
-- An alarm on the wire is made of two lists more.
drop function if exists api.as_json(app.alarmes, json, json, json, json);
-- Walls of stations.
--!include app/sis/murs.sql
-- Who is told of alarms, and how.
--!include request/push_key.sql
--!include app/envois/appareils.sql
--!include app/envois/webhooks.sql
-- Who could come: absences, standby, requirements.
--!include app/disponibilites/nom_prenom.sql
--!include app/disponibilites/read_recurrence.sql
--!include app/disponibilites/repetitions.sql
--!include app/disponibilites/tg_indisponibilites__recurrence.sql
--!include app/disponibilites/tg_indisponibilites__nombre.sql
--!include app/disponibilites/indisponibilites.sql
--!include app/disponibilites/absences.sql
--!include app/disponibilites/piquets.sql
--!include app/disponibilites/effectif_requis.sql
--!include app/disponibilites/is_requis.sql
--!include app/disponibilites/manques_annonces.sql
--!include app/disponibilites/disponibilites_jours.sql
--!include app/disponibilites/effectif_disponible.sql
--!include app/disponibilites/manques.sql
--!include app/disponibilites/effectif_du_jour.sql
--!include app/disponibilites/check_periode.sql
--!include app/disponibilites/read_indisponibilite.sql
--!include app/disponibilites/read_piquet.sql
--!include app/disponibilites/lock_piquet.sql
--!include app/disponibilites/read_effectif_requis.sql

--!include app/envois/envois.sql
-- Places of the alarm stream carry the timeline, and since when the SIS lives here.
--!include request/timeline.sql
--!include request/place.sql
--!include api/alarmes/watch_alarmes.sql
-- Calendars. The index holds removed rows and standbys only: a small part of the journal, read once.
--!include app/calendriers/calendriers.sql
-- squawk-ignore require-concurrent-index-creation
create index if not exists journal_retraits_idx on audit.journal (sis_key, ressource, recorded_at)
  where action = 'suppression' or ressource = 'piquets';
--!include app/statistiques/forget_statistics.sql

-- An alarm names its mail by the SIS whose ledger has it, and its id there. What becomes of existing alarms follows from
-- what is stored, so it is no change for the journal, for versions and for whoever reads them.
alter table app.alarmes add column if not exists message_sis_key text;
alter table app.alarmes disable trigger user;
do $$
declare
  v_sis text;
  v_messages bigint[];
begin
  for v_sis in select s.api_key from auth.sis s order by s.api_key loop
    perform request.open(null, v_sis, array['intervention.lecture', 'intervention.modification', 'sis.config'], null);
    v_messages := array(
      select a.message_id from app.alarmes a where a.sis_key = v_sis and a.message_id is not null and a.message_sis_key is null);
    perform request.open(null, '*', array['sis.config'], null);
    v_messages := array(select m.id from app.messages m where m.sis_key = '*' and m.id = any (v_messages));
    perform request.open(null, v_sis, array['intervention.lecture', 'intervention.modification'], null);
    update app.alarmes a
       set message_sis_key = case when a.message_id = any (v_messages) then '*' else a.sis_key end
     where a.sis_key = v_sis and a.message_id is not null and a.message_sis_key is null;
  end loop;
  perform request.open(null, null, null, null);
end;
$$;
alter table app.alarmes enable trigger user;
alter table app.alarmes
  -- squawk-ignore constraint-missing-not-valid
  add constraint alarmes_message_check check ((message_sis_key is null) = (message_id is null));
-- alarmes.sql makes it anew, with the ledger.
-- squawk-ignore require-concurrent-index-deletion
drop index if exists app.alarmes_message_id_key;
drop function if exists jobs.store_alarme(text, text[], bigint, timestamptz, json, text, jsonb);
-- Mailboxes and messages are known by SIS and id. What workers and commands of release 0.1.0 call stays
-- (jobs/releves/by_id_alone.sql).
--!include jobs/releves/messagerie_key.sql
--!include jobs/releves/messagerie_sis.sql
drop function if exists jobs.advance_releve(bigint, bigint, bigint);
drop function if exists jobs.ask_releve(bigint, timestamptz);
drop function if exists jobs.find_message(bigint);
drop function if exists jobs.get_message(bigint);
drop function if exists jobs.get_message_raw(bigint);
drop function if exists jobs.relire_message(bigint);
--!include app/statistiques/forget_statistics.sql

-- Accounts know sapeurs by a table of their own.
--!include auth/sapeurs.sql
--!include app/sapeurs/publish_sapeur.sql
do $$
declare
  v_sis text;
begin
  for v_sis in select s.api_key from auth.sis s order by s.api_key loop
    perform request.open(null, v_sis, array['sapeur.lecture'], null);
    perform app.publish_sapeur(v_sis, s.id) from app.sapeurs s where s.sis_key = v_sis;
  end loop;
  perform request.open(null, null, null, null);
end;
$$;
-- A few accounts and invitations: checked in no time.
alter table auth.memberships
  drop constraint memberships_sis_key_sapeur_id_fkey,
  -- squawk-ignore constraint-missing-not-valid, adding-foreign-key-constraint
  add constraint memberships_sis_key_sapeur_id_fkey foreign key (sis_key, sapeur_id) references auth.sapeurs;
alter table auth.invitations
  drop constraint invitations_sapeur_id_fkey,
  -- squawk-ignore constraint-missing-not-valid, adding-foreign-key-constraint
  add constraint invitations_sapeur_id_fkey
    foreign key (sis_key, sapeur_id) references auth.sapeurs on delete set null (sapeur_id);
drop trigger if exists _200_depart on app.sis;
drop trigger if exists _200_depart on app.sapeurs;
drop trigger if exists _200_depart on app.mutations;
drop trigger if exists _200_link on app.particularites;
drop function if exists app.tg_sis__depart();
drop function if exists app.tg_depart();
drop function if exists app.tg_particularites__link();
drop function if exists auth.renew_depart(text, bigint);

-- Every SIS gets what a new one begins with. Its entries and statements of account are those of the demo: they get the
-- values that the demo gives them now.
--!include app/comptabilite/set_up_comptabilite.sql
--!include app/comptabilite/federal_avs.sql
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
--!include request/instants.sql
--!include request/open.sql
--!include request/trace.sql
--!include request/local_instant.sql
--!include request/channel.sql
--!include request/check_writing.sql
--!include request/lock.sql
--!include request/reponses.sql
--!include audit/journal.sql
--!include audit/find_entries.sql
--!include audit/list_newest.sql
--!include audit/tg_journal.sql
--!include audit/changements.sql
--!include auth/read_directory.sql
--!include auth/permissions.sql
--!include auth/invitations.sql
--!include auth/sessions.sql
--!include auth/tokens.sql
--!include auth/throttles.sql
--!include auth/check_sessions.sql
--!include auth/instants_cellules.sql
--!include app/tg_contenu.sql
--!include app/sis/sis.sql
--!include app/listes/stat_federal.sql
--!include app/listes/stat_intervention.sql
--!include app/listes/intervention_traitements.sql
--!include app/listes/phase_types.sql
--!include app/listes/telephone_types.sql
--!include app/listes/civilites.sql
--!include app/listes/unites.sql
--!include app/listes/types_intervention.sql
--!include app/listes/codes_alarme.sql
--!include app/listes/exercices_comptables.sql
--!include app/listes/tg_exercices_comptables__contenu.sql
--!include app/listes/tg_exercices_comptables__bouclement.sql
--!include app/listes/refuse_bouclement.sql
--!include app/listes/change_exercice_comptable.sql
--!include app/listes/tg_exercice_ouvert.sql
--!include app/listes/tg_exercices_ouverts.sql
--!include app/listes/lock_exercice_comptable.sql
--!include app/listes/current_exercice_comptable_id.sql
--!include app/listes/fonctions.sql
--!include app/listes/grades.sql
--!include app/listes/permis_types.sql
--!include app/listes/mission_types.sql
--!include app/listes/exercice_categories.sql
--!include app/listes/excuses_types.sql
--!include app/listes/heure_exercice_types.sql
--!include app/listes/tg_heure_exercice_types__tarif.sql
--!include app/listes/telephones_utiles.sql
--!include app/listes/localites_sis.sql
--!include app/comptabilite/tg_comptes__produit.sql
--!include app/comptabilite/tg_amendes__produit.sql
--!include app/comptabilite/tg_exercices_comptables__avs.sql
--!include app/comptabilite/tg_avs_params__fige.sql
--!include app/sis/set_up_sis.sql
--!include app/sis/tg_sis__listes_usuelles.sql
--!include app/sapeurs/tg_annuaire.sql
--!include app/sapeurs/sapeurs.sql
--!include app/sapeurs/mutations.sql
--!include app/sapeurs/particularites.sql
--!include app/sapeurs/salaires.sql
--!include app/sapeurs/is_current.sql
--!include app/sapeurs/is_actif.sql
--!include app/sapeurs/show_actif.sql
--!include app/sapeurs/page_sapeurs.sql
--!include app/sapeurs/telephones.sql
--!include app/sapeurs/sapeur_fonctions.sql
--!include app/sapeurs/sapeur_grades.sql
--!include app/alarmes/match_numero.sql
--!include app/alarmes/match_nom.sql
--!include app/listes/groupes.sql
--!include app/sapeurs/groupe_sapeurs.sql
--!include app/sapeurs/sapeur_permis.sql
--!include app/sapeurs/materiel_personnel.sql
--!include app/sapeurs/fonctions_du_jour.sql
--!include app/sapeurs/grades_du_jour.sql
--!include app/sapeurs/sapeurs_du_jour.sql
--!include app/sapeurs/tg_invitations__adresse.sql
--!include app/sis/tg_sis__annuaire.sql
--!include app/vehicules/vehicules.sql
--!include app/vehicules/materiels.sql
--!include app/interventions/interventions.sql
--!include app/interventions/tg_interventions__imputee.sql
--!include app/interventions/tg_interventions__numero.sql
--!include app/interventions/tg_ouverte.sql
--!include app/interventions/intervention_sapeurs.sql
--!include app/interventions/intervention_vehicules.sql
--!include app/interventions/intervention_materiels.sql
--!include app/interventions/intervention_missions.sql
--!include app/interventions/intervention_jalons.sql
--!include app/interventions/intervention_appels.sql
--!include app/interventions/intervention_groupes.sql
--!include app/interventions/intervention_phases.sql
--!include app/interventions/intervention_quittances.sql
--!include app/interventions/rapports_tablette.sql
--!include app/alarmes/alarmes.sql
--!include app/alarmes/alarme_groupes.sql
--!include app/alarmes/alarme_personnes.sql
--!include app/alarmes/tg_alarmes__repliques.sql
--!include app/interventions/lock_intervention.sql
--!include app/interventions/periode_presences.sql
--!include app/interventions/write_presence_rapport.sql
--!include app/interventions/write_lignes.sql
--!include app/alarmes/tg_reponses_alarmes__qualites.sql
--!include app/alarmes/date_alarme.sql
--!include app/alarmes/offer_quittance.sql
--!include app/alarmes/repondre_alarme.sql
--!include app/sis/knows_mur.sql
--!include app/envois/has_confirmed_email.sql
--!include app/envois/in_silence.sql
--!include app/envois/contenu_alarme.sql
--!include app/envois/tell_webhooks.sql
--!include app/envois/tell_users.sql
--!include app/envois/tell_alarme.sql
--!include app/envois/open_lien.sql
--!include app/envois/describe_lien.sql
--!include app/envois/repondre_lien.sql
--!include app/exercices/exercices.sql
--!include app/exercices/tg_exercices__impute.sql
--!include app/exercices/tg_exercices__exercice_comptable.sql
--!include app/exercices/exercice_sapeurs.sql
--!include app/exercices/tg_exercice_sapeurs__excuse.sql
--!include app/exercices/exercice_heures.sql
--!include app/exercices/tg_exercice_sapeurs__statut.sql
--!include app/exercices/lock_exercice_excuse.sql
--!include app/exercices/lock_exercice.sql
--!include app/exercices/lock_mon_excuse.sql
--!include app/exercices/lock_excuse.sql
--!include app/exercices/write_heure.sql
--!include app/exercices/membres_de_groupe.sql
--!include app/exercices/convoke_groupe.sql
--!include app/exercices/mail_convocations.sql
--!include app/exercices/annonce_exercice.sql
--!include app/calendriers/open_calendrier.sql
--!include app/calendriers/fenetre_calendrier.sql
--!include app/calendriers/evenement_exercice.sql
--!include app/calendriers/exercices_retires.sql
--!include app/calendriers/dates_du_journal.sql
--!include app/calendriers/evenement_piquet.sql
--!include app/calendriers/evenement_absence.sql
--!include app/calendriers/piquets_retires.sql
--!include app/calendriers/mes_evenements.sql
--!include app/comptabilite/round05.sql
--!include app/comptabilite/secondes.sql
--!include app/comptabilite/temps_phases.sql
--!include app/comptabilite/montant_minimum.sql
--!include app/comptabilite/weekends.sql
--!include app/comptabilite/nuits.sql
--!include app/comptabilite/split_temps.sql
--!include app/comptabilite/montant_taux.sql
--!include app/comptabilite/montant_exercice.sql
--!include app/comptabilite/exercices_ouverts.sql
--!include app/comptabilite/tg_ecritures__decompte.sql
--!include app/comptabilite/refuse_inacheve.sql
--!include app/comptabilite/lock_exercice_ouvert.sql
--!include app/comptabilite/check_module.sql
--!include app/comptabilite/lock_ecriture.sql
--!include app/comptabilite/complete_ecriture.sql
--!include app/comptabilite/temps_presences.sql
--!include app/comptabilite/pay_minimum.sql
--!include app/comptabilite/pay_taux.sql
--!include app/comptabilite/require_indemnite.sql
--!include app/comptabilite/ecritures_presences.sql
--!include app/comptabilite/check_chevauchements.sql
--!include app/comptabilite/check_eloignements.sql
--!include app/comptabilite/lock_imputable.sql
--!include app/comptabilite/list_ecritures_intervention.sql
--!include app/comptabilite/impute_intervention.sql
--!include app/comptabilite/tarifs_exercice.sql
--!include app/comptabilite/ecritures_exercice.sql
--!include app/comptabilite/lock_exercice_to_impute.sql
--!include app/comptabilite/impute_exercice.sql
--!include app/comptabilite/read_ids.sql
--!include app/comptabilite/check_sapeur_ids.sql
--!include app/comptabilite/lock_annee_to_impute.sql
--!include app/comptabilite/mois_de.sql
--!include app/comptabilite/montant_annuel.sql
--!include app/comptabilite/fonctions_indemnisees.sql
--!include app/comptabilite/indemnites_dues.sql
--!include app/comptabilite/ecritures_annuelles.sql
--!include app/comptabilite/impute_annuel.sql
--!include app/comptabilite/lock_amendes.sql
--!include app/comptabilite/is_injustifiee.sql
--!include app/comptabilite/amende_de_rang.sql
--!include app/comptabilite/absences_amendables.sql
--!include app/comptabilite/rangs_amendes.sql
--!include app/comptabilite/impute_amendes.sql
--!include app/comptabilite/pays_localite.sql
--!include app/comptabilite/coordonnees_paie.sql
--!include app/comptabilite/debut_cotisations.sql
--!include app/comptabilite/fin_ac.sql
--!include app/comptabilite/solde_soumis.sql
--!include app/comptabilite/depasse_franchise.sql
--!include app/comptabilite/salaire_soumis.sql
--!include app/comptabilite/salaires_annee.sql
--!include app/comptabilite/cotisation.sql
--!include app/comptabilite/tg_decomptes__paye.sql
--!include app/comptabilite/require_exercice_ouvert.sql
--!include app/comptabilite/lock_decomptes.sql
--!include app/comptabilite/is_a_payer.sql
--!include app/comptabilite/ecritures_a_payer.sql
--!include app/comptabilite/cotisants.sql
--!include app/comptabilite/hors_cotisation.sql
--!include app/comptabilite/cotisations_annee.sql
--!include app/comptabilite/list_paiements_decompte.sql
--!include app/comptabilite/paiements_de.sql
--!include app/comptabilite/totaux_decompte.sql
--!include app/comptabilite/check_demande_decompte.sql
--!include app/comptabilite/write_charges_avs.sql
--!include app/comptabilite/check_decompte.sql
--!include app/comptabilite/make_decompte.sql
--!include app/comptabilite/simulate_decompte.sql
--!include app/comptabilite/decompte_avertissements.sql
--!include app/comptabilite/lock_decompte.sql
--!include app/sis/sis_contacts.sql
--!include app/sis/sis_logos.sql
--!include app/sis/logo_imprimable.sql
--!include app/exercices/feuille_exercice.sql
--!include app/interventions/feuille_moyens.sql
--!include app/interventions/feuille_deroulement.sql
--!include app/interventions/feuille_intervention.sql
--!include app/comptabilite/fiches_decompte.sql
--!include app/comptabilite/feuille_decompte.sql
--!include app/comptabilite/require_annee_civile.sql
--!include app/comptabilite/paiements_annee.sql
--!include app/comptabilite/salaires_avs.sql
--!include app/comptabilite/periodes_service.sql
--!include app/comptabilite/feuille_certificats.sql
--!include app/comptabilite/require_certificats.sql
--!include app/sis/messageries.sql
--!include app/sis/messages.sql
--!include auth/memberships.sql
--!include auth/depart.sql
--!include auth/permissions_of.sql
--!include auth/add_sis.sql
--!include auth/link_sapeur.sql
--!include auth/link_sapeurs.sql
--!include auth/tg_sapeurs__repliques.sql
--!include auth/tg_sapeurs__link.sql
--!include auth/tg_sapeurs__depart.sql
--!include auth/possible_links.sql
--!include auth/check_link.sql
--!include auth/link_invited.sql
--!include auth/open.sql
--!include auth/account/login.sql
--!include auth/account/refresh_token.sql
--!include auth/account/ask_mail.sql
--!include auth/rights/create_invitation.sql
--!include auth/operator/require_here.sql
--!include auth/operator/require_whole.sql
--!include auth/operator/list_away_sis.sql
--!include auth/operator/add_analyste.sql
--!include jobs/releves/releves.sql
--!include jobs/queue/workers.sql
--!include jobs/releves/note_silences.sql
--!include jobs/releves/tg_messageries__releve.sql
--!include jobs/releves/marquages.sql
--!include jobs/releves/messagerie_totaux.sql
--!include jobs/releves/lock_messagerie.sql
--!include jobs/releves/unlock_messagerie.sql
--!include jobs/releves/pass_releve.sql
--!include jobs/releves/ask_releve.sql
--!include jobs/releves/ask_releves.sql
--!include jobs/releves/ask_releves_of.sql
--!include jobs/releves/releve_state.sql
--!include jobs/releves/ask_unheld_releves.sql
--!include jobs/releves/begin_releve.sql
--!include jobs/releves/advance_releve.sql
--!include jobs/releves/rewind_releve.sql
--!include jobs/releves/end_marquages.sql
--!include jobs/releves/end_releve.sql
--!include app/envois/tg_evenement.sql
--!include jobs/alarmes/share_personnes.sql
--!include jobs/alarmes/store_alarme_personnes.sql
--!include jobs/alarmes/store_alarme.sql
--!include jobs/alarmes/create_intervention_from_alarme.sql
--!include jobs/alarmes/create_pending_interventions.sql
--!include jobs/rapports/rapports.sql
--!include jobs/rapports/take_rapports.sql
--!include jobs/rapports/write_adresse.sql
--!include jobs/messages/settle_message.sql
--!include jobs/messages/store_message.sql
--!include jobs/messages/ask_relecture.sql
--!include jobs/messages/ask_relectures.sql
--!include jobs/messages/list_relectures.sql
--!include jobs/messages/store_relecture.sql
--!include jobs/messages/purge_messages.sql
--!include jobs/releves/by_id_alone.sql
--!include jobs/alarmes/purge_reponses.sql
--!include jobs/disponibilites/keep_disponibilites.sql
--!include jobs/disponibilites/purge_disponibilites.sql
--!include jobs/disponibilites/tell_manque.sql
--!include jobs/disponibilites/tell_manques.sql
--!include jobs/envois/list_alarme_appareils.sql
--!include jobs/envois/begin_alarme_envois.sql
--!include jobs/envois/ask_envois.sql
--!include jobs/envois/describe_alarme.sql
--!include jobs/envois/list_envois.sql
--!include jobs/envois/end_envois.sql
--!include jobs/envois/resume_lot.sql
--!include jobs/envois/begin_mail_envoi.sql
--!include jobs/envois/begin_webhook.sql
--!include jobs/envois/webhook_pause.sql
--!include jobs/envois/end_webhook.sql
--!include jobs/envois/begin_push_key.sql
--!include jobs/envois/purge_envois.sql
--!include jobs/imputations/imputation_key.sql
--!include jobs/imputations/ask_imputation.sql
--!include jobs/imputations/end_imputation_perdue.sql
--!include jobs/imputations/next_imputable.sql
--!include jobs/imputations/impute_next.sql
--!include jobs/queue/release_jobs.sql
--!include jobs/rapport/mark_instant.sql
--!include jobs/mails/describe_convocation.sql
--!include jobs/mails/describe_webhook.sql
--!include jobs/mails/begin_mail.sql
--!include jobs/mails/purge_tokens.sql
--!include jobs/releves/messagerie_metrics.sql
--!include jobs/operator/find_message.sql
--!include jobs/operator/list_messageries.sql
--!include jobs/operator/list_messages.sql
--!include jobs/operator/get_message.sql
--!include jobs/operator/relire_message.sql
--!include stats/reponses.sql
--!include stats/reponses_presences.sql
--!include stats/reponses_mensuelles.sql
--!include stats/sees_comptes.sql
--!include stats/comptes_mensuels.sql
--!include stats/bilan_comptes.sql
--!include stats/sis.sql
--!include stats/cellules.sql
--!include stats/disponibilites.sql
--!include stats/categories.sql
--!include app/version_of.sql
--!include app/alarmes/message_alarmes.sql
--!include audit/personnes/donnees_personnelles.sql
--!include audit/personnes/lignes_du_journal.sql
--!include audit/personnes/list_mails.sql
--!include audit/personnes/read_personne.sql
--!include audit/personnes/user_entries.sql
--!include audit/personnes/describe_personne.sql
--!include audit/personnes/check_effacement.sql
--!include audit/personnes/keep_identite_paie.sql
--!include audit/personnes/erase_compte.sql
--!include audit/personnes/erase_traces.sql
--!include audit/personnes/erase_journal.sql
--!include api/alarmes/reponse_json.sql
--!include api/comptabilite/amende_json.sql
--!include api/comptabilite/avs_param_json.sql
--!include api/comptabilite/compte_json.sql
--!include api/comptabilite/decompte_json.sql
--!include api/comptabilite/decompte_paiements_json.sql
--!include api/comptabilite/ecriture_categorie_json.sql
--!include api/comptabilite/ecriture_json.sql
--!include api/comptabilite/indemnite_annuelle_json.sql
--!include api/comptabilite/indemnite_exercice_json.sql
--!include api/comptabilite/indemnite_intervention_json.sql
--!include api/disponibilites/effectif_requis_json.sql
--!include api/disponibilites/indisponibilite_json.sql
--!include api/disponibilites/piquet_json.sql
--!include api/exercices/presence_json.sql
--!include api/listes/exercice_categorie_json.sql
--!include api/listes/fonction_json.sql
--!include api/listes/heure_exercice_type_json.sql
--!include api/moi/appareil_json.sql
--!include api/moi/calendrier_json.sql
--!include api/moi/evenements_json.sql
--!include api/sis/mur_json.sql
--!include api/sis/webhook_json.sql
--!include api/exercices/page_exercices.sql
--!include api/interventions/page_interventions.sql
--!include api/sapeurs/page_sapeurs.sql
--!include api/alarmes/list_alarme_envois.sql
--!include api/comptabilite/list_amendes.sql
--!include api/comptabilite/list_bilan_comptes.sql
--!include api/comptabilite/list_comptes.sql
--!include api/comptabilite/list_decompte_ecritures.sql
--!include api/comptabilite/list_decomptes.sql
--!include api/comptabilite/list_ecriture_categories.sql
--!include api/comptabilite/list_ecritures.sql
--!include api/comptabilite/list_indemnites_annuelles.sql
--!include api/comptabilite/list_indemnites_exercice.sql
--!include api/comptabilite/list_indemnites_intervention.sql
--!include api/disponibilites/list_disponibilites.sql
--!include api/disponibilites/list_effectif_requis.sql
--!include api/disponibilites/list_mes_disponibilites.sql
--!include api/disponibilites/list_mes_piquets.sql
--!include api/disponibilites/list_piquets.sql
--!include api/disponibilites/list_repreneurs.sql
--!include api/exercices/list_exercice_heures.sql
--!include api/exercices/list_exercices.sql
--!include api/interventions/list_interventions.sql
--!include api/moi/list_mes_appareils.sql
--!include api/moi/list_mes_calendriers.sql
--!include api/moi/list_mes_reponses.sql
--!include api/sapeurs/list_sapeurs.sql
--!include api/sis/list_journal.sql
--!include api/sis/list_murs.sql
--!include api/sis/list_webhooks.sql
--!include api/alarmes/ask_releve.sql
--!include api/alarmes/get_releve_state.sql
--!include api/alarmes/repondre_alarme.sql
--!include api/comptabilite/create_amende.sql
--!include api/comptabilite/create_compte.sql
--!include api/comptabilite/create_decompte.sql
--!include api/comptabilite/create_ecriture.sql
--!include api/comptabilite/create_ecriture_categorie.sql
--!include api/comptabilite/create_imputation_amendes.sql
--!include api/comptabilite/create_imputation_annuel.sql
--!include api/comptabilite/create_imputation_exercice.sql
--!include api/comptabilite/create_imputation_intervention.sql
--!include api/comptabilite/create_imputation_interventions.sql
--!include api/comptabilite/create_indemnite_annuelle.sql
--!include api/comptabilite/create_indemnite_exercice.sql
--!include api/comptabilite/create_indemnite_intervention.sql
--!include api/comptabilite/delete_amende.sql
--!include api/comptabilite/delete_compte.sql
--!include api/comptabilite/delete_decompte.sql
--!include api/comptabilite/delete_ecriture.sql
--!include api/comptabilite/delete_ecriture_categorie.sql
--!include api/comptabilite/delete_imputation_amendes.sql
--!include api/comptabilite/delete_imputation_annuel.sql
--!include api/comptabilite/delete_imputation_exercice.sql
--!include api/comptabilite/delete_imputation_intervention.sql
--!include api/comptabilite/delete_indemnite_annuelle.sql
--!include api/comptabilite/delete_indemnite_exercice.sql
--!include api/comptabilite/delete_indemnite_intervention.sql
--!include api/comptabilite/export_avs.sql
--!include api/comptabilite/export_decompte.sql
--!include api/comptabilite/get_avs_param.sql
--!include api/comptabilite/get_certificats_salaire.sql
--!include api/comptabilite/get_decompte.sql
--!include api/comptabilite/get_decompte_ordre.sql
--!include api/comptabilite/get_decompte_pdf.sql
--!include api/comptabilite/get_ecriture.sql
--!include api/comptabilite/get_travail.sql
--!include api/comptabilite/payer_decompte.sql
--!include api/comptabilite/simuler_decompte.sql
--!include api/comptabilite/simuler_imputation_intervention.sql
--!include api/comptabilite/update_amende.sql
--!include api/comptabilite/update_avs_param.sql
--!include api/comptabilite/update_compte.sql
--!include api/comptabilite/update_ecriture.sql
--!include api/comptabilite/update_ecriture_categorie.sql
--!include api/comptabilite/update_indemnite_annuelle.sql
--!include api/comptabilite/update_indemnite_exercice.sql
--!include api/comptabilite/update_indemnite_intervention.sql
--!include api/disponibilites/accepter_piquet.sql
--!include api/disponibilites/create_disponibilite.sql
--!include api/disponibilites/create_effectif_requis.sql
--!include api/disponibilites/create_ma_disponibilite.sql
--!include api/disponibilites/create_piquet.sql
--!include api/disponibilites/create_piquets_rotation.sql
--!include api/disponibilites/delete_disponibilite.sql
--!include api/disponibilites/delete_effectif_requis.sql
--!include api/disponibilites/delete_ma_disponibilite.sql
--!include api/disponibilites/delete_piquet.sql
--!include api/disponibilites/delete_piquet_echange.sql
--!include api/disponibilites/echanger_piquet.sql
--!include api/disponibilites/get_disponibilite.sql
--!include api/disponibilites/get_effectif_disponible.sql
--!include api/disponibilites/get_piquet.sql
--!include api/disponibilites/update_disponibilite.sql
--!include api/disponibilites/update_effectif_requis.sql
--!include api/disponibilites/update_ma_disponibilite.sql
--!include api/disponibilites/update_piquet.sql
--!include api/exercices/convoquer_exercice.sql
--!include api/exercices/create_exercice_heures.sql
--!include api/exercices/delete_exercice_excuse.sql
--!include api/exercices/delete_exercice_heures.sql
--!include api/exercices/get_exercice_convocation.sql
--!include api/exercices/get_exercice_liste_presence.sql
--!include api/exercices/get_exercices_ics.sql
--!include api/exercices/update_exercice_excuse.sql
--!include api/exercices/update_exercice_heures.sql
--!include api/interventions/get_intervention_rapport.sql
--!include api/listes/create_exercice_categorie.sql
--!include api/listes/create_fonction.sql
--!include api/listes/create_heure_exercice_type.sql
--!include api/listes/update_exercice_categorie.sql
--!include api/listes/update_exercice_comptable.sql
--!include api/listes/update_fonction.sql
--!include api/listes/update_heure_exercice_type.sql
--!include api/moi/create_mon_appareil.sql
--!include api/moi/create_mon_calendrier.sql
--!include api/moi/create_mon_excuse.sql
--!include api/moi/delete_mon_appareil.sql
--!include api/moi/delete_mon_calendrier.sql
--!include api/moi/delete_mon_excuse.sql
--!include api/moi/get_calendrier.sql
--!include api/moi/get_mes_decomptes.sql
--!include api/moi/get_mes_donnees.sql
--!include api/moi/get_mes_donnees_compte.sql
--!include api/moi/get_mon_certificat_salaire.sql
--!include api/moi/get_mon_decompte_pdf.sql
--!include api/moi/get_push_key.sql
--!include api/moi/update_mon_appareil.sql
--!include api/sis/create_mur.sql
--!include api/sis/create_webhook.sql
--!include api/sis/delete_mur.sql
--!include api/sis/delete_webhook.sql
--!include api/sis/get_mur.sql
--!include api/sis/update_webhook.sql
--!include api/sis/watch_mur.sql
--!include api/statistiques/get_statistique_rapport.sql
