import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pino } from 'pino'
import { openKeyRing } from '../src/auth/keys.ts'
import { tokenVerifier } from '../src/auth/tokens.ts'
import { readConfig } from '../src/config.ts'
import { createPool } from '../src/db/pool.ts'
import { createApp } from '../src/http/app.ts'
import { dataDatabase } from '../src/http/cells/databases.ts'
import { openCells } from '../src/http/cells/open_cells.ts'
import { GraphqlEngine } from '../src/http/graphql/engine.ts'
import { threadSettings } from '../src/http/graphql/thread_messages.ts'
import { AlarmeStreams } from '../src/http/live/alarme_streams.ts'
import { listen } from '../src/http/server/listening.ts'
import { openLines } from '../src/process/log.ts'
import { Metrics } from '../src/process/metrics.ts'
import { Readiness } from '../src/process/readiness.ts'
import { serveMetrics } from '../src/process/serve_metrics.ts'
import { Started } from '../src/process/started.ts'
import { NoMetrics } from './observation/no_metrics.ts'

// Starts one of the two servers that are compared, and prints its port.
//   whole  the product as served: token, access, validation, policies, log
//   bare   node:http with a statement of http/*.sql, among them one that reads a stored answer, as a superuser, who
//          bypasses policies; no token, no validation
const [which = '', keyFile = '', url = '', authUrl = ''] = process.argv.slice(2)
const log = pino({ level: 'info' }, openLines('/dev/null'))
const pool = createPool(url, 8, log)

if (which === 'whole') {
  const config = readConfig({ ...process.env, PORT: '0' })
  const keys = await openKeyRing(keyFile, log)
  const auth = createPool(authUrl, config.DATABASE_POOL_SIZE, log)
  const passwords = createPool(authUrl, config.PASSWORD_POOL_SIZE, log)
  const issuer = { keys, auth, passwords }
  const metrics = process.env.UNMEASURED ? new NoMetrics() : new Metrics()
  const setting = { config, log, started: new Started(), metrics, readiness: new Readiness() }
  const { databases, listener } = await openCells(setting, url, dataDatabase(config, pool))
  const streams = new AlarmeStreams(listener, { limit: config.ALARM_STREAMS, atOnce: 4, log })
  const api = { databases, listener, streams }
  const graphql = new GraphqlEngine(threadSettings(config, { api: url }), log)
  const app = createApp({ config, log, verify: tokenVerifier(keys), api, graphql, issuer, metrics })
  if (config.METRICS_PORT !== undefined)
    await serveMetrics(metrics, { host: '127.0.0.1', port: config.METRICS_PORT }, log)
  announce((await listen(app, { host: '127.0.0.1', port: 0, variable: 'PORT' })).port)
} else {
  const statements = readStatements()
  const server = createServer(async (request, response) => {
    const asked = new URL(request.url ?? '/', 'http://bare')
    const name = asked.pathname.slice(1)
    const { rows } = await pool.query({
      name,
      text: statements.get(name) ?? '',
      values: asked.searchParams.getAll('v').map((value) => value || null),
    })
    response.setHeader('content-type', 'application/json')
    response.end(`{"data":${rows[0]?.json}}`)
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    announce(typeof address === 'object' && address ? address.port : 0)
  })
}

// The statements of http/*.sql by the names of their files.
function readStatements(): Map<string, string> {
  const folder = join(import.meta.dirname, 'http')
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'))
  return new Map(
    files.map((file) => [
      file.replace('.sql', ''),
      `select coalesce(q.json::text, '[]') as json from (${readFileSync(join(folder, file), 'utf8')}) q (json)`,
    ]),
  )
}

function announce(port: number): void {
  process.stdout.write(`${port}\n`)
}
