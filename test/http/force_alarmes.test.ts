import { beforeAll, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { useServers } from '../support/servers.ts'
import { openVal, type Val } from '../support/sis_val.ts'

const database = useDatabase()
const servers = useServers(database)
const ask = (query: string, as = 'admin@example.org', sis = 'val') =>
  servers.data(`/api/v2/alarmes?${query}`, { as, sis })

let val: Val
beforeAll(async () => {
  val = await openVal(database)
})

const jobs = async () => {
  const { rows } = await (await database.as('admin')).query('select key from graphile_worker.jobs')
  return rows.map(({ key }) => key)
}

/** What the worker does with the mailbox of `val`, once it is asked to. */
async function workAs(reading: { error: string | null }): Promise<void> {
  while ((await jobs()).length === 0);
  const worker = await database.as('worker')
  const [box] = await val.query('select id from app.messageries')
  await worker.query('select jobs.begin_releve($1)', [box?.id])
  await val.storeAlarm({ adresse: 'toute fraîche' })
  await worker.query('select jobs.end_releve($1, $2)', [box?.id, reading.error])
  await (await database.as('admin')).query('select graphile_worker.remove_job(key) from graphile_worker.jobs')
}

it('reads no mailbox unless it is told to', async () => {
  await ask('force=false')
  await ask('old=true')
  expect(await jobs()).toEqual([])
})

it('answers at once where no mailbox serves the SIS', async () => {
  expect((await ask('force=true', 'admin@example.org', 'test')).status).toBe(200)
  expect(await jobs()).toEqual([])
})

it('asks for nothing when the caller lacks the permission', async () => {
  expect((await ask('force=true', 'sapeur@example.org', 'hs')).status).toBe(403)
  expect(await jobs()).toEqual([])
})

it('waits for the mailbox to be read, and lists what came', async () => {
  const [{ status, body }] = await Promise.all([ask('force=true'), workAs({ error: null })])
  expect(status).toBe(200)
  expect(body.data.map(({ adresse }: { adresse: string }) => adresse)).toContain('toute fraîche')
})

it('says that the mail server cannot be reached when the reading fails', async () => {
  const [{ status, body }] = await Promise.all([ask('force=true'), workAs({ error: 'injoignable' })])
  expect([status, body]).toEqual([502, { error: 'Serveur de messagerie injoignable' }])
})
