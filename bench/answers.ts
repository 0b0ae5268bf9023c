import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { pino } from 'pino'
import { bootstrap } from '../src/db/bootstrap.ts'
import { migrate } from '../src/db/migrate.ts'
import type { Operation } from '../src/http/document/operation.ts'
import { cases } from '../test/budgets/cases.ts'
import { requestOf } from '../test/http/every_operation/client.ts'
import type { Sample } from '../test/http/samples/sample.ts'
import { withConnection } from './connection.ts'
import { heading } from './heading.ts'
import { quantile } from './median.ts'
import { openSampleSql } from './sample_sql.ts'
import { passwords, postgresVersion, type Server, signHeaders, startCluster, startServer } from './setting.ts'

// Pages that are followed, and neighbours of the id in a path that are asked for too.
const PAGES = 3
const NEIGHBOURS = [-2, -1, 1, 2]
// Requests between two looks at the processor time.
const BATCH = 5

const log = pino({ level: 'silent' })

/** An operation, with all its samples in one SIS: the one without a query first. */
interface Asked {
  sis: string
  operation: Operation
  samples: Sample[]
}

/** A data server, and the database that it asks. */
interface Side {
  server: Server
  admin: string
}

/**
 * Asks each GET of the demo, with each filter, pair of filters and page, as several callers, by another checkout and
 * by this one over the same rows. Their answers must be the same. Then measures the processor time of PostgreSQL for
 * each answer, in turns.
 * @param checkout directory of the other checkout
 * @param only part of a path: only matching operations are asked
 */
export async function benchAnswers(checkout: string, rounds: number, only = ''): Promise<void> {
  const { sides, asked: all, callers } = await prepare(resolve(checkout))
  const asked = all.filter(({ operation }) => operation.path.includes(only))
  process.stdout.write(heading(`answers ${checkout} ${rounds}`, await postgresVersion(sides[0].admin)))
  const found = { same: 0, written: new Set<string>(), other: 0 }
  for (const each of asked)
    for (const [n, headers] of (callers.get(each.sis) ?? []).entries())
      for (const path of n === 0 ? pathsOf(each) : each.samples.map((one) => pathOf(each.operation, one)))
        await compare(sides, each.operation.id, path, headers, found)
  process.stdout.write(
    `\n${found.same} answers are the same, ${found.other} differ. Written otherwise: ${[...found.written].join(', ') || 'none'}\n`,
  )
  if (rounds > 0) process.stdout.write(`\n${await measure(sides, asked, callers, rounds)}`)
}

// Both databases hold the rows that the other checkout loads; this one is migrated further.
async function prepare(checkout: string) {
  const before = await startCluster('postgres')
  const after = Object.assign(new URL(before), { pathname: 'after' }).href
  const load = (file: string) => import(join(checkout, 'src', file))
  await (await load('db/bootstrap.ts')).bootstrap(before, passwords)
  await (await load('db/migrate.ts')).migrate(before, log)
  await (await load('demo/load.ts')).loadDemo(before)
  const { rows } = await withConnection(before, (client) =>
    client.query<{ sis: string; user: number; sapeur: number; all: string[] }>(
      `select m.sis_key as sis, min(m.user_id)::integer as user, min(m.sapeur_id)::integer as sapeur,
              (select array_agg(p.identifiant) from auth.permissions p) as all
         from auth.memberships m
         join auth.users u on u.id = m.user_id and u.email_verified_at is not null
        where m.sapeur_id is not null group by m.sis_key order by 1`,
    ),
  )
  const asked: Asked[] = []
  const callers = new Map<string, Record<string, string>[]>()
  for (const { sis, user, sapeur, all } of rows) {
    asked.push(...(await sample(before, sis)))
    const rights = [all, [], ...all.map((one) => [one])]
    callers.set(sis, await signHeaders(rights.map((permissions) => ({ sis, permissions, user, sapeur }))))
  }
  await withConnection(Object.assign(new URL(before), { pathname: 'postgres' }).href, (client) =>
    client.query('create database after template bench strategy file_copy'),
  )
  await bootstrap(after, passwords)
  await migrate(after, log)
  for (const admin of [before, after]) await withConnection(admin, (client) => client.query('analyze'))
  const env = { KEPT_ANSWERS_MB: '0' }
  const sides: [Side, Side] = [
    { server: await startServer(before, env, checkout), admin: before },
    { server: await startServer(after, env), admin: after },
  ]
  return { sides, asked, callers }
}

