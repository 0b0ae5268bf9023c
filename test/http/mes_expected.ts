import { expect } from 'vitest'
import type { Someone } from './mes_fixture.ts'

/** Id of one of a sapeur's rows in a table. */
export const row = (someone: Someone, table: string, n = 0) => someone.rows[table]?.[n]

/** Their functions. */
export const fonctions = (someone: Someone) => [
  {
    id: row(someone, 'sapeur_fonctions'),
    sapeur_id: someone.sapeur,
    fonction_id: 2,
    debut: '1990-01-01',
    fin: '1990-12-31',
    remarque: 'Autrefois',
  },
  {
    id: row(someone, 'sapeur_fonctions', 1),
    sapeur_id: someone.sapeur,
    fonction_id: 1,
    debut: '2199-01-01',
    fin: null,
    remarque: '',
  },
]

const materiel = (someone: Someone) => [
  {
    id: row(someone, 'materiel_personnel'),
    designation: 'Casque',
    numero: '17',
    taille: 'M',
    attribution: '1990-05-01',
    retour: null,
  },
  {
    id: row(someone, 'materiel_personnel', 1),
    designation: 'Bottes',
    numero: '',
    taille: '42',
    attribution: '1990-05-02',
    retour: '2199-12-31',
  },
]

const exercices = (someone: Someone, year: number | undefined) => [
  expect.objectContaining({
    designation: 'Échelles',
    date: '1990-05-05',
    heure: '19:30:00',
    duree: 120,
    exercice_comptable_id: year,
    presence: expect.objectContaining({
      id: row(someone, 'exercice_sapeurs'),
      sapeur_id: someone.sapeur,
      convoque: true,
      present: true,
      absent: false,
    }),
  }),
]

const interventions = (someone: Someone) => [
  {
    id: row(someone, 'intervention_sapeurs'),
    sapeur_id: someone.sapeur,
    intervention_id: expect.any(Number),
    debut: '1990-07-14T14:30:00+02:00',
    fin: '1990-07-14T16:00:00+02:00',
    piquet: false,
    date_debut: '1990-07-14',
    heure_debut: '14:29:00',
    date_fin: '1990-07-14',
    heure_fin: '16:00:00',
    objet: 'Feu',
    lieu: 'Gare',
    localite_id: null,
    stat_federal_id: 10,
    type_intervention_id: 17,
  },
]

const decomptes = (someone: Someone, year: number | undefined) => ({
  paiements: [
    {
      id: row(someone, 'paiements'),
      decompte_id: expect.any(Number),
      decompte: 'Soldes 1990',
      date: '1990-12-31',
      solde: '120.50',
      indemnite: '30.00',
      frais_forfaitaire: '0.00',
      frais_effectif: '0.00',
      autre: '0.00',
      avs_ac: '9.25',
      total: '141.25',
    },
  ],
  ecritures: [
    {
      id: row(someone, 'ecritures'),
      exercice_comptable_id: year,
      sapeur_id: someone.sapeur,
      date: '1990-07-14',
      heure: null,
      designation: 'Solde',
      complement: '',
      quantite: '1.50',
      type_unite_id: 1,
      tarif: '0.00',
      taux: '1.00',
      taux_designation: '',
      total: '120.50',
      type: 0,
      module: 0,
      compte_id: null,
      ecriture_categorie_id: null,
      intervention_id: expect.any(Number),
      exercice_id: null,
      decompte_id: expect.any(Number),
      created_by: null,
      created_at: expect.stringMatching(/Z$/),
    },
  ],
})

/** The answers to a sapeur of `addSomeone` at each path, for the year 1990. */
export const expected = (someone: Someone, year: number | undefined): [path: string, data: unknown][] => [
  ['/mes-infos', expect.objectContaining({ id: someone.sapeur, nom: someone.nom })],
  ['/mes-fonctions', fonctions(someone)],
  ['/mes-groupes', someone.rows.groupe_sapeurs?.map((id) => expect.objectContaining({ id }))],
  ['/mon-materiel', materiel(someone)],
  [`/mes-exercices/${year}`, exercices(someone, year)],
  [`/mes-interventions/${year}`, interventions(someone)],
  [`/mes-decomptes/${year}`, decomptes(someone, year)],
]
