import { describe, expect, it } from 'vitest'
import { findOverlaps, hoursOf } from './intervention.ts'
import { at, entries, presence, total } from './presence_fixture.ts'
import { show } from './rational.ts'

describe('an entry of an intervention', () => {
  it('is dated and named by the intervention, with the accounts of the tariff', () => {
    expect(entries({}, [presence(8, 13)])).toEqual([
      {
        sapeur_id: 7,
        date: '2026-01-14',
        heure: '08:00:00',
        designation: 'Delémont (Feu) Rue du Temple 8',
        quantite: '5.00',
        type_unite_id: 2,
        tarif: '15.00',
        taux: '1.00',
        taux_designation: '',
        total: '85.00',
        type: 1,
        module: 2,
        compte_id: 3,
        ecriture_categorie_id: 4,
      },
    ])
  })

  it('is named without what is empty', () => {
    expect(entries({}, [presence(8, 9)], { localite: '', lieu: '' })[0]?.designation).toBe('(Feu)')
  })
})

describe('the minimum tariff, 40.00 for two hours, then 15.00 an hour,', () => {
  it('pays five hours 40 + 3 × 15 = 85.00', () => {
    expect(total({}, [presence(8, 13)])).toEqual(['85.00'])
  })

  it.each([
    [0.25, '40.00', 'the minimum'],
    [2, '40.00', 'the minimum'],
    [2.75, '40.00', 'the surplus of 0.75 h has no whole hour'],
    [3.75, '55.00', '40 + 15 × 1; the surplus is 1.75 h'],
  ])('pays %s h %s: %s', (hours, paid) => {
    expect(total({}, [presence(8, 8 + hours)])).toEqual([paid])
  })

  it('pays begun hours exactly with tarif_pro_rata: 40 + 15 × 1.75 = 66.25', () => {
    expect(total({ tarif_pro_rata: true }, [presence(8, 11.75)])).toEqual(['66.25'])
  })

  it('counts to the second: 40 + 15 × 1/3600 is 40.00, 40 + 15 × 0.01 is 40.15', () => {
    expect(total({ tarif_pro_rata: true }, [presence(8, 10 + 1 / 3600)])).toEqual(['40.00'])
    expect(total({ tarif_pro_rata: true }, [presence(8, 10.01)])).toEqual(['40.15'])
  })

  it('pays a part of the minimum with tarif_min_pro_rata: 40 ÷ 2 × 0.5 = 10.00, and all of it from two hours on', () => {
    expect(total({ tarif_min_pro_rata: true }, [presence(8, 8.5)])).toEqual(['10.00'])
    expect(total({ tarif_min_pro_rata: true }, [presence(8, 11)])).toEqual(['55.00'])
  })

  it('rounds once: 50 ÷ 3 × 1 + 0 = 16.666… is 16.65', () => {
    const tariff = { tarif_min: '50.00', tarif_min_pour: '3.00', tarif_min_pro_rata: true }
    expect(total(tariff, [presence(8, 9)])).toEqual(['16.65'])
  })

  it('takes several presences together: 1.5 h and 2.5 h are four hours, 40 + 2 × 15 = 70.00', () => {
    expect(entries({}, [presence(8, 9.5), presence(12, 14.5)])).toMatchObject([
      { quantite: '4.00', total: '70.00' },
    ])
  })

  it('gives each sapeur an entry', () => {
    expect(entries({}, [presence(8, 9), presence(8, 11, { sapeur_id: 9 })])).toMatchObject([
      { sapeur_id: 7, total: '40.00' },
      { sapeur_id: 9, total: '55.00' },
    ])
  })

  it('shows hours with two decimals: 1 h 20 is 1.33', () => {
    expect(entries({}, [presence(8, 8 + 4 / 3)])[0]?.quantite).toBe('1.33')
  })
})

describe('a tariff without minimum', () => {
  const none = { tarif_min: '0.00', tarif_min_pour: '0.00' }

  it('pays all hours exactly: 15 × 2.75 = 41.25', () => {
    expect(total(none, [presence(8, 10.75)])).toEqual(['41.25'])
  })

  it('pays them in all phases, whatever phase the tariff names', () => {
    expect(total({ ...none, phase_type_id: 2 }, [presence(8, 10)])).toEqual(['30.00'])
  })

  it('has an entry of 0.00 where an hour costs nothing', () => {
    expect(total({ ...none, tarif: '0.00' }, [presence(8, 9)])).toEqual(['0.00'])
  })
})

