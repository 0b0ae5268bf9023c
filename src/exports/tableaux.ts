/** How the values of a column are written: as the endpoints have them, `heures` and `quantite` are texts with two decimals, `mois` is YYYY-MM. */
export type Kind = 'texte' | 'nombre' | 'decimal' | 'taux' | 'mois'

/** A column of a table: which key of its rows, under which title. */
export interface Column {
  key: string
  title: string
  kind: Kind
}

/** Rows of a table as api.export_statistiques answers them. */
export type Row = Record<string, string | number | null>

/** A table: the name that it is asked by, and its rows. */
export interface Tableau {
  figures: string
  lignes: Row[]
}

/** What api.export_statistiques answers. */
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

/** How a table is laid out: the title of its sheet (31 signs at most) and its columns. */
export interface Layout {
  title: string
  columns: Column[]
}

// By the name of their endpoint.
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
  mensuel: {
    title: 'Par mois',
    columns: [{ key: 'mois', title: 'Mois', kind: 'mois' }, nb, heures, ...sauves],
  },
}

/** How the table of this name is laid out. @throws when it cannot be exported. */
export function layoutOf(figures: string): Layout {
  const layout = layouts[figures]
  if (layout === undefined) throw new Error(`no table ${figures}`)
  return layout
}
