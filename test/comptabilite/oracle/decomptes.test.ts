import { describe, expect, it } from 'vitest'
import { type Assure, type AvsParam, acOn, avsOn, lastDayOfAc, owes, taxableOf } from './cotisations.ts'
import { type Comptes, type Demande, type Due, makeDecomptes } from './decomptes.ts'
import { decimal, show } from './rational.ts'

const param: AvsParam = {
  taux_avs: '0.10600',
  taux_ac: '0.02200',
  franchise_avs: '2500.00',
  franchise_imposition: '5400.00',
  plafond_ac: '148200.00',
  seuil_sur_solde: false,
}
const someone: Assure = { cotisation_avs: true, date_naissance: '1990-05-04', civilite_id: 1 }

let ids = 0
const due = (total: string, type: number, more: Partial<Due> = {}): Due => {
  ids += 1
  return {
    ...{
      id: ids,
      sapeur_id: 11,
      date: '2026-06-01',
      total,
      type,
      module: 2,
      produit: false,
      exercice_id: null,
    },
    ...more,
  }
}
const solde = (total: string, more: Partial<Due> = {}) => due(total, 1, more)
const indemnite = (total: string, more: Partial<Due> = {}) => due(total, 2, more)
const comptes = (ecritures: Due[], more: Partial<Comptes> & { assure?: Partial<Assure> } = {}): Comptes => ({
  annee: 2026,
  ecritures,
  assures: [11, 12].map((id) => ({ id, ...someone, ...more.assure })),
  param: { ...param, ...more.param },
})
const all: Demande = { deduction: true }

/** The contributions of each décompte, for a sapeur in one line: AVS + AC → total. */
const withheld = (year: Comptes, demandes: Demande[] = [all]) =>
  makeDecomptes(year, demandes).flatMap(
    (decompte) => decompte?.paiements.map(({ avs, ac, total }) => `${avs} + ${ac} → ${total}`) ?? ['–'],
  )

describe('the pay that contributions are due on', () => {
  const taxable = (soldes: string, indemnites: string, more: Partial<AvsParam> = {}) =>
    show(taxableOf({ solde: decimal(soldes), indemnite: decimal(indemnites) }, { ...param, ...more }))

  it.each([
    ['5400.00', '2500.00', '0.00', 'E = 0, I = 2500 is not above the threshold'],
    ['5400.00', '2500.05', '2500.05', 'E + I is above 2500'],
    ['5500.00', '0.00', '100.00', 'E = 100 owes whatever the sum'],
    ['5500.00', '2400.00', '100.00', 'E + I = 2500: only E'],
    ['5500.00', '2400.05', '2500.05', 'E + I is above 2500'],
    ['9000.00', '0.00', '3600.00', 'E = 3600'],
    ['1000.00', '0.00', '0.00', 'solde below the exempt amount'],
  ])('of solde %s and indemnités %s is %s: %s', (soldes, indemnites, amount) => {
    expect(taxable(soldes, indemnites)).toBe(amount)
  })

  it.each([
    ['5500.00', '2399.95', '0.00'],
    ['5500.00', '2400.00', '2500.00'],
  ])(
    'of solde %s and indemnités %s is %s where the threshold holds for both',
    (soldes, indemnites, amount) => {
      expect(taxable(soldes, indemnites, { seuil_sur_solde: true })).toBe(amount)
    },
  )
})

describe('contributions', () => {
  it('are half the rates, rounded: on 3000, AVS 3000 × 0.053 = 159.00, AC 3000 × 0.011 = 33.00', () => {
    const pay = { solde: decimal('0'), indemnite: decimal('3000.00') }
    expect([show(avsOn(pay, param)), show(acOn(pay, param))]).toEqual(['159.00', '33.00'])
  })

  it('of AC end at the ceiling: 148,200 × 0.011 = 1630.20', () => {
    const pay = { solde: decimal('0'), indemnite: decimal('200000.00') }
    expect(show(acOn(pay, param))).toBe('1630.20')
  })

  it('are due from 1 January after the 17th birthday', () => {
    const born = (date_naissance: string | null) => owes({ ...someone, date_naissance }, 2026)
    expect(['2008-12-31', '2009-01-01', null].map(born)).toEqual([true, false, true])
  })

  it.each([
    ['1961-06-15', 1, '2026-06-30', 'a man, 65'],
    ['1961-06-15', 2, '2025-09-30', 'a woman born in 1961, 64 and three months'],
    ['1963-12-31', 2, '2028-09-30', 'a woman born in 1963, 64 and nine months'],
    ['1960-02-29', 2, '2024-02-29', 'a woman born in 1960, 64'],
    ['1964-01-01', 2, '2029-01-31', 'a woman born in 1964, 65'],
    ['1960-06-15', null, '2025-06-30', 'someone without civilité, 65'],
  ])(
    'of AC end for who was born on %s (civilité %s) on %s: %s',
    (date_naissance, civilite_id, last, _who) => {
      expect(lastDayOfAc({ cotisation_avs: true, date_naissance, civilite_id })).toBe(last)
    },
  )
})

