import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { startDovecot } from '../test/support/dovecot.ts'
import { openShape } from './data/open_data.ts'
import { evenShape } from './data/sizes.ts'
import { setAnalyzed } from './data/statistics.ts'
import { addAppareils } from './envois/add_appareils.ts'
import { Alarms, type Mailed } from './envois/alarms.ts'
import { type PushServices, startPushServices } from './envois/push_services.ts'
import { heading } from './heading.ts'
import { addMailboxes, findPlaces } from './journee/mailboxes.ts'
import { watchUsage } from './journee/watch_usage.ts'
import { quantile } from './median.ts'
import { type Program, startWorker } from './program.ts'
import { connect, postgresVersion, started } from './setting.ts'

const SERVICES = 3
// Latency of a push service on the Internet.
const LATENCY_MS = 50
// The messages of one in this many browsers are decrypted.
const SAMPLED = 100
// Alarms of another SIS, and its devices.
const A_SECOND = 2
const OTHER_DEVICES = 5
// Alarms told in each part, one after the other.
const ALARMS = 3
const QUIET_MS = 15_000
const HANGING_MS = 40_000
const PATIENCE_MS = 90_000

/**
 * Measures how soon the devices of an alarm are notified: from the alarm in the database to the answers of push
 * services, with a tenth of the devices, with all, and with all while a service does not answer. Another SIS gets
 * alarms by mail throughout.
 * @param devices number of devices of the alarm
 */
export async function benchEnvois(devices: number): Promise<void> {
  const bench = await prepare(devices)
  const { client, services, worker } = bench
  process.stdout.write(heading(`envois ${devices}`, await postgresVersion(bench.admin)))
  const parts: Part[] = [await runPart(bench, 'nothing else', () => pause(QUIET_MS))]
  const few = Math.round(devices / 10)
  for (const [count, alarms] of [
    [few, bench.few],
    [devices, bench.all],
  ] as const)
    parts.push(
      await runPart(bench, `an alarm told to ${count} devices`, async (part) => {
        for (let n = 0; n < ALARMS; n++) await tell(bench, part, alarms, count)
        await pause(Math.max(0, part.began + QUIET_MS - Date.now()))
      }),
    )
  parts.push(
    await runPart(bench, `the same, and a service of ${SERVICES} hangs`, async (part) => {
      await services.order({ hang: 0 })
      const answering = devices - Math.ceil(devices / SERVICES)
      await tell(bench, part, bench.all, answering)
      await pause(Math.max(0, part.began + HANGING_MS - Date.now()))
    }),
  )
  await services.order({ answer: 0 })
  const returned = await allTold(client)
  await services.order({})
  process.stdout.write(
    `\n${writeTold(parts)}\n${writeOthers(parts, services)}\n${writeUsage(parts)}\n` +
      `The service answers again: all are notified after ${returned}. ` +
      `Messages decrypted and their signatures checked: ${services.checked.read}; faults: ` +
      `${JSON.stringify(services.checked.faults.slice(0, 5))}. Complaints in the log of the worker: ` +
      `${JSON.stringify(Object.fromEntries(worker.complaints))}.\n`,
  )
}

interface Bench {
  admin: string
  client: pg.Client
  services: PushServices
  worker: Program
  /** Alarms of the SIS with all devices, of the one with a tenth, and of another. */
  all: Alarms
  few: Alarms
  other: Alarms
}

async function prepare(devices: number): Promise<Bench> {
  // PostgreSQL analyzes by itself, as in production.
  const data = await openShape('envois', evenShape(20, 2), { autovacuum: 'on' })
  const { admin } = started.add(data, (each) => each.stop())
  const client = await connect(admin)
  const key = randomBytes(32).toString('base64')
  const services = started.add(await startPushServices(SERVICES, LATENCY_MS, SAMPLED), (each) => each.stop())
  const places = (await findPlaces(client)).slice(0, 3)
  const dovecot = started.add(await startDovecot(), (each) => each.remove())
  await addMailboxes(client, places, dovecot, key)
  const counts = [devices, Math.round(devices / 10), OTHER_DEVICES]
  const compose = async (n: number, count: number) => {
    const place = places[n]
    if (place === undefined) throw new Error('the data have too few SIS')
    // Each SIS has browsers of its own.
    const first = counts.slice(0, n).reduce((sum, each) => sum + each, 0)
    await addAppareils(client, {
      sis: place.sis,
      count: counts[n] ?? 0,
      first,
      key,
      origins: services.origins,
    })
    return await Alarms.compose(client, dovecot, place, count)
  }
  const [all, few, other] = [await compose(0, ALARMS + 1), await compose(1, ALARMS), await compose(2, 600)]
  await setAnalyzed(admin, true)
  const worker = await startWorker(admin, key)
  // The first reports after a start wait for the parser to be compiled.
  for (let n = 0; n < 10; n++) await other.stored(other.deliver())
  return { admin, client, services, worker, all, few, other }
}

