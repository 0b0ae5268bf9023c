import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { plain } from './accepted.ts'
import { heading } from './heading.ts'
import { addAlarmes, findPlace, headersAt, type List, listsAt } from './http/lists.ts'
import { cell, type Measure, type Measured, measure, ratio } from './http/measure.ts'
import { parentOf } from './processor_time.ts'
import {
  connect,
  postgresVersion,
  prepareDemo,
  type Server,
  startBareServer,
  startServer,
} from './setting.ts'

type MeasuredServer = Server & Measured

/**
 * Compares lists as served, compressed and plain, sent again and rebuilt, with a bare node:http server that sends the same bytes: from one
 * stored column, and from SQL written for this bench (http/*.sql). Also compares answers 304 with GET /health.
 * @param seconds length of each measure, repeated for `rounds`
 * @param only part of a path: only matching lists are measured
 */
export async function benchHttp(seconds: number, rounds: number, only = ''): Promise<void> {
  const admin = await prepareDemo()
  // The error of the statement says more than that of the connection.
  const client = (await connect(admin)).on('error', () => undefined)
  const place = await findPlace(client)
  await addAlarmes(client, place)
  await client.query('create schema bench; create table bench.answers (name text primary key, json text)')
  const servers = await startAll(admin, client)
  const headers = await headersAt(client, place)
  process.stdout.write(heading(`http ${seconds} ${rounds}`, await postgresVersion(admin)))
  process.stdout.write(
    [
      '',
      'Requests per second, median (range) · processor time per request in µs, node + PostgreSQL.',
      '',
      '| GET | KB | a sent again | p the same, plain | a/p | a₀ rebuilt | b one stored column | a/b | a₀/b | c SQL | a/c | a₀/c | d If-None-Match | e /health | d/e |',
      '|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|',
      '',
    ].join('\n'),
  )
  for (const list of listsAt(place).filter(({ path }) => path.includes(only))) {
    const measured = await measureList(list, servers, { headers, client, seconds, rounds })
    process.stdout.write(row(list, measured))
  }
}

interface Servers {
  whole: MeasuredServer
  /** The same without kept answers. */
  building: MeasuredServer
  bare: MeasuredServer
}

async function startAll(admin: string, client: pg.Client): Promise<Servers> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = parentOf(rows[0]?.pid ?? 0)
  return {
    whole: { ...(await startServer(admin)), postmaster },
    building: { ...(await startServer(admin, { KEPT_ANSWERS_MB: '0' })), postmaster },
    bare: { ...(await startBareServer(admin)), postmaster },
  }
}

/** The size of a list, and its rounds with each server and question. */
interface Rounds {
  bytes: number
  whole: Measure[]
  /** The same, asked without compression. */
  uncompressed: Measure[]
  built: Measure[]
  stored: Measure[]
  sql: Measure[]
  known: Measure[]
  health: Measure[]
}

async function measureList(
  { path, statement, values }: List,
  { whole, building, bare }: Servers,
  how: { headers: Record<string, string>; client: pg.Client; seconds: number; rounds: number },
): Promise<Rounds> {
  const { headers, seconds } = how
  const url = `http://127.0.0.1:${whole.port}/api/v2${path}`
  const built = `http://127.0.0.1:${building.port}/api/v2${path}`
  const answer = await fetch(url, { headers })
  const body = await answer.text()
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${body}`)
  await how.client.query('insert into bench.answers values ($1, $2)', [
    path,
    body.slice('{"data":'.length, -1),
  ])
  const stored = bareUrl(bare.port, 'stored', [path])
  const sql = statement === null ? null : bareUrl(bare.port, statement, values)
  for (const each of [stored, sql ?? stored])
    if (!isDeepStrictEqual(await (await fetch(each)).json(), JSON.parse(body)))
      throw new Error(`${path}: ${each} answers something else`)
  const known = { ...headers, 'If-None-Match': answer.headers.get('etag') ?? '' }
  const found: Rounds = {
    bytes: Buffer.byteLength(body),
    whole: [],
    uncompressed: [],
    built: [],
    stored: [],
    sql: [],
    known: [],
    health: [],
  }
  // The first round warms caches and compilers.
  for (let round = -1; round < how.rounds; round++) {
    const into = round < 0 ? structuredClone(found) : found
    into.whole.push(await measure(whole, url, headers, seconds))
    into.uncompressed.push(await measure(whole, url, { ...headers, ...plain }, seconds))
    into.built.push(await measure(building, built, headers, seconds))
    into.stored.push(await measure(bare, stored, {}, seconds))
    if (sql !== null) into.sql.push(await measure(bare, sql, {}, seconds))
    into.known.push(await measure(whole, url, known, seconds))
    into.health.push(await measure(whole, `http://127.0.0.1:${whole.port}/health`, {}, seconds))
  }
  return found
}

function bareUrl(port: number, statement: string, values: unknown[]): string {
  const query = values.map((value) => `v=${encodeURIComponent(String(value ?? ''))}`).join('&')
  return `http://127.0.0.1:${port}/${statement}?${query}`
}

function row(
  { path }: List,
  { bytes, whole, uncompressed, built, stored, sql, known, health }: Rounds,
): string {
  const bold = (one: Measure[], other: Measure[]) => `**${ratio(one, other)}**`
  const bySql = sql.length === 0 ? ['–', '–', '–'] : [cell(sql), bold(whole, sql), bold(built, sql)]
  const cells = [
    ...[path, (bytes / 1024).toFixed(1), cell(whole), cell(uncompressed), bold(whole, uncompressed)],
    ...[cell(built), cell(stored)],
    ...[bold(whole, stored), bold(built, stored), ...bySql],
    ...[cell(known), cell(health), bold(known, health)],
  ]
  return `| ${cells.join(' | ')} |\n`
}
