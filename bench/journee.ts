import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startDovecot } from '../test/support/dovecot.ts'
import { openShape } from './data/open_data.ts'
import { shapes } from './data/sizes.ts'
import { heading } from './heading.ts'
import { analyse, type Day, openScreens, poll, writeReports } from './journee/clients.ts'
import { HttpClient } from './journee/http_client.ts'
import { addMailboxes, adresseOf, composeMail, findPlaces, type Place } from './journee/mailboxes.ts'
import { Tally } from './journee/tally.ts'
import { familyTime, parentOf, processTime } from './processor_time.ts'
import { type Program, residentMiB, startProgram } from './program.ts'
import { as, postgresVersion, started } from './setting.ts'
import { withAnalystes } from './statistiques/with_analystes.ts'

const MINUTE_MS = 60_000
/** What a storm day of a country consists of. */
const whole = { sis: 1200, alarmes: 3000, screens: 2500, tablets: 2500, officers: 2000 }
/** A day on which the data have no presences. */
const AFTER = '2026-11-21'
const POLL_MS = 10_000
/** How long the last alarms of the day may still take. */
const PATIENCE_MS = 120_000
/** How often the memory of each process is looked at, for each column of the table. */
const COLUMNS = 6

/**
 * A storm day of a country, compressed: alarms by mail, screens that follow or poll, officers who write reports, and
 * analysts, on one data server, one auth server and two workers.
 * @param minutes how long the day lasts
 * @param part divides every number of the day, for a try
 */
export async function benchJournee(minutes: number, part: number): Promise<void> {
  const count = (n: number) => Math.max(1, Math.round(n / part))
  const size = {
    sis: count(whole.sis),
    sapeurs: count(shapes.M.sapeurs),
    interventionsAYear: count(shapes.M.interventionsAYear),
  }
  const data = await openShape('journee', { ...shapes.M, ...size, since: '2025-01-01' })
  const { admin } = started.add(data, (each) => each.stop())
  await withAnalystes(admin, async () => {
    const client = new pg.Client(admin)
    await client.connect()
    started.add(client, (each) => each.end())
    const places = await findPlaces(client)
    const dovecot = started.add(await startDovecot({ connections: places.length + 50 }), (each) =>
      each.remove(),
    )
    const key = randomBytes(32).toString('base64')
    await addMailboxes(client, places, dovecot, key)
    const mails = await composeAll(places, count(whole.alarmes))
    const programs = await startPrograms(admin, key, count(whole.screens))
    while (!(await allRead(client, places.length))) await pause(500)

    const sent = new Map<string, number>()
    const tally = new Tally()
    let shown = 0
    const day: Day = {
      ...{ http: new HttpClient(200), tally },
      data: programs[0]?.[1].port ?? 0,
      auth: programs[1]?.[1].port ?? 0,
      until: Number.POSITIVE_INFINITY,
      onScreen: (adresse) => {
        const since = sent.get(adresse)
        if (since === undefined) return
        shown += 1
        tally.take('from the mail to a screen', performance.now() - since)
      },
    }
    await openScreens(day, places, count(whole.screens))
    const began = performance.now()
    day.until = began + minutes * MINUTE_MS
    const postmaster = parentOf(await pidOf(client))
    const used = usage(programs, postmaster)
    const memory = watchMemory(programs, (minutes * MINUTE_MS) / (COLUMNS - 1))
    const deliver = async () => {
      for (const [n, { mail, sis }] of mails.entries()) {
        await pause(Math.max(0, began + (minutes * MINUTE_MS * n) / mails.length - performance.now()))
        sent.set(adresseOf(n), performance.now())
        dovecot.deliver(mail, sis)
      }
    }
    await Promise.all([
      deliver(),
      poll(day, places, count(whole.tablets), POLL_MS),
      writeReports(day, places, count(whole.officers), AFTER),
      analyse(day, places, nationalUrl(admin)),
    ])
    const expected = mails.reduce(
      (sum, { place }) => sum + screensOf(place, places.length, count(whole.screens)),
      0,
    )
    const last = performance.now()
    while ((await countAlarmes(client)) < mails.length || shown < expected) {
      if (performance.now() > last + PATIENCE_MS) break
      await pause(200)
    }
    const late = performance.now() - last
    const columns = memory.stop()
    const milliseconds = performance.now() - began
    const shares = usage(programs, postmaster).map(
      (each, n) => ((each - (used[n] ?? 0)) * 100) / milliseconds,
    )
    process.stdout.write(
      [
        heading(`journee ${minutes} ${part}`, await postgresVersion(admin)),
        `Alarms that became interventions: ${await countAlarmes(client)} of ${mails.length}. On screens: ${shown} of ${expected}, the last`,
        `${(late / 1000).toFixed(1)} s after the day. Errors: ${tally.errors()}.`,
        '',
        '| operation | times | p50 ms | p99 ms | max ms |',
        '|---|---|---|---|---|',
        tally.lines(),
        `| resident memory, MiB | ${Array.from({ length: COLUMNS }, (_, n) => `${((minutes * n) / (COLUMNS - 1)).toFixed(1)} min`).join(' | ')} | after | % of a core |`,
        `|---${'|---'.repeat(COLUMNS + 2)}|`,
        ...programs.map(
          ([name], n) =>
            `| ${name} | ${columns.map((column) => column[n]?.toFixed(0)).join(' | ')} | ${(shares[n] ?? 0).toFixed(0)} |`,
        ),
        '',
        `PostgreSQL used ${shares.at(-2)?.toFixed(0)} % of a core, the clients of this bench ${shares.at(-1)?.toFixed(0)} %. Complaints in the logs:`,
        ...programs.map(
          ([name, { complaints }]) => `${name} ${JSON.stringify(Object.fromEntries(complaints))}`,
        ),
        '',
      ].join('\n'),
    )
    day.http.close()
  })
}

