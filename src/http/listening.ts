import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Express } from 'express'
import type { Pool } from 'pg'
import type { BaseLogger, Logger } from 'pino'
import { requireMigrated } from '../db/migrate.ts'
import { portTaken } from '../process/port_taken.ts'
import { readTls, reloadTls, type TlsFiles } from './tls.ts'

// Proxies and clients use a connection again after a pause, mostly of less than a minute. If Node closes it just then
// (by default after 5 s), the request is lost (ECONNRESET, 502).
const IDLE_CONNECTION_MS = 65_000

// Connections that the system completes before the server takes them. Of more it drops the first packet, and the client
// tries again after a second. The system itself has a limit (net.core.somaxconn, 4096).
const BACKLOG = 4_096

/** A listening server. */
export interface Listening {
  port: number
  /** Stops accepting, waits up to 5 s for running requests, then closes. */
  close(): Promise<void>
}

/**
 * Refuses a database that must not be served: one that lacks migrations, or a role that bypasses the policies.
 * @throws an error that names every reason and the command that helps
 */
export async function checkDatabase(pool: Pool): Promise<void> {
  await requireMigrated(pool)
  const { rows } = await pool.query<{ fault: string }>('select request.faults() as fault')
  if (rows.length > 0) {
    throw new Error(`Refus de démarrer :\n${rows.map((row) => `  ${row.fault}`).join('\n')}`)
  }
}

/** Warns of limits that logins of analysts lack. They do not prevent serving. */
export async function warnOfLimits(pool: Pool, log: Pick<BaseLogger, 'warn'>): Promise<void> {
  const { rows } = await pool.query<{ message: string; remedy: string }>(
    'select message, remedy from request.missing_limits()',
  )
  for (const { message, remedy } of rows) log.warn({ remedy }, message)
}

/** Where a server listens. */
export interface Address {
  host: string
  /** 0 takes any free port. */
  port: number
  /** The setting of the port. */
  variable: string
  /** Absent: the server speaks HTTP in the clear. */
  tls?: { files: TlsFiles; log: Pick<Logger, 'info' | 'warn'> }
}

/** Starts to listen. @throws an error that names the variable to change, when the port is taken */
export function listen(app: Express, { host, port, variable, tls }: Address): Promise<Listening> {
  const server = createServerOf(app, tls)
  server.keepAliveTimeout = IDLE_CONNECTION_MS
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? portTaken(port, variable) : error)
    })
    server.listen({ port, host, backlog: BACKLOG }, () => {
      const address = server.address()
      resolve({
        port: typeof address === 'object' && address ? address.port : port,
        close: () => close(server),
      })
    })
  })
}

function createServerOf(app: Express, tls: Address['tls']): Server {
  const answer: RequestListener = (request, response) => {
    request.url = originForm(request.url ?? '/')
    app(request, response)
  }
  if (tls === undefined) return createServer(answer)
  const server = createTlsServer(readTls(tls.files), answer)
  reloadTls(server, tls.files, tls.log)
  return server
}

// A client may send the absolute form (RFC 9112, 3.2.2); Express and the validator need the path.
function originForm(target: string): string {
  if (target.startsWith('/')) return target
  const url = URL.parse(target)
  return url === null ? '/' : url.pathname + url.search
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), 5_000)
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
    server.closeIdleConnections()
  })
}
