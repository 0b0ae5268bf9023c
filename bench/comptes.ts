import { request } from 'node:http'
import { withConnection } from './connection.ts'
import { sisKey } from './data/sizes.ts'
import { heading } from './heading.ts'
import { HttpClient } from './http_client.ts'
import { median, quantile } from './median.ts'
import { postgresVersion, prepareDatabase, SIS, signHeaders, startServer } from './setting.ts'
import { compareSignIn } from './sign_in.ts'

const FLOOD_CONNECTIONS = 50
const READS_A_SECOND = 40

/**
 * Measures whether answer times reveal that an account exists, what a sign-in and a refresh take beside the hash and the
 * signature they need, and how a flood of logins slows the data API.
 */
export async function benchComptes(tries: number, seconds: number): Promise<void> {
  const admin = await prepareDatabase()
  await makeAccounts(admin)
  const permissions = ['intervention.lecture']
  const headers = await signHeaders(
    Array.from({ length: SIS }, (_, n) => ({ sis: sisKey(n + 1), permissions })),
  )
  // High limits: throttling must not cut the measures short. The flood uses many addresses anyway.
  const env = { MAILS_PER_HOUR: '1000000', FAILURES_ALLOWED: '1000000' }
  const { port } = await startServer(admin, env)
  process.stdout.write(heading(`comptes ${tries} ${seconds}`, await postgresVersion(admin)))
  await compareTimes(port, tries)
  process.stdout.write((await compareSignIn(port, admin, tries)).join('\n'))
  await flood(port, headers, seconds)
}

async function makeAccounts(admin: string): Promise<void> {
  await withConnection(admin, async (client) => {
    await client.query(
      `insert into auth.users (name, email, password_hash)
       select 'Banc ' || n, 'banc' || n || '@example.org', auth.hash_password('caserne-demo')
         from generate_series(1, 10) as n`,
    )
    await client.query('vacuum (analyze) auth.users')
  })
}

// Known and unknown e-mails take turns, so that both see the same state of the machine.
async function compareTimes(port: number, tries: number): Promise<void> {
  const known = (n: number) => `banc${(n % 10) + 1}@example.org`
  const unknown = (n: number) => `rien${(n % 10) + 1}@example.org`
  const wrong = (email: string) => ({ email, password: 'caserne-dome' })
  const rows: string[] = []
  for (const [what, path, body, status] of [
    ['login, wrong password / unknown e-mail', '/api/v1/login', wrong, 401],
    [
      'forgotten-password, known / unknown e-mail',
      '/api/v1/forgotten-password',
      (email: string) => ({ email }),
      200,
    ],
  ] as const) {
    const times: [number[], number[]] = [[], []]
    for (let n = -5; n < tries; n++) {
      for (const [side, email] of [known, unknown].entries()) {
        const began = performance.now()
        const answered = await post(port, path, body(email(n + 5)), '127.0.0.1')
        if (answered !== status) throw new Error(`${path}: ${answered}`)
        if (n >= 0) times[side === 0 ? 0 : 1].push(performance.now() - began)
      }
    }
    const [one, other] = [median(times[0]), median(times[1])]
    rows.push(`| ${what} | ${one.toFixed(2)} | ${other.toFixed(2)} | ${(one / other).toFixed(3)} |`)
  }
  process.stdout.write(
    [
      '',
      `### Times for known and unknown accounts (ms, medians of ${tries})`,
      '',
      '| | known | unknown | ratio |',
      '|---|---|---|---|',
      ...rows,
      '',
    ].join('\n'),
  )
}

async function flood(port: number, headers: Record<string, string>[], seconds: number): Promise<void> {
  const read = (each: number) => readAlarmes(port, headers, each)
  await read(3)
  const before = await read(seconds)
  const state = { stop: false, answers: new Map<number, number>() }
  const lanes = Array.from({ length: FLOOD_CONNECTIONS }, (_, lane) => attack(port, lane, state))
  await read(2)
  const flooded = await read(seconds)
  state.stop = true
  await Promise.all(lanes)
  const quiet = [...before, ...(await read(seconds))]
  const answers = [...state.answers].map(([status, count]) => `${count} × ${status}`).join(', ')
  const ratio = quantile(flooded, 0.99) / quantile(quiet, 0.99)
  process.stdout.write(
    [
      '',
      `### GET /alarmes while ${FLOOD_CONNECTIONS} connections try wrong passwords from many addresses (ms)`,
      '',
      `${READS_A_SECOND} reads a second, ${seconds} s each; quiet before and after. The flood was answered ${answers}.`,
      '',
      '| | p50 | p99 |',
      '|---|---|---|',
      row('quiet', quiet),
      row('in the flood', flooded),
      '',
      `p99 in the flood / quiet: **${ratio.toFixed(2)}**`,
      '',
    ].join('\n'),
  )
}

function row(name: string, times: number[]): string {
  return `| ${name} | ${median(times).toFixed(1)} | ${quantile(times, 0.99).toFixed(1)} |`
}

// Sends each try from another loopback address. Every other e-mail exists.
async function attack(
  port: number,
  lane: number,
  state: { stop: boolean; answers: Map<number, number> },
): Promise<void> {
  for (let n = 0; !state.stop; n++) {
    const address = `127.${lane + 1}.${(n >> 8) % 256}.${(n % 255) + 1}`
    const email = n % 2 === 0 ? `banc${(n % 10) + 1}@example.org` : `rien${lane}.${n}@example.org`
    const status = await post(port, '/api/v1/login', { email, password: `essai-${lane}-${n}` }, address)
    state.answers.set(status, (state.answers.get(status) ?? 0) + 1)
  }
}

// Reads the alarms of the SIS in turn, at a steady rate, without waiting for earlier answers. Returns all times, in ms.
async function readAlarmes(
  port: number,
  headers: Record<string, string>[],
  seconds: number,
): Promise<number[]> {
  const http = new HttpClient(Number.POSITIVE_INFINITY)
  const times: Promise<number>[] = []
  const began = performance.now()
  for (let n = 0; n < READS_A_SECOND * seconds; n++) {
    const due = began + (n * 1000) / READS_A_SECOND
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
    const sent = performance.now()
    const answered = http.ask(port, 'GET', '/api/v2/alarmes', headers[(n * 7919) % headers.length] ?? {})
    times.push(answered.then(() => performance.now() - sent))
  }
  const all = await Promise.all(times)
  http.close()
  return all
}

function post(port: number, path: string, body: object, localAddress: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' }
    const asking = request({
      host: '127.0.0.1',
      port,
      path,
      method: 'POST',
      headers,
      localAddress,
      agent: false,
    })
    asking.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode ?? 0)))
    asking.on('error', reject).end(JSON.stringify(body))
  })
}
