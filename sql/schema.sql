-- The contents page: everything the database is, in load order. Each file may be run twice.

-- The rooms.
--!include schemas.sql

-- Who is asking, and how instants and texts are written and compared. Knows nothing of the rest.
--!include request/open.sql
--!include request/user_id.sql
--!include request/sis_key.sql
--!include request/sis_with.sql
--!include request/sis_with_any.sql
--!include request/can.sql
--!include request/sapeur_id.sql
--!include request/faults.sql
--!include request/list_constraints.sql
--!include request/has_migration.sql
--!include request/utc.sql
--!include request/local_instant.sql
--!include request/read_instant.sql
--!include request/plain.sql
--!include request/ids.sql
--!include request/refuse_missing.sql

-- Who changed what.
--!include audit/journal.sql
--!include audit/tg_journal.sql

-- Accounts, rights and the directory of SIS.
--!include auth/sis.sql
--!include auth/users.sql
--!include auth/permissions.sql
--!include auth/roles.sql
--!include auth/invitations.sql
--!include auth/sessions.sql
--!include auth/tokens.sql
--!include auth/throttles.sql
--!include auth/find_sis.sql
--!include auth/check_session.sql

-- Triggers and checks that many tables share.
--!include app/tg_updated_at.sql
--!include app/is_avs.sql
--!include app/is_iban.sql

-- What a SIS is, and the lists that are the same for all.
--!include app/localites.sql
--!include app/sis.sql
--!include app/fuseau.sql
--!include app/localite_of.sql
--!include app/stat_federal.sql
--!include app/stat_intervention.sql
--!include app/intervention_traitements.sql
--!include app/phase_types.sql
--!include app/telephone_types.sql
--!include app/civilites.sql
--!include app/unites.sql
--!include app/reference_data.sql

-- The lists that each SIS shapes.
--!include app/types_intervention.sql
--!include app/codes_alarme.sql
--!include app/classify_code.sql
--!include app/exercices_comptables.sql
--!include app/lock_exercice_comptable.sql
--!include app/current_exercice_comptable_id.sql
--!include app/fonctions.sql
--!include app/grades.sql
--!include app/permis_types.sql
--!include app/mission_types.sql
--!include app/exercice_categories.sql
--!include app/excuses_types.sql
--!include app/heure_exercice_types.sql
--!include app/telephones_utiles.sql
--!include app/localites_sis.sql
--!include app/set_up_sis.sql

-- People.
--!include app/sapeurs.sql
--!include app/mutations.sql
--!include app/particularites.sql
--!include app/salaires.sql
--!include app/is_actif.sql
--!include app/e164.sql
--!include app/telephones.sql
--!include app/sapeur_fonctions.sql
--!include app/sapeur_grades.sql
--!include app/fonction_at.sql
--!include app/match_sapeur.sql
--!include app/groupes.sql
--!include app/groupe_sapeurs.sql
--!include app/sapeur_permis.sql
--!include app/materiel_personnel.sql

-- Vehicles and materials.
--!include app/vehicules.sql
--!include app/materiels.sql

-- Interventions and alarms.
--!include app/interventions.sql
--!include app/tg_ouverte.sql
--!include app/intervention_sapeurs.sql
--!include app/intervention_vehicules.sql
--!include app/intervention_materiels.sql
--!include app/intervention_missions.sql
--!include app/intervention_appels.sql
--!include app/intervention_groupes.sql
--!include app/intervention_phases.sql
--!include app/intervention_quittances.sql
--!include app/alarmes.sql
--!include app/alarme_groupes.sql
--!include app/alarme_personnes.sql

-- Batches of what belongs to an intervention.
--!include app/require_intervention.sql
--!include app/write_presence.sql
--!include app/write_lignes.sql

-- Exercices.
--!include app/exercices.sql
--!include app/exercice_sapeurs.sql
--!include app/exercice_statut.sql

-- Accounts of pay.
--!include app/decomptes.sql
--!include app/paiements.sql
--!include app/ecritures.sql

-- What a SIS keeps beside its settings.
--!include app/sis_contacts.sql
--!include app/sis_logos.sql

-- Mailboxes and the ledger of messages.
--!include app/messageries.sql
--!include app/messages.sql

-- Accounts again: what needs the people that they are linked to.
--!include auth/memberships.sql
--!include auth/as_json.sql
--!include auth/user_by_email.sql
--!include auth/permissions_of.sql
--!include auth/session.sql
--!include auth/end_sessions.sql
--!include auth/verify_password.sql
--!include auth/check_password.sql
--!include auth/hash_password.sql
--!include auth/add_user.sql
--!include auth/add_sis.sql
--!include auth/accept_invitation.sql
--!include auth/link_sapeurs.sql
--!include auth/open.sql
--!include auth/require.sql

