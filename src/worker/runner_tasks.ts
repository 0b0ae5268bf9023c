import type { Reader } from '../mail/reading/message_reader.ts'
import { crontab } from './crontab.ts'
import { mailEnvoi } from './envois/mail_envoi.ts'
import { openEnvois } from './envois/open_envois.ts'
import { imputeInterventions } from './imputations/impute_interventions.ts'
import type { WorkerPools } from './open_pools.ts'
import { runners } from './pool_sizes.ts'
import { queueTasks } from './queue_tasks.ts'
import type { Messageries } from './releves/messageries.ts'
import { Relecture, readKeptAgain } from './releves/relecture.ts'
import { sendMail } from './send/send_mail.ts'
import type { RunnerTasks } from './start_runner.ts'
import type { WorkerOptions } from './worker_options.ts'

/** Resources that the tasks of a worker use. */
interface Tools {
  pools: WorkerPools
  messageries: Messageries
  reader: Reader
  /** Aborted when the worker stops. */
  stopping: AbortSignal
}

/** The tasks of each runner of a worker, in the order in which they start. */
export async function openRunnerTasks(
  options: WorkerOptions,
  { pools, messageries, reader, stopping }: Tools,
): Promise<{ all: RunnerTasks[]; close(): void }> {
  const { retentionDays, log } = options
  const pool = pools.queue
  const telling = await openTelling(options, pools, stopping)
  const all: RunnerTasks[] = [
    {
      pool,
      tasks: queueTasks({ pool, messageries, retentionDays, log }),
      concurrency: runners.main.concurrency,
      crontab,
    },
    // New alarms must not wait for relectures, of which there may be any number.
    {
      pool,
      tasks: { relire_message: (payload) => readKeptAgain(pool, reader, Relecture.parse(payload), log) },
      concurrency: runners.relectures.concurrency,
    },
    // Nothing must wait for a year of interventions.
    {
      pool,
      tasks: { impute_interventions: (payload) => imputeInterventions(pool, payload, stopping) },
      concurrency: runners.imputations.concurrency,
      jobMs: Number.POSITIVE_INFINITY,
    },
    // Devices are notified at once, and no webhook that does not answer delays them.
    ...telling.runners.map((each) => ({ pool: pools.telling, ...each })),
    // Alarms must not wait for a mail server that does not answer.
    ...mailTasks(options, pools),
  ]
  return { all, close: telling.close }
}

function openTelling(options: WorkerOptions, { envois }: WorkerPools, stopping: AbortSignal) {
  const { mailboxKey, deliveryHosts, telling, servicesMs, log } = options
  const patience = servicesMs === undefined ? {} : { patienceMs: servicesMs }
  return openEnvois({ pool: envois, key: mailboxKey, deliveryHosts, ...telling, stopping, log, ...patience })
}

function mailTasks({ outgoing, mailboxKey, telling }: WorkerOptions, { queue }: WorkerPools): RunnerTasks[] {
  if (outgoing === null) return []
  const tasks = {
    send_mail: sendMail(queue, outgoing),
    mail_envoi: mailEnvoi(queue, outgoing, mailboxKey, telling.base),
  }
  return [{ pool: queue, tasks, concurrency: runners.mails.concurrency }]
}
