import { type Ecriture, type Imputation, imputationOf, modules, unites } from './ecriture.ts'
import { type Fonction, type FonctionType, highest } from './exercice.ts'
import { decimal, ratio, round05, show, times } from './rational.ts'

/** A yearly allowance of a function, per year or per month. */
export interface IndemniteAnnuelle extends Imputation {
  id: number
  fonction_id: number
  designation: string
  tarif: string
  type_unite_id: number
  cumulable: boolean
}

/** An accounting year, with its first and last day. */
interface Annee {
  debut: string
  fin: string
}

/** A period in which someone serves. */
export interface Service {
  sapeur_id: number
  debut: string
  fin: string | null
}

/** An allowance of a sapeur. Its date is not compared: the text leaves it open. */
export interface Allocation extends Omit<Ecriture, 'date' | 'heure'> {
  indemnite_annuelle_id: number
}

/** Tariffs of a SIS for a year, and the functions and the service of its people over time. */
interface SetupAnnee {
  fonctions: FonctionType[]
  tenues: Fonction[]
  services: Service[]
  indemnites: IndemniteAnnuelle[]
}

/** The allowances of a year. Only functions with an allowance that is not cumulable count towards the highest rank. */
export function imputeAnnuel(
  annee: Annee,
  { fonctions, tenues, services, indemnites }: SetupAnnee,
): Allocation[] {
  const paid = tenues.filter((row) => indemnites.some(({ fonction_id }) => fonction_id === row.fonction_id))
  const sapeurs = [...new Set(paid.map(({ sapeur_id }) => sapeur_id))]
  return sapeurs.flatMap((sapeur_id) => {
    const own = paid.filter((row) => row.sapeur_id === sapeur_id)
    const served = services.filter((row) => row.sapeur_id === sapeur_id)
    const countIn = (spans: Annee[], { fonction_id, cumulable }: IndemniteAnnuelle) =>
      spans.filter((span) => {
        const held = own
          .filter((row) => served.some((service) => meets([row, service, span])))
          .map((row) => row.fonction_id)
        const rivals = held.filter((id) => indemnites.some((row) => row.fonction_id === id && !row.cumulable))
        return held.includes(fonction_id) && (cumulable || highest(rivals, fonctions) === fonction_id)
      }).length
    return indemnites.flatMap((row) => {
      const count = countIn(row.type_unite_id === unites.mois ? monthsOf(annee) : [annee], row)
      return count === 0 ? [] : [allocationOf(sapeur_id, row, count)]
    })
  })
}

/** Whether periods have a day in common; without a last day they last for ever. */
function meets(periods: { debut: string; fin: string | null }[]): boolean {
  const last = periods.flatMap(({ fin }) => fin ?? []).toSorted()[0]
  return last === undefined || periods.every(({ debut }) => debut <= last)
}

/** The calendar months of a year; the first and the last may be cut. */
export function monthsOf({ debut, fin }: Annee): Annee[] {
  const months: Annee[] = []
  for (let from = debut; from <= fin; ) {
    const next = new Date(`${from.slice(0, 7)}-01`)
    next.setUTCMonth(next.getUTCMonth() + 1)
    const after = next.toISOString().slice(0, 10)
    const last = new Date(next.getTime() - 86_400_000).toISOString().slice(0, 10)
    months.push({ debut: from, fin: last < fin ? last : fin })
    from = after
  }
  return months
}

function allocationOf(sapeur_id: number, row: IndemniteAnnuelle, count: number): Allocation {
  const { designation, type_unite_id } = row
  const total = show(round05(times(decimal(row.tarif), ratio(count))))
  return {
    ...{ indemnite_annuelle_id: row.id, sapeur_id, designation, quantite: show(ratio(count)), type_unite_id },
    ...{ tarif: show(decimal(row.tarif)), taux: '1.00', taux_designation: '', total },
    ...{ module: modules.annuel, ...imputationOf(row) },
  }
}

/** Amount of the n-th fine of a year. */
export interface Amende {
  rang: number
  montant: string
}

/** Someone's row at a validated exercice whose category can be fined. */
export interface Absence {
  exercice_id: number
  date: string
  heure: string
  sapeur_id: number
  convoque: boolean
  present: boolean
  remplace: boolean
  excuse_type_id: number | null
  /** 1 accepted, 0 undecided, -1 refused, -2 fined. */
  excuse_statut: number
}

/** A fine: its rank among those of the sapeur in the year, and its amount. */
export interface Donnee {
  exercice_id: number
  sapeur_id: number
  rang: number
  total: string
}

/**
 * The fines that a run adds to those already given. An absence whose fine was undone keeps its rank, unless someone
 * else has it by now; the others get the smallest free ranks, in order of date.
 */
export function imputeAmendes(
  absences: Absence[],
  amendes: Amende[],
  given: Donnee[],
  undone: Donnee[] = [],
): Donnee[] {
  const due = absences.filter((row) => isUnexcused(row) && !find(given, row)).sort(byDate)
  const ranksOf = (rows: Donnee[], sapeur_id: number) =>
    rows.filter((row) => row.sapeur_id === sapeur_id).map(({ rang }) => rang)
  const kept: Donnee[] = []
  for (const row of due) {
    const rang = find(undone, row)?.rang
    if (rang !== undefined && !ranksOf([...given, ...kept], row.sapeur_id).includes(rang))
      kept.push(fineOf(row, rang, amendes))
  }
  const added = [...kept]
  for (const row of due.filter((each) => !find(kept, each))) {
    const ranks = ranksOf([...given, ...added], row.sapeur_id)
    let rang = 1
    while (ranks.includes(rang)) rang += 1
    added.push(fineOf(row, rang, amendes))
  }
  return due.flatMap((row) => find(added, row) ?? [])
}

const find = (rows: Donnee[], { exercice_id, sapeur_id }: Absence) =>
  rows.find((row) => row.exercice_id === exercice_id && row.sapeur_id === sapeur_id)

const fineOf = ({ exercice_id, sapeur_id }: Absence, rang: number, amendes: Amende[]): Donnee => ({
  ...{ exercice_id, sapeur_id, rang, total: show(amountOf(rang, amendes)) },
})

const isUnexcused = ({ convoque, present, remplace, excuse_type_id, excuse_statut }: Absence) =>
  convoque && !present && !remplace && (excuse_statut < 0 || (excuse_statut === 0 && excuse_type_id === null))

const byDate = (one: Absence, other: Absence) =>
  `${one.date} ${one.heure}` < `${other.date} ${other.heure}`
    ? -1
    : `${one.date} ${one.heure}` > `${other.date} ${other.heure}`
      ? 1
      : one.exercice_id - other.exercice_id

function amountOf(rang: number, amendes: Amende[]) {
  const reached = amendes.filter((row) => row.rang <= rang).sort((one, other) => other.rang - one.rang)
  return decimal(reached[0]?.montant ?? '0')
}
