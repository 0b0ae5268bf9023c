/** Share of a runner in the connections of a worker. */
interface RunnerShare {
  /** Number of jobs at a time. */
  concurrency: number
  /** How many of these jobs use the pool of deliveries at once; absent: all of them use that of their runner. */
  asking?: number
  /** Whether the runner also queues jobs by the clock. */
  cron?: boolean
}

/** The runners of a worker. */
export const runners = {
  main: { concurrency: 5, cron: true },
  relectures: { concurrency: 2 },
  imputations: { concurrency: 1 },
  mails: { concurrency: 2 },
  // Jobs that tell devices and webhooks wait for services far longer than for the database. Their statements have a pool
  // apart from that of their runners: however many of them wait, the runners take jobs.
  lots: { concurrency: 24, asking: 3 },
  webhooks: { concurrency: 40, asking: 3 },
} as const satisfies Record<string, RunnerShare>

// One listens for new jobs, and one writes the results of jobs while their places take the next ones.
const HELD_BY_RUNNER = 2
// Silences, jobs of killed workers, instants of the reporting database, and figures.
const OWN_STATEMENTS = 4
// The locks of mailboxes, and the looks whether the database is lost, the worker late, or a runner stuck.
const OWN_SESSIONS = 4

/** The most connections that the pools of a worker open. */
interface PoolSizes {
  queue: number
  readings: number
  telling: number
  envois: number
}

/**
 * Computes the size of each pool of a worker from everything that may use it at the same time, so that no runner waits
 * for another.
 * @param readings how many readings of mailboxes use the database at once (DATABASE_POOL_SIZE); further ones wait.
 */
export function poolSizes(readings: number): PoolSizes {
  const all: RunnerShare[] = Object.values(runners)
  const sum = (of: (share: RunnerShare) => number, some = all) =>
    some.reduce((total, share) => total + of(share), 0)
  const [telling, queue] = [true, false].map((tells) =>
    all.filter(({ asking }) => (asking !== undefined) === tells),
  )
  return {
    queue: sum(runnerConnections, queue) + OWN_STATEMENTS,
    readings,
    telling: sum(runnerConnections, telling),
    envois: sum(({ asking = 0 }) => asking),
  }
}

/** The most connections that a worker opens. */
export function workerConnections(readings: number): number {
  const { queue, telling, envois } = poolSizes(readings)
  return queue + readings + telling + envois + OWN_SESSIONS
}

function runnerConnections({ concurrency, asking, cron = false }: RunnerShare): number {
  return HELD_BY_RUNNER + (asking === undefined ? concurrency : 0) + (cron ? 1 : 0)
}