describe('phases', () => {
  const phases = [
    { id: 1, phase_type_id: 1, debut: at(8) },
    { id: 2, phase_type_id: 2, debut: at(12) },
    { id: 3, phase_type_id: 1, debut: at(14) },
  ]

  it('divide the hours: of 8–15, five are of type 1, two of type 2: 40 + 15 × (2 + 3) = 115.00', () => {
    expect(total({ phase_type_id: 1 }, [presence(8, 15)], { phases })).toEqual(['115.00'])
  })

  it('do not round the hours of other phases: 8–9 and 12–12.5: 40 + 15 × 0.5 = 47.50', () => {
    expect(total({ phase_type_id: 1 }, [presence(8, 9), presence(12, 12.5)], { phases })).toEqual(['47.50'])
  })

  it('leave the minimum due to those who came later: 12–14 is 40 + 15 × 2 = 70.00', () => {
    expect(total({ phase_type_id: 1 }, [presence(12, 14)], { phases })).toEqual(['70.00'])
  })

  it('leave no part of a minimum pro rata to those who came later: 12–14 is 40 ÷ 2 × 0 + 15 × 2 = 30.00', () => {
    const tariff = { phase_type_id: 1, tarif_min_pro_rata: true }
    expect(total(tariff, [presence(12, 14)], { phases })).toEqual(['30.00'])
  })

  it('count time before the first one to the first: 7–9 is two hours of type 1, 40.00', () => {
    expect(total({ phase_type_id: 1 }, [presence(7, 9)], { phases })).toEqual(['40.00'])
  })

  it('do not matter to a tariff of all phases: seven hours, 40 + 15 × 5 = 115.00', () => {
    expect(total({}, [presence(8, 15)], { phases })).toEqual(['115.00'])
  })
})

describe('standby', () => {
  const both = [presence(8, 13), presence(13, 15, { piquet: true })]

  it('is paid with the rest: seven hours, 40 + 15 × 5 = 115.00', () => {
    expect(total({}, both)).toEqual(['115.00'])
  })

  it('has an entry of its own where it has a tariff of its own: 85.00, and 2 × 5 = 10.00', () => {
    const piquet = { tarif: '5.00', tarif_min: '0.00', tarif_min_pour: '0.00', type: 2 }
    expect(entries({}, both, {}, piquet)).toMatchObject([
      { total: '85.00', quantite: '5.00', type: 1 },
      { total: '10.00', quantite: '2.00', type: 2 },
    ])
  })
})

describe('presences that overlap', () => {
  const piquet = { tarif: '5.00', tarif_min: '0.00', tarif_min_pour: '0.00' }
  const standby = presence(8, 16, { piquet: true })

  it('count once: 8–10 and 9–13 are five hours, 85.00', () => {
    expect(total({}, [presence(8, 10), presence(9, 13)])).toEqual(['85.00'])
  })

  it('are no standby where they intervened too: 10–12 of 8–16 leaves six hours, 6 × 5 = 30.00', () => {
    expect(total({}, [standby, presence(10, 12)], {}, piquet)).toEqual(['40.00', '30.00'])
  })

  it('are standby in full where someone else intervened', () => {
    expect(total({}, [standby, presence(10, 12, { sapeur_id: 9 })], {}, piquet)).toEqual(['40.00', '40.00'])
  })

  it('make no entry of standby where none is left, not even for a minimum', () => {
    expect(total({}, [presence(10, 12, { piquet: true }), presence(9, 12)], {}, {})).toEqual(['55.00'])
  })
})

describe('presences', () => {
  it('are counted exactly: 20 minutes are 1/3 h', () => {
    expect(hoursOf([presence(8, 8 + 1 / 3)])).toEqual({ n: 1n, d: 3n })
    expect(show(hoursOf([presence(8, 8 + 1 / 3)]), 5)).toBe('0.33333')
  })

  it('overlap only where one sapeur was in two places at once', () => {
    const one = [presence(8, 10), presence(8, 10, { sapeur_id: 9 })]
    const other = [presence(10, 12), presence(9, 12, { sapeur_id: 9 }), presence(8, 12, { sapeur_id: 11 })]
    expect(findOverlaps(one, other)).toEqual([9])
  })
})
