import { readFileSync } from 'node:fs'
import pg from 'pg'
import { quantile } from '../median.ts'
import { as, withoutPolicies } from '../setting.ts'
import type { Hot } from './hot_statements.ts'

/** Cost of a statement: processor time of its backend (the fastest quarter), rows and database pages read. */
export interface Cost {
  cpuMs: number
  rows: number
  pages: number
}

/** A database in a state, with the statements that are measured there. */
export interface Subject {
  name: string
  admin: string
  hot: Hot[]
  /** Whether the superuser asks, who bypasses the policies. */
  bypasses?: boolean
}

/**
 * Measures the statements of all subjects in turns, so that all see the same state of the machine.
 * @returns costs by the statement's name, one for each subject.
 */
export async function measure(subjects: Subject[], rounds: number): Promise<Map<string, Cost[]>> {
  const backends = await Promise.all(subjects.map(connect))
  try {
    const costs = new Map<string, Cost[]>()
    for (const [index, { name }] of (subjects[0]?.hot ?? []).entries()) {
      const times = subjects.map((): number[] => [])
      const counts: Omit<Cost, 'cpuMs'>[] = []
      for (let round = -5; round < rounds; round++) {
        for (const [which, { hot }] of subjects.entries()) {
          const [backend, statement] = [backends[which], hot[index]]
          if (backend === undefined || statement === undefined) continue
          if (round === -1) counts[which] = await count(backend.client, statement)
          const cpuMs = await time(backend, statement)
          if (round >= 0) times[which]?.push(cpuMs)
        }
      }
      // Other work on the machine affects the fastest quarter least.
      const costOf = (all: number[], which: number) => ({
        cpuMs: quantile(all, 0.25),
        ...(counts[which] ?? { rows: 0, pages: 0 }),
      })
      costs.set(name, times.map(costOf))
    }
    return costs
  } finally {
    for (const { client } of backends) await client.end()
  }
}

interface Backend {
  client: pg.Client
  /** File in which Linux counts the processor time of the backend, in ns. */
  schedule: string
}

async function connect({ admin, bypasses = false }: Subject): Promise<Backend> {
  const client = new pg.Client(bypasses ? withoutPolicies(admin) : as(admin, 'caserne_api'))
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return { client, schedule: `/proc/${rows[0]?.pid}/schedstat` }
}

// The milliseconds of processor time that a statement takes its backend.
async function time({ client, schedule }: Backend, { query, writes }: Hot): Promise<number> {
  if (writes) await client.query('begin')
  const before = nanoseconds(schedule)
  await client.query(query)
  const taken = nanoseconds(schedule) - before
  if (writes) await client.query('rollback')
  return taken / 1e6
}

function nanoseconds(schedule: string): number {
  return Number(readFileSync(schedule, 'utf8').split(' ')[0])
}

// Rows are those of tables that are read whole, and entries of indexes.
const read = `select sum(pg_stat_get_xact_blocks_fetched(c.oid))::integer as pages,
                     sum(pg_stat_get_xact_tuples_returned(c.oid))::integer as rows
                from pg_class c
               where c.relnamespace in (select n.oid from pg_namespace n where n.nspname in ('app', 'audit', 'auth'))`

async function count(client: pg.Client, { query }: Hot): Promise<Omit<Cost, 'cpuMs'>> {
  const counted = async () =>
    (await client.query<{ pages: number; rows: number }>(read)).rows[0] ?? { pages: 0, rows: 0 }
  await client.query('begin')
  const before = await counted()
  const { rows } = await client.query<{ json: string | null }>(query)
  const after = await counted()
  await client.query('rollback')
  const json = rows[0]?.json
  if (!json || json === '[]') throw new Error(`${query.name} answers nothing`)
  return { pages: after.pages - before.pages, rows: after.rows - before.rows }
}
