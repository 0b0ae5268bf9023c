import { beforeEach, expect, it } from 'vitest'
import { useDatabase } from '../../support/database.ts'
import { report, useJobs } from '../jobs_fixture.ts'

const database = useDatabase()
const { boxes, store, releve } = useJobs(database)

const noted = async () => {
  const query = 'select uid::integer, tentatives from jobs.marquages order by uid'
  return (await (await database.as('admin')).query(query)).rows.map(({ uid, tentatives }) => [
    uid,
    tentatives,
  ])
}
const call = async (query: string, values: unknown[]) =>
  (await (await database.as('worker')).query({ text: query, values, rowMode: 'array' })).rows[0]?.[0]
const toMark = async () => (await call('select jobs.begin_releve($1, $2)', ['*', boxes['*']])).a_marquer
const end = (uids: number[], refus: string | null = null, uidvalidity = 7) =>
  call('select jobs.end_marquages($1, $2, $3, $4, $5)', ['*', boxes['*'], uidvalidity, uids, refus])
const marquer = { marquer: true }

beforeEach(async () => {
  await (await database.as('admin')).query('delete from jobs.marquages')
})

it('marquages are noted with the row of the message, known ones too, and passed to the next relève', async () => {
  await store(report({ adresse: 'M 1' }), { ...marquer, uid: 11, message_id: '<m1@x>' })
  await store(null, { ...marquer, uid: 12, message_id: '<m1@x>' })
  await store(null, { uid: 13, etat: 'refused', marquer: false })
  await store(null, { uid: 14 })
  expect(await toMark()).toEqual([11, 12])
  await end([11])
  expect(await toMark()).toEqual([12])
  await end([11, 12, 13])
  expect(await noted()).toEqual([])
})

it('marquages are not noted for a message that is rolled back', async () => {
  const refused = store(report({ debut: '0000-01-01T10:00:00' }), { ...marquer, uid: 15 })
  await expect(refused).rejects.toThrow('date/time field value out of range')
  expect(await noted()).toEqual([])
})

it('marquages under another UIDVALIDITY are dropped', async () => {
  await store(null, { ...marquer, uid: 21 })
  await end([21], null, 6)
  expect(await noted()).toEqual([[21, 0]])
  await store(null, { ...marquer, uid: 3, uidvalidity: '8' })
  expect(await toMark()).toEqual([3])
  expect(await noted()).toEqual([[3, 0]])
  await end([3], null, 8)
})

it('marquages that the server refuses are tried again, at growing intervals, ten times at most', async () => {
  await store(null, { ...marquer, uid: 31 })
  const admin = await database.as('admin')
  const waits: number[] = []
  for (let times = 1; times <= 10; times += 1) {
    expect(await toMark()).toEqual([31])
    await end([31], 'Le serveur refuse.')
    expect(await toMark()).toEqual([])
    const { rows } = await admin.query(
      'select extract(epoch from next_try_at - now()) as s from jobs.marquages',
    )
    waits.push(...rows.map(({ s }) => Math.round(Number(s) / 60)))
    await admin.query('update jobs.marquages set next_try_at = now()')
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
  expect(await noted()).toEqual([])
})

it('marquages that the server refuses appear in the mailbox’s health, while the relève succeeds', async () => {
  await store(null, { ...marquer, uid: 41 })
  await call('select jobs.begin_releve($1, $2)', ['*', boxes['*']])
  await end([41], 'Le serveur refuse de marquer.')
  await call('select jobs.end_releve($1, $2, null, false)', ['*', boxes['*']])
  const { last_error: error, last_error_at: failed, last_success_at: well } = await releve('*')
  expect(error).toBe('Le serveur refuse de marquer.')
  expect(well >= failed).toBe(true)
})
