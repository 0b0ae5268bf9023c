import { Agent, get } from 'node:http'
import pg from 'pg'
import { heading } from './heading.ts'
import { as, postgresVersion, prepareDemo, signTokens, startServer } from './setting.ts'

// One account may have twenty streams at most.
const PER_USER = 20
const SIS = 'hs'
const ELSEWHERE = 'test'

/**
 * Measures the time from the commit of an alarm until each listener of its SIS has it, over its own connection.
 * @param listeners number of listeners in one SIS. A tenth as many listen in another SIS and must not get the alarm.
 */
export async function benchFlux(listeners: number, alarms: number): Promise<void> {
  const admin = await prepareDemo()
  const client = new pg.Client(admin)
  await client.connect()
  const users = await addUsers(client, Math.ceil(listeners / PER_USER) * 2)
  const port = await startServer('whole', [as(admin, 'caserne_api'), as(admin, 'caserne_auth')])
  const [here = [], there = []] = await Promise.all(
    [SIS, ELSEWHERE].map((sis, n) => tokensFor(sis, n === 0 ? listeners : listeners / 10, users)),
  )
  const clock = { heard: [] as number[], elsewhere: 0 }
  await Promise.all([
    ...here.map((token) => follow(port, SIS, token, () => clock.heard.push(performance.now()))),
    ...there.map((token) => follow(port, ELSEWHERE, token, () => clock.elsewhere++)),
  ])
  const last: number[] = []
  const all: number[] = []
  for (let n = -3; n < alarms; n++) {
    clock.heard = []
    const committed = await store(client, n)
    while (clock.heard.length < listeners) await new Promise((resolve) => setTimeout(resolve, 5))
    const after = clock.heard.map((each) => each - committed)
    // The first few warm caches and compilers.
    if (n >= 0) all.push(...after)
    if (n >= 0) last.push(Math.max(...after))
  }
  await client.end()
  const line = (name: string, values: number[]) => {
    const sorted = values.toSorted((one, other) => one - other)
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
    return `| ${name} | ${[at(0.5), at(0.99), at(1)].map((each) => each.toFixed(0)).join(' | ')} |\n`
  }
  process.stdout.write(
    `${heading(`flux ${listeners} ${alarms}`, await postgresVersion(admin))}\n` +
      `| ms from the commit until it is there | p50 | p99 | max |\n|---|---|---|---|\n` +
      line(`with each of ${listeners} listeners of the SIS`, all) +
      line('with the last of them', last) +
      `\nWith the ${there.length} listeners of another SIS: ${clock.elsewhere} events.\n`,
  )
}

async function addUsers(client: pg.Client, count: number): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `insert into auth.users (name, email, password_hash)
     select 'Flux', 'flux' || n || '@example.org', '!' from generate_series(1, $1) n returning id::integer`,
    [count],
  )
  return rows.map(({ id }) => id)
}

function tokensFor(sis: string, count: number, users: number[]): Promise<string[]> {
  const who = {
    admin: false,
    validated: true,
    pseudo: 'Flux',
    email: 'flux@example.org',
    mobiles: [],
    sapeurs: {},
  }
  const permissions = { [sis]: ['intervention.lecture'] }
  return signTokens(
    Array.from({ length: count }, (_, n) => ({ ...who, id: users[n % users.length] ?? 1, permissions })),
  )
}

// Resolves when the stream is up to date. From then on `onAlarm` is called for each alarm.
function follow(port: number, sis: string, token: string, onAlarm: () => void): Promise<void> {
  const headers = { 'sis-key': sis, authorization: `Bearer ${token}` }
  return new Promise((resolve, reject) => {
    let upToDate = false
    const take = (text: string) => {
      if (upToDate) for (const _ of text.matchAll(/^event: alarme$/gm)) onAlarm()
      else if (text.includes('event: a_jour')) {
        upToDate = true
        resolve()
      }
    }
    get(
      { host: '127.0.0.1', port, path: '/api/v2/alarmes/flux', agent: new Agent(), headers },
      (response) => {
        if (response.statusCode !== 200) reject(new Error(`flux: ${response.statusCode}`))
        response.setEncoding('utf8').on('data', take)
      },
    ).on('error', reject)
  })
}

// Stores an alarm with a group and its people in one transaction, like the worker. Returns the time of the commit.
async function store(client: pg.Client, n: number): Promise<number> {
  await client.query('begin')
  const { rows } = await client.query(
    `insert into app.alarmes (sis_key, date, type, code, adresse, intervention_voulue)
     values ($1, now(), 'Alarme réelle', 'FEU BAT', 'Rue du Banc ' || $2, false) returning id`,
    [SIS, n],
  )
  await client.query(
    "insert into app.alarme_groupes (sis_key, alarme_id, no, nom) values ($1, $2, '90', 'EM')",
    [SIS, rows[0]?.id],
  )
  await client.query(
    `insert into app.alarme_personnes (sis_key, alarme_id, groupe_no, groupe_nom, nom_complet)
     select $1, $2, '90', 'EM', 'Inconnu ' || n from generate_series(1, 5) n`,
    [SIS, rows[0]?.id],
  )
  await client.query('commit')
  return performance.now()
}
