import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { composeAlarme } from '../../src/demo/demo_alarme.ts'
import { type Dovecot, dovecotMissing, startDovecot } from '../support/dovecot.ts'
import { seenFlags } from '../support/mail_servers.ts'
import { killPrograms, type Program } from '../support/program.ts'
import { whole } from '../support/whole.ts'
import { letter } from '../worker/mail_fixture.ts'
import { startWorkerProgram, withinAMinute } from './faults_fixture.ts'
import { type OwnPostgres, startOwnPostgres } from './own_postgres.ts'

// Each report begins at another moment of the run, when a number of reports is stored.
const { reports, ...faults } = whole
  ? { reports: 200, kill: 10, mailServer: 3, database: 2 }
  : { reports: 40, kill: 3, mailServer: 1, database: 1 }
type Fault = keyof typeof faults

const SEED = 1414
const random = mulberry32(SEED)
// The greatest backlog of reports, so that faults hit a busy worker.
const WINDOW = 12

const missing = dovecotMissing()
const adresses = Array.from({ length: reports }, (_, n) => `Panne ${String(n).padStart(3, '0')}`)
let postgres: OwnPostgres
let dovecot: Dovecot
let worker: Program

beforeAll(async () => {
  if (missing) return
  ;[postgres, dovecot] = await Promise.all([startOwnPostgres(), startDovecot()])
  worker = startWorkerProgram(postgres.urls.worker, dovecot.port)
})

afterAll(async () => {
  await killPrograms()
  await dovecot?.remove()
  await postgres?.remove()
})

it.skipIf(missing !== null)(
  `${reports} reports become an alarm and an intervention each, whatever is killed meanwhile (seed ${SEED})`,
  { timeout: 180_000 },
  async () => {
    const mails = await Promise.all(adresses.map(compose))
    const plan = planFaults()
    let delivered = 0
    for (let stored = 0; stored < reports || plan.length > 0; stored = await count()) {
      for (; delivered < Math.min(reports, stored + WINDOW); delivered += 1) {
        const mail = mails[delivered] ?? Buffer.alloc(0)
        dovecot.deliver(mail)
        if (delivered % 10 === 9) dovecot.deliver(mail)
        if (delivered % 20 === 7) dovecot.deliver(forge(mail))
      }
      const [next] = plan
      if (next !== undefined && next.after <= stored) {
        plan.shift()
        await pause(random() * 50)
        await strike[next.fault]()
      }
      // A service supervisor would do the same: a start finds no database during its restart.
      if (worker.child.exitCode !== null || worker.child.signalCode !== null)
        worker = startWorkerProgram(postgres.urls.worker, dovecot.port)
      // Polling without a pause would take most of the machine's time.
      await pause(20)
    }
    await expect.poll(owed, withinAMinute).toEqual([])
    await expectAccounts()
    await expectFlags()
    await expectEmptyQueue()
  },
)

const strike: Record<Fault, () => Promise<unknown>> = {
  kill: () => worker.kill('SIGKILL'),
  mailServer: async () => {
    await dovecot.stop()
    await pause(random() * 500)
    await dovecot.restart()
  },
  database: () => postgres.restart(),
}

// The order of kills, and the number of reports before each.
function planFaults(): { fault: Fault; after: number }[] {
  const all = (Object.keys(faults) as Fault[]).flatMap((fault) => Array<Fault>(faults[fault]).fill(fault))
  return all
    .map((fault) => ({ fault, after: Math.floor(random() * (reports - 5)) }))
    .sort((one, other) => one.after - other.after)
}

async function compose(adresse: string, n: number): Promise<Buffer> {
  if (n % 2 === 0) return letter(adresse, `Type: Feu\r\nAdresse: ${adresse}\r\nSIS: hs`)
  return await composeAlarme({ adresse, date: new Date(Date.now() - n * 1000) })
}

// The same mail from another sender, with another Message-ID, which must be refused.
function forge(mail: Buffer): Buffer {
  const text = mail
    .toString('latin1')
    .replace(/^From: .*$/m, 'From: x@evil.example')
    .replace(/^Message-ID: .*$/im, `Message-ID: <forged.${random()}@x>`)
  return Buffer.from(text, 'latin1')
}

async function count(): Promise<number> {
  return (await postgres.rows("select from app.messages where etat = 'alarm'")).length
}

const owed = () => postgres.rows('select uid from jobs.marquages')

async function expectAccounts(): Promise<void> {
  expect(
    await postgres.rows('select etat, count(*)::integer as n from app.messages group by etat order by etat'),
  ).toEqual([
    { etat: 'alarm', n: reports },
    { etat: 'refused', n: Math.ceil((reports - 7) / 20) },
  ])
  const column = async (query: string) => (await postgres.rows(query)).map((row) => Object.values(row)[0])
  expect(await column('select adresse from app.alarmes order by adresse')).toEqual(adresses)
  expect(await column('select lieu from app.interventions order by lieu')).toEqual(adresses)
  expect(
    await column(
      'select lieu from app.alarmes a join app.interventions i on i.sis_key = a.sis_key and i.id = a.intervention_id and i.alarme_id = a.id order by lieu',
    ),
  ).toEqual(adresses)
  expect(
    await postgres.rows(
      'select from app.interventions group by exercice_comptable_id having max(no) <> count(*)',
    ),
  ).toEqual([])
}

async function expectFlags(): Promise<void> {
  const flags = (await seenFlags(dovecot.port)).map(([, seen]) => seen)
  expect([flags.filter((seen) => seen).length, flags.filter((seen) => !seen).length]).toEqual([
    reports + Math.floor(reports / 10),
    Math.ceil((reports - 7) / 20),
  ])
}

// Work of the dead is released half a minute later; the living worker then does it.
async function expectEmptyQueue(): Promise<void> {
  await postgres.rows("update graphile_worker._private_jobs set locked_at = locked_at - interval '1 minute'")
  await postgres.rows('select jobs.release_jobs()')
  const stuck =
    'select task_identifier, locked_by from graphile_worker.jobs where locked_at is not null or attempts >= max_attempts'
  await expect.poll(() => postgres.rows(stuck), withinAMinute).toEqual([])
}

// The same numbers each time, from 0 to 1:
// https://github.com/bryc/code/blob/master/jshash/PRNGs.md#mulberry32
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