async function sample(admin: string, sis: string): Promise<Asked[]> {
  const { sql, close } = await openSampleSql(admin, sis)
  const asked = new Map<string, Asked>()
  for (const { operation, make } of cases) {
    if (operation.method !== 'get' || !operation.readsJson) continue
    const each = asked.get(operation.id) ?? { sis, operation, samples: [] }
    each.samples.push(await make(sql, 10))
    asked.set(operation.id, each)
  }
  await close()
  return [...asked.values()]
}

const pathOf = (operation: Operation, sample: Sample, query: Record<string, string> = {}) =>
  requestOf(operation, sample, { query }).path

// With each query and pair of queries, and for neighbours of its record.
function pathsOf({ operation, samples }: Asked): string[] {
  const queries = samples.map(({ query = {} }) => query)
  const [first = {}] = samples
  const pairs = queries.flatMap((one) =>
    queries.map((other) => pathOf(operation, first, { ...one, ...other })),
  )
  const near = Object.entries(first.path ?? {}).flatMap(([name, value]) =>
    Number(value) > 0
      ? NEIGHBOURS.map((by) => pathOf(operation, { path: { ...first.path, [name]: Number(value) + by } }))
      : [],
  )
  return [...new Set([...pairs, ...near])]
}

interface Found {
  same: number
  /** Operations whose answers have the same values, but other spaces or another order of keys. */
  written: Set<string>
  other: number
}

async function compare(
  sides: [Side, Side],
  id: string,
  path: string,
  headers: Record<string, string>,
  found: Found,
): Promise<void> {
  let asked: string | undefined = path
  for (let page = 0; page < PAGES && asked !== undefined; page++) {
    const [one, other] = await Promise.all(sides.map(({ server }) => ask(server, asked ?? '', headers)))
    if (isDeepStrictEqual(one, other)) found.same += 1
    else if (isDeepStrictEqual(parse(one), parse(other))) found.written.add(id)
    else {
      found.other += 1
      process.stdout.write(`\nGET ${asked}\n${show(one)}\n${show(other)}\n`)
    }
    asked = one?.link?.match(/<([^>]+)>; rel="next"/)?.[1]?.replace(/^.*?(?=\/api\/)/, '')
  }
}

interface Answer {
  status: number
  link: string | null
  text: string
}

async function ask({ port }: Server, path: string, headers: Record<string, string>): Promise<Answer> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
  return { status: answer.status, link: answer.headers.get('link'), text: await answer.text() }
}

const parse = (answer: Answer | undefined) =>
  answer && answer.status === 200 ? { ...answer, text: JSON.parse(answer.text) } : answer
const show = (answer: Answer | undefined) => `${answer?.status} ${answer?.text.slice(0, 2000)}`

// A table of µs an answer, the fastest quarter of the rounds.
async function measure(
  sides: [Side, Side],
  asked: Asked[],
  callers: Map<string, Record<string, string>[]>,
  rounds: number,
): Promise<string> {
  const lines: { total: number; line: string }[] = []
  for (const { sis, operation, samples } of asked) {
    const headers = callers.get(sis)?.[0] ?? {}
    for (const path of new Set(samples.map((each) => pathOf(operation, each)))) {
      const answer = await ask(sides[0].server, path, headers)
      if (answer.status !== 200) continue
      const times: [number[], number[]] = [[], []]
      for (let round = -1; round < rounds; round++)
        for (const [n, side] of sides.entries()) {
          const before = await usedBy(side)
          for (let times = 0; times < BATCH; times++) await ask(side.server, path, headers)
          if (round >= 0) times[n as 0 | 1].push(((await usedBy(side)) - before) / BATCH)
        }
      const [was, is] = times.map((each) => quantile(each, 0.25)) as [number, number]
      const cells = [
        `${sis} ${path}`,
        was.toFixed(0),
        is.toFixed(0),
        (is / was).toFixed(2),
        answer.text.length,
      ]
      lines.push({ total: was, line: `| ${cells.join(' | ')} |\n` })
    }
  }
  const sorted = lines.toSorted((one, other) => other.total - one.total)
  return `| GET | before, µs | now, µs | now ÷ before | bytes |\n|---|---|---|---|---|\n${sorted.map(({ line }) => line).join('')}`
}

// Microseconds of processor time of a side's connections to its database so far.
async function usedBy({ admin }: Side): Promise<number> {
  const { rows } = await withConnection(admin, (client) =>
    client.query<{ pid: number }>(
      "select pid from pg_stat_activity where datname = current_database() and usename = 'caserne_api'",
    ),
  )
  return rows.reduce(
    (sum, { pid }) => sum + Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e3,
    0,
  )
}
