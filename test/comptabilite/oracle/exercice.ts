import { type Ecriture, type Imputation, imputationOf, modules, unites } from './ecriture.ts'
import { decimal, isAbove, type Rational, ratio, round05, show, times, zero } from './rational.ts'

/** A period in which someone has a function; the highest rank is their main one. */
export interface Fonction {
  sapeur_id: number
  fonction_id: number
  debut: string
  fin: string | null
}

export interface FonctionType {
  id: number
  designation: string
  rang: number
}

/** A tariff of exercices; the one without a function is for everybody else. */
export interface IndemniteExercice extends Imputation {
  fonction_id: number | null
  tarif: string
  type_unite_id: number
}

/** A kind of additional hours, and what one of them is paid. */
export interface HeureType extends Imputation {
  id: number
  designation: string
  montant: string
  type_unite_id: number
}

export interface Exercice {
  date: string
  heure: string
  designation: string
  /** In minutes. */
  duree: number
  presents: number[]
  heures: { sapeur_id: number; heure_exercice_type_id: number; quantite: string }[]
}

/** Tariffs of a SIS for exercices. */
export interface Setup {
  fonctions: FonctionType[]
  tenues: Fonction[]
  indemnites: IndemniteExercice[]
  heure_types: HeureType[]
}

/** The id of the main function of a sapeur on a day; null when there is none. */
export function fonctionAt(sapeur_id: number, day: string, { fonctions, tenues }: Setup): number | null {
  const held = tenues.filter(
    (row) => row.sapeur_id === sapeur_id && row.debut <= day && (row.fin === null || day <= row.fin),
  )
  return highest(
    held.map(({ fonction_id }) => fonction_id),
    fonctions,
  )
}

/** The function with the highest rank, of two equal ones the one with the smaller id. */
export function highest(ids: number[], fonctions: FonctionType[]): number | null {
  const [first] = fonctions
    .filter(({ id }) => ids.includes(id))
    .sort((one, other) => other.rang - one.rang || one.id - other.id)
  return first?.id ?? null
}

/** The entries of an exercice, or the functions that have no tariff (null for someone without a function). */
export function imputeExercice(
  exercice: Exercice,
  setup: Setup,
): { ecritures: Ecriture[]; missing: (number | null)[] } {
  const missing = new Set<number | null>()
  const ecritures = exercice.presents.flatMap((sapeur_id) => {
    const fonction = fonctionAt(sapeur_id, exercice.date, setup)
    const own = setup.indemnites.find((row) => row.fonction_id === fonction)
    const tariff = own ?? setup.indemnites.find((row) => row.fonction_id === null)
    if (!tariff) missing.add(fonction)
    return tariff ? [entryOf(exercice, sapeur_id, quantityOf(exercice, tariff), tariff.tarif, tariff)] : []
  })
  const additional = exercice.heures.flatMap(({ sapeur_id, heure_exercice_type_id, quantite }) => {
    const type = setup.heure_types.find(({ id }) => id === heure_exercice_type_id)
    // A type that pays nothing needs no account, so there is no entry to write.
    return type && isAbove(decimal(type.montant), zero)
      ? [entryOf(exercice, sapeur_id, decimal(quantite), type.montant, type)]
      : []
  })
  return missing.size > 0
    ? { ecritures: [], missing: [...missing] }
    : { ecritures: [...ecritures, ...additional], missing: [] }
}

const quantityOf = ({ duree }: Exercice, { type_unite_id }: IndemniteExercice) =>
  type_unite_id === unites.heure ? ratio(duree, 60) : ratio(1)

function entryOf(
  { date, heure, designation }: Exercice,
  sapeur_id: number,
  quantite: Rational,
  tarif: string,
  from: Imputation & { type_unite_id: number },
): Ecriture {
  const total = show(round05(times(decimal(tarif), quantite)))
  const { type_unite_id } = from
  return {
    ...{ sapeur_id, date, heure, designation, quantite: show(quantite), type_unite_id },
    ...{ tarif: show(decimal(tarif)), taux: '1.00', taux_designation: '', total },
    ...{ module: modules.exercice, ...imputationOf(from) },
  }
}
