import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { startOwnPostgres } from '../test/faults/own_postgres.ts'
import { startStandby } from '../test/faults/standby.ts'
import { allPermissions } from '../test/support/table.ts'
import { heading } from './heading.ts'
import { median } from './median.ts'
import { processTime } from './processor_time.ts'
import { keyFile, openKeys, postgresVersion, signHeaders, started } from './setting.ts'
import { load } from './wrk.ts'

const PORTS = [4871, 4872] as const
const FIGURES: Asked[] = [{ path: '/statistiques/2/stat-federal' }]
const INTERVENTION = {
  date_debut: '2026-03-14',
  heure_debut: '14:29',
  date_fin: '2026-03-14',
  heure_fin: '16:00:00',
  objet: 'Feu de cuisine',
}
const USUAL: Asked[] = [
  { path: '/grades' },
  { path: '/sapeurs?limit=20' },
  { path: '/interventions?limit=20' },
  { path: '/interventions', body: INTERVENTION },
]

/** A request of a bench: a POST if it has a body. */
interface Asked {
  path: string
  body?: object
}

/**
 * Compares two data servers in turn: without and with READ_DATABASE_URL, on figures that are sent again; or, with the
 * directory of another checkout, that checkout's server and this one's, on usual requests.
 * @param seconds length of each measure, repeated for `rounds`
 */
export async function benchStandbys(seconds: number, rounds: number, other?: string): Promise<void> {
  const primary = started.add(await startOwnPostgres(), (each) => each.remove())
  const standby =
    other === undefined ? started.add(await startStandby(primary), (each) => each.remove()) : null
  await (await openKeys()).close()
  const env = {
    API_DATABASE_URL: primary.urls.api,
    AUTH_DATABASE_URL: primary.urls.auth,
    AUTH_KEY_FILE: keyFile,
    GRAPHQL: 'false',
    LOG_LEVEL: 'warn',
  }
  const here = new URL('..', import.meta.url).pathname
  const read = standby && { READ_DATABASE_URL: standby.at(primary.urls.api) }
  const servers = [start(other ?? here, PORTS[0], env), start(here, PORTS[1], { ...env, ...read })]
  const [headers = {}] = await signHeaders([{ sis: 'hs', permissions: allPermissions }])
  for (const port of PORTS) await untilReady(port)
  const command = `standbys ${seconds} ${rounds} ${other ?? ''}`.trim()
  process.stdout.write(heading(command, await postgresVersion(primary.urls.admin)))
  process.stdout.write(
    '\n| request | server | requests a second | p50, ms | node, µs a request |\n|---|---|---|---|---|\n',
  )
  for (const asked of other === undefined ? FIGURES : USUAL) {
    const measured: [Measure[], Measure[]] = [[], []]
    for (const turn of Array(rounds + 1).keys())
      for (const n of [0, 1] as const) {
        const measure = await measureOne(PORTS[n], asked, headers, seconds, servers[n])
        // The first turn warms up.
        if (turn > 0) measured[n].push(measure)
      }
    for (const n of [0, 1] as const) process.stdout.write(row(asked, n === 0 ? 'a' : 'b', measured[n]))
  }
}

interface Measure {
  rate: number
  p50: number
  micros: number
}

async function measureOne(
  port: number,
  { path, body }: Asked,
  headers: Record<string, string>,
  seconds: number,
  server: ChildProcess | undefined,
): Promise<Measure> {
  const pids = [server?.pid ?? 0]
  const before = processTime(pids)
  const { requests, rate, p50 } = await load(
    {
      url: `http://127.0.0.1:${port}/api/v2${path}`,
      headers,
      ...(body && { method: 'POST', bodies: [body] }),
    },
    4,
    seconds,
  )
  return { rate, p50, micros: ((processTime(pids) - before) * 1_000) / requests }
}

function row({ path, body }: Asked, name: string, all: Measure[]): string {
  const of = (key: keyof Measure) => all.map((each) => each[key])
  const rates = of('rate')
  const range = `${Math.min(...rates).toFixed(0)}–${Math.max(...rates).toFixed(0)}`
  const cells = [median(of('p50')).toFixed(2), median(of('micros')).toFixed(0)]
  return `| ${body ? 'POST' : 'GET'} ${path} | ${name} | ${median(rates).toFixed(0)} (${range}) | ${cells.join(' | ')} |\n`
}

function start(directory: string, port: number, env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, ['src/main.ts', 'serve', 'data'], {
    cwd: directory,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH, ...env, PORT: String(port) },
  })
  return started.add(child, async (each) => {
    each.kill('SIGTERM')
    if (each.exitCode === null) await once(each, 'exit')
  })
}

async function untilReady(port: number): Promise<void> {
  for (let ok = false; !ok; await pause(100))
    ok = await fetch(`http://127.0.0.1:${port}/ready`).then(
      (answer) => answer.ok,
      () => false,
    )
}
