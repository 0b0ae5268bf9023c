import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { root } from '../src/config.ts'
import { ALARM_CENTRE, composeAlarme } from '../src/demo/demo_alarme.ts'
import { type Dovecot, startDovecot } from '../test/support/dovecot.ts'
import { heading } from './heading.ts'
import { quantile } from './median.ts'
import { as, connect, postgresVersion, prepareDemo, signHeaders, started, startServer } from './setting.ts'

const A_SECOND = 2
// The pause between two looks of the client.
const LOOK_MS = 25
const wordy = { code: '', description: 'Feu de cheminée dans un appartement' }

/**
 * Measures the way of a report from its delivery to Dovecot to an intervention: first the latency over REST at two
 * reports a second, then the throughput in a storm.
 * @param seconds length of the first measure.
 * @param storm number of reports in the second.
 * @param binaries the directory of another PostgreSQL than the embedded one.
 */
export async function benchIngest(seconds: number, storm: number, binaries?: string): Promise<void> {
  const admin = await prepareDemo({ binaries })
  const dovecot = started.add(await startDovecot(), (each) => each.remove())
  const { port } = await startServer(admin)
  const [headers = {}] = await signHeaders([{ sis: 'hs', permissions: ['intervention.lecture'] }])
  const reports = await compose(A_SECOND * seconds + storm)
  await startWorker(as(admin, 'caserne_worker'), dovecot.port)
  const client = await connect(admin)
  // As autovacuum does in time.
  await client.query('analyze')
  // Warms up: the first reports after a start wait for the parser to be compiled.
  await drain(client, dovecot, await compose(20, 'Essai'))

  process.stdout.write(
    heading(['ingest', seconds, storm, binaries].filter(Boolean).join(' '), await postgresVersion(admin)),
  )
  process.stdout.write(
    `\n${await latency(dovecot, reports.slice(0, A_SECOND * seconds), look(port, headers))}`,
  )
  const took = await drain(client, dovecot, reports.slice(A_SECOND * seconds))
  process.stdout.write(
    `| storm of ${storm} | ${(took / 1000).toFixed(1)} s | **${(storm / (took / 1000)).toFixed(1)} a second** |\n`,
  )
}

interface Report {
  adresse: string
  mail: Buffer
}

// Composes the reports before anything is measured, so that this costs no time then. Each report begins later than the
// one before, so that its intervention stands first in the list. Every second has no code, so that its words count.
async function compose(count: number, word = 'Banc'): Promise<Report[]> {
  const reports: Report[] = []
  const now = Date.now()
  for (let n = 0; n < count; n++) {
    const adresse = `2854 Bassecourt, ${word} ${n}`
    reports.push({
      adresse,
      mail: await composeAlarme({
        ...(n % 2 === 1 && wordy),
        adresse,
        date: new Date(now - (count - n) * 1000),
      }),
    })
  }
  return reports
}

async function startWorker(url: string, port: number): Promise<void> {
  const child = spawn(process.execPath, [join(root, 'src/main.ts'), 'worker'], {
    env: {
      ...process.env,
      WORKER_DATABASE_URL: url,
      MAILBOX_KEY: randomBytes(32).toString('base64'),
      IMAP_URL: `imap://alarme:essai@127.0.0.1:${port}/INBOX?security=none`,
      IMAP_SENDERS: ALARM_CENTRE,
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  started.add(child, async () => {
    child.kill()
    await once(child, 'exit')
  })
  await once(child.stdout, 'data')
  child.stdout.resume()
}

// Returns a function that reads the places of the latest interventions as a client.
function look(port: number, headers: Record<string, string>): () => Promise<string[]> {
  return async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v2/interventions?limit=50`, { headers })
    if (!answer.ok) throw new Error(`GET /interventions: ${answer.status}`)
    const { data }: { data: { lieu: string }[] } = await answer.json()
    return data.map(({ lieu }) => lieu)
  }
}

async function latency(dovecot: Dovecot, reports: Report[], seen: () => Promise<string[]>): Promise<string> {
  const delivered = new Map<string, number>()
  const times: number[] = []
  const began = performance.now()
  for (let n = 0; times.length < reports.length; ) {
    const next = reports[n]
    if (next && performance.now() - began >= (n * 1000) / A_SECOND) {
      delivered.set(next.adresse, performance.now())
      dovecot.deliver(next.mail)
      n++
    }
    for (const lieu of await seen()) {
      const since = delivered.get(lieu)
      if (since === undefined) continue
      times.push(performance.now() - since)
      delivered.delete(lieu)
    }
    await pause(LOOK_MS)
  }
  const row = [0.5, 0.99, 1].map((share) => `${Math.round(quantile(times, share))} ms`)
  return [
    '| measured | | |',
    '|---|---|---|',
    `| ${A_SECOND} a second, ${reports.length} in all: p50, p99 | **${row[0]}** | **${row[1]}** (longest ${row[2]}) |`,
    '',
  ].join('\n')
}

// Delivers all reports at once. Returns the milliseconds until each has its intervention.
async function drain(client: pg.Client, dovecot: Dovecot, reports: Report[]): Promise<number> {
  const query = 'select count(*)::integer as made from app.interventions where lieu = any ($1)'
  const places = reports.map(({ adresse }) => adresse)
  const began = performance.now()
  for (const { mail } of reports) dovecot.deliver(mail)
  for (;;) {
    const { rows } = await client.query(query, [places])
    if (rows[0]?.made === reports.length) return performance.now() - began
    await pause(100)
  }
}
