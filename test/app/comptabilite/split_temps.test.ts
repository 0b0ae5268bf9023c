import { describe, expect, it } from 'vitest'
import { useDatabase } from '../../support/database.ts'

const database = useDatabase()

interface Split {
  nights?: [string, string] | null
  weekends?: boolean
  fuseau?: string
}

/** Hours of a period as [normal, night, week-end]. */
async function split(debut: string, fin: string, given: Split = {}) {
  const { nights = ['22:00', '06:00'], weekends = true, fuseau = 'Europe/Zurich' } = given
  const api = await database.as('api')
  const { rows } = await api.query(
    `select (s.normal / 3600)::float8 as normal, (s.nuit / 3600)::float8 as nuit, (s.weekend / 3600)::float8 as weekend
       from (select tstzrange($1, $2)) p (periode),
            app.split_temps(tstzmultirange(p.periode),
                            case when $3 then app.weekends(p.periode, $6) else '{}' end,
                            coalesce(app.nuits(p.periode, $4, $5, $6), '{}')) s`,
    [debut, fin, weekends, nights?.[0], nights?.[1], fuseau],
  )
  const { normal, nuit, weekend } = rows[0]
  return [normal, nuit, weekend]
}

// 2026-03-12 is a Thursday.
describe('a weekday', () => {
  it.each([
    ['2026-03-12 08:00+01', '2026-03-12 10:30+01', [2.5, 0, 0]],
    ['2026-03-12 20:00+01', '2026-03-12 23:00+01', [2, 1, 0]],
    ['2026-03-12 05:00+01', '2026-03-12 22:30+01', [16, 1.5, 0]],
    ['2026-03-12 22:00+01', '2026-03-13 06:00+01', [0, 8, 0]],
    ['2026-03-12 23:59:30+01', '2026-03-13 00:00:30+01', [0, 1 / 60, 0]],
    ['2026-03-11 12:00+01', '2026-03-13 12:00+01', [32, 16, 0]],
  ])('is split at the night: %s to %s', async (debut, fin, hours) => {
    expect(await split(debut, fin)).toEqual(hours)
  })

  it('may have its night within the day', async () => {
    expect(await split('2026-03-12 00:00+01', '2026-03-12 09:00+01', { nights: ['01:00', '05:30'] })).toEqual(
      [4.5, 4.5, 0],
    )
  })

  it('may have a night until midnight', async () => {
    expect(await split('2026-03-12 20:00+01', '2026-03-13 02:00+01', { nights: ['22:00', '00:00'] })).toEqual(
      [4, 2, 0],
    )
  })
})

describe('a week-end', () => {
  it('begins on Saturday and ends on Sunday, nights included', async () => {
    expect(await split('2026-03-13 20:00+01', '2026-03-16 08:00+01')).toEqual([4, 8, 48])
    expect(await split('2026-03-15 23:00+01', '2026-03-16 01:00+01')).toEqual([0, 1, 1])
  })

  it('is as the days before and after without a rate', async () => {
    expect(await split('2026-03-13 20:00+01', '2026-03-14 08:00+01', { weekends: false })).toEqual([4, 8, 0])
  })

  it('keeps its hours where nights have no rate', async () => {
    expect(await split('2026-03-13 20:00+01', '2026-03-14 08:00+01', { nights: null })).toEqual([4, 0, 8])
  })

  it('is by the clock of the SIS', async () => {
    // Saturday 00:30 in Zurich is still Friday in the Azores.
    const period = ['2026-03-13 23:30Z', '2026-03-14 00:30Z'] as const
    expect(await split(...period)).toEqual([0, 0, 1])
    expect(await split(...period, { fuseau: 'Atlantic/Azores' })).toEqual([0, 1, 0])
  })
})

// In Zurich the clock goes from 02:00 to 03:00 on Sunday, 2026-03-29, and from 03:00 to 02:00 on Sunday, 2026-10-25.
describe('the night when the clock changes', () => {
  it('is an hour shorter in spring', async () => {
    const period = ['2026-03-28 22:00+01', '2026-03-29 06:00+02'] as const
    expect(await split(...period, { weekends: false })).toEqual([0, 7, 0])
    expect(await split(...period)).toEqual([0, 0, 7])
  })

  it('is an hour longer in autumn', async () => {
    const period = ['2026-10-24 22:00+02', '2026-10-25 06:00+01'] as const
    expect(await split(...period, { weekends: false })).toEqual([0, 9, 0])
    expect(await split(...period)).toEqual([0, 0, 9])
  })

  it('begins, at a time that the clock skips, an hour later', async () => {
    // 02:30 is read by the offset before the change: 01:30 UTC, when the clock shows 03:30.
    const period = ['2026-03-29 00:00+01', '2026-03-29 06:00+02'] as const
    expect(await split(...period, { weekends: false, nights: ['02:30', '05:00'] })).toEqual([3.5, 1.5, 0])
  })

  it('begins, at a time that the clock repeats, at the first of the two', async () => {
    // 02:30 is read by the offset before the change: 00:30 UTC.
    const period = ['2026-10-25 00:00+02', '2026-10-25 06:00+01'] as const
    expect(await split(...period, { weekends: false, nights: ['02:30', '05:00'] })).toEqual([3.5, 3.5, 0])
  })

  it('vanishes where the clock skips it', async () => {
    const period = ['2026-03-29 00:00+01', '2026-03-29 06:00+02'] as const
    expect(await split(...period, { weekends: false, nights: ['02:30', '03:00'] })).toEqual([5, 0, 0])
  })

  it('makes a week-end of 47 hours in spring and of 49 in autumn', async () => {
    expect(await split('2026-03-27 12:00+01', '2026-03-30 12:00+02', { nights: null })).toEqual([24, 0, 47])
    expect(await split('2026-10-23 12:00+02', '2026-10-26 12:00+01', { nights: null })).toEqual([24, 0, 49])
  })
})
