import type { Pool } from 'pg'
import { measurePool } from '../db/measure_pool.ts'
import { requireMigrated } from '../db/migrate.ts'
import { createPool, type Patience } from '../db/pool.ts'
import type { Metrics } from '../process/metrics.ts'
import { heedMigrations } from './heed_migrations.ts'
import { measureQueue } from './measure_queue.ts'
import { poolSizes } from './pool_sizes.ts'
import type { WorkerOptions } from './worker_options.ts'

/** The connections of a worker. */
export interface WorkerPools {
  /** Pool of the queue. */
  queue: Pool
  /** Pool of the readings of mailboxes. */
  readings: Pool
  /** Pool of the runners that tell devices and webhooks. */
  telling: Pool
  /** Pool for the statements of their jobs. */
  envois: Pool
  end(): Promise<void>
}

// The next minute asks for a mailbox again that found no connection for so long.
const READING_PATIENCE_MS = 60_000
// A frozen database accepts statements and never answers. Work that may take long has a limit of its own.
const ANSWER_MS = 60_000
// Longer than any statement: a job must not fail because all connections are in use, whatever holds them.
const FREE_MS = 900_000
// Longer than a stall of this process or of the database, which is no failure of the connection.
const OPENING_MS = 15_000

/** Opens the pools of a worker. @throws if the database is not migrated; the message says what to do */
export async function openPools(
  { url, poolSize, log, slowMs = 0 }: WorkerOptions,
  metrics: Metrics,
): Promise<WorkerPools> {
  const open = (size: number, patience: Patience = {}) =>
    createPool(
      url,
      size,
      log,
      { answer: ANSWER_MS, connection: FREE_MS, opening: OPENING_MS, ...patience },
      { slowMs },
    )
  const sizes = poolSizes(poolSize)
  const queue = open(sizes.queue)
  // A thousand mailboxes may be read at once. Their readings wait for each other, but the queue never waits for them.
  const readings = open(sizes.readings, { connection: READING_PATIENCE_MS })
  // Telling people of an alarm waits for nothing else.
  const telling = open(sizes.telling)
  const envois = open(sizes.envois)
  const pools = [queue, readings, telling, envois]
  const measured: (() => void)[] = []
  const end = async () => {
    for (const endMeasuring of measured) endMeasuring()
    await Promise.all(pools.map((each) => each.end()))
  }
  for (const each of pools) heedMigrations(each)
  await requireMigrated(queue).catch(async (error: unknown) => {
    await end()
    throw error
  })
  measured.push(
    measurePool(metrics, 'worker', queue),
    measurePool(metrics, 'readings', readings),
    measurePool(metrics, 'telling', telling),
    measurePool(metrics, 'envois', envois),
    measureQueue(metrics, queue, log),
  )
  return { queue, readings, telling, envois, end }
}
