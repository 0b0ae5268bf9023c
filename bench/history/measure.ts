import { readFileSync } from 'node:fs'
import pg from 'pg'
import { as } from '../setting.ts'
import type { Hot } from './hot_statements.ts'

/** What a statement takes: processor time of its backend, rows and database pages read. */
export interface Cost {
  cpuMs: number
  wallMs: number
  rows: number
  pages: number
  bytes: number
}

/** A database in a state, with the statements that are measured there. */
export interface Subject {
  name: string
  admin: string
  hot: Hot[]
  /** Whether the superuser asks, who bypasses the policies. */
  free?: boolean
}

/**
 * Measures the statements of all subjects in turns, so that all see the same state of the machine. Times are medians.
 * @returns costs by the statement's name, one for each subject.
 */
export async function measure(subjects: Subject[], rounds: number): Promise<Map<string, Cost[]>> {
  const backends = await Promise.all(subjects.map(connect))
  try {
    const costs = new Map<string, Cost[]>()
    for (const [index, { name }] of (subjects[0]?.hot ?? []).entries()) {
      const times = subjects.map((): { cpu: number; wall: number }[] => [])
      const counts: Omit<Cost, 'cpuMs' | 'wallMs'>[] = []
      for (let round = -5; round < rounds; round++) {
        for (const [which, { hot }] of subjects.entries()) {
          const [backend, statement] = [backends[which], hot[index]]
          if (backend === undefined || statement === undefined) continue
          if (round === -1) counts[which] = await count(backend.client, statement)
          const taken = await time(backend, statement)
          if (round >= 0) times[which]?.push(taken)
        }
      }
      const of = (which: number) => ({
        cpuMs: quick((times[which] ?? []).map(({ cpu }) => cpu)),
        wallMs: quick((times[which] ?? []).map(({ wall }) => wall)),
        ...(counts[which] ?? { rows: 0, pages: 0, bytes: 0 }),
      })
      costs.set(
        name,
        subjects.map((_, which) => of(which)),
      )
    }
    return costs
  } finally {
    for (const { client } of backends) await client.end()
  }
}

interface Backend {
  client: pg.Client
  /** Where Linux counts the processor time of the backend, in ns. */
  schedule: string
}

async function connect({ admin, free = false }: Subject): Promise<Backend> {
  // The superuser plans like the API's login (sql/database_roles.sql): only policies differ.
  const own = Object.assign(new URL(admin), {
    search: '?options=-c plan_cache_mode=force_generic_plan -c jit=off',
  })
  const client = new pg.Client(free ? own.href : as(admin, 'caserne_api'))
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return { client, schedule: `/proc/${rows[0]?.pid}/schedstat` }
}

async function time(
  { client, schedule }: Backend,
  { query, writes }: Hot,
): Promise<{ cpu: number; wall: number }> {
  if (writes) await client.query('begin')
  const [cpu, wall] = [nanoseconds(schedule), performance.now()]
  await client.query(query)
  const taken = { cpu: (nanoseconds(schedule) - cpu) / 1e6, wall: performance.now() - wall }
  if (writes) await client.query('rollback')
  return taken
}

function nanoseconds(schedule: string): number {
  return Number(readFileSync(schedule, 'utf8').split(' ')[0])
}

// Rows: those of tables read whole, and entries of indexes.
const read = `select sum(pg_stat_get_xact_blocks_fetched(c.oid))::integer as pages,
                     sum(pg_stat_get_xact_tuples_returned(c.oid))::integer as rows
                from pg_class c
               where c.relnamespace in (select n.oid from pg_namespace n where n.nspname in ('app', 'audit', 'auth'))`

async function count(client: pg.Client, { query }: Hot): Promise<Omit<Cost, 'cpuMs' | 'wallMs'>> {
  const counted = async () =>
    (await client.query<{ pages: number; rows: number }>(read)).rows[0] ?? { pages: 0, rows: 0 }
  await client.query('begin')
  const before = await counted()
  const { rows } = await client.query<{ json: string | null }>(query)
  const after = await counted()
  await client.query('rollback')
  const json = rows[0]?.json
  if (!json || json === '[]') throw new Error(`${query.name} answers nothing`)
  return { pages: after.pages - before.pages, rows: after.rows - before.rows, bytes: json.length }
}

// The fastest quarter: what other work on the machine affects least.
function quick(times: number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 4)] ?? 0
}
