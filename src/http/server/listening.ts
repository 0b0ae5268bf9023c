import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Server as Socket } from 'node:net'
import type { Express } from 'express'
import type { Pool } from 'pg'
import type { BaseLogger, Logger } from 'pino'
import { missingLoginGuards } from '../../db/guards.ts'
import { requireMigrated } from '../../db/migrate.ts'
import { portTaken } from '../../process/port_taken.ts'
import { listenTogether, OPTIONS } from './acceptors.ts'
import { readTls, reloadTls, type TlsFiles } from './tls.ts'

// Proxies and clients use a connection again after a pause, mostly of less than a minute. If Node closes it just then
// (by default after 5 s), the request is lost (ECONNRESET, 502).
const IDLE_CONNECTION_MS = 65_000

// An answer may leave before the body of its request has come, for instance a refusal. What still comes is dropped, so
// that the client can read the answer, but for no longer than this.
const REST_MS = 5_000

// A request's head is one packet. Node looks every 30 s which connections have not sent theirs in this time, and ends
// them, as those whose body takes five minutes.
const HEAD_MS = 20_000

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
  for (const { login, sentence, sql } of await missingLoginGuards(pool)) log.warn({ login, sql }, sentence)
}

/** Address of a listening server. */
interface Address {
  host: string
  /** 0 takes any free port. */
  port: number
  /** The setting of the port. */
  variable: string
  /** Absent: the server speaks HTTP in the clear. */
  tls?: { files: TlsFiles; log: Pick<Logger, 'info' | 'warn'> }
}

/** Starts to listen. @throws an error that names the variable to change, when the port is taken */
export async function listen(app: Express, { host, port, variable, tls }: Address): Promise<Listening> {
  const server = createServerOf(app, tls)
  server.keepAliveTimeout = IDLE_CONNECTION_MS
  server.headersTimeout = HEAD_MS
  const sockets = await listenTogether(server, host, port).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? portTaken(port, variable) : error
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () => close(server, sockets),
  }
}

function createServerOf(app: Express, tls: Address['tls']): Server {
  const answer: RequestListener = (request, response) => {
    request.url = originForm(request.url ?? '/')
    response.once('finish', () => cutRest(request))
    app(request, response)
  }
  // A client that asks whether to send its body (Expect) gets its answer where the body is read (read_body.ts).
  if (tls === undefined) return createServer(OPTIONS, answer).on('checkContinue', answer)
  const server = createTlsServer({ ...readTls(tls.files), ...OPTIONS }, answer)
  reloadTls(server, tls.files, tls.log)
  return server.on('checkContinue', answer)
}

function cutRest(request: IncomingMessage): void {
  if (!request.complete) setTimeout(() => void (request.complete || request.destroy()), REST_MS).unref()
}

// A client may send the absolute form (RFC 9112, 3.2.2); Express and the validator need the path. What is no address
// becomes the path of nothing.
function originForm(target: string): string {
  if (target.startsWith('/')) return target
  const url = URL.parse(target)
  return url === null ? `/${encodeURIComponent(target)}` : url.pathname + url.search
}

async function close(server: Server, sockets: Socket[]): Promise<void> {
  const timer = setTimeout(() => server.closeAllConnections(), 5_000)
  const closed = sockets.map((each) => new Promise((resolve) => each.close(resolve)))
  server.closeIdleConnections()
  await Promise.all(closed)
  clearTimeout(timer)
}
