import { describe, expect, it } from 'vitest'
import type { IndemniteIntervention } from './intervention.ts'
import { entries, presence, total } from './presence_fixture.ts'

describe('rates', () => {
  const night = { tarif: '20.00', taux_nuit: '1.25', debut: '22:00:00', fin: '06:00:00' }
  const weekend = { tarif: '20.00', taux_weekend: '1.5' }
  const shown = (list: ReturnType<typeof entries>) =>
    list.map(({ quantite, taux, taux_designation, total }) =>
      [quantite, taux, taux_designation, total].join(' '),
    )

  it('of the night split Wednesday 20:00–07:00: 3 h × 20 = 60.00 and 8 h × 20 × 1.25 = 200.00', () => {
    expect(shown(entries(night, [presence(20, 31)]))).toEqual(['3.00 1.00  60.00', '8.00 1.25 Nuit 200.00'])
  })

  it('of the night know the night that began the day before: 04:00–07:00 is 2 h × 25 and 1 h × 20', () => {
    expect(shown(entries(night, [presence(4, 7)]))).toEqual(['1.00 1.00  20.00', '2.00 1.25 Nuit 50.00'])
  })

  it('may be of a night within one day: 01:00–05:00, of 00:00–06:00 2 h × 20 and 4 h × 25', () => {
    const early = { ...night, debut: '01:00:00', fin: '05:00:00' }
    expect(shown(entries(early, [presence(0, 6)]))).toEqual(['2.00 1.00  40.00', '4.00 1.25 Nuit 100.00'])
  })

  it('of the week-end win over the night: Friday 20:00 – Saturday 08:00', () => {
    const friday = presence(20 + 48, 32 + 48)
    expect(shown(entries({ ...night, ...weekend }, [friday]))).toEqual([
      '2.00 1.00  40.00',
      '2.00 1.25 Nuit 50.00',
      '8.00 1.50 Week-end 240.00',
    ])
  })

  it('of 0 do not exist: without a week-end rate a Saturday is night or normal', () => {
    const saturday = presence(20 + 72, 23 + 72)
    expect(shown(entries(night, [saturday]))).toEqual(['2.00 1.00  40.00', '1.00 1.25 Nuit 25.00'])
    expect(shown(entries(weekend, [saturday]))).toEqual(['3.00 1.50 Week-end 90.00'])
  })

  it('are rounded one by one: 0.25 h × 20.10 = 5.025 is 5.05, 0.25 h × 20.10 × 1.25 = 6.28125 is 6.30', () => {
    const row = presence(21.75, 22.25)
    expect(shown(entries({ ...night, tarif: '20.10' }, [row]))).toEqual([
      '0.25 1.00  5.05',
      '0.25 1.25 Nuit 6.30',
    ])
  })

  it('write no entry of 0.00: one second at 20.00 an hour', () => {
    expect(entries(night, [presence(12, 12 + 1 / 3600)])).toEqual([])
  })

  it('look at neither the minimum nor the phases', () => {
    expect(total({ ...weekend, tarif_min: '40.00', phase_type_id: 2 }, [presence(8, 9)])).toEqual(['20.00'])
  })
})

describe('clock changes', () => {
  const rates = { tarif: '20.00', taux_nuit: '1.25', debut: '22:00:00', fin: '06:00:00' }
  const row = (debut: string, fin: string) => [presence(0, 1, { debut, fin })]
  const hours = (tariff: Partial<IndemniteIntervention>, debut: string, fin: string) =>
    entries(tariff, row(debut, fin)).map(
      ({ taux_designation, quantite }) => `${taux_designation} ${quantite}`,
    )

  it('shorten the night of 29 March 2026: 22:00–06:00 lasts seven hours', () => {
    expect(hours(rates, '2026-03-28T22:00+01:00', '2026-03-29T06:00+02:00')).toEqual(['Nuit 7.00'])
  })

  it('lengthen the night of 25 October 2026: 22:00–06:00 lasts nine hours', () => {
    expect(hours(rates, '2026-10-24T22:00+02:00', '2026-10-25T06:00+01:00')).toEqual(['Nuit 9.00'])
  })

  it('make Sunday 29 March 2026 a week-end of 23 hours, and the Monday after normal', () => {
    const tariff = { tarif: '20.00', taux_weekend: '1.50' }
    expect(hours(tariff, '2026-03-29T00:00+01:00', '2026-03-30T01:00+02:00')).toEqual([
      ' 1.00',
      'Week-end 23.00',
    ])
  })

  it('end a night at the first half past two: 00:00–04:00 has 2.5 h of night and 2.5 h after it', () => {
    const tariff = { ...rates, fin: '02:30:00' }
    expect(hours(tariff, '2026-10-25T00:00+02:00', '2026-10-25T04:00+01:00')).toEqual([' 2.50', 'Nuit 2.50'])
  })

  it('begin a night at half past three where half past two is skipped: 01:00–05:00 has 1.5 h of each', () => {
    const tariff = { ...rates, debut: '02:30:00', fin: '05:00:00' }
    expect(hours(tariff, '2026-03-29T01:00+01:00', '2026-03-29T05:00+02:00')).toEqual([' 1.50', 'Nuit 1.50'])
  })

  it('count no hour of two nights twice, where the end of one is moved past the beginning of the next', () => {
    const tariff = { ...rates, debut: '03:00:00', fin: '02:59:00' }
    expect(hours(tariff, '2026-03-29T00:00+01:00', '2026-03-29T12:00+02:00')).toEqual(['Nuit 11.00'])
  })
})
