/** Share of a runner in the connections of its pool. */
interface RunnerShare {
  /** Number of jobs at a time. */
  concurrency: number
  /** How many of these jobs use the database at once; by default all. */
  asking?: number
  /** Whether the runner also queues jobs by the clock. */
  cron?: boolean
}

/** The runners of a worker that share the pool of the queue. */
export const queueRunners = {
  main: { concurrency: 5, cron: true },
  relectures: { concurrency: 2 },
  imputations: { concurrency: 1 },
  mails: { concurrency: 2 },
} as const satisfies Record<string, RunnerShare>

/** The runners of a worker that tell devices and webhooks. Their jobs wait for services far longer than for the database. */
export const envoisRunners = {
  lots: { concurrency: 24, asking: 3 },
  webhooks: { concurrency: 40, asking: 3 },
} as const satisfies Record<string, RunnerShare>

// One listens for new jobs, and one writes the results of jobs while their places take the next ones.
const HELD_BY_RUNNER = 2
// Silences, jobs of killed workers, instants of the reporting database, and figures.
const OWN_STATEMENTS = 4
// The locks of mailboxes, and the look whether a database is lost.
const OWN_SESSIONS = 2

/** The most connections that the pools of a worker open. */
interface PoolSizes {
  queue: number
  readings: number
  envois: number
}

/**
 * Computes the size of each pool of a worker from everything that may use it at the same time, so that no runner waits
 * for another.
 * @param readings how many readings of mailboxes use the database at once (DATABASE_POOL_SIZE); further ones wait.
 */
export function poolSizes(readings: number): PoolSizes {
  const used = (runners: Record<string, RunnerShare>) =>
    Object.values(runners).reduce((sum, runner) => sum + connectionsOf(runner), 0)
  return { queue: used(queueRunners) + OWN_STATEMENTS, readings, envois: used(envoisRunners) }
}

/** The most connections that a worker opens. */
export function workerConnections(readings: number): number {
  const { queue, envois } = poolSizes(readings)
  return queue + readings + envois + OWN_SESSIONS
}

function connectionsOf({ concurrency, asking = concurrency, cron = false }: RunnerShare): number {
  return HELD_BY_RUNNER + asking + (cron ? 1 : 0)
}