/** Measurements during some work. Times of delivery are in ms after the alarm was stored. */
interface Part {
  name: string
  began: number
  devices: number
  /** From the mail to the alarm in the database. */
  reading: number[]
  told: number[]
  /** Until the first thousand were notified. */
  firstThousand: number[]
  untold: number
  others: Mailed[]
  usage: { worker: number; postgres: number; services: number; memory: number }
}

async function runPart(bench: Bench, name: string, work: (part: Part) => Promise<void>): Promise<Part> {
  const { client, services, worker, other } = bench
  const part: Part = {
    ...{
      name,
      began: Date.now(),
      devices: 0,
      reading: [],
      told: [],
      firstThousand: [],
      untold: 0,
      others: [],
    },
    usage: { worker: 0, postgres: 0, services: 0, memory: 0 },
  }
  const watch = await watchUsage(client, { worker, services }, 500, 1_000)
  part.others = await other.deliverDuring(A_SECOND, work(part))
  const { programs: used, postgres } = watch.stop()
  part.usage = {
    ...{ worker: used.worker?.share ?? 0, services: used.services?.share ?? 0, postgres },
    memory: Math.max(...(used.worker?.memory ?? [])),
  }
  return part
}

// Mails an alarm, and waits until this many of its devices are notified.
async function tell({ services }: Bench, part: Part, alarms: Alarms, devices: number): Promise<void> {
  const mailed = alarms.deliver()
  const { id, at } = await alarms.stored(mailed)
  const until = Date.now() + PATIENCE_MS
  do {
    await pause(100)
    await services.order({})
  } while (services.answeredOf(id).size < devices && Date.now() < until)
  const times = [...services.answeredOf(id).values()].map((each) => each - at).toSorted((a, b) => a - b)
  part.devices = devices
  part.reading.push(at - mailed.delivered)
  part.told.push(...times)
  part.firstThousand.push(times[Math.min(devices, 1_000) - 1] ?? Number.POSITIVE_INFINITY)
  part.untold += devices - times.length
}

// Waits until no device waits for its message.
async function allTold(client: pg.Client): Promise<string> {
  const began = Date.now()
  for (;;) {
    const { rows } = await client.query(
      "select count(*)::integer as n from app.envois where etat = 'attente'",
    )
    if (rows[0].n === 0) return `${((Date.now() - began) / 1_000).toFixed(1)} s`
    if (Date.now() > began + 2 * PATIENCE_MS)
      return `more than ${(2 * PATIENCE_MS) / 1_000} s (${rows[0].n} wait)`
    await pause(200)
  }
}

const seconds = (ms: number) => (ms / 1_000).toFixed(2)
const at = (times: number[], ...shares: number[]) =>
  shares.map((share) => (times.length === 0 ? '–' : seconds(quantile(times, share)))).join(' | ')

function writeTold(parts: Part[]): string {
  const rows = parts
    .filter(({ told }) => told.length > 0)
    .map(
      ({ name, devices, reading, told, firstThousand, untold }) =>
        `| ${name} | ${devices} | ${at(reading, 1)} | ${at(firstThousand, 1)} | ${at(told, 0.5, 0.99, 1)} | ${untold} |\n`,
    )
  return (
    '| s from the alarm in the database to the answer of the service | to notify | mail to database | ' +
    `first thousand | p50 | p99 | last | not told |\n|---|---|---|---|---|---|---|---|\n${rows.join('')}`
  )
}

function writeOthers(parts: Part[], services: PushServices): string {
  const rows = parts.map(({ name, others }) => {
    const opened = others.map(({ delivered, opened = Number.POSITIVE_INFINITY }) => opened - delivered)
    const told = others.flatMap(({ stored }) =>
      [...services.answeredOf(stored?.id ?? 0).entries()]
        // Only the services that answer throughout.
        .filter(([browser]) => browser % SERVICES !== 0)
        .map(([, each]) => each - (stored?.at ?? 0)),
    )
    return `| ${name} | ${others.length} | ${at(opened, 0.5, 0.99)} | ${told.length} | ${at(told, 0.5, 0.99, 1)} |\n`
  })
  return (
    '| meanwhile, s of the alarms of another SIS | alarms | mail to intervention: p50 | p99 | devices told | ' +
    `database to device: p50 | p99 | last |\n|---|---|---|---|---|---|---|---|\n${rows.join('')}`
  )
}

function writeUsage(parts: Part[]): string {
  const rows = parts.map(
    ({ name, usage: { worker, postgres, services, memory } }) =>
      `| ${name} | ${worker.toFixed(0)} | ${postgres.toFixed(0)} | ${services.toFixed(0)} | ${memory.toFixed(0)} |\n`,
  )
  return `| % of a core | worker | PostgreSQL | push services | worker, MiB |\n|---|---|---|---|---|\n${rows.join('')}`
}
