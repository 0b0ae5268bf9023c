import { createServer, type Server, type ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { Metrics } from './metrics.ts'
import { portTaken } from './port_taken.ts'
import type { Readiness } from './readiness.ts'

/** Address of the metrics. */
interface MetricsAddress {
  host: string
  /** 0 takes any free port. */
  port: number
}

/** The server that Prometheus scrapes. */
export interface MetricsServer {
  port: number
  close(): Promise<void>
}

/**
 * Serves the figures of this process at GET /metrics, in the text format of Prometheus, and of a worker also GET /ready.
 * @throws when the port is taken, with the variable to change.
 */
export function serveMetrics(
  metrics: Metrics,
  { host, port }: MetricsAddress,
  log: Pick<Logger, 'warn'>,
  readiness?: Readiness,
): Promise<MetricsServer> {
  metrics.watchProcess()
  const server = createServer({ noDelay: true }, (request, response) => {
    if (request.method === 'GET' && request.url === '/ready' && readiness?.isKnown) {
      answerReady(response, readiness.fault())
      return
    }
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    metrics.text().then(
      (text) => {
        const length = Buffer.byteLength(text)
        response.writeHead(200, { 'Content-Type': metrics.contentType, 'Content-Length': length }).end(text)
      },
      (error: unknown) => {
        log.warn({ reason: String(error) }, 'no metrics')
        response.writeHead(503).end()
      },
    )
  })
  return listen(server, host, port)
}

function answerReady(response: ServerResponse, fault: string | null): void {
  response
    .writeHead(fault === null ? 200 : 503, { 'Content-Type': 'application/json; charset=utf-8' })
    .end(JSON.stringify(fault === null ? { status: 'ok' } : { error: fault }))
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
