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
  app.intervention_vehicules, app.materiels, app.sapeur_fonctions, app.sapeur_grades, app.types_intervention, app.vehicules,
  app.alarme_personnes, audit.changements
  in access exclusive mode;
set local lock_timeout = '3s';

-- Alarms and their mails say what is missing, and whether they are tests.
alter table app.alarmes
  add column if not exists test boolean not null default false,
  add column if not exists incomplet boolean not null default false,
  add column if not exists avertissements text[] not null default '{}';
alter table app.messages add column if not exists incomplet boolean not null default false;
-- Notices of failed messages.
alter table jobs.releves
  add column if not exists echec_dit_id bigint not null default 0,
  add column if not exists echec_dit_at timestamptz;
--!include app/alarmes/usual_mots_test.sql
-- An immutable function, on a row per SIS.
-- squawk-ignore adding-field-with-default
alter table app.sis add column if not exists mots_test text[] not null default app.usual_mots_test();

-- Functions below read local times with these.
--!include request/instant_of.sql
--!include request/read_instant.sql

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
alter table app.excuses_types add column if not exists abreviation text not null default '';
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
-- Interventions on the night when clocks go back. The new check holds where the old one did.
alter table app.interventions
  add column if not exists debut_repete boolean not null default false,
  add column if not exists fin_repete boolean not null default false,
  drop constraint interventions_check,
  -- squawk-ignore constraint-missing-not-valid
  add constraint interventions_check check (date_debut + heure_debut <= date_fin + heure_fin or fin_repete);
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
alter table auth.users
  alter column password_hash set default '!',
  add column if not exists rights_lost_at timestamptz not null default '-infinity';
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
-- An import compares names itself.
drop function if exists api.refuse_known_sapeur(jsonb);
-- An alarm on the wire is made of two lists more.
drop function if exists api.as_json(app.alarmes, json, json, json, json);
-- Positions are read by app.read_position.
drop function if exists app.read_wgs84(text);
-- Their lists write the rows.
drop function if exists api.as_json(app.intervention_sapeurs, app.interventions, text);
drop function if exists api.as_json(app.intervention_sapeurs, text, text, text);
-- Walls of stations. A database between two releases may have the table without these columns.
alter table if exists app.murs add column if not exists vu_le date, add column if not exists expire_le date;
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
-- Names of one letter. A wider check holds for every row.
alter table app.sapeurs
  drop constraint sapeurs_nom_check,
  drop constraint sapeurs_prenom_check,
  -- squawk-ignore constraint-missing-not-valid
  add constraint sapeurs_nom_check check (nom <> ''),
  -- squawk-ignore constraint-missing-not-valid
  add constraint sapeurs_prenom_check check (prenom <> '');

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

-- The statut of an exercice follows from its presences alone.
drop function if exists app.renew_exercice_statut(app.exercices);
-- A database between two releases may have it.
drop function if exists api.get_decompte_ordre(bigint);
