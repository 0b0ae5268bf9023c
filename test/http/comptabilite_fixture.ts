/** A list that a SIS sets up for its accounts. */
interface List {
  path: string
  /** The first row as shipped, and how many there are. */
  first: object
  length: number
  /** The least that a new row needs, and the row that it makes. */
  least: Record<string, unknown>
  made: Record<string, unknown>
  /** All fields. */
  all: Record<string, unknown>
  unknown: string
  /** A shipped row once more. */
  twice: { body: Record<string, unknown>; error: string }
  /** A field that must exist elsewhere, and its refusal. */
  missing?: [field: string, sentence: string]
}

/** An account and a category that every SIS has. */
export const booked = { compte_id: 1, ecriture_categorie_id: 1 }
/** The lists, with rows as they are shipped and as clients send them. */
export const lists: List[] = [
  {
    path: '/comptes',
    first: { id: 1, numero: '3010.10', designation: 'Soldes des interventions', produit: false, tri: 1 },
    length: 7,
    least: { numero: '3010.40', designation: 'Soldes des cours' },
    made: { numero: '3010.40', designation: 'Soldes des cours', produit: false, tri: 0 },
    all: { numero: '4260', designation: 'Remboursements', produit: true, tri: 9 },
    unknown: 'Compte inconnu',
    twice: {
      body: { numero: '4270.00', designation: 'Pénalités' },
      error: 'Ce numéro de compte existe déjà',
    },
  },
  {
    path: '/ecriture-categories',
    first: { id: 1, designation: 'Interventions', tri: 1 },
    length: 7,
    least: { designation: 'Cours' },
    made: { designation: 'Cours', tri: 0 },
    all: { designation: 'Manifestations', tri: 9 },
    unknown: 'Catégorie d’écriture inconnue',
    twice: { body: { designation: 'Frais' }, error: 'Cette désignation existe déjà' },
  },
  {
    path: '/indemnites-intervention',
    first: {
      id: 1,
      designation: 'Intervention',
      tarif: '32.00',
      tarif_min: '32.00',
      tarif_min_pour: '1.00',
      tarif_min_pro_rata: false,
      tarif_pro_rata: true,
      taux_nuit: '0.00',
      taux_weekend: '0.00',
      debut: '00:00:00',
      fin: '00:00:00',
      phase_type_id: null,
      ...booked,
      type: 1,
      actif: true,
    },
    length: 2,
    least: { designation: 'Feu de forêt', tarif: 30, ...booked },
    made: {
      designation: 'Feu de forêt',
      tarif: '30.00',
      tarif_min: '0.00',
      tarif_min_pour: '0.00',
      tarif_min_pro_rata: false,
      tarif_pro_rata: false,
      taux_nuit: '0.00',
      taux_weekend: '0.00',
      debut: '00:00:00',
      fin: '00:00:00',
      phase_type_id: null,
      ...booked,
      type: 1,
      actif: true,
    },
    all: {
      designation: 'Nuit',
      tarif: '30.05',
      tarif_min: '40.00',
      tarif_min_pour: '2.50',
      tarif_min_pro_rata: true,
      tarif_pro_rata: true,
      taux_nuit: '1.25',
      taux_weekend: '1.50',
      debut: '22:00:00',
      fin: '06:00:00',
      phase_type_id: 1,
      ...booked,
      type: 2,
      actif: false,
    },
    unknown: 'Indemnité d’intervention inconnue',
    twice: { body: { designation: 'Piquet', tarif: 1, ...booked }, error: 'Cette désignation existe déjà' },
    missing: ['phase_type_id', 'Ce type de phase n’existe pas.'],
  },
  {
    path: '/indemnites-exercice',
    first: {
      id: 1,
      fonction_id: null,
      tarif: '25.00',
      type_unite_id: 2,
      compte_id: 2,
      ecriture_categorie_id: 2,
      type: 1,
    },
    length: 1,
    least: { tarif: '35.00', fonction_id: 6, ...booked },
    made: { fonction_id: 6, tarif: '35.00', type_unite_id: 2, ...booked, type: 1 },
    all: { fonction_id: 7, tarif: '45.00', type_unite_id: 6, ...booked, type: 2 },
    unknown: 'Indemnité d’exercice inconnue',
    twice: {
      body: { fonction_id: null, tarif: '30.00', ...booked },
      error: 'Cette fonction a déjà une indemnité d’exercice',
    },
    missing: ['fonction_id', 'Cette fonction n’existe pas.'],
  },
  {
    path: '/indemnites-annuelles',
    first: {
      id: 1,
      fonction_id: 1,
      designation: 'Indemnité de fonction',
      tarif: '100.00',
      type_unite_id: 7,
      cumulable: false,
      compte_id: 3,
      ecriture_categorie_id: 3,
      type: 2,
    },
    length: 3,
    least: { fonction_id: 8, designation: 'Matériel', tarif: '40.00', ...booked },
    made: {
      fonction_id: 8,
      designation: 'Matériel',
      tarif: '40.00',
      type_unite_id: 3,
      cumulable: false,
      ...booked,
      type: 2,
    },
    all: {
      fonction_id: 8,
      designation: 'Véhicules',
      tarif: '45.00',
      type_unite_id: 7,
      cumulable: true,
      ...booked,
      type: 3,
    },
    unknown: 'Indemnité annuelle inconnue',
    twice: {
      body: { fonction_id: 1, designation: 'Indemnité de fonction', tarif: 1, ...booked },
      error: 'Cette fonction a déjà une indemnité annuelle de cette désignation',
    },
    missing: ['fonction_id', 'Cette fonction n’existe pas.'],
  },
  {
    path: '/amendes',
    first: { id: 1, rang: 1, montant: '50.00', compte_id: 6 },
    length: 3,
    least: { rang: 4, montant: '150.00', compte_id: 6 },
    made: { rang: 4, montant: '150.00', compte_id: 6 },
    all: { rang: 5, montant: '0.00', compte_id: 6 },
    unknown: 'Amende inconnue',
    twice: { body: { rang: 3, montant: '1.00', compte_id: 6 }, error: 'Ce rang a déjà une amende' },
    missing: ['compte_id', 'Ce compte n’existe pas.'],
  },
]
