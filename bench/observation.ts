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
const lists: [List, List, List] = [
  { path: '/grades', operation: 'list_grades' },
  { path: '/alarmes', operation: 'list_alarmes' },
  { path: '/interventions', operation: 'list_interventions' },
]

interface List {
  path: string
  operation: string
}

/**
 * Compares what a real Prometheus shows with what the load generator measured, and a server that counts and is scraped
 * with one that counts nothing, in turns.
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
  const [port, otherPort] = [await freePort(), await freePort()]
  // Its answers take longer than the smallest bucket.
  const building = await startServer(admin, { METRICS_PORT: String(port), KEPT_ANSWERS_MB: '0' })
  const counting = { ...(await startServer(admin, { METRICS_PORT: String(otherPort) })), postmaster }
  const silent = { ...(await startServer(admin, { UNMEASURED: 'true' })), postmaster }
  const prometheus = await startPrometheus(port, '1s')
  const address = (port: number, path: string) => `http://127.0.0.1:${port}/api/v2${path}`
  process.stdout.write(heading(`observation ${seconds} ${rounds}`, await postgresVersion(admin)))
  process.stdout.write(
    '\n| GET | connections | requests: wrk | Prometheus | p50 ms: wrk | Prometheus | p99 ms: wrk | Prometheus |\n|---|---|---|---|---|---|---|---|\n',
  )
  for (const connections of [1, CONNECTIONS])
    for (const { path, operation } of lists) {
      const url = address(building.port, path)
      await load({ url, headers }, connections, seconds)
      await pause(SETTLE_MS)
      const since = Date.now() / 1_000
      const done = await load({ url, headers }, connections, seconds)
      await pause(SETTLE_MS)
      const seen = await figuresOf(prometheus, operation, since)
      const times = [done.p50, seen.p50, done.p99, seen.p99].map((each) => each.toFixed(1))
      const cells = [path, connections, done.requests, seen.requests, ...times]
      process.stdout.write(`| ${cells.join(' | ')} |\n`)
    }
  await prometheus.stop()
  await startPrometheus(otherPort, '15s')
  process.stdout.write(
    '\n| GET | a counts, scraped every 15 s | b counts nothing | a/b |\n|---|---|---|---|\n',
  )
  const { path } = lists[0]
  const [a, b] = [[], []] as [Measured[], Measured[]]
  // The first round warms caches and compilers.
  for (let round = -1; round < rounds; round += 1)
    // In turns, and each begins every other round.
    for (const server of round % 2 === 0 ? [counting, silent] : [silent, counting]) {
      const measured = await measure(server, address(server.port, path), headers, seconds)
      if (round >= 0) (server === counting ? a : b).push(measured)
    }
  process.stdout.write(`| ${path} | ${cell(a)} | ${cell(b)} | **${ratio(a, b)}** |\n`)
}

type Measured = Awaited<ReturnType<typeof measure>>

// Only this load asks for the operation.
async function figuresOf(prometheus: Prometheus, operation: string, since: number) {
  const growth = (name: string, selector: string) => {
    const series = `caserne_http_${name}{operation="${operation}",${selector}}`
    return `(${series} - ${series} @ ${since.toFixed(3)})`
  }
  const buckets = growth('request_duration_seconds_bucket', 'class="2xx"')
  const quantile = async (share: number) =>
    1_000 * (await prometheus.value(`histogram_quantile(${share}, sum by (le) (${buckets}))`))
  return {
    requests: await prometheus.value(`sum(${growth('requests_total', 'status="200"')})`),
    p50: await quantile(0.5),
    p99: await quantile(0.99),
  }
}
