import fc from 'fast-check'
import { expect, it } from 'vitest'
import { whole } from '../support/whole.ts'
import { dataSet, type SisData } from './oracle/data_set.ts'
import { expectRest, readRest } from './oracle/expect_rest.ts'
import { expectViews } from './oracle/expect_views.ts'
import { plant } from './oracle/plant.ts'
import { type Raw, readRaw } from './oracle/raw.ts'
import { keys, useSetting } from './oracle/setting.ts'
import { question, readAnswer, readViews, sorted } from './oracle/views.ts'

const setting = useSetting()
const { database, ask, data, within, clear } = setting
// .ci/run runs more, and `HISTORIES=1000` runs that many.
const numRuns = Number(process.env.HISTORIES ?? (whole ? 40 : 5))
const admin = { as: 'admin@example.org' }

async function plantAll(sets: SisData[]): Promise<Record<string, Raw>> {
  await clear()
  const raws: Record<string, Raw> = {}
  for (const [n, sis] of keys.entries()) {
    const own = sets[n]
    if (own) await within(sis, (sql) => plant(sql, own))
    raws[sis] = await readRaw(await database.as('admin'), sis)
  }
  return raws
}

// The rows that a login should see: a SIS without visible rows is absent.
const visible = (raws: Record<string, Raw>, sis: string[]) =>
  Object.fromEntries(
    Object.entries(raws)
      .filter(([key]) => sis.includes(key))
      .map(([key, raw]) => [key, sorted(expectViews(raw))]),
  )

async function askAll(raw: Raw, sis: string): Promise<[expected: unknown, answered: unknown]> {
  const expected = Object.assign({}, ...raw.years.map((year) => expectRest(raw, year)))
  const paths = Object.keys(expected)
  const answers = await Promise.all(paths.map((path) => ask(`GET ${path}`, undefined, { ...admin, sis })))
  return [expected, Object.fromEntries(paths.map((path, n) => [path, readRest(answers[n]?.body)]))]
}

it(`figures of ${numRuns} random histories agree with a count by hand, over REST, in SQL and over GraphQL`, async () => {
  let n = 0
  let counted = 0
  await fc.assert(
    fc.asyncProperty(dataSet(keys.length), async (sets) => {
      const raws = await plantAll(sets)
      const { one, two, national } = setting.readers
      expect(await readViews(national)).toEqual(visible(raws, keys))
      expect(await readViews(two)).toEqual(visible(raws, ['hs', 'test']))
      expect(await readViews(one)).toEqual(visible(raws, ['hs']))
      const sis = keys[n % keys.length] ?? 'hs'
      const raw = raws[sis]
      if (raw === undefined) throw new Error(`${sis} was not read`)
      const [expected, answered] = await askAll(raw, sis)
      expect(answered).toEqual(expected)
      expect(readAnswer(await data(question, { ...admin, sis }))).toEqual(sorted(expectViews(raw)))
      n += 1
      counted += raw.interventions.length
    }),
    { numRuns, seed: 2026, endOnFailure: true },
  )
  expect(counted).toBeGreaterThan(numRuns)
}, 2_000_000)