describe('a décompte', () => {
  it('sums the entries of each sapeur by type, and what it has to pay', () => {
    const ecritures = [
      solde('300.00'),
      indemnite('100.00'),
      due('50.00', 3),
      due('12.35', 4),
      due('20.00', 0),
      due('30.00', 0, { produit: true }),
      solde('80.00', { sapeur_id: 12 }),
      due('100.00', 0, { sapeur_id: 12, produit: true }),
    ]
    expect(makeDecomptes(comptes(ecritures), [{ deduction: false }])).toEqual([
      {
        deduction: false,
        total: '432.35',
        avs_total: '0.00',
        ac_total: '0.00',
        a_payer_total: '452.35',
        a_facturer_total: '20.00',
        paiements: [
          {
            ...{ sapeur_id: 11, solde: '300.00', indemnite: '100.00', frais_forfaitaire: '50.00' },
            ...{ frais_effectif: '12.35', autre: '-10.00', avs: '0.00', ac: '0.00', avs_ac: '0.00' },
            total: '452.35',
          },
          {
            ...{ sapeur_id: 12, solde: '80.00', indemnite: '0.00', frais_forfaitaire: '0.00' },
            ...{ frais_effectif: '0.00', autre: '-100.00', avs: '0.00', ac: '0.00', avs_ac: '0.00' },
            total: '-20.00',
          },
        ],
        ecriture_ids: ecritures.map(({ id }) => id),
        charge: null,
      },
    ])
  })

  it('withholds AVS and AC: 5500 + 3000 gives E 100 + I 3000; 3100 × 0.053 = 164.30, × 0.011 = 34.10', () => {
    const [decompte] = makeDecomptes(comptes([solde('5500.00'), indemnite('3000.00')]), [all])
    // The service pays both halves: 2 × 198.40 = 396.80. 8500 − 198.40 = 8301.60.
    expect(decompte).toMatchObject({
      ...{
        total: '8500.00',
        avs_total: '164.30',
        ac_total: '34.10',
        a_payer_total: '8301.60',
        charge: '396.80',
      },
      paiements: [{ avs: '164.30', ac: '34.10', avs_ac: '198.40', total: '8301.60' }],
    })
  })

  it('takes each entry once, and has nothing to take afterwards', () => {
    const year = comptes([solde('10.00', { module: 1 }), solde('20.00'), solde('40.00', { sapeur_id: 12 })])
    const demandes = [{ deduction: false, modules: [1] }, { deduction: false, sapeur_ids: [12] }, all, all]
    expect(withheld(year, demandes)).toEqual([
      '0.00 + 0.00 → 10.00',
      '0.00 + 0.00 → 40.00',
      '0.00 + 0.00 → 20.00',
      '–',
    ])
  })

  it('may take the entries of one exercice', () => {
    const year = comptes([solde('10.00', { exercice_id: 4 }), solde('20.00', { exercice_id: 5 })])
    expect(withheld(year, [{ deduction: false, exercice_id: 5 }])).toEqual(['0.00 + 0.00 → 20.00'])
  })
})

describe('several décomptes of a year', () => {
  const first = { deduction: true, modules: [1] }

  it('make up for what was below the threshold: nothing on 2000, then (2000 + 1000) × 0.053 and × 0.011', () => {
    const year = comptes([indemnite('2000.00', { module: 1 }), indemnite('1000.00')])
    expect(withheld(year, [first, all])).toEqual(['0.00 + 0.00 → 2000.00', '159.00 + 33.00 → 808.00'])
  })

  it('count one without deductions: the second withholds for both', () => {
    const year = comptes([indemnite('4000.00', { module: 1 }), indemnite('1000.00')])
    const demandes = [{ ...first, deduction: false }, all]
    // 5000 × 0.053 = 265.00, × 0.011 = 55.00.
    expect(withheld(year, demandes)).toEqual(['0.00 + 0.00 → 4000.00', '265.00 + 55.00 → 680.00'])
  })

  it('pay back where a correction leads below the threshold: −1000 after 3000', () => {
    const year = comptes([indemnite('3000.00', { module: 1 }), indemnite('-1000.00')])
    expect(withheld(year, [first, all])).toEqual(['159.00 + 33.00 → 2808.00', '-159.00 + -33.00 → -808.00'])
  })

  it('withhold as one does: 2501.10 × 0.053 = 132.5583, then 2502.20 × 0.053 = 132.6166', () => {
    const parts = [indemnite('2501.10', { module: 1 }), indemnite('1.10')]
    // AVS 132.55, then 132.60 − 132.55; AC 27.5121 is 27.50, then 27.5242 is 27.50.
    expect(withheld(comptes(parts), [first, all])).toEqual(['132.55 + 27.50 → 2341.05', '0.05 + 0.00 → 1.05'])
    expect(withheld(comptes(parts))).toEqual(['132.60 + 27.50 → 2342.10'])
  })
})

describe('whose contributions', () => {
  const pay = () => [indemnite('3000.00')]

  it('are off pays none', () => {
    expect(withheld(comptes(pay(), { assure: { cotisation_avs: false } }))).toEqual(['0.00 + 0.00 → 3000.00'])
  })

  it('begin in 2027 pays none in 2026', () => {
    const assure = { date_naissance: '2009-06-01' }
    expect(withheld(comptes(pay(), { assure }))).toEqual(['0.00 + 0.00 → 3000.00'])
  })

  it('of AC ended before the year pays AVS only', () => {
    const assure = { date_naissance: '1960-06-01' }
    expect(withheld(comptes(pay(), { assure }))).toEqual(['159.00 + 0.00 → 2841.00'])
  })

  it('of AC end in June pays AC on what is dated until then: AVS on 6000, AC on 3000', () => {
    const assure = { date_naissance: '1961-06-10' }
    const ecritures = [...pay(), indemnite('3000.00', { date: '2026-07-01' })]
    expect(withheld(comptes(ecritures, { assure }))).toEqual(['318.00 + 33.00 → 5649.00'])
  })
})
