import { type Assure, type AvsParam, acOn, avsOn, lastDayOfAc, owes, type Pay } from './cotisations.ts'
import { types } from './ecriture.ts'
import { decimal, isAbove, minus, negative, type Rational, show, sum, zero } from './rational.ts'

/** An entry that a décompte may take. */
export interface Due {
  id: number
  sapeur_id: number
  date: string
  total: string
  type: number
  module: number
  /** Whether its account is one of income. */
  produit: boolean
  exercice_id: number | null
}

/** Request for a décompte. */
export interface Demande {
  deduction: boolean
  modules?: number[]
  sapeur_ids?: number[]
  exercice_id?: number
}

/** One line of a décompte, for a sapeur. `avs` and `ac` add up to `avs_ac`. */
export interface Paiement {
  sapeur_id: number
  solde: string
  indemnite: string
  frais_forfaitaire: string
  frais_effectif: string
  autre: string
  avs: string
  ac: string
  avs_ac: string
  total: string
}

export interface Decompte {
  deduction: boolean
  total: string
  avs_total: string
  ac_total: string
  a_payer_total: string
  a_facturer_total: string
  paiements: Paiement[]
  /** The ids of the entries that it took. */
  ecriture_ids: number[]
  /** The entry of the service itself, for employee and employer together; null without deductions. */
  charge: string | null
}

/** A year of a SIS: what is to be paid, and by which rules. */
export interface Comptes {
  annee: number
  ecritures: Due[]
  assures: ({ id: number } & Assure)[]
  param: AvsParam
}

/** Makes décomptes one after the other; null where there is nothing to take. */
export function makeDecomptes(comptes: Comptes, demandes: Demande[]): (Decompte | null)[] {
  const taken: Due[] = []
  const withheld: Paiement[] = []
  return demandes.map((demande) => {
    const found = comptes.ecritures.filter((row) => matches(row, demande) && !taken.includes(row))
    if (found.length === 0) return null
    taken.push(...found)
    const sapeurs = [...new Set(found.map(({ sapeur_id }) => sapeur_id))].sort((one, other) => one - other)
    const paiements = sapeurs.map((sapeur_id) => {
      const own = (rows: Due[]) => rows.filter((row) => row.sapeur_id === sapeur_id)
      const before = withheld.filter((row) => row.sapeur_id === sapeur_id)
      const cut = demande.deduction ? deductFrom(comptes, sapeur_id, own(taken), before) : nothing
      return paiementOf(sapeur_id, own(found), cut)
    })
    withheld.push(...paiements)
    return decompteOf(demande, found, paiements)
  })
}

const matches = (row: Due, { modules, sapeur_ids, exercice_id }: Demande) =>
  (modules?.includes(row.module) ?? true) &&
  (sapeur_ids?.includes(row.sapeur_id) ?? true) &&
  (exercice_id === undefined || row.exercice_id === exercice_id)

interface Deduction {
  avs: Rational
  ac: Rational
}

const nothing: Deduction = { avs: zero, ac: zero }

// Contributions on the year's pay, less those withheld before.
function deductFrom(
  { annee, assures, param }: Comptes,
  sapeur_id: number,
  entries: Due[],
  before: Paiement[],
): Deduction {
  const assure = assures.find(({ id }) => id === sapeur_id)
  if (!assure?.cotisation_avs) return nothing
  const isDue = owes(assure, annee)
  const last = lastDayOfAc(assure)
  const onAc = entries.filter(({ date }) => date <= last)
  return {
    avs: minus(isDue ? avsOn(payOf(entries), param) : zero, total(before, 'avs')),
    ac: minus(isDue ? acOn(payOf(onAc), param) : zero, total(before, 'ac')),
  }
}

const payOf = (entries: Due[]): Pay => ({
  solde: sumOf(entries, types.solde),
  indemnite: sumOf(entries, types.indemnite),
})

// An entry on an account of income lessens what someone is paid.
const sumOf = (entries: Due[], type: number) =>
  sum(
    entries
      .filter((row) => row.type === type)
      .map((row) => (row.produit ? negative(decimal(row.total)) : decimal(row.total))),
  )

const total = (rows: Paiement[], field: Exclude<keyof Paiement, 'sapeur_id'>) =>
  sum(rows.map((row) => decimal(row[field])))

function paiementOf(sapeur_id: number, entries: Due[], { avs, ac }: Deduction): Paiement {
  const parts = [
    types.solde,
    types.indemnite,
    types.frais_forfaitaire,
    types.frais_effectif,
    types.autre,
  ].map((type) => sumOf(entries, type))
  const [solde = zero, indemnite = zero, frais_forfaitaire = zero, frais_effectif = zero, autre = zero] =
    parts
  const avs_ac = sum([avs, ac])
  return {
    sapeur_id,
    solde: show(solde),
    indemnite: show(indemnite),
    frais_forfaitaire: show(frais_forfaitaire),
    frais_effectif: show(frais_effectif),
    autre: show(autre),
    avs: show(avs),
    ac: show(ac),
    avs_ac: show(avs_ac),
    total: show(minus(sum(parts), avs_ac)),
  }
}

function decompteOf({ deduction }: Demande, entries: Due[], paiements: Paiement[]): Decompte {
  const withheld = total(paiements, 'avs_ac')
  const totals = paiements.map((row) => decimal(row.total))
  const owed = totals.filter((each) => isAbove(zero, each))
  return {
    deduction,
    total: show(sum([...totals, withheld])),
    avs_total: show(total(paiements, 'avs')),
    ac_total: show(total(paiements, 'ac')),
    a_payer_total: show(sum(totals.filter((each) => isAbove(each, zero)))),
    a_facturer_total: show(negative(sum(owed))),
    paiements,
    ecriture_ids: entries.map(({ id }) => id),
    charge: deduction ? show(sum([withheld, withheld])) : null,
  }
}
