import { describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'

const database = useDatabase()

async function value(expression: string, values: unknown[]): Promise<unknown> {
  const { rows } = await (await database.as('api')).query(`select ${expression} as value`, values)
  return rows[0].value
}

describe('request.local_instant', () => {
  it.each([
    ['in winter', '2026-01-14T13:30:00Z', 'Europe/Zurich', '2026-01-14T14:30:00+01:00'],
    ['in summer', '2026-07-14T13:30:00Z', 'Europe/Zurich', '2026-07-14T15:30:00+02:00'],
    ['before the clocks go forward', '2026-03-29T00:59:59Z', 'Europe/Zurich', '2026-03-29T01:59:59+01:00'],
    ['after the clocks went back', '2026-03-29T01:00:00Z', 'Europe/Zurich', '2026-03-29T03:00:00+02:00'],
    ['in the hour that comes twice', '2026-10-25T00:30:00Z', 'Europe/Zurich', '2026-10-25T02:30:00+02:00'],
    [
      'in the same hour the second time',
      '2026-10-25T01:30:00Z',
      'Europe/Zurich',
      '2026-10-25T02:30:00+01:00',
    ],
    ['across midnight', '2026-01-14T23:30:00Z', 'Europe/Zurich', '2026-01-15T00:30:00+01:00'],
    ['west of Greenwich', '2026-01-14T13:30:00Z', 'America/Montreal', '2026-01-14T08:30:00-05:00'],
    ['west, with half an hour', '2026-01-14T13:30:00Z', 'America/St_Johns', '2026-01-14T10:00:00-03:30'],
    ['east, with three quarters', '2026-01-14T13:30:00Z', 'Asia/Kathmandu', '2026-01-14T19:15:00+05:45'],
    ['in Greenwich', '2026-01-14T13:30:00Z', 'UTC', '2026-01-14T13:30:00+00:00'],
    ['when it is null', null, 'Europe/Zurich', null],
  ])('writes an instant %s', async (_what, instant, fuseau, written) => {
    expect(await value('request.local_instant($1, $2)', [instant, fuseau])).toBe(written)
  })
})

describe('request.read_instant', () => {
  it.each([
    ['with its offset', '2026-03-14T14:30:00+01:00', '2026-03-14T13:30:00Z'],
    ['with an offset other than the zone’s', '2026-03-14T08:30:00-05:00', '2026-03-14T13:30:00Z'],
    ['with an offset without a colon', '2026-03-14T14:30:00+0100', '2026-03-14T13:30:00Z'],
    ['in UTC', '2026-03-14T13:30:00Z', '2026-03-14T13:30:00Z'],
    ['in winter, as wall time', '2026-03-14 14:30', '2026-03-14T13:30:00Z'],
    ['in summer, as wall time', '2026-07-14 14:30:45', '2026-07-14T12:30:45Z'],
    ['with a T, as wall time', '2026-07-14T14:30:45', '2026-07-14T12:30:45Z'],
    ['from a day alone, whose end looks like an offset', '2026-03-14', '2026-03-13T23:00:00Z'],
    ['when it is null', null, null],
  ])('reads an instant %s', async (_what, text, instant) => {
    expect(await value("request.utc(request.read_instant($1, 'Europe/Zurich'))", [text])).toBe(instant)
  })

  it('reads wall time in the named zone', async () => {
    const read = "request.utc(request.read_instant('2026-03-14 14:30', $1))"
    expect(await value(read, ['America/Montreal'])).toBe('2026-03-14T18:30:00Z')
  })
})

describe('request.instant_of', () => {
  it.each([
    ['in winter', '2026-01-14 14:30', 'Europe/Zurich', '2026-01-14T13:30:00Z', '2026-01-14T13:30:00Z'],
    ['on the day after', '2026-10-26 02:30', 'Europe/Zurich', '2026-10-26T01:30:00Z', '2026-10-26T01:30:00Z'],
    ['that comes twice', '2026-10-25 02:30', 'Europe/Zurich', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'],
    ['at its beginning', '2026-10-25 02:00', 'Europe/Zurich', '2026-10-25T00:00:00Z', '2026-10-25T01:00:00Z'],
    ['at its end', '2026-10-25 03:00', 'Europe/Zurich', '2026-10-25T02:00:00Z', '2026-10-25T02:00:00Z'],
    ['that is skipped', '2026-03-29 02:30', 'Europe/Zurich', '2026-03-29T01:30:00Z', '2026-03-29T01:30:00Z'],
    ['west', '2026-11-01 01:30', 'America/Montreal', '2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z'],
    ['in Dublin', '2026-10-25 01:30', 'Europe/Dublin', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'],
    [
      'of half an hour',
      '2026-04-05 01:45',
      'Australia/Lord_Howe',
      '2026-04-04T14:45:00Z',
      '2026-04-04T15:15:00Z',
    ],
    [
      'without changes',
      '2026-10-25 02:30',
      'America/Guadeloupe',
      '2026-10-25T06:30:00Z',
      '2026-10-25T06:30:00Z',
    ],
  ])('reads a local time %s', async (_what, local, fuseau, first, second) => {
    const read = 'request.utc(request.instant_of($1, $2, $3))'
    expect(await value(read, [local, fuseau, false])).toBe(first)
    expect(await value(read, [local, fuseau, true])).toBe(second)
    const repeats = `array[request.is_repete($1, $3), request.is_repete($2, $3)]`
    expect(await value(repeats, [first, second, fuseau])).toEqual([false, first !== second])
  })

  it('is the second where the first would be too early', async () => {
    const read = "request.utc(request.read_instant($1, 'Europe/Zurich', $2))"
    expect(await value(read, ['2026-10-25 02:10', '2026-10-25T00:50:00Z'])).toBe('2026-10-25T01:10:00Z')
    expect(await value(read, ['2026-10-25 02:10', '2026-10-25T00:00:00Z'])).toBe('2026-10-25T00:10:00Z')
    expect(await value(read, ['2026-10-25T02:10:00+02:00', '2026-10-25T00:50:00Z'])).toBe(
      '2026-10-25T00:10:00Z',
    )
  })
})

it('writes instants in UTC whatever the session’s time zone', async () => {
  const api = await database.as('api')
  await api.query('begin')
  await api.query("set local timezone = 'America/Montreal'")
  expect(await value('request.utc($1)', ['2026-03-14T13:29:45.678Z'])).toBe('2026-03-14T13:29:45Z')
  expect(await value('request.utc_micros($1)', ['2026-03-14T13:29:45.678901Z'])).toBe(
    '2026-03-14T13:29:45.678901Z',
  )
  await api.query('rollback')
})

it.each([
  ['Élodie  MÜLLER-Châtelain', 'elodie muller chatelain'],
  ['  *90 EM, SIS Haute-Sorne ', '90 em sis haute sorne'],
  ['E\u0301lodie', 'elodie'],
  ['SACRÉ-CŒUR', 'sacre coeur'],
  ['Ægerter Strauß', 'aegerter strauss'],
  ['', ''],
  ['– …', ''],
])('compares %j as %j', async (text, plain) => {
  expect(await value('request.plain($1)', [text])).toBe(plain)
})
