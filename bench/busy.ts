import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import type pg from 'pg'
import { root } from '../src/config.ts'
import { ALARM_CENTRE } from '../src/demo/demo_alarme.ts'
import { withConnection } from './connection.ts'
import { composeLetter } from './faults/letter.ts'
import { heading } from './heading.ts'
import { HttpClient } from './http_client.ts'
import { connect, postgresVersion, started } from './setting.ts'

const BUSY_MS = 60_000
const LOCK_AT_MS = 58_000
const LOCKED_MS = 25_000
const MAIL_EVERY_MS = 500
const AFTER_MS = 5_000
const PATIENCE_MS = 600_000
const LOOK_MS = 250

/**
 * The demo beside processes that are busy for a minute, while mails come and the table of the mailboxes is locked: when
 * reading goes on, and how the program stops.
 * @param processes number of busy processes
 */
export async function benchBusy(processes: number): Promise<void> {
  const demo = await startDemo()
  const client = await connect(demo.admin)
  // The demo ends with its database.
  client.on('error', () => undefined)
  const transport = createTransport({ host: '127.0.0.1', port: demo.smtp, secure: false, ignoreTLS: true })
  const envelope = { from: ALARM_CENTRE, to: 'alarmes@caserne.example.org' }
  let [sent, mails] = [0, 0]
  const deliver = async () => {
    sent += 1
    await transport.sendMail({ envelope, raw: composeLetter(`Charge ${sent}.`) })
    mails += 1
  }
  const coming = setInterval(deliver, MAIL_EVERY_MS)
  for (let n = 0; n < processes; n++) {
    const loop = `const end = Date.now() + ${BUSY_MS}; while (Date.now() < end);`
    const busy = spawn(process.execPath, ['-e', loop], { stdio: 'ignore' })
    started.add(busy, async () => void busy.kill())
  }
  await pause(LOCK_AT_MS)
  await withConnection(demo.admin, async (locking) => {
    await locking.query('begin')
    await locking.query('lock table jobs.releves in access exclusive mode')
    await pause(LOCKED_MS)
    await locking.query('commit')
  })
  setTimeout(() => clearInterval(coming), AFTER_MS)
  const { longest, took, read } = await follow(client, () => mails)
  const forced = await demo.force()
  const ready = (await fetch(`http://127.0.0.1:${demo.data}/ready`)).status
  const began = performance.now()
  demo.child.kill('SIGTERM')
  const [code] = await once(demo.child, 'exit')
  const stop = performance.now() - began
  process.stdout.write(
    `${heading(`busy ${processes}`, demo.version)}\n` +
      `| mails, alarms, of mails | longest pause after the lock | all read after | force=true | /ready | SIGTERM |\n` +
      `|---|---|---|---|---|---|\n` +
      `| ${mails}, ${read.alarmes}, ${read.adresses} | ${seconds(longest)} | ${seconds(took)} | ${forced} | ${ready} | ` +
      `code ${code} after ${seconds(stop)} |\n`,
  )
}

// Returns the longest time without a new alarm, in ms, and how long it takes until all mails are read.
async function follow(client: pg.Client, mails: () => number) {
  const since = performance.now()
  let [longest, last, known] = [0, since, 0]
  for (;;) {
    const { rows } = await client.query<{ alarmes: number; adresses: number }>(
      `select count(*)::integer as alarmes, count(distinct adresse)::integer as adresses
         from app.alarmes where adresse ^@ 'Charge '`,
    )
    const read = rows[0] ?? { alarmes: 0, adresses: 0 }
    const now = performance.now()
    if (read.adresses > known) [known, last] = [read.adresses, now]
    else if (known < mails()) longest = Math.max(longest, now - last)
    const isOver = known === mails() && now - since > AFTER_MS + MAIL_EVERY_MS
    if (isOver || now - since > PATIENCE_MS) return { longest, took: last - since, read }
    await pause(LOOK_MS)
  }
}

interface Demo {
  child: ChildProcess
  admin: string
  data: number
  smtp: number
  version: string
  /** Asks for the alarms that wait in the mailbox. Returns the status. */
  force(): Promise<number>
}

async function startDemo(): Promise<Demo> {
  const directory = mkdtempSync(join(tmpdir(), 'caserne-busy-'))
  // PostgreSQL's account enters too.
  chmodSync(directory, 0o711)
  started.add(directory, async () => rmSync(directory, { recursive: true, force: true }))
  const settings = {
    DATA_DIR: directory,
    PORT: '0',
    DEMO_HISTORY: 'false',
    DEMO_ANSWERS: 'false',
    LOG_LEVEL: 'warn',
  }
  const child = spawn(process.execPath, [join(root, 'src/main.ts'), 'start'], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit')
  started.add(child, async () => {
    child.kill()
    await gone
  })
  let said = ''
  const isReady = Promise.withResolvers<void>()
  child.stdout.on('data', (text) => {
    said += text
    if (said.includes('Ctrl-C pour arrêter.')) isReady.resolve()
  })
  await isReady.promise
  const part = (pattern: RegExp) => pattern.exec(said)?.[1] ?? ''
  const password = readFileSync(join(directory, 'postgres/password'), 'utf8').trim()
  const admin = Object.assign(new URL(part(/Base de données +(\S+)/)), {
    username: 'postgres',
    password,
  }).href
  const data = Number(part(/Données +http:\S+:(\d+)/))
  const auth = Number(part(/Authentification +http:\S+:(\d+)/))
  const force = async () => {
    const http = new HttpClient(1)
    const account = { email: 'commandant@example.org', password: 'caserne-demo' }
    const { text } = await http.ask(auth, 'POST', '/api/v1/login', {}, account)
    const headers = { authorization: `Bearer ${JSON.parse(text).accessToken}`, 'sis-key': 'hs' }
    const { status } = await http.ask(data, 'GET', '/api/v2/alarmes?force=true', headers)
    http.close()
    return status
  }
  return {
    child,
    admin,
    data,
    smtp: Number(part(/SMTP (\d+)/)),
    version: await postgresVersion(admin),
    force,
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
