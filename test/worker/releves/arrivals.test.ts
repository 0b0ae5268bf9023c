import { expect, it } from 'vitest'
import { Metrics } from '../../../src/process/metrics.ts'
import { Arrivals } from '../../../src/worker/releves/arrivals.ts'
import { readFigures } from '../../support/servers.ts'

const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000)
const stored = { nouveau: true, id: 1, etat: 'alarm', sis: ['hs', 'test'] }

function arrivals() {
  const metrics = new Metrics()
  return { made: new Arrivals(metrics), figure: async () => readFigures(await metrics.text()) }
}
const lag = (part: string, sis: string) =>
  `caserne_alarme_lag_seconds_${part}{${part === 'bucket' ? 'le="30",' : ''}sis="${sis}"}`

it('measures from the arrival of a mail until its alarm is stored, for each SIS concerned', async () => {
  const { made, figure } = arrivals()
  await made.follow('*', ago(25), async (note) => note(stored))
  const found = await figure()
  for (const sis of ['hs', 'test']) {
    expect(found(lag('count', sis))).toBe(1)
    expect(found(lag('bucket', sis))).toBe(1)
    expect(found(lag('sum', sis))).toBeGreaterThanOrEqual(25)
  }
})

it('takes a mail from the future for one that arrives now', async () => {
  const { made, figure } = arrivals()
  await made.follow('*', ago(-60), async (note) => note(stored))
  expect((await figure())(lag('sum', 'hs'))).toBe(0)
})

it.each([
  ['was known already', { ...stored, nouveau: false }],
  ['is no alarm', { ...stored, etat: 'ignored' }],
])('measures no mail that %s', async (_what, each) => {
  const { made, figure } = arrivals()
  await made.follow('*', ago(5), async (note) => note(each))
  expect((await figure())(lag('count', 'hs'))).toBeUndefined()
})

it('shows the age of the oldest mail that is being read, until it is stored or fails', async () => {
  const { made, figure } = arrivals()
  const unfinished = async () => (await figure())('caserne_message_unfinished_seconds{sis="hs"}')
  const ends = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
  const mails = [
    made.follow('hs', ago(90), () => ends[0].promise),
    made.follow('hs', ago(30), () => ends[1].promise),
  ]
  expect(await unfinished()).toBeGreaterThanOrEqual(90)
  ends[0].resolve()
  await mails[0]
  expect(await unfinished()).toBeLessThan(90)
  expect(await unfinished()).toBeGreaterThanOrEqual(30)
  ends[1].reject(new Error('the database is gone'))
  await expect(mails[1]).rejects.toThrow('gone')
  expect(await unfinished()).toBeUndefined()
})