// The processor time in ms of each program with the processes that it started, of PostgreSQL, and of this process.
function usage(programs: [string, Program][], postmaster: number): number[] {
  return [...programs.map(([, { pid }]) => pid), postmaster]
    .map(familyTime)
    .concat(processTime([process.pid]))
}

async function pidOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}

interface Mail {
  mail: Buffer
  sis: string
  /** The position of the SIS among all. */
  place: number
}

// Composed before anything is measured, for the SIS in turn.
async function composeAll(places: Place[], count: number): Promise<Mail[]> {
  const mails: Mail[] = []
  for (let n = 0; n < count; n++) {
    const at = n % places.length
    const place = places[at]
    if (place) mails.push({ mail: await composeMail(place, n), sis: place.sis, place: at })
  }
  return mails
}

// Screens are dealt to the SIS in turn.
function screensOf(place: number, places: number, screens: number): number {
  return Math.floor(screens / places) + (place < screens % places ? 1 : 0)
}

async function startPrograms(admin: string, key: string, screens: number): Promise<[string, Program][]> {
  const servers = {
    API_DATABASE_URL: as(admin, 'caserne_api'),
    AUTH_DATABASE_URL: as(admin, 'caserne_auth'),
    ALARM_STREAMS: String(screens + 10),
    PORT: '0',
  }
  const worker = {
    WORKER_DATABASE_URL: as(admin, 'caserne_worker'),
    MAILBOX_KEY: key,
    MAILBOX_PRIVATE_HOSTS: 'true',
  }
  return [
    ['data server', await startProgram(['serve', 'data'], servers, 'listening')],
    ['auth server', await startProgram(['serve', 'auth'], servers, 'listening')],
    ['worker', await startProgram(['worker'], worker, 'worker started')],
    ['second worker', await startProgram(['worker'], worker, 'worker started')],
  ]
}

async function allRead(client: pg.Client, mailboxes: number): Promise<boolean> {
  const { rows } = await client.query(
    'select count(*)::integer as n from jobs.releves where last_success_at is not null',
  )
  return rows[0]?.n >= mailboxes
}

async function countAlarmes(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    "select count(*)::integer as n from app.alarmes where adresse like '%Journée%' and intervention_id is not null",
  )
  return rows[0]?.n ?? 0
}

function nationalUrl(admin: string): string {
  return Object.assign(new URL(admin), { username: 'banc_national', password: 'bench' }).href
}

function watchMemory(programs: [string, Program][], every: number) {
  const columns: number[][] = []
  const look = () => columns.push(programs.map(([, { pid }]) => residentMiB(pid)))
  look()
  const timer = setInterval(() => {
    if (columns.length < COLUMNS) look()
  }, every)
  return {
    stop() {
      clearInterval(timer)
      look()
      return columns
    },
  }
}
