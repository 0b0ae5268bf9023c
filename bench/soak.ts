import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { ALARM_CENTRE, composeAlarme } from '../src/demo/demo_alarme.ts'
import { startDovecot } from '../test/support/dovecot.ts'
import { composeLetter } from './faults/letter.ts'
import { followAlarmes } from './follow_alarmes.ts'
import { heading } from './heading.ts'
import { HttpClient } from './http_client.ts'
import { Tally } from './journee/tally.ts'
import { quantile } from './median.ts'
import { type Program, residentMiB, startServing, startWorker } from './program.ts'
import { connect, postgresVersion, prepareDemo, started } from './setting.ts'

const MINUTE_MS = 60_000
const MAIL_EVERY_MS = 500
// One report in this many is a PDF, as most alarm centres send it.
const PDF_EVERY = 20
const STREAMS = 5
// Shorter than an access token lives.
const LOGIN_EVERY_MS = 240_000
const LAST_ALARMS_MS = 60_000
/** Number of rows of the table. */
const ROWS = 6

interface Sample {
  memory: number[]
  connections: number
  waiting: number
  oldest: number
  /** From a mail to a stream, of each alarm of the minute, in ms. */
  lags: number[]
}

/**
 * Runs both servers and two workers for a time: two mails a second, streams, readers and writers. Shows what grows, what
 * gets slower and what fails.
 */
export async function benchSoak(minutes: number): Promise<void> {
  const admin = await prepareDemo()
  const client = await connect(admin)
  const dovecot = started.add(await startDovecot(), (each) => each.remove())
  const key = randomBytes(32).toString('base64')
  const mailbox = {
    IMAP_URL: `imap://${dovecot.user}:${dovecot.password}@127.0.0.1:${dovecot.port}/INBOX?security=none`,
    IMAP_SENDERS: ALARM_CENTRE,
  }
  const programs = {
    'data server': await startServing('data', admin),
    'auth server': await startServing('auth', admin),
    worker: await startWorker(admin, key, mailbox),
    'second worker': await startWorker(admin, key, mailbox),
  }
  const day = new Day(programs['data server'].port, programs['auth server'].port, minutes)
  await day.signIn()
  for (let n = 0; n < STREAMS; n++)
    await followAlarmes(day.data, day.headers, (event) => day.see(event, n === 0))
  const samples: Sample[] = []
  const sampling = (async () => {
    for (let minute = 1; minute <= minutes; minute++) {
      await pause(Math.max(0, day.began + minute * MINUTE_MS - performance.now()))
      samples.push(await sample(client, programs, day.takeLags()))
      process.stderr.write(`${minute} min: ${row(samples.slice(-1)).join(', ')}; ${day.tally.errors()}\n`)
    }
  })()
  const deliver = async () => {
    for (let n = 0; day.goesOn; n++) {
      await pause(Math.max(0, day.began + n * MAIL_EVERY_MS - performance.now()))
      const adresse = `2854 Bassecourt, Endurance ${n}.`
      const mail = n % PDF_EVERY === 0 ? await composeAlarme({ adresse }) : composeLetter(adresse)
      day.deliver(adresse)
      dovecot.deliver(mail)
    }
  }
  await Promise.all([deliver(), sampling, day.work()])
  const counted = await lastAlarms(client, day.delivered)
  day.http.close()
  process.stdout.write(
    [
      heading(`soak ${minutes}`, await postgresVersion(admin)),
      `Mails: ${day.delivered}. Alarms: ${counted.alarmes}, of ${counted.adresses} mails. On the first of ${STREAMS} ` +
        `streams: ${day.seen}. Errors of clients: ${day.tally.errors()}.`,
      '',
      '| until | mail to stream: p50, p99, longest | ' +
        `${Object.keys(programs).join(', ')}, MiB | connections | jobs that wait | oldest |`,
      '|---|---|---|---|---|---|',
      ...Array.from({ length: ROWS }, (_, n) => {
        const [from, to] = [n, n + 1].map((each) => Math.round((each * samples.length) / ROWS))
        return `| ${to} min | ${row(samples.slice(from, to)).join(' | ')} |`
      }),
      '',
      '| operation | times | p50 ms | p99 ms | max ms |',
      '|---|---|---|---|---|',
      day.tally.lines(),
      'Complaints in the logs:',
      ...Object.entries(programs).map(
        ([name, { complaints }]) => `- ${name} ${JSON.stringify(Object.fromEntries(complaints))}`,
      ),
      '',
    ].join('\n'),
  )
}

/** The clients of the soak, and the mails on their way. */
class Day {
  readonly data: number
  readonly tally = new Tally()
  readonly http = new HttpClient(20)
  readonly began = performance.now()
  headers: Record<string, string> = {}
  delivered = 0
  seen = 0
  readonly #auth: number
  readonly #until: number
  readonly #onTheirWay = new Map<string, number>()
  #lags: number[] = []

