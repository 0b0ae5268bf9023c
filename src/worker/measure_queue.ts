import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { z } from 'zod'
import { isOutage } from '../db/pool.ts'
import type { Metrics } from '../process/metrics.ts'

// The answer of jobs.messagerie_metrics.
const Figures = z.object({
  messageries: z.array(
    z.object({
      sis: z.string(),
      id: z.int(),
      host: z.string(),
      since_success: z.number(),
      failures: z.int(),
      blocked: z.boolean(),
      unread: z.boolean(),
      messages: z.record(z.string(), z.int()),
    }),
  ),
  jobs: z.object({ waiting: z.int(), oldest: z.number() }),
})
type Figures = z.infer<typeof Figures>

/**
 * Shows figures of mailboxes and queue. They come from the database, so every worker answers the same. While the
 * database does not answer they are absent, and caserne_database_up is 0.
 * @returns a function that ends it
 */
export function measureQueue(metrics: Metrics, pool: Pool, log: Pick<Logger, 'warn'>): () => void {
  const up = metrics.gauge('database_up', '1 when the database answered this scrape; by pool.', ['pool'])
  const { show, hide } = gauges(metrics)
  return metrics.beforeScrape(async () => {
    up.set({ pool: 'worker' }, 0)
    hide()
    try {
      show(await readFigures(pool))
      up.set({ pool: 'worker' }, 1)
    } catch (error) {
      if (!isOutage(pool, error)) log.warn({ reason: String(error) }, 'no metrics of mailboxes and queue')
    }
  })
}

async function readFigures(pool: Pool): Promise<Figures> {
  const { rows } = await pool.query('select jobs.messagerie_metrics() as figures')
  return Figures.parse(rows[0]?.figures)
}

// A mailbox that is no longer read disappears.
function gauges(metrics: Metrics): { show(figures: Figures): void; hide(): void } {
  const labels = ['sis', 'id', 'host'] as const
  const age = metrics.gauge(
    'messagerie_seconds_since_success',
    'Seconds since a mailbox was last read without fault, or since it was added.',
    labels,
  )
  const failures = metrics.gauge(
    'messagerie_failures',
    'Failures in a row; 0 while a mailbox can be read.',
    labels,
  )
  const blocked = metrics.gauge('messagerie_blocked', '1 when the server refused user or password.', labels)
  const unread = metrics.gauge(
    'messagerie_unread',
    '1 when nobody could read a mailbox for three minutes, whatever the reason.',
    labels,
  )
  const messages = metrics.gauge('messagerie_messages', 'Messages in the ledger.', [...labels, 'etat'])
  const waiting = metrics.gauge('jobs_waiting', 'Jobs that are due and that no worker does yet.', [])
  const oldest = metrics.gauge('jobs_oldest_seconds', 'How long the oldest of these has been due.', [])
  const hide = () => {
    for (const each of [age, failures, blocked, unread, messages]) each.reset()
    for (const each of [waiting, oldest]) each.remove()
  }
  const show = ({ messageries, jobs }: Figures) => {
    for (const { sis, id, host, ...figures } of messageries) {
      const labels = { sis, id, host }
      age.set(labels, figures.since_success)
      failures.set(labels, figures.failures)
      blocked.set(labels, figures.blocked ? 1 : 0)
      unread.set(labels, figures.unread ? 1 : 0)
      for (const [etat, count] of Object.entries(figures.messages)) messages.set({ ...labels, etat }, count)
    }
    waiting.set(jobs.waiting)
    oldest.set(jobs.oldest)
  }
  return { show, hide }
}
