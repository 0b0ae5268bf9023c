import { outageAt } from '../db/outage.ts'
import { MessageReader } from '../mail/reading/message_reader.ts'
import { Metrics } from '../process/metrics.ts'
import { freeJobs } from './free_jobs.ts'
import { markInstants } from './mark_instants.ts'
import { openPools } from './open_pools.ts'
import { readWaitingInTurn } from './read_waiting.ts'
import { Arrivals } from './releves/arrivals.ts'
import { MessagerieLocks } from './releves/messagerie_locks.ts'
import { Messageries } from './releves/messageries.ts'
import { watchSilences } from './releves/silences.ts'
import { openRunnerTasks } from './runner_tasks.ts'
import { startRunner } from './start_runner.ts'
import type { Supervised } from './supervise.ts'
import type { WorkerOptions } from './worker_options.ts'

/** A running worker. */
export interface Worker {
  /** Waits for running jobs, then frees all resources. */
  stop(): Promise<void>
}

/**
 * Starts a worker, which reads mailboxes and runs the jobs of the queue. Any number of workers may run.
 * @throws when the database is not migrated; the message says what to do.
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { url, mailboxKey, privateHosts, metrics = new Metrics(), log } = options
  const pools = await openPools(options, metrics)
  const reader = options.reader ?? new MessageReader()
  const locks = new MessagerieLocks(url, log, options.lease)
  const settings = { key: mailboxKey, privateHosts, arrivals: new Arrivals(metrics) }
  const messageries = new Messageries(pools.readings, locks, reader, settings, log)
  const stopping = new AbortController()
  const tools = { pools, messageries, reader, stopping: stopping.signal }
  const { all, close } = await openRunnerTasks(options, tools)
  const runners: Supervised[] = []
  const { onStuck = () => undefined, silence } = options
  const readWaiting = readWaitingInTurn(url)
  const setting = { readWaiting, locks, outage: outageAt(url, log), log, onStuck, silence }
  for (const tasks of all) runners.push(await startRunner(tasks, setting))
  await pools.queue.query('select jobs.ask_releves()')
  const watches = [
    watchSilences(pools.queue, log, options.watchMs),
    freeJobs(pools.queue, log),
    markInstants(pools.queue, log),
  ]
  return {
    stop: async () => {
      stopping.abort(new Error('the worker stops'))
      const watched = Promise.all(watches.map((watch) => watch.stop()))
      await Promise.all(runners.map((runner) => runner.stop()))
      // Whatever hangs: another worker must get the mailboxes.
      await messageries.close()
      await watched
      await reader.close()
      close()
      await pools.end()
    },
  }
}
