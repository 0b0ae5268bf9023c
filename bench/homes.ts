import type pg from 'pg'
import { heading } from './heading.ts'
import { type Measure, type Measured, measure } from './http/measure.ts'
import { quantile } from './median.ts'
import { parentOf } from './processor_time.ts'
import { as, connect, postgresVersion, prepareDemo, signHeaders, startServer } from './setting.ts'

const CALLS = 100_000
// The cheapest GET, sent again and rebuilt, and a list.
const asked = [
  { path: '/grades', env: {} },
  { path: '/grades', env: { KEPT_ANSWERS_MB: '0' } },
  { path: '/sapeurs?limit=20', env: { KEPT_ANSWERS_MB: '0' } },
]
const permissions = ['sapeur.lecture', 'intervention.lecture']

/**
 * Measures the cost of looking up the home of a SIS: request.open by itself, and GET requests, with and without the
 * look-up in turn.
 * @param seconds length of each measure over HTTP, repeated for `rounds`
 */
export async function benchHomes(seconds: number, rounds: number): Promise<void> {
  const admin = await prepareDemo()
  const owner = await connect(admin)
  const openings = await readOpenings(owner)
  process.stdout.write(heading(`homes ${seconds} ${rounds}`, await postgresVersion(admin)))
  const api = await connect(as(admin, 'caserne_api'))
  const alone = await inTurn(rounds, openings, owner, () => timeOpen(api))
  process.stdout.write(
    `\nrequest.open, µs a call, fastest of ${rounds} × ${CALLS}: ` +
      `${Math.min(...alone.without).toFixed(1)} without, ${Math.min(...alone.with).toFixed(1)} with the look-up\n`,
  )
  process.stdout.write('\n| GET | processor time without, µs | with | with ÷ without |\n|---|---|---|---|\n')
  const { rows } = await owner.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = parentOf(rows[0]?.pid ?? 0)
  const [headers = {}] = await signHeaders([{ sis: 'hs', permissions }])
  for (const { path, env } of asked) {
    const { port, pid } = await startServer(admin, env)
    const server: Measured = { pid, postmaster }
    const url = `http://127.0.0.1:${port}/api/v2${path}`
    const found = await inTurn(rounds, openings, owner, () => measure(server, url, headers, seconds))
    const how = 'KEPT_ANSWERS_MB' in env ? 'rebuilt' : 'sent again'
    process.stdout.write(`| ${path}, ${how} | ${row(found)} |\n`)
  }
}

interface Openings {
  with: string
  without: string
}

// The statements that make request.open, as it is and without the look-up.
async function readOpenings(owner: pg.Client): Promise<Openings> {
  const { rows } = await owner.query<{ text: string }>(
    `select pg_get_functiondef('request.open(bigint, text, text[], bigint)'::regprocedure) as text`,
  )
  const text = rows[0]?.text ?? ''
  const without = text.replace(/\n *if open\.sis_key[\s\S]*?end if;/, '')
  if (without === text) throw new Error('request.open looks up no home')
  return { with: text, without }
}

// Works with each opening in turn. The first turn warms up.
async function inTurn<T>(
  rounds: number,
  openings: Openings,
  owner: pg.Client,
  work: () => Promise<T>,
): Promise<{ with: T[]; without: T[] }> {
  const done = { with: [] as T[], without: [] as T[] }
  for (const turn of Array(rounds + 1).keys())
    for (const each of turn % 2 === 0 ? (['without', 'with'] as const) : (['with', 'without'] as const)) {
      await owner.query(openings[each])
      const result = await work()
      if (turn > 0) done[each].push(result)
    }
  return done
}

async function timeOpen(api: pg.Client): Promise<number> {
  const began = performance.now()
  await api.query(`select count(request.open(1, 'hs', $1, 7)::text) from generate_series(1, ${CALLS})`, [
    permissions,
  ])
  return ((performance.now() - began) * 1000) / CALLS
}

// Processor time of node and PostgreSQL in the fastest quarter of the rounds: other work on the machine affects it
// least.
function row(found: { with: Measure[]; without: Measure[] }): string {
  const least = (measures: Measure[]) =>
    quantile(
      measures.map(({ node, postgres }) => node + postgres),
      0.25,
    )
  const [before, after] = [least(found.without), least(found.with)]
  return `${before.toFixed(0)} | ${after.toFixed(0)} | ${(after / before).toFixed(3)}`
}
