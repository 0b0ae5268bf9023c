import { setTimeout as pause } from 'node:timers/promises'
import { heading } from './heading.ts'
import { addAlarmes, findPlace, headersAt } from './http/lists.ts'
import { HttpClient } from './http_client.ts'
import { quantile } from './median.ts'
import { type Kind, runLoad, type Told } from './overload/load.ts'
import { processTime } from './processor_time.ts'
import { residentMiB } from './program.ts'
import { connect, postgresVersion, prepareDemo, type Server, startServer } from './setting.ts'

const TIMES = [0.5, 1, 2, 5]
// Connections that keep the pool of eight busy.
const CLOSED_CONNECTIONS = 16
const PROBE_EVERY_MS = 50
const PROBED_MS = 10_000
// A probe that takes longer finds a server that has not recovered.
const WELL_MS = 100

/**
 * Measures what a data server does with more requests than it can serve: its capacity with a mix of reads and writes,
 * then that load and multiples of it, at random instants and whatever the server answers.
 * @param seconds length of each load
 * @param settings of the server, as `NAME=value`
 */
export async function benchOverload(seconds: number, settings: string[]): Promise<void> {
  const admin = await prepareDemo()
  const client = await connect(admin)
  const place = await findPlace(client)
  await addAlarmes(client, place)
  const headers = await headersAt(client, place)
  const env = Object.fromEntries(settings.map((each) => each.split('=') as [string, string]))
  const server = await startServer(admin, env)
  const kinds = kindsAt(headers, place)
  const closed = { port: server.port, kinds, connections: CLOSED_CONNECTIONS }
  await runLoad({ ...closed, seconds: 4 })
  const { answers } = await runLoad({ ...closed, seconds })
  const capacity = answers.filter(isAccepted).length / seconds
  const command = ['overload', seconds, ...settings].join(' ')
  process.stdout.write(
    `${heading(command, await postgresVersion(admin))}\n` +
      `${capacity.toFixed(0)} requests a second from ${CLOSED_CONNECTIONS} connections.\n\n` +
      '| load | accepted a second | refused a second | failed | p50, p99 of accepted, ms | p99 of refused | ' +
      'recovered after, s | server, generator: % of a core | server, MiB |\n|---|---|---|---|---|---|---|---|---|\n',
  )
  for (const times of TIMES) {
    const task = { ...closed, rate: capacity * times, seconds }
    const measured = await measure(server, headers, task)
    process.stdout.write(row(times, measured, seconds))
    if (times === TIMES.at(-1)) process.stdout.write(byKind(kinds, measured.told, seconds))
    await pause(2_000)
  }
}

function kindsAt(
  headers: Record<string, string>,
  { exercice, today }: { exercice: number; today: string },
): Kind[] {
  const get = (weight: number, path: string): Kind => {
    const name = `GET ${path.replace(/\d{4,}|(?<=\/)\d+/, '{id}')}`
    return { name, weight, method: 'GET', path: `/api/v2${path}`, headers }
  }
  const body = { date_debut: today, heure_debut: '08:00', objet: 'Banc' }
  return [
    get(25, '/alarmes'),
    get(20, '/interventions?limit=20'),
    get(20, '/sapeurs?limit=20'),
    get(10, `/mes-interventions/${exercice}`),
    get(5, `/statistiques/${exercice}/stat-federal`),
    { name: 'POST /interventions', weight: 20, method: 'POST', path: '/api/v2/interventions', headers, body },
  ]
}

interface Measured {
  told: Told
  recovered: number
  cpu: number
  memory: number
}

async function measure(
  server: Server,
  headers: Record<string, string>,
  task: Parameters<typeof runLoad>[0],
): Promise<Measured> {
  const before = processTime([server.pid])
  let used = 0
  let memory = 0
  const ended = Promise.withResolvers<void>()
  const load = runLoad(task, () => {
    used = processTime([server.pid]) - before
    memory = residentMiB(server.pid)
    ended.resolve()
  })
  await ended.promise
  const recovered = await recovery(server.port, headers)
  return { told: await load, recovered, cpu: used / task.seconds / 10, memory }
}

// Seconds until all requests are answered well and at once.
async function recovery(port: number, headers: Record<string, string>): Promise<number> {
  const http = new HttpClient(Number.POSITIVE_INFINITY)
  const began = performance.now()
  let last = 0
  const probes: Promise<void>[] = []
  while (performance.now() - began < PROBED_MS) {
    const sent = performance.now()
    const isWell = () => performance.now() - sent < WELL_MS
    const well = http.ask(port, 'GET', '/api/v2/interventions?limit=20', headers).then(isWell, () => false)
    probes.push(
      well.then((good) => {
        if (!good) last = Math.max(last, sent + PROBE_EVERY_MS - began)
      }),
    )
    await pause(PROBE_EVERY_MS)
  }
  await Promise.all(probes)
  http.close()
  return last / 1_000
}

function isAccepted([, status]: Told['answers'][number]): boolean {
  return status >= 200 && status < 500
}

function row(times: number, { told, recovered, cpu, memory }: Measured, seconds: number): string {
  const { answers, late, unsent } = told
  const accepted = answers.filter(isAccepted)
  const refused = answers.filter(([, status]) => status === 503)
  const failed = answers.length - accepted.length - refused.length + unsent
  const ms = (all: Told['answers'], share: number) =>
    all.length === 0
      ? '–'
      : quantile(
          all.map(([, , each]) => each),
          share,
        ).toFixed(0)
  const rate = (all: unknown[]) => (all.length / seconds).toFixed(0)
  const generator = (told.cpu / seconds / 10).toFixed(0)
  const cells = [
    `${times} ×`,
    rate(accepted),
    rate(refused),
    failed,
    `${ms(accepted, 0.5)}, ${ms(accepted, 0.99)}`,
    ms(refused, 0.99),
    recovered.toFixed(1),
    `${cpu.toFixed(0)}, ${generator} (late by ${late.toFixed(0)} ms at most)`,
    memory.toFixed(0),
  ]
  return `| ${cells.join(' | ')} |\n`
}

function byKind(kinds: Kind[], { answers }: Told, seconds: number): string {
  const rows = kinds.map(({ name }, n) => {
    const of = answers.filter(([kind]) => kind === n)
    const accepted = of.filter(isAccepted)
    const times = accepted.map(([, , ms]) => ms)
    const share = ((100 * accepted.length) / of.length).toFixed(0)
    return `| ${name} | ${(of.length / seconds).toFixed(0)} | ${share} % | ${quantile(times, 0.5).toFixed(0)}, ${quantile(times, 0.99).toFixed(0)} |\n`
  })
  return `\n| at the largest load | asked a second | accepted | p50, p99, ms |\n|---|---|---|---|\n${rows.join('')}`
}
