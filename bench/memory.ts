import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { ALARM_CENTRE, composeAlarme } from '../src/demo/demo_alarme.ts'
import { startDovecot } from '../test/support/dovecot.ts'
import { allPermissions } from '../test/support/table.ts'
import { composeLetter } from './faults/letter.ts'
import { followAlarmes } from './follow_alarmes.ts'
import { heading } from './heading.ts'
import { HttpClient } from './http_client.ts'
import { Tally } from './journee/tally.ts'
import { childrenOf } from './processor_time.ts'
import { residentMiB, startServing, startWorker } from './program.ts'
import { connect, postgresVersion, prepareDemo, signHeaders, started } from './setting.ts'

const MINUTE_MS = 60_000
// Threads and processes without work end after five minutes.
const IDLE_MS = 5.5 * MINUTE_MS
const STREAMS_EACH = 20
const AT_ONCE = 25
const graphql = {
  query:
    '{ interventions(first: 20, orderBy: [DATE_DEBUT_DESC]) { nodes { numero objet date_debut lieu } } }',
}

/**
 * Shows the memory of a data server and of the process that reads mails, under mixed load with streams of alarms, and
 * after five idle minutes; then how long the first GraphQL answer and the first mail take.
 * @param checkout the directory of another checkout, to run that one
 */
export async function benchMemory(minutes: number, streams: number, checkout?: string): Promise<void> {
  const admin = await prepareDemo()
  const client = await connect(admin)
  const dovecot = started.add(await startDovecot(), (each) => each.remove())
  const server = await startServing('data', admin, {}, checkout)
  const worker = await startWorker(
    admin,
    randomBytes(32).toString('base64'),
    {
      IMAP_URL: `imap://${dovecot.user}:${dovecot.password}@127.0.0.1:${dovecot.port}/INBOX?security=none`,
      IMAP_SENDERS: ALARM_CENTRE,
    },
    checkout,
  )
  const users = await addUsers(client, Math.max(1, Math.ceil(streams / STREAMS_EACH)))
  const all = await signHeaders(users.map((user) => ({ sis: 'hs', permissions: allPermissions, user })))
  const [headers = {}] = all
  const rows: string[] = []
  const note = (when: string) => {
    const readers = childrenOf(worker.pid).map(residentMiB)
    const cells = [residentMiB(server.pid), residentMiB(worker.pid)].map((each) => each.toFixed(0))
    rows.push(
      `| ${when} | ${cells.join(' | ')} | ${readers.map((each) => each.toFixed(0)).join(', ') || '–'} |`,
    )
    process.stderr.write(`${rows.at(-1)}\n`)
  }
  note('at the start')
  for (let n = 0; n < streams; n += AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, streams - n) }, (_, m) =>
        followAlarmes(server.port, all[(n + m) % all.length] ?? {}, () => undefined),
      ),
    )
  note(`with ${streams} streams`)
  const http = new HttpClient(20)
  const tally = new Tally()
  const ask = (method: string, path: string, body?: object) =>
    tally.time(`${method} ${path}`, () =>
      http.ask(server.port, method, path === '/graphql' ? path : `/api/v2${path}`, headers, body),
    )
  const until = performance.now() + minutes * MINUTE_MS
  const every = async (ms: number, act: (n: number) => Promise<unknown>) => {
    for (let n = 0; performance.now() < until; n++) {
      await act(n)
      await pause(ms)
    }
  }
  const year = await yearOf(client)
  const lists = ['/alarmes', '/interventions?limit=20', '/sapeurs', '/exercices', '/journal?limit=50']
  await Promise.all([
    ...lists.map((path) => every(100, () => ask('GET', path))),
    every(200, () => ask('POST', '/graphql', graphql)),
    every(5_000, () => ask('GET', `/statistiques/${year}/rapport`)),
    every(5_000, () => ask('GET', `/statistiques/${year}/export?format=xlsx`)),
    every(1_000, (n) => ask('POST', '/interventions', report(n))),
    every(2_000, async (n) => dovecot.deliver(await mail(`2854 Bassecourt, Mémoire ${n}.`, n))),
  ])
  note(`after ${minutes} min of mixed load`)
  await pause(IDLE_MS)
  note('after five idle minutes')
  const began = performance.now()
  await ask('POST', '/graphql', graphql)
  const first = performance.now() - began
  const adresse = '2854 Bassecourt, Mémoire, le dernier.'
  const delivered = performance.now()
  dovecot.deliver(await mail(adresse, 0))
  while (!(await isThere(client, adresse))) await pause(20)
  const read = performance.now() - delivered
  note('after that')
  http.close()
  process.stdout.write(
    [
      heading(`memory ${minutes} ${streams} ${checkout ?? ''}`.trim(), await postgresVersion(admin)),
      '| resident memory, MiB | data server | worker | mail readers |',
      '|---|---|---|---|',
      ...rows,
      '',
      `First GraphQL answer after five idle minutes: ${first.toFixed(0)} ms. First mail until its intervention: ` +
        `${read.toFixed(0)} ms. Errors: ${tally.errors()}.`,
      '',
      '| operation | times | p50 ms | p99 ms | max ms |',
      '|---|---|---|---|---|',
      tally.lines(),
      '',
    ].join('\n'),
  )
}

async function addUsers(client: pg.Client, count: number): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `insert into auth.users (name, email, password_hash)
     select 'Mémoire', 'memoire' || n || '@example.org', '!' from generate_series(1, $1) n returning id::integer`,
    [count],
  )
  return rows.map(({ id }) => id)
}

async function yearOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query(
    "select max(exercice_comptable_id) as id from app.interventions where sis_key = 'hs'",
  )
  return String(rows[0]?.id)
}

const report = (n: number) => ({
  date_debut: '2026-11-20',
  heure_debut: '08:00',
  objet: 'Inondation',
  lieu: `Mémoire ${n}`,
})

// A report as a PDF, and then three as texts.
async function mail(adresse: string, n: number): Promise<Buffer> {
  return n % 4 === 0 ? await composeAlarme({ adresse }) : composeLetter(adresse)
}

async function isThere(client: pg.Client, adresse: string): Promise<boolean> {
  const { rows } = await client.query(
    'select from app.alarmes where adresse = $1 and intervention_id is not null',
    [adresse],
  )
  return rows.length > 0
}
