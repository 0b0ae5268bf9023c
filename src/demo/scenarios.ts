/** A kind of intervention of the demo; ids are those of the lists that every SIS starts with. */
export interface Scenario {
  objet: string
  /** type_intervention_id, stat_federal_id. */
  type: number
  federal: number
  /** As which the centre alerts for it; absent: people ask for it by telephone. */
  code?: string
  degre: number
  /** How long it takes, and how many go. */
  minutes: number
  sapeurs: number
  /** The months it happens in, the first and the last; absent: all year. */
  mois?: [number, number]
  /** Places in the lists of vehicles and materials of history/sis.sql; of a material also how much. */
  vehicules: number[]
  materiels?: [no: number, quantite: number][]
  missions?: string[]
  sauvePersonne?: number
  sauveAnimaux?: number
  police?: boolean
  description?: string
  /** Where it is rare: one day in so many at most. */
  chaque?: number
}

/** What the demo's interventions are about, most of them all year round. */
export const scenarios: Scenario[] = [
  {
    objet: 'Alarme automatique, usine',
    type: 2,
    federal: 9,
    code: 'AA',
    degre: 1,
    minutes: 45,
    sapeurs: 7,
    vehicules: [1, 3],
    missions: ['Reconnaissance'],
    description: 'Détecteur déclenché par de la poussière, installation remise en service.',
  },
  {
    objet: 'Feu de cheminée',
    type: 7,
    federal: 1,
    code: 'FEU CHEM',
    degre: 3,
    minutes: 120,
    sapeurs: 10,
    mois: [1, 4],
    vehicules: [1, 2],
    materiels: [[5, 1]],
    missions: ['Reconnaissance', 'Surveillance'],
  },
  {
    objet: 'Nid de guêpes',
    type: 5,
    federal: 10,
    degre: 1,
    minutes: 40,
    sapeurs: 2,
    mois: [6, 9],
    vehicules: [4],
    materiels: [[3, 1]],
  },
  {
    objet: 'Route souillée par des hydrocarbures',
    type: 9,
    federal: 5,
    code: 'POLLU',
    degre: 2,
    minutes: 80,
    sapeurs: 6,
    vehicules: [3, 4],
    materiels: [
      [1, 4.5],
      [10, 6],
    ],
    missions: ['Circulation', 'Protection des biens'],
    police: true,
  },
  {
    objet: 'Cave inondée',
    type: 12,
    federal: 2,
    code: 'INOND',
    degre: 2,
    minutes: 150,
    sapeurs: 6,
    mois: [3, 11],
    vehicules: [3, 5],
    materiels: [
      [6, 2.5],
      [7, 2],
    ],
    missions: ['Reconnaissance', 'Protection des biens'],
  },
  {
    objet: 'Arbre sur la route',
    type: 13,
    federal: 2,
    code: 'ELEM',
    degre: 1,
    minutes: 60,
    sapeurs: 4,
    vehicules: [3],
    materiels: [
      [9, 1],
      [10, 4],
    ],
    missions: ['Déblaiement'],
  },
  {
    objet: 'Accident de la circulation',
    chaque: 2,
    type: 10,
    federal: 3,
    code: 'ACC',
    degre: 3,
    minutes: 110,
    sapeurs: 9,
    vehicules: [1, 2],
    materiels: [
      [1, 2],
      [10, 8],
    ],
    missions: ['Sauvetage', 'Circulation'],
    sauvePersonne: 1,
    police: true,
  },
  {
    objet: 'Feu de véhicule',
    type: 1,
    federal: 1,
    code: 'FEU VHC',
    degre: 2,
    minutes: 90,
    sapeurs: 8,
    vehicules: [1, 3],
    materiels: [[2, 10]],
    missions: ['Extinction'],
    police: true,
  },
  {
    objet: 'Feu de broussailles',
    chaque: 2,
    type: 4,
    federal: 1,
    code: 'FEU FORET',
    degre: 3,
    minutes: 140,
    sapeurs: 10,
    mois: [3, 8],
    vehicules: [1, 3, 4],
    missions: ['Reconnaissance', 'Extinction', 'Surveillance'],
  },
  {
    objet: 'Animal dans une fosse',
    type: 11,
    federal: 4,
    code: 'SAUV ANIM',
    degre: 1,
    minutes: 75,
    sapeurs: 5,
    mois: [4, 10],
    vehicules: [2],
    materiels: [[8, 1]],
    missions: ['Sauvetage'],
    sauveAnimaux: 1,
  },
  {
    objet: 'Personne bloquée dans un ascenseur',
    type: 16,
    federal: 4,
    code: 'ASCENSEUR',
    degre: 1,
    minutes: 40,
    sapeurs: 4,
    vehicules: [2],
    sauvePersonne: 1,
  },
  {
    objet: 'Feu de bâtiment, fumée dans une cage d’escalier',
    chaque: 4,
    type: 3,
    federal: 1,
    code: 'FEU BAT',
    degre: 4,
    minutes: 280,
    sapeurs: 16,
    vehicules: [1, 2, 3, 4],
    materiels: [
      [2, 20],
      [4, 12],
      [7, 4.5],
    ],
    missions: ['Reconnaissance', 'Sauvetage', 'Extinction', 'Surveillance'],
    sauvePersonne: 2,
    police: true,
    description: 'Deux personnes évacuées par l’échelle, surveillance jusqu’au refroidissement.',
  },
  {
    objet: 'Essaim de frelons',
    type: 5,
    federal: 10,
    degre: 1,
    minutes: 50,
    sapeurs: 3,
    mois: [7, 10],
    vehicules: [4],
    materiels: [[3, 2]],
  },
  {
    objet: 'Déneigement d’un toit menaçant',
    type: 17,
    federal: 10,
    degre: 1,
    minutes: 100,
    sapeurs: 5,
    mois: [1, 2],
    vehicules: [2],
    missions: ['Protection des biens'],
  },
  {
    objet: 'Fausse alarme, nuage de vapeur',
    type: 6,
    federal: 9,
    code: 'AA',
    degre: 1,
    minutes: 40,
    sapeurs: 5,
    vehicules: [1],
  },
  {
    objet: 'Transport de personne pour le service sanitaire',
    type: 10,
    federal: 4,
    code: 'SAUV',
    degre: 1,
    minutes: 50,
    sapeurs: 6,
    vehicules: [3],
    missions: ['Sauvetage'],
    sauvePersonne: 1,
  },
]
