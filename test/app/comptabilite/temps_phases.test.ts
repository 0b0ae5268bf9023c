import { expect, it } from 'vitest'
import { useDatabase } from '../../support/database.ts'

const database = useDatabase()

/** Seconds that presences have in the phases of a type. */
async function seconds(presences: string, phases: [string, number][], type: number | null) {
  const api = await database.as('api')
  const { rows } = await api.query(
    'select app.secondes($1::tstzmultirange * app.temps_phases($2, $3, $4))::integer as secondes',
    [presences, phases.map(([debut]) => debut), phases.map(([, type]) => type), type],
  )
  return rows[0].secondes
}

const at = (time: string) => `2026-03-14 ${time}+01`
const from = (...times: [string, string][]) =>
  `{${times.map(([debut, fin]) => `["${at(debut)}","${at(fin)}")`).join(',')}}`

const two: [string, number][] = [
  [at('14:00'), 1],
  [at('16:00'), 2],
]

it('divides a presence between the phases', async () => {
  const presence = from(['14:30', '17:15'])
  expect(await seconds(presence, two, 1)).toBe(5400)
  expect(await seconds(presence, two, 2)).toBe(4500)
})

it('adds the time before the first phase to the first, and that after the last to the last', async () => {
  const presence = from(['13:00', '23:00'])
  expect(await seconds(presence, two, 1)).toBe(3 * 3600)
  expect(await seconds(presence, two, 2)).toBe(7 * 3600)
})

it('adds up phases of one type, in any order', async () => {
  const three: [string, number][] = [[at('18:00'), 1], ...two]
  const presence = from(['15:00', '19:00'])
  expect(await seconds(presence, three, 1)).toBe(2 * 3600)
  expect(await seconds(presence, three, 2)).toBe(2 * 3600)
})

it('gives no time to a phase that begins together with the next one', async () => {
  const same: [string, number][] = [
    [at('14:00'), 1],
    [at('14:00'), 2],
  ]
  expect(await seconds(from(['13:00', '15:00']), same, 1)).toBe(3600)
  expect(await seconds(from(['13:00', '15:00']), same, 2)).toBe(3600)
})

it('has all time for every type, with or without phases', async () => {
  expect(await seconds(from(['13:00', '23:00']), two, null)).toBe(10 * 3600)
  expect(await seconds(from(['13:00', '23:00']), [], null)).toBe(10 * 3600)
})

it('has no time for a type without a phase', async () => {
  expect(await seconds(from(['13:00', '23:00']), two, 3)).toBe(0)
  expect(await seconds(from(['13:00', '23:00']), [], 1)).toBe(0)
})

it('counts the time of overlapping presences once', async () => {
  const overlapping = from(['14:00', '15:00'], ['14:30', '15:30'])
  expect(await seconds(overlapping, two, 1)).toBe(5400)
})

it('counts to the second', async () => {
  expect(await seconds(from(['14:00:01', '14:00:03'], ['15:59:59', '16:00:05']), two, 1)).toBe(3)
})