  constructor(data: number, auth: number, minutes: number) {
    this.data = data
    this.#auth = auth
    this.#until = this.began + minutes * MINUTE_MS
  }

  get goesOn(): boolean {
    return performance.now() < this.#until
  }

  async signIn(): Promise<void> {
    const account = { email: 'commandant@example.org', password: 'caserne-demo' }
    const answer = await this.http.ask(this.#auth, 'POST', '/api/v1/login', {}, account)
    const { accessToken } = JSON.parse(answer.text)
    this.headers = { authorization: `Bearer ${accessToken}`, 'sis-key': 'hs' }
  }

  deliver(adresse: string): void {
    this.#onTheirWay.set(adresse, performance.now())
    this.delivered += 1
  }

  /** An alarm comes by a stream. @param first whether the stream is the one that is timed */
  see(event: string, first: boolean): void {
    const [adresse = ''] = /2854 Bassecourt, Endurance \d+\./.exec(event) ?? []
    const since = this.#onTheirWay.get(adresse)
    if (!first || since === undefined) return
    this.#onTheirWay.delete(adresse)
    this.seen += 1
    this.#lags.push(performance.now() - since)
  }

  takeLags(): number[] {
    return this.#lags.splice(0)
  }

  /** Reads and writes until the end. */
  async work(): Promise<void> {
    const ask = (method: string, path: string, body?: object) =>
      this.tally.time(`${method} ${path.replace(/\d+$/, '{id}')}`, () =>
        this.http.ask(this.data, method, `/api/v2${path}`, this.headers, body),
      )
    const every = async (ms: number, act: (n: number) => Promise<unknown>) => {
      for (let n = 0; this.goesOn; n++) {
        const began = performance.now()
        await act(n)
        await pause(Math.max(0, ms - (performance.now() - began)))
      }
    }
    const report = async (n: number) => {
      const begun = {
        date_debut: '2026-11-20',
        heure_debut: '08:00',
        objet: 'Inondation',
        lieu: `Endurance ${n}`,
      }
      const made = await ask('POST', '/interventions', begun)
      if (made === undefined) return
      await ask('PUT', `/interventions/${JSON.parse(made.text).data.id}`, { description: 'Cave pompée' })
    }
    await Promise.all([
      every(1_000, () => ask('GET', '/interventions?limit=20')),
      every(1_000, () => ask('GET', '/alarmes?limit=20')),
      every(2_000, () => ask('GET', '/sapeurs')),
      every(30_000, () => ask('GET', '/alarmes?force=true&limit=20')),
      every(5_000, report),
      every(LOGIN_EVERY_MS, () => this.tally.time('POST /login', () => this.signIn())),
    ])
  }
}

async function sample(client: pg.Client, programs: Record<string, Program>, lags: number[]): Promise<Sample> {
  const { rows } = await client.query<{ connections: number; waiting: number; oldest: number }>(
    `select (select count(*)::integer from pg_stat_activity where usename like 'caserne\\_%') as connections,
            count(*)::integer as waiting,
            coalesce(extract(epoch from clock_timestamp() - min(run_at)), 0)::float8 as oldest
       from graphile_worker.jobs
      where run_at <= clock_timestamp()
        and locked_at is null
        and attempts < max_attempts
        and task_identifier not in ('send_mail', 'mail_envoi')`,
  )
  const [{ connections, waiting, oldest } = { connections: 0, waiting: 0, oldest: 0 }] = rows
  return {
    memory: Object.values(programs).map(({ pid }) => residentMiB(pid)),
    connections,
    waiting,
    oldest,
    lags,
  }
}

// The most of each figure; of memory, which grows or does not, the last.
function row(samples: Sample[]): string[] {
  const lags = samples.flatMap((each) => each.lags)
  const most = (of: (each: Sample) => number) => Math.max(0, ...samples.map(of))
  return [
    [0.5, 0.99, 1].map((share) => `${quantile(lags, share).toFixed(0)} ms`).join(', '),
    (samples.at(-1)?.memory ?? []).map((each) => each.toFixed(0)).join(', '),
    String(most(({ connections }) => connections)),
    String(most(({ waiting }) => waiting)),
    `${most(({ oldest }) => oldest).toFixed(1)} s`,
  ]
}

async function lastAlarms(client: pg.Client, mails: number): Promise<{ alarmes: number; adresses: number }> {
  const ended = performance.now()
  for (;;) {
    const { rows } = await client.query(
      `select count(*)::integer as alarmes, count(distinct adresse)::integer as adresses
         from app.alarmes where adresse ^@ '2854 Bassecourt, Endurance '`,
    )
    if (rows[0].adresses >= mails || performance.now() - ended > LAST_ALARMS_MS) return rows[0]
    await pause(500)
  }
}
