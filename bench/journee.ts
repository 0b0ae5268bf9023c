import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { startDovecot } from '../test/support/dovecot.ts'
import { openShape } from './data/open_data.ts'
import { shapes } from './data/sizes.ts'
import { heading } from './heading.ts'
import { HttpClient } from './http_client.ts'
import { Arrivals } from './journee/arrivals.ts'
import { analyse, openScreens, poll, writeReports } from './journee/clients.ts'
import { addMailboxes, composeMails, findPlaces } from './journee/mailboxes.ts'
import { Tally } from './journee/tally.ts'
import { type Usage, watchUsage } from './journee/watch_usage.ts'
import { type Program, startServing, startWorker } from './program.ts'
import { connect, postgresVersion, started } from './setting.ts'
import { withAnalystes } from './statistiques/with_analystes.ts'

const MINUTE_MS = 60_000
/** Size of a storm day of a country. */
const whole = { sis: 1200, alarmes: 3000, screens: 2500, tablets: 2500, officers: 2000 }
/** A day on which the data have no presences. */
const AFTER = '2026-11-21'
const POLL_MS = 10_000
/** How long the last alarms of the day may still take. */
const PATIENCE_MS = 120_000
/** How many times the memory of each process is read in the day. */
const READINGS = 6

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
    const client = await connect(admin)
    const places = await findPlaces(client)
    const dovecot = await startDovecot({ connections: places.length + 50 })
    started.add(dovecot, (each) => each.remove())
    const key = randomBytes(32).toString('base64')
    await addMailboxes(client, places, dovecot, key)
    const mails = await composeMails(places, count(whole.alarmes))
    const programs = await startPrograms(admin, key, count(whole.screens))
    while (!(await allRead(client, places.length))) await pause(500)

    const tally = new Tally()
    const arrivals = new Arrivals(mails, places, count(whole.screens), tally)
    const http = new HttpClient(200)
    const servers = { data: programs['data server'].port, auth: programs['auth server'].port }
    const day = { http, tally, ...servers, until: Number.POSITIVE_INFINITY }
    await openScreens(day, places, count(whole.screens), (adresse) => arrivals.see(adresse))
    const began = performance.now()
    day.until = began + minutes * MINUTE_MS
    const watch = await watchUsage(client, programs, (minutes * MINUTE_MS) / (READINGS - 1), READINGS)
    await Promise.all([
      arrivals.deliver(dovecot, minutes * MINUTE_MS),
      poll(day, places, count(whole.tablets), POLL_MS),
      writeReports(day, places, count(whole.officers), AFTER),
      analyse(day, places, nationalUrl(admin)),
    ])
    const ended = performance.now()
    while ((await countAlarmes(client)) < mails.length || !arrivals.complete) {
      if (performance.now() > ended + PATIENCE_MS) break
      await pause(200)
    }
    const late = (performance.now() - ended) / 1000
    const usage = watch.stop()
    http.close()
    process.stdout.write(
      [
        heading(`journee ${minutes} ${part}`, await postgresVersion(admin)),
        `Alarms that became interventions: ${await countAlarmes(client)} of ${mails.length}. On screens: ` +
          `${arrivals.seen} of ${arrivals.expected}, the last ${late.toFixed(1)} s after the day. ` +
          `Errors: ${tally.errors()}.`,
        '',
        '| operation | times | p50 ms | p99 ms | max ms |',
        '|---|---|---|---|---|',
        tally.lines(),
        ...describeUsage(usage, programs, minutes),
        '',
      ].join('\n'),
    )
  })
}

function describeUsage(usage: Usage, programs: Record<string, Program>, minutes: number): string[] {
  const times = Array.from(
    { length: READINGS },
    (_, n) => `${((minutes * n) / (READINGS - 1)).toFixed(1)} min`,
  )
  return [
    `| resident memory, MiB | ${times.join(' | ')} | after | % of a core |`,
    `|---${'|---'.repeat(READINGS + 2)}|`,
    ...Object.keys(programs).map((name) => {
      const { memory = [], share = 0 } = usage.programs[name] ?? {}
      return `| ${name} | ${memory.map((each) => each.toFixed(0)).join(' | ')} | ${share.toFixed(0)} |`
    }),
    '',
    `PostgreSQL used ${usage.postgres.toFixed(0)} % of a core, the clients of this bench ` +
      `${usage.clients.toFixed(0)} %. Complaints in the logs:`,
    ...Object.entries(programs).map(
      ([name, { complaints }]) => `${name} ${JSON.stringify(Object.fromEntries(complaints))}`,
    ),
  ]
}

async function startPrograms(admin: string, key: string, screens: number) {
  return {
    'data server': await startServing('data', admin, { ALARM_STREAMS: String(screens + 10) }),
    'auth server': await startServing('auth', admin),
    worker: await startWorker(admin, key),
    'second worker': await startWorker(admin, key),
  }
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
