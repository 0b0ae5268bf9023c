import pg from 'pg'
import { pino } from 'pino'
import { tokenVerifier } from '../src/auth/tokens.ts'
import { readConfig } from '../src/config.ts'
import { createPool } from '../src/db/pool.ts'
import { createApp } from '../src/http/app.ts'
import { dataDatabase, only } from '../src/http/cells/databases.ts'
import { AlarmeStreams } from '../src/http/live/alarme_streams.ts'
import { Listener } from '../src/http/live/listener.ts'
import { listen } from '../src/http/server/listening.ts'
import { type Case, cases } from '../test/budgets/cases.ts'
import { measureEffort, total } from '../test/budgets/effort.ts'
import { recordStatements } from '../test/budgets/record_statements.ts'
import { Client, requestOf } from '../test/http/every_operation/client.ts'
import type { Sample, Sql } from '../test/http/samples/sample.ts'
import { withConnection } from './connection.ts'
import { heading } from './heading.ts'
import { median } from './median.ts'
import { openSampleSql } from './sample_sql.ts'
import { as, openKeys, postgresVersion, prepareDemo, signHeaders, startServer } from './setting.ts'

/** Cost of an operation in one SIS. HTTP only for GET: a write cannot be taken back over HTTP. */
interface Measured {
  sql: number
  http: number | null
  rows: number
  pages: number
  bytes: number
}

/**
 * Measures every GET of the data API, and the writes of every day, in the SIS with the median and with the largest
 * number of interventions. Prints a table of those that take 1 ms in SQL, the slowest first. On an existing database it
 * writes nothing, and leaves out the writes.
 * @param address of the superuser of a database with data; without it, of a new one with the demo.
 */
export async function benchOperations(address: string | undefined): Promise<void> {
  const admin = address ?? (await prepareDemo())
  const chosen = cases.filter(({ operation }) => address === undefined || operation.method === 'get')
  process.stdout.write(heading('operations', await postgresVersion(admin)))
  const keys = await chooseSis(admin)
  const measured = new Map<string, Measured[]>()
  for (const sis of keys) {
    const bench = await openBench(admin, sis)
    try {
      for (const each of chosen) {
        const row = await measure(bench, each).catch(describeRefusal)
        if (typeof row === 'string') process.stdout.write(`\n${each.name} of ${sis}: ${row}\n`)
        else if (row !== null) measured.set(each.name, [...(measured.get(each.name) ?? []), row])
      }
    } finally {
      await bench.close()
    }
  }
  process.stdout.write(`\n${table(measured, keys)}`)
}

// The database may refuse a statement that takes longer than the data server's limit, or a sample whose day is over.
function describeRefusal(error: unknown): string {
  if (error instanceof pg.DatabaseError && /^(57014|PT4..)$/.test(error.code ?? '')) return error.message
  throw error
}

// The median and the largest SIS; one, where there is only one.
async function chooseSis(admin: string): Promise<string[]> {
  const { rows } = await withConnection(admin, (client) =>
    client.query<{ sis_key: string }>(
      'select sis_key from app.interventions group by sis_key order by count(*), sis_key',
    ),
  )
  const found = [rows[Math.floor((rows.length - 1) / 2)], rows.at(-1)].flatMap((row) => row?.sis_key ?? [])
  return [...new Set(found)]
}

/** The ways into a database in one SIS. */
interface Bench {
  sql: Sql
  api: pg.Client
  recording: Client
  whole: Client
  database: string
  headers: Record<string, string>
  close(): Promise<void>
}

async function openBench(admin: string, sis: string): Promise<Bench> {
  const api = new pg.Client(as(admin, 'caserne_api'))
  const [{ sql, permissions, close }] = await Promise.all([openSampleSql(admin, sis), api.connect()])
  const [sapeur] = await sql('select min(id) as id from app.sapeurs')
  const [headers = {}] = await signHeaders([{ sis, permissions, sapeur: Number(sapeur?.id) }])
  const recorder = await startRecorded(admin)
  const { port } = await startServer(admin)
  const recording = new Client(`http://127.0.0.1:${recorder.port}`)
  const whole = new Client(`http://127.0.0.1:${port}`)
  return {
    sql,
    api,
    recording,
    whole,
    database: new URL(admin).pathname.slice(1),
    headers,
    close: async () => {
      recording.close()
      whole.close()
      await recorder.close()
      await Promise.all([close(), api.end()])
    },
  }
}

