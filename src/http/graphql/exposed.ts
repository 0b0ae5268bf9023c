import { tables } from './exposed_tables.ts'

// Policies decide who sees which rows. A table without the clause `graphql` in its line does not exist for GraphQL:
// mailboxes and messages (secrets, raw mails), the record and the logo of the SIS (bank details; a picture), senders and
// codes (settings of the alarm centre), reports as tablets sent them, accounts, journal. Nor do functions.

/** A view: the columns that identify a row within its SIS, and the tables that its columns refer to. */
export interface View {
  key: readonly string[]
  references: Readonly<Record<string, string>>
  /** The name of its row in those tables, where they refer back. */
  row?: string
}

/** Every figure of an accounting year refers to that year. */
const annee = { exercice_comptable_id: 'exercices_comptables' }

/** Views: those of `stats`, as `stats_<name>`, and those that follow the calendar. */
export const views: Readonly<Record<string, View>> = {
  'app.sapeurs_du_jour': {
    key: ['id'],
    references: { id: 'sapeurs', fonction_id: 'fonctions', grade_id: 'grades' },
    row: 'sapeur_du_jour',
  },
  'stats.alarmes': { key: ['id'], references: { id: 'alarmes', intervention_id: 'interventions' } },
  'stats.bilan_comptes': {
    key: ['exercice_comptable_id', 'numero'],
    references: { ...annee, compte_id: 'comptes' },
  },
  'stats.categories_service': {
    key: ['exercice_comptable_id', 'stat_intervention_id'],
    references: { ...annee, stat_intervention_id: 'stat_intervention' },
  },
  'stats.comptes_mensuels': {
    key: ['exercice_comptable_id', 'mois', 'module', 'numero'],
    references: { ...annee, compte_id: 'comptes' },
  },
  'stats.disponibilites': { key: ['debut'], references: {} },
  'stats.exercices': {
    key: ['id'],
    references: { id: 'exercices', ...annee, exercice_categorie_id: 'exercice_categories' },
  },
  'stats.fausses_alarmes': { key: ['annee'], references: annee },
  'stats.federal': {
    key: ['exercice_comptable_id', 'stat_federal_id'],
    references: { ...annee, stat_federal_id: 'stat_federal' },
  },
  'stats.interventions': {
    key: ['id'],
    references: {
      id: 'interventions',
      ...annee,
      stat_federal_id: 'stat_federal',
      stat_intervention_id: 'stat_intervention',
      type_intervention_id: 'types_intervention',
      intervention_traitement_id: 'intervention_traitements',
      localite_id: 'localites',
      sapeur_id: 'sapeurs',
      alarme_id: 'alarmes',
    },
  },
  'stats.materiels': { key: ['annee', 'materiel_id'], references: { ...annee, materiel_id: 'materiels' } },
  'stats.mensuel': { key: ['annee', 'mois'], references: annee },
  'stats.presences': {
    key: ['id'],
    references: { ...annee, intervention_id: 'interventions', sapeur_id: 'sapeurs' },
  },
  'stats.presences_exercices': {
    key: ['annee', 'sapeur_id'],
    references: { ...annee, sapeur_id: 'sapeurs' },
  },
  'stats.presences_interventions': {
    key: ['annee', 'sapeur_id'],
    references: { ...annee, sapeur_id: 'sapeurs' },
  },
  'stats.sapeurs': { key: ['id'], references: { id: 'sapeurs' } },
  'stats.traitements': {
    key: ['annee', 'intervention_traitement_id'],
    references: { ...annee, intervention_traitement_id: 'intervention_traitements' },
  },
  'stats.types': {
    key: ['annee', 'type_intervention_id'],
    references: {
      ...annee,
      type_intervention_id: 'types_intervention',
      stat_intervention_id: 'stat_intervention',
    },
  },
  'stats.vehicules': { key: ['annee', 'vehicule_id'], references: { ...annee, vehicule_id: 'vehicules' } },
}

/**
 * Columns that GraphQL does not show: the SIS is that of the request; versions are for ETags; the others of tables
 * are between the server and a tablet or a mailbox; those of views are there for analysts, who do not read the tables
 * that have them.
 */
export const hiddenColumns: { everywhere: string[]; in: Record<string, string[]> } = {
  everywhere: ['sis_key', 'version'],
  in: {
    'app.alarmes': ['message_sis_key', 'message_id', 'changed_in'],
    'app.exercices_comptables': ['dernier_no_vacant'],
    'app.interventions': ['local_uuid'],
    'app.intervention_sapeurs': ['toleree'],
    // Accounting reads addresses in documents only.
    'app.ordre_paiements': ['nom', 'iban', 'rue', 'no_rue', 'npa', 'localite', 'pays'],
    // The bank account of the SIS.
    'app.ordres': ['nom', 'iban', 'bic'],
    'app.reponses_alarmes': ['changed_in'],
    'stats.alarmes': ['created_at'],
    'stats.exercices': ['localite_id', 'created_at', 'updated_at'],
    'stats.interventions': [
      'no',
      'rapport_police',
      'date_imputation',
      'validated_at',
      'created_at',
      'updated_at',
    ],
    'stats.sapeurs': ['suffixe', 'civilite_id', 'desactive', 'created_at', 'updated_at'],
  },
}

/** Whether GraphQL shows a table or view of a schema. */
export function isExposed(schema: string, name: string): boolean {
  return (schema === 'app' && Object.hasOwn(tables, name)) || Object.hasOwn(views, `${schema}.${name}`)
}
