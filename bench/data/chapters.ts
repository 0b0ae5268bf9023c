/** One file of sql/, which fills tables. */
export interface Chapter {
  name: string
  /** Chapters that must be complete before. */
  after: string[]
  /** Large tables: they are filled without indexes, which are built at the chapter's end. */
  tables: string[]
  /** Whether the file makes only the interventions from bench.from to bench.to, and runs once for each piece. */
  inPieces: boolean
  /** How long the chapter takes, compared with the others. */
  share: number
}

const lignes = ['phases', 'vehicules', 'materiels', 'groupes', 'missions', 'jalons', 'appels', 'quittances']

const people = [
  'sapeurs',
  'mutations',
  'particularites',
  'telephones',
  'salaires',
  'sapeur_fonctions',
  'sapeur_grades',
  'groupe_sapeurs',
  'sapeur_permis',
  'materiel_personnel',
]

/** All chapters. Those that may run at the same time do so in this order. */
export const chapters: Chapter[] = [
  { name: 'plan', after: [], tables: [], inPieces: false, share: 20 },
  { name: 'sis', after: ['plan'], tables: [], inPieces: false, share: 20 },
  {
    name: 'presences',
    after: ['sis'],
    tables: ['app.intervention_sapeurs'],
    inPieces: true,
    share: 100,
  },
  { name: 'interventions', after: ['sis'], tables: ['app.interventions'], inPieces: true, share: 30 },
  {
    name: 'alarmes',
    after: ['sis'],
    tables: ['app.alarmes', 'app.alarme_groupes', 'app.alarme_personnes'],
    inPieces: true,
    share: 70,
  },
  {
    name: 'comptes',
    after: ['sis'],
    tables: ['app.ecritures', 'app.paiements'],
    inPieces: false,
    share: 90,
  },
  {
    name: 'lignes',
    after: ['sis'],
    tables: lignes.map((name) => `app.intervention_${name}`),
    inPieces: true,
    share: 50,
  },
  {
    name: 'exercices',
    after: ['sis'],
    tables: ['app.exercices', 'app.exercice_sapeurs', 'app.exercice_heures'],
    inPieces: false,
    share: 40,
  },
  { name: 'journal', after: ['interventions'], tables: ['audit.journal'], inPieces: true, share: 40 },
  {
    name: 'sapeurs',
    after: ['sis'],
    tables: people.map((name) => `app.${name}`),
    inPieces: false,
    share: 10,
  },
  { name: 'users', after: ['sapeurs'], tables: [], inPieces: false, share: 5 },
]
