import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { checkQueue } from '../../src/commands/doctor/check_queue.ts'
import { readConfig } from '../../src/config.ts'
import { Metrics } from '../../src/process/metrics.ts'
import { watchLateness } from '../../src/worker/watch_lateness.ts'
import { useDatabase } from '../support/database.ts'
import { readFigures } from '../support/servers.ts'
import { soon } from './mail_fixture.ts'

const database = useDatabase()
const admin = () => database.as('admin')
const watches: { stop(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of watches.splice(0)) await each.stop()
  await (await admin()).query("delete from app.messageries where sis_key = 'hs'")
  await (await admin()).query('delete from graphile_worker._private_jobs')
})

function watch(url = database.urls.worker) {
  const metrics = new Metrics()
  const lateness = watchLateness(url, metrics, { everyMs: 50, knownMs: 1_000 })
  watches.push(lateness)
  const reasons = async () => {
    const figure = readFigures(await metrics.text())
    return ['jobs', 'messageries', 'unknown'].filter(
      (reason) => figure(`caserne_worker_late{reason="${reason}"}`) === 1,
    )
  }
  return { fault: lateness.fault, reasons }
}

const addMailbox = async () =>
  (await admin()).query(
    `insert into app.messageries (sis_key, host, port, utilisateur, mot_de_passe)
     values ('hs', 'imap.example.org', 993, 'u', 'p')`,
  )
// Each instant of the mailbox lies some minutes back, or null.
const setReleve = async (ago: Record<string, number | null>) => {
  const sets = Object.entries(ago).map(
    ([column, minutes]) =>
      `${column} = ${minutes === null ? 'null' : `now() - make_interval(mins => ${minutes})`}`,
  )
  await (await admin()).query(`update jobs.releves set ${sets.join(', ')}`)
}
const queueJob = async (task: string, secondsAgo: number) =>
  (await admin()).query('select graphile_worker.add_job($1, run_at => now() - make_interval(secs => $2))', [
    task,
    secondsAgo,
  ])
const doctor = async () => {
  const found = await checkQueue.examine({ config: readConfig({}), database: await database.as('owner') })
  return found.map(({ level, sentence }) => [level, sentence])
}

const mailboxesLate = 'Aucune messagerie n’est relevée'
const jobsLate = 'Les tâches attendent : aucun worker ne les prend'

it('a worker is late when none of its mailboxes was tried for three minutes', async () => {
  const { fault, reasons } = watch()
  await addMailbox()
  await setReleve({ active_since: 10, started_at: 2 })
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(fault()).toBeNull()
  await setReleve({ started_at: 4, finished_at: 4 })
  await expect.poll(fault, soon).toBe(mailboxesLate)
  expect(await reasons()).toEqual(['messageries'])
  expect(await doctor()).toEqual([['fault', mailboxesLate]])
  // A first relève of many messages advances.
  await setReleve({ advanced_at: 0 })
  await expect.poll(fault, soon).toBeNull()
  expect(await reasons()).toEqual([])
})

it('a mail server that does not answer is no reason', async () => {
  const { fault } = watch()
  await addMailbox()
  await setReleve({ active_since: 600, started_at: 10, finished_at: 9, next_try_at: 8 })
  await expect.poll(fault, soon).toBe(mailboxesLate)
  await setReleve({ next_try_at: -1 })
  await expect.poll(fault, soon).toBeNull()
  expect((await doctor())[0]?.[0]).toBe('ok')
})

it('a worker is late when a job of the main runner waits for a minute, but not a mail', async () => {
  const { fault, reasons } = watch()
  await queueJob('send_mail', 3_000)
  await queueJob('read_messagerie', 30)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(fault()).toBeNull()
  await queueJob('take_reports', 90)
  await expect.poll(fault, soon).toBe(jobsLate)
  expect(await reasons()).toEqual(['jobs'])
  expect(await doctor()).toEqual([['fault', jobsLate]])
})

it('a worker whose queue does not answer is late', async () => {
  const { fault, reasons } = watch('postgres://127.0.0.1:1/x')
  expect(fault()).toBeNull()
  await expect.poll(fault, soon).toBe('La file des tâches ne répond pas')
  expect(await reasons()).toEqual(['unknown'])
})

it('a worker asks a frozen database once at a time, so that it ends after one answer', async () => {
  let connections = 0
  const frozen = createServer((socket) => {
    connections += 1
    setTimeout(() => socket.destroy(), 500)
  }).listen(0, '127.0.0.1')
  await once(frozen, 'listening')
  const { port } = frozen.address() as AddressInfo
  const lateness = watchLateness(`postgres://127.0.0.1:${port}/x`, new Metrics(), { everyMs: 20 })
  await expect.poll(() => connections).toBe(1)
  await pause(300)
  await lateness.stop()
  expect(connections).toBe(1)
  frozen.close()
})
