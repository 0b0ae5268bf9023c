import type { Task } from 'graphile-worker'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { z } from 'zod'
import { messagerieOfJob } from './releves/messagerie_of_job.ts'
import type { Messageries } from './releves/messageries.ts'
import { takeReports, writeAdresse } from './take_reports.ts'

/** Options for the tasks of the queue. */
interface QueueTasksOptions {
  pool: Pool
  messageries: Messageries
  retentionDays: number
  log: Logger
}

const OfMessagerie = z.object({ sis_key: z.string(), messagerie_id: z.int() })
const LONG_WORK_MS = 600_000

/** Names of the tasks of the main runner. None of their jobs waits long for its turn. */
export const mainTasks = [
  'ask_releves',
  'read_messagerie',
  'ask_relectures',
  'take_reports',
  'write_adresse',
  'create_interventions',
  'release_jobs',
  'purge_reponses',
  'purge_disponibilites',
  'keep_disponibilites',
  'tell_manques',
  'tell_echecs',
  'purge_envois',
  'purge_tokens',
  'purge_messages',
] as const

/** The tasks that share the main runner. Those that wait for other machines, or work long, have a runner of their own. */
export function queueTasks({
  pool,
  messageries,
  retentionDays,
  log,
}: QueueTasksOptions): Record<(typeof mainTasks)[number], Task> {
  const work = async (text: string) => void (await pool.query(text))
  const workLong = async (text: string, values: unknown[] = []) => {
    const statement = { text, values, query_timeout: LONG_WORK_MS }
    await pool.query(statement)
  }
  return {
    ask_releves: () => work('select jobs.ask_releves()'),
    // The job ends at once: few jobs run at a time, and a mail server may be slow.
    read_messagerie: async (payload) => {
      const key = await messagerieOfJob(pool, payload)
      if (key !== null) messageries.start(key)
    },
    ask_relectures: () => work('select jobs.ask_relectures()'),
    take_reports: () => takeReports(pool, log),
    write_adresse: (payload) => writeAdresse(pool, payload),
    create_interventions: () => workLong('select jobs.create_pending_interventions()'),
    release_jobs: () => work('select jobs.release_jobs()'),
    purge_reponses: () => workLong('select jobs.purge_reponses()'),
    purge_disponibilites: () => workLong('select jobs.purge_disponibilites()'),
    keep_disponibilites: () => workLong('select jobs.keep_disponibilites()'),
    tell_manques: () => workLong('select jobs.tell_manques()'),
    tell_echecs: (payload) => {
      const { sis_key, messagerie_id } = OfMessagerie.parse(payload)
      return workLong('select jobs.tell_echecs($1, $2)', [sis_key, messagerie_id])
    },
    purge_envois: () => workLong('select jobs.purge_envois()'),
    purge_tokens: () => workLong('select jobs.purge_tokens()'),
    purge_messages: () => workLong('select jobs.purge_messages($1)', [retentionDays]),
  }
}
