import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startPooler } from '../../test/support/pooler.ts'
import { withConnection } from '../connection.ts'
import { parentOf } from '../processor_time.ts'
import { passwords, started } from '../setting.ts'
import type { Door } from './door.ts'
import type { Lane } from './lane.ts'

/** Something that happens to a worker's machines. */
export interface Fault {
  name: string
  /** How long it lasts, in ms. */
  lastsMs: number
  /** Whether it happens to all databases of the server. */
  everywhere?: boolean
  /** Port that the worker connects to, if not that of the database itself. */
  port?: number
  run(where: { lane: Lane; door: Door }): Promise<void>
}

const SECOND_MS = 1_000
const LOCKS_MS = [5, 20, 120].map((seconds) => seconds * SECOND_MS)
const FREEZES_MS = [20, 120].map((seconds) => seconds * SECOND_MS)

/** The faults of one database, the longest last. */
export function faultsOfOne(tables: string[]): Fault[] {
  const locks = LOCKS_MS.flatMap((lastsMs) => tables.map((table) => lock(table, lastsMs)))
  return [stall, full, slow, ...locks]
}

/** The faults of a whole server. */
export async function faultsOfAll(admin: string): Promise<Fault[]> {
  return [...FREEZES_MS.map((lastsMs) => freeze(admin, lastsMs)), await restartPooler(admin)]
}

function lock(table: string, lastsMs: number): Fault {
  return {
    name: `lock of ${table}, ${lastsMs / SECOND_MS} s`,
    lastsMs,
    run: ({ lane }) =>
      withConnection(lane.admin, async (client) => {
        await begin(client, table)
        await pause(lastsMs)
        await client.query('commit')
      }),
  }
}

// Locks a table although others use it.
async function begin(client: pg.Client, table: string): Promise<void> {
  for (;;) {
    await client.query('begin')
    try {
      await client.query(`lock table ${table} in access exclusive mode`)
      return
    } catch (error) {
      await client.query('rollback')
      if (!(error instanceof pg.DatabaseError) || error.code !== '40P01') throw error
    }
  }
}

// stall.mjs holds the same length.
const stall: Fault = {
  name: 'event loop stalled, 10 s',
  lastsMs: 10 * SECOND_MS,
  run: async ({ lane }) => {
    process.kill(lane.workerPid, 'SIGUSR2')
    await pause(10 * SECOND_MS)
  },
}

const slow: Fault = {
  name: 'database slow (200 ms a round trip), 60 s',
  lastsMs: 60 * SECOND_MS,
  run: async ({ door }) => {
    door.delayMs = 100
    await pause(60 * SECOND_MS)
    door.delayMs = 0
  },
}

// Superusers still get in.
const full: Fault = {
  name: 'out of connections, 20 s',
  lastsMs: 20 * SECOND_MS,
  run: async ({ lane: { client } }) => {
    await client.query(
      `do $$ begin execute format('alter database %I connection limit 0', current_database()); end $$`,
    )
    await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'caserne_worker' and datname = current_database()",
    )
    await pause(20 * SECOND_MS)
    await client.query(
      `do $$ begin execute format('alter database %I connection limit -1', current_database()); end $$`,
    )
  },
}

function freeze(admin: string, lastsMs: number): Fault {
  return {
    name: `database frozen, ${lastsMs / SECOND_MS} s`,
    lastsMs,
    everywhere: true,
    run: async () => {
      const pid = await withConnection(admin, async (client) => {
        const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
        return parentOf(rows[0]?.pid ?? 0)
      })
      const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
        for (const each of [pid, ...childrenOf(pid)]) send(each, name)
      }
      signal('SIGSTOP')
      await pause(lastsMs)
      signal('SIGCONT')
    },
  }
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
}

// A backend may end meanwhile.
function send(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended.
  }
}

// A worker needs whole sessions, for LISTEN.
async function restartPooler(admin: string): Promise<Fault> {
  const settings = {
    pool_mode: 'session',
    default_pool_size: '80',
    ignore_startup_parameters: 'extra_float_digits, options',
  }
  const open = (port?: number) =>
    startPooler(admin, passwords, { ...settings, ...(port && { listen_port: String(port) }) })
  let pooler = await open()
  started.add('PgBouncer', () => pooler.stop())
  return {
    name: 'PgBouncer restarted, 5 s away',
    lastsMs: 5 * SECOND_MS,
    everywhere: true,
    port: pooler.port,
    run: async () => {
      await pooler.stop()
      await pause(5 * SECOND_MS)
      pooler = await open(pooler.port)
    },
  }
}