// A data server in this process that may not write: its statements are recorded.
async function startRecorded(admin: string): Promise<{ port: number; close(): Promise<void> }> {
  const log = pino({ level: 'silent' })
  const url = `${as(admin, 'caserne_api')}?options=-c%20default_transaction_read_only%3Don`
  const keys = await openKeys()
  const pool = createPool(url, 4, log)
  const auth = createPool(as(admin, 'caserne_auth'), 2, log)
  const listener = new Listener(url, log)
  const streams = new AlarmeStreams(listener, { limit: 10, atOnce: 1, log })
  const config = readConfig({ ...process.env, PORT: '0' })
  const issuer = { keys, auth, passwords: auth }
  const app = createApp({
    config,
    log,
    verify: tokenVerifier(keys),
    api: { databases: only(dataDatabase(config, pool)), listener, streams },
    issuer,
  })
  const listening = await listen(app, { host: '127.0.0.1', port: 0, variable: 'PORT' })
  const close = async () => {
    await streams.close()
    await listening.close()
    await listener.close()
    await Promise.all([pool.end(), auth.end()])
    keys.close()
  }
  return { port: listening.port, close }
}

// Null where the SIS has no record for the path.
async function measure(bench: Bench, each: Case): Promise<Measured | null> {
  const sample: Sample = await each.make(bench.sql, 10)
  if (/\{\w+\}/.test(each.operation.path) && Object.keys(sample.path ?? {}).length === 0) return null
  const request = requestOf(each.operation, sample, { headers: bench.headers })
  const recorded = await recordStatements(bench.database, () => bench.recording.send(request))
  const statement = recorded.find(({ text }) => text.includes(`api.${each.operation.id}(`))
  if (statement === undefined) return null
  const { rows, buffers } = await measureEffort(bench.api, statement)
  let bytes = 0
  const run = async () => {
    await bench.api.query('begin')
    const result = await bench.api.query(statement)
    bytes = Buffer.byteLength(String(result.rows[0]?.json ?? ''))
    await bench.api.query('rollback')
  }
  const isRead = each.operation.method === 'get' && each.operation.readsJson
  const [sql, http] = [await time(run), isRead ? await time(() => bench.whole.send(request)) : null]
  return { sql, http, rows: total(rows), pages: total(buffers), bytes }
}

// The median in milliseconds, of repetitions for half a second: at least three, at most thirty.
async function time(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  const began = performance.now()
  while (times.length < 3 || (times.length < 30 && performance.now() - began < 500)) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  return median(times)
}

function table(measured: Map<string, Measured[]>, keys: string[]): string {
  const columns = ['ms in SQL', 'ms over HTTP', 'rows', 'pages', 'KB']
  const worst = (rows: Measured[]) => Math.max(...rows.map(({ sql }) => sql))
  const lines = [...measured]
    .filter(([, rows]) => worst(rows) >= 1)
    .toSorted(([, a], [, b]) => worst(b) - worst(a))
  const cells = ({ sql, http, rows, pages, bytes }: Measured) => [
    sql.toFixed(1),
    http?.toFixed(1) ?? '',
    String(rows),
    String(pages),
    (bytes / 1000).toFixed(1),
  ]
  return [
    `| | ${keys.flatMap((key) => columns.map((column) => `${key}: ${column}`)).join(' | ')} |`,
    `|---|${keys.flatMap(() => columns.map(() => '---|')).join('')}`,
    ...lines.map(([name, rows]) => `| \`${name}\` | ${rows.flatMap(cells).join(' | ')} |`),
    '',
  ].join('\n')
}
