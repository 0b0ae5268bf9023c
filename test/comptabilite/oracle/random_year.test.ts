import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Paiement } from './decomptes.ts'
import { type ExpectedYear, expectYear } from './expect_year.ts'
import { randomYear } from './random_year.ts'
import { decimal, isAbove, minus, type Rational, ratio, show, sum, zero } from './rational.ts'

const runs = { numRuns: 200, seed: 2026 }
const years = fc.sample(randomYear, runs)
const expected = years.map(expectYear)

const add = (rows: Paiement[], field: Exclude<keyof Paiement, 'sapeur_id'>) =>
  sum(rows.map((row) => decimal(row[field])))
const paiementsOf = ({ decomptes }: ExpectedYear) =>
  decomptes.flatMap((decompte) => decompte?.paiements ?? [])

describe('random years', () => {
  it('have nights, week-ends, standby, minimum tariffs, fines, several décomptes, and contributions', () => {
    const entries = expected.flatMap(({ interventions }) => interventions.flat())
    const rates = new Set(entries.map(({ taux_designation }) => taux_designation))
    expect(rates).toEqual(new Set(['', 'Nuit', 'Week-end']))
    const counted = {
      amendes: expected.flatMap(({ amendes }) => amendes).length,
      annuel: expected.flatMap(({ annuel }) => annuel).length,
      avs: expected.flatMap(paiementsOf).filter(({ avs }) => avs !== '0.00').length,
      refus: expected.flatMap(({ exercices }) => exercices).filter(({ missing }) => missing.length > 0)
        .length,
      decomptes: expected.filter(({ decomptes }) => decomptes.filter((each) => each !== null).length > 1)
        .length,
    }
    expect(Object.entries(counted).filter(([, count]) => count < 20)).toEqual([])
  })

  it('pay each entry once: the parts of all paiements are the sum of the entries', () => {
    for (const year of expected) {
      const ids = year.decomptes.flatMap((decompte) => decompte?.ecriture_ids ?? [])
      expect(new Set(ids).size).toBe(ids.length)
      const parts = ['solde', 'indemnite', 'frais_forfaitaire', 'frais_effectif', 'autre'] as const
      const paid = sum(parts.map((part) => add(paiementsOf(year), part)))
      const withheld = add(paiementsOf(year), 'avs_ac')
      const totals = sum(year.decomptes.map((decompte) => decimal(decompte?.total ?? '0')))
      expect([show(paid), show(minus(paid, withheld))]).toEqual([
        show(totals),
        show(add(paiementsOf(year), 'total')),
      ])
    }
  })

  it('withhold in several décomptes what one décompte withholds', () => {
    for (const [n, year] of years.entries()) {
      const one = expectYear({ ...year, demandes: [{ deduction: true }] })
      for (const { sapeur_id, avs, ac } of paiementsOf(one)) {
        const own = paiementsOf(expected[n] ?? one).filter((row) => row.sapeur_id === sapeur_id)
        // Only who is in the last décompte, which all have, has paid for the whole year.
        const isLast = expected[n]?.decomptes.at(-1)?.paiements.some((row) => row.sapeur_id === sapeur_id)
        if (isLast) expect([show(add(own, 'avs')), show(add(own, 'ac'))]).toEqual([avs, ac])
      }
    }
  })

  it('have amounts in steps of five centimes, except those that are due exactly', () => {
    const calculated = expected.flatMap(({ interventions, exercices, annuel }) => [
      ...interventions.flat(),
      ...exercices.flatMap(({ ecritures }) => ecritures),
      ...annuel,
    ])
    const isStep = (total: Rational) => (total.n * 20n) % total.d === 0n
    expect(calculated.filter(({ total }) => !isStep(decimal(total)))).toEqual([])
    expect(calculated.filter(({ total }) => isAbove(zero, decimal(total)))).toEqual([])
    expect(isStep(ratio(1, 100))).toBe(false)
  })
})
