import { createServer, type Server } from 'node:http'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { z } from 'zod'
import { portTaken } from '../process/port_taken.ts'

/** Where metrics are served. */
export interface MetricsAddress {
  host: string
  /** 0 takes any free port. */
  port: number
}

/** The server that Prometheus scrapes. */
export interface MetricsServer {
  port: number
  close(): Promise<void>
}

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
 * Serves figures about mailboxes, queue and process at GET /metrics, in the text format of Prometheus.
 * Figures about mailboxes and queue come from the database, so every worker answers the same.
 * @throws when the port is taken, with the variable to change.
 */
export function serveMetrics(
  pool: Pool,
  { host, port }: MetricsAddress,
  log: Pick<Logger, 'warn'>,
): Promise<MetricsServer> {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const show = gauges(registry)
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    readFigures(pool)
      .then((figures) => show(figures))
      .then(() => registry.metrics())
      .then(
        (text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
        (error: unknown) => {
          log.warn({ reason: String(error) }, 'no metrics')
          response.writeHead(503).end()
        },
      )
  })
  return listen(server, host, port)
}

async function readFigures(pool: Pool): Promise<Figures> {
  const { rows } = await pool.query('select jobs.messagerie_metrics() as figures')
  return Figures.parse(rows[0]?.figures)
}

// Sets the gauges to new figures. A mailbox that is no longer read disappears.
function gauges(registry: Registry): (figures: Figures) => void {
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Gauge({ name: `caserne_${name}`, help, labelNames, registers: [registry] })
  const labels = ['sis', 'id', 'host'] as const
  const age = gauge(
    'messagerie_seconds_since_success',
    'Seconds since a mailbox was last read without fault, or since it was added.',
    [...labels],
  )
  const failures = gauge('messagerie_failures', 'Failures in a row; 0 while a mailbox can be read.', [
    ...labels,
  ])
  const blocked = gauge('messagerie_blocked', '1 when the server refused user or password.', [...labels])
  const unread = gauge(
    'messagerie_unread',
    '1 when nobody could read a mailbox for three minutes, whatever the reason.',
    [...labels],
  )
  const messages = gauge('messagerie_messages', 'Messages in the ledger.', [...labels, 'etat'])
  const waiting = gauge('jobs_waiting', 'Jobs that are due and that no worker does yet.', [])
  const oldest = gauge('jobs_oldest_seconds', 'How long the oldest of these has been due.', [])
  return ({ messageries, jobs }) => {
    for (const each of [age, failures, blocked, unread, messages]) each.reset()
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
}

function listen(server: Server, host: string, port: number): Promise<MetricsServer> {
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? portTaken(port, 'METRICS_PORT') : error)
    })
    server.listen(port, host, () => {
      const address = server.address()
      resolve({ port: typeof address === 'object' && address ? address.port : port, close })
    })
  })
}
