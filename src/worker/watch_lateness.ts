import type { Metrics } from '../process/metrics.ts'
import { mainTasks } from './queue_tasks.ts'
import { readState } from './read_waiting.ts'

const EVERY_MS = 5_000
// How long the state of before may stand for the present one: several looks.
const KNOWN_MS = 30_000
// A runner that does nothing is replaced long before.
const JOBS_S = 60
// Every mailbox is asked for each minute.
const MAILBOXES_S = 180

/** The jobs of the main runner that wait, and since when no mailbox was tried: seconds, null if none is to be read. */
interface State {
  jobs: { oldest: number }
  untried: number | null
}

/** How a worker may be late. */
type Lateness = 'jobs' | 'messageries' | 'unknown'

const sentences: Record<Lateness, string> = {
  jobs: 'Les tâches attendent : aucun worker ne les prend',
  messageries: 'Aucune messagerie n’est relevée',
  unknown: 'La file des tâches ne répond pas',
}

/** A watch over the facts that show whether mail is read. */
interface LatenessWatch {
  /** Returns what is late, as a French sentence; null while nothing is. */
  fault(): string | null
  stop(): Promise<void>
}

/** Returns what is late by the facts of the database, as a French sentence; null if nothing is. */
export function judgeLateness(state: State): string | null {
  const late = latenessOf(state)
  return late === null ? null : sentences[late]
}

/**
 * Watches whether jobs are taken and mailboxes tried. A mail server that does not answer is no fault: its mailbox is
 * tried. Uses neither the runners nor the pools of the worker, which may be what is stuck.
 * @param url address of the database as caserne_worker
 */
export function watchLateness(
  url: string,
  metrics: Metrics,
  { everyMs = EVERY_MS, knownMs = KNOWN_MS } = {},
): LatenessWatch {
  let known: State | null = null
  let knownAt = performance.now()
  const look = async () => {
    const found = await readState(url, [...mainTasks]).catch(() => null)
    if (found === null) return
    known = found
    knownAt = performance.now()
  }
  const late = (): Lateness | null =>
    performance.now() - knownAt > knownMs ? 'unknown' : known && latenessOf(known)
  let looking: Promise<void> | undefined
  // While the database is frozen, a look takes longer than the time between two.
  const begin = () => {
    looking ??= look().finally(() => {
      looking = undefined
    })
  }
  begin()
  const timer = setInterval(begin, everyMs)
  const gauge = metrics.gauge(
    'worker_late',
    '1 when jobs wait for a worker (jobs), no mailbox is tried (messageries), or the queue does not answer (unknown).',
    ['reason'],
  )
  const unmeasure = metrics.beforeScrape(() => {
    const now = late()
    for (const reason of Object.keys(sentences)) gauge.set({ reason }, reason === now ? 1 : 0)
  })
  return {
    fault: () => {
      const now = late()
      return now === null ? null : sentences[now]
    },
    stop: async () => {
      clearInterval(timer)
      unmeasure()
      await looking
    },
  }
}

function latenessOf({ jobs, untried }: State): Lateness | null {
  if (jobs.oldest > JOBS_S) return 'jobs'
  return untried !== null && untried > MAILBOXES_S ? 'messageries' : null
}