-- The authentication API, one file per operation: one's own account.
--!include auth/account/list_sis.sql
--!include auth/account/login.sql
--!include auth/account/refresh_token.sql
--!include auth/account/logout.sql
--!include auth/account/ask_mail.sql
--!include auth/account/register.sql
--!include auth/account/confirm_email.sql
--!include auth/set_password.sql
--!include auth/account/reset_password.sql
--!include auth/account/change_password.sql
--!include auth/account/get_me.sql
--!include auth/account/list_sessions.sql
--!include auth/account/delete_session.sql
--!include auth/account/use_token.sql

-- The authentication API: the rights of others.
--!include auth/user_ids_of.sql
--!include auth/lock_user.sql
--!include auth/lock_role.sql
--!include auth/read_roles.sql
--!include auth/set_role_permissions.sql
--!include auth/change_user.sql
--!include auth/rights_json.sql
--!include auth/rights/list_permissions.sql
--!include auth/rights/list_roles.sql
--!include auth/rights/create_role.sql
--!include auth/rights/update_role.sql
--!include auth/rights/delete_role.sql
--!include auth/rights/list_users.sql
--!include auth/rights/update_user_roles.sql
--!include auth/rights/update_user_sis.sql
--!include auth/rights/create_invitation.sql
--!include auth/rights/list_invitations.sql
--!include auth/rights/delete_invitation.sql
--!include auth/rights/create_sis.sql
--!include auth/rights/update_sis.sql
--!include auth/rights/update_user.sql

-- What the operator calls, at the command line, as the owner.
--!include auth/operator/find_account.sql
--!include auth/operator/create_user.sql
--!include auth/operator/grant_role.sql
--!include auth/operator/set_admin.sql
--!include auth/operator/list_accounts.sql

-- What the worker calls.
--!include jobs/releves.sql
--!include jobs/advance_releve.sql
--!include jobs/unlock_messagerie.sql
--!include jobs/hear_releves.sql
--!include jobs/pass_releve.sql
--!include jobs/lock_messagerie.sql
--!include jobs/end_releve.sql
--!include jobs/begin_releve.sql
--!include jobs/ask_releve.sql
--!include jobs/ask_releves.sql
--!include jobs/read_titre.sql
--!include jobs/find_report_sis.sql
--!include jobs/read_report_groupes.sql
--!include jobs/describe_report.sql
--!include jobs/store_alarme_personnes.sql
--!include jobs/store_alarme.sql
--!include jobs/find_intervention_to_join.sql
--!include jobs/create_intervention_from_alarm.sql
--!include jobs/try_create_intervention.sql
--!include jobs/create_pending_interventions.sql
--!include jobs/store_message.sql
--!include jobs/purge_messages.sql
--!include jobs/begin_mail.sql
--!include jobs/release_mails.sql
--!include jobs/purge_tokens.sql
--!include jobs/set_instance_messagerie.sql
--!include jobs/disable_instance_messagerie.sql

-- The data API, one file per operation: alarms.
--!include api/alarmes/as_json.sql
--!include api/alarmes/list_alarmes.sql
--!include api/alarmes/ask_releve.sql
--!include api/alarmes/get_releve_state.sql

-- The data API: interventions.
--!include api/interventions/as_json.sql
--!include api/interventions/list_interventions.sql
--!include api/interventions/get_intervention.sql
--!include api/interventions/presence_json.sql
--!include api/interventions/list_intervention_sapeurs.sql
--!include api/interventions/create_intervention_sapeurs.sql
--!include api/interventions/update_intervention_sapeurs.sql
--!include api/interventions/delete_intervention_sapeurs.sql

-- The data API: people.

-- The data API: exercices.

-- The data API: vehicles and materials.

-- The data API: the signed-in sapeur.

-- The data API: settings of a SIS.

-- The data API: statistics.
--!include stats/heures.sql
--!include stats/interventions.sql
--!include stats/bilan.sql
--!include stats/lignes.sql
--!include stats/categories.sql
--!include stats/presence_exercice.sql
--!include api/statistiques/list_stat_federal.sql
--!include api/statistiques/list_stat_intervention.sql
--!include api/statistiques/list_statistique_presence_intervention.sql
--!include api/statistiques/list_statistique_stat_federal.sql
--!include api/statistiques/list_statistique_type_intervention.sql
--!include api/statistiques/list_statistique_intervention_traitement.sql
--!include api/statistiques/list_statistique_vehicule.sql
--!include api/statistiques/list_statistique_materiel.sql
--!include api/statistiques/list_statistique_presence_exercice.sql
--!include api/statistiques/list_statistique_mensuel.sql

-- The data API: reference lists.
--!include api/listes/grade_json.sql
--!include api/listes/list_grades.sql
--!include api/listes/create_grade.sql
--!include api/listes/update_grade.sql
--!include api/listes/delete_grade.sql
