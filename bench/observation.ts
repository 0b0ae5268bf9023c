import { setTimeout as pause } from 'node:timers/promises'
import { heading } from './heading.ts'
import { addAlarmes, findPlace, headersAt } from './http/lists.ts'
import { cell, measure, ratio } from './http/measure.ts'
import { freePort, type Prometheus, startPrometheus } from './observation/prometheus.ts'
import { parentOf } from './processor_time.ts'
import { connect, postgresVersion, prepareDemo, startServer } from './setting.ts'
import { load } from './wrk.ts'

const CONNECTIONS = 8
// Prometheus scrapes each second. After three, its figures are those of the end.
const SETTLE_MS = 3_000
const lists = [
  { path: '/grades', operation: 'list_grades' },
  { path: '/alarmes', operation: 'list_alarmes' },
  { path: '/interventions?limit=20', operation: 'list_interventions' },
]

/**
 * Compares what a real Prometheus shows with what the load generator measured, and a server that counts and is scraped
 * each second with one that counts nothing, in turns.
 * @param seconds length of each measure, repeated for `rounds`
 */
export async function benchObservation(seconds: number, rounds: number): Promise<void> {
  const admin = await prepareDemo()
  const client = await connect(admin)
  const place = await findPlace(client)
  await addAlarmes(client, place)
  const headers = await headersAt(client, place)
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = parentOf(rows[0]?.pid ?? 0)
  const metricsPort = await freePort()
  const counting = { ...(await startServer(admin, { METRICS_PORT: String(metricsPort) })), postmaster }
  const silent = { ...(await startServer(admin, { UNMEASURED: 'true' })), postmaster }
  const prometheus = await startPrometheus(metricsPort)
  const address = (port: number, path: string) => `http://127.0.0.1:${port}/api/v2${path}`
  process.stdout.write(heading(`observation ${seconds} ${rounds}`, await postgresVersion(admin)))
  process.stdout.write(
    '\n| GET | requests: wrk | Prometheus | p50 ms: wrk | Prometheus | p99 ms: wrk | Prometheus |\n|---|---|---|---|---|---|---|\n',
  )
  for (const { path, operation } of lists) {
    const done = await load({ url: address(counting.port, path), headers }, CONNECTIONS, seconds)
    await pause(SETTLE_MS)
    const seen = await figuresOf(prometheus, operation)
    const cells = [path, done.requests, seen.requests, ...[done.p50, seen.p50, done.p99, seen.p99].map(ms)]
    process.stdout.write(`| ${cells.join(' | ')} |\n`)
  }
  process.stdout.write(
    '\n| GET | a counts, scraped each second | b counts nothing | a/b |\n|---|---|---|---|\n',
  )
  for (const { path } of lists) {
    const [a, b] = [[], []] as [Measured[], Measured[]]
    // The first round warms caches and compilers.
    for (let round = -1; round < rounds; round += 1) {
      const measured = [counting, silent].map(
        (server) => () => measure(server, address(server.port, path), headers, seconds),
      )
      const [first, second] = [await measured[0]?.(), await measured[1]?.()]
      if (round >= 0 && first && second) {
        a.push(first)
        b.push(second)
      }
    }
    process.stdout.write(`| ${path} | ${cell(a)} | ${cell(b)} | **${ratio(a, b)}** |\n`)
  }
}

type Measured = Awaited<ReturnType<typeof measure>>

// Only this load asks for the operation.
async function figuresOf(prometheus: Prometheus, operation: string) {
  const quantile = (share: number) =>
    prometheus.value(
      `histogram_quantile(${share}, sum by (le) (caserne_http_request_duration_seconds_bucket{operation="${operation}",class="2xx"}))`,
    )
  return {
    requests: await prometheus.value(
      `sum(caserne_http_requests_total{operation="${operation}",status="200"})`,
    ),
    p50: (await quantile(0.5)) * 1_000,
    p99: (await quantile(0.99)) * 1_000,
  }
}

function ms(value: number): string {
  return value.toFixed(1)
}
