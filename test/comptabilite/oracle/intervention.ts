import { type Ecriture, type Imputation, imputationOf, modules, unites } from './ecriture.ts'
import { cutByPhases, type Phase, splitByClock } from './hours.ts'
import { mergeSpans, subtractSpans } from './merge_spans.ts'
import {
  decimal,
  isAbove,
  minus,
  over,
  plus,
  type Rational,
  ratio,
  round05,
  show,
  sum,
  times,
  wholePart,
  zero,
} from './rational.ts'

/** A tariff of interventions. */
export interface IndemniteIntervention extends Imputation {
  tarif: string
  tarif_min: string
  tarif_min_pour: string
  tarif_min_pro_rata: boolean
  tarif_pro_rata: boolean
  taux_nuit: string
  taux_weekend: string
  /** The night; null where there is no rate for it. */
  debut: string | null
  fin: string | null
  phase_type_id: number | null
}

/** A presence of a sapeur; instants as RFC 3339. */
export interface Presence {
  sapeur_id: number
  debut: string
  fin: string
  piquet: boolean
}

export interface Intervention {
  date_debut: string
  heure_debut: string
  /** Designations, and where it was. */
  localite: string
  type_intervention: string
  lieu: string
  phases: Phase[]
  presences: Presence[]
}

/**
 * The entries of an intervention. Presence as standby has entries of its own where it has a tariff of its own, without
 * the time at which the sapeur was otherwise present.
 */
export function imputeIntervention(
  intervention: Intervention,
  tariff: IndemniteIntervention,
  piquet: IndemniteIntervention | null,
  fuseau: string,
): Ecriture[] {
  const { presences } = intervention
  const parts = piquet
    ? [
        { isPaid: (row: Presence) => !row.piquet, isBefore: () => false, by: tariff },
        { isPaid: (row: Presence) => row.piquet, isBefore: (row: Presence) => !row.piquet, by: piquet },
      ]
    : [{ isPaid: () => true, isBefore: () => false, by: tariff }]
  const sapeurs = [...new Set(presences.map(({ sapeur_id }) => sapeur_id))]
  return parts.flatMap(({ isPaid, isBefore, by }) =>
    sapeurs.flatMap((sapeur_id) => {
      const rows = presences.filter((row) => row.sapeur_id === sapeur_id)
      const own = mergeSpans(subtractSpans(rows.filter(isPaid), rows.filter(isBefore)))
      if (own.length === 0) return []
      const lines = hasRates(by) ? payByRates(own, by, fuseau) : [payByMinimum(own, by, intervention.phases)]
      return lines.map((line) => ({ sapeur_id, ...headOf(intervention), ...line, ...imputationOf(by) }))
    }),
  )
}

const hasRates = ({ taux_nuit, taux_weekend }: IndemniteIntervention) =>
  [taux_nuit, taux_weekend].some((taux) => isAbove(decimal(taux), zero))

const headOf = ({ localite, type_intervention, lieu, date_debut, heure_debut }: Intervention) => ({
  date: date_debut,
  heure: heure_debut,
  designation: [localite, `(${type_intervention})`, lieu].filter((part) => part !== '').join(' '),
  module: modules.intervention,
  type_unite_id: unites.heure,
})

const lineOf = (hours: Rational, tarif: string, taux: string, taux_designation: string, total: Rational) => ({
  quantite: show(hours),
  tarif: show(decimal(tarif)),
  taux: show(decimal(taux)),
  taux_designation,
  total: show(total),
})

// Rule A.
function payByMinimum(presences: Presence[], tariff: IndemniteIntervention, phases: Phase[]) {
  const { inside, outside } = cutByPhases(presences, phases, tariff.phase_type_id)
  const hours = plus(inside, outside)
  const tarif = decimal(tariff.tarif)
  const least = decimal(tariff.tarif_min)
  const total = isAbove(least, zero) ? withMinimum(tariff, inside, outside) : times(tarif, hours)
  return lineOf(hours, tariff.tarif, '1', '', round05(total))
}

function withMinimum(tariff: IndemniteIntervention, inside: Rational, outside: Rational): Rational {
  const least = decimal(tariff.tarif_min)
  const covered = decimal(tariff.tarif_min_pour)
  const isLonger = isAbove(inside, covered)
  const surplus = isLonger ? minus(inside, covered) : zero
  const paid = plus(outside, tariff.tarif_pro_rata ? surplus : wholePart(surplus))
  const minimum = tariff.tarif_min_pro_rata ? times(over(least, covered), isLonger ? covered : inside) : least
  return plus(minimum, times(decimal(tariff.tarif), paid))
}

// Rule B.
function payByRates(presences: Presence[], tariff: IndemniteIntervention, fuseau: string) {
  const { normal, night, weekend } = splitByClock(presences, { ...tariff, fuseau })
  const { tarif, taux_nuit, taux_weekend } = tariff
  return [
    { hours: normal, taux: '1', taux_designation: '' },
    { hours: night, taux: taux_nuit, taux_designation: 'Nuit' },
    { hours: weekend, taux: taux_weekend, taux_designation: 'Week-end' },
  ]
    .map(({ hours, taux, taux_designation }) => {
      const total = round05(times(times(decimal(tarif), hours), decimal(taux)))
      return lineOf(hours, tarif, taux, taux_designation, total)
    })
    .filter(({ total }) => total !== '0.00')
}

const span = ({ debut, fin }: Presence) => [Date.parse(debut), Date.parse(fin)] as const

/** The hours of presences, exactly. */
export const hoursOf = (presences: Presence[]): Rational =>
  sum(presences.map((row) => ratio(span(row)[1] - span(row)[0], 3_600_000)))

/** The sapeurs who were at both interventions at once: neither can be imputed. */
export function findOverlaps(one: Presence[], other: Presence[]): number[] {
  const met = one.filter((row) =>
    other.some(
      (each) =>
        each.sapeur_id === row.sapeur_id && span(each)[0] < span(row)[1] && span(row)[0] < span(each)[1],
    ),
  )
  return [...new Set(met.map(({ sapeur_id }) => sapeur_id))]
}
