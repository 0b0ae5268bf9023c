/**
 * How the values of a column are written. As in the endpoints, `heures` and `quantite` are texts with two decimals,
 * `mois` is YYYY-MM.
 */
type Kind = 'texte' | 'nombre' | 'decimal' | 'taux' | 'mois'

/** A column of a table: the key of its value in a row, and its title. */
export interface Column {
  key: string
  title: string
  kind: Kind
}

/** A row of a table, as api.export_statistiques answers it. */
export type Row = Record<string, string | number | null>

/** A table: the name that a request uses, and the rows. */
export interface Tableau {
  figures: string
  lignes: Row[]
}

/** The answer of api.export_statistiques. */
export interface Export {
  sis_key: string
  annee: number
  tableaux: Tableau[]
}

const id: Column = { key: 'id', title: 'N°', kind: 'nombre' }
const designation: Column = { key: 'designation', title: 'Désignation', kind: 'texte' }
const noms: Column[] = [
  { key: 'nom', title: 'Nom', kind: 'texte' },
  { key: 'prenom', title: 'Prénom', kind: 'texte' },
]
const nb: Column = { key: 'nb', title: 'Interventions', kind: 'nombre' }
const heures: Column = { key: 'heures', title: 'Heures', kind: 'decimal' }
const sauves: Column[] = [
  { key: 'sauve_personne', title: 'Personnes sauvées', kind: 'nombre' },
  { key: 'sauve_animaux', title: 'Animaux sauvés', kind: 'nombre' },
]
const bilan = [id, designation, nb, heures, ...sauves]
const precedent: Column[] = [
  { key: 'nb_precedent', title: 'Interventions, année précédente', kind: 'nombre' },
  { key: 'heures_precedent', title: 'Heures, année précédente', kind: 'decimal' },
]
const presences: Column[] = [
  { key: 'nb', title: 'Présences', kind: 'nombre' },
  heures,
  { key: 'convoque', title: 'Convocations', kind: 'nombre' },
  { key: 'absent', title: 'Absences', kind: 'nombre' },
  { key: 'remplace', title: 'Remplacements', kind: 'nombre' },
  { key: 'excuse', title: 'Excuses', kind: 'nombre' },
]

const montants: Column[] = [
  { key: 'solde', title: 'Solde', kind: 'decimal' },
  { key: 'indemnite', title: 'Indemnités', kind: 'decimal' },
  { key: 'frais_forfaitaire', title: 'Frais forfaitaires', kind: 'decimal' },
  { key: 'frais_effectif', title: 'Frais effectifs', kind: 'decimal' },
  { key: 'autre', title: 'Autre', kind: 'decimal' },
  { key: 'avs', title: 'AVS/AI/APG', kind: 'decimal' },
  { key: 'ac', title: 'AC', kind: 'decimal' },
  { key: 'avs_ac', title: 'AVS et AC', kind: 'decimal' },
]
const total: Column = { key: 'total', title: 'Total', kind: 'decimal' }
const ecriture: Column[] = [
  { key: 'date', title: 'Date', kind: 'texte' },
  designation,
  { key: 'complement', title: 'Complément', kind: 'texte' },
  { key: 'quantite', title: 'Quantité', kind: 'decimal' },
  { key: 'tarif', title: 'Tarif', kind: 'decimal' },
  { key: 'taux', title: 'Taux', kind: 'decimal' },
  { key: 'taux_designation', title: 'Sorte de taux', kind: 'texte' },
  { key: 'compte', title: 'Compte', kind: 'texte' },
]

const avs: Column[] = [
  { key: 'no_avs', title: 'N° AVS', kind: 'texte' },
  ...noms,
  { key: 'naissance', title: 'Date de naissance', kind: 'texte' },
  { key: 'de', title: 'Du mois', kind: 'nombre' },
  { key: 'a', title: 'Au mois', kind: 'nombre' },
  { key: 'salaire_avs', title: 'Salaire soumis à l’AVS', kind: 'decimal' },
  { key: 'salaire_ac', title: 'Salaire soumis à l’AC', kind: 'decimal' },
  { key: 'avs', title: 'AVS/AI/APG, employé', kind: 'decimal' },
  { key: 'ac', title: 'AC, employé', kind: 'decimal' },
  { key: 'avs_ac', title: 'AVS et AC, employé', kind: 'decimal' },
  { key: 'avs_ac_total', title: 'AVS et AC, employé et employeur', kind: 'decimal' },
]

/** The layout of a table: the title of its sheet (31 characters at most) and its columns. */
interface Layout {
  title: string
  columns: Column[]
}

// Keyed by the name of the endpoint.
const layouts: Record<string, Layout> = {
  'stat-federal': { title: 'Statistique fédérale', columns: [...bilan, ...precedent] },
  'stat-intervention': { title: 'Statistique du service', columns: [...bilan, ...precedent] },
  'type-intervention': { title: 'Types d’intervention', columns: bilan },
  'intervention-traitement': { title: 'Traitements', columns: bilan },
  vehicule: {
    title: 'Véhicules',
    columns: [id, designation, { ...nb, title: 'Interventions pondérées' }, heures],
  },
  materiel: {
    title: 'Matériel',
    columns: [id, designation, nb, heures, { key: 'quantite', title: 'Quantité', kind: 'decimal' }],
  },
  'presence-exercice': {
    title: 'Présences aux exercices',
    columns: [id, ...noms, ...presences],
  },
  'presence-intervention': {
    title: 'Présences aux interventions',
    columns: [{ ...id, key: 'sapeur_id' }, ...noms, nb, heures, { key: 'taux', title: 'Taux', kind: 'taux' }],
  },
  decompte: { title: 'Paiements', columns: [id, ...noms, ...montants, total] },
  avs: { title: 'Liste AVS', columns: avs },
  ecritures: { title: 'Écritures', columns: [id, ...noms, ...ecriture, total] },
  mensuel: {
    title: 'Par mois',
    columns: [{ key: 'mois', title: 'Mois', kind: 'mois' }, nb, heures, ...sauves],
  },
}

/** The layout of the table with this name. @throws for a name that cannot be exported. */
export function layoutOf(figures: string): Layout {
  const layout = layouts[figures]
  if (layout === undefined) throw new Error(`no table ${figures}`)
  return layout
}
