import { createServer } from 'node:http'
import { pino } from 'pino'
import { openKeyRing } from '../src/auth/keys.ts'
import { tokenVerifier } from '../src/auth/tokens.ts'
import { readConfig } from '../src/config.ts'
import { createPool } from '../src/db/pool.ts'
import { createApp } from '../src/http/app.ts'
import { listen } from '../src/http/listening.ts'
import { AlarmeStreams } from '../src/http/live/alarme_streams.ts'
import { Listener } from '../src/http/live/listener.ts'

// Starts one of the two servers that are compared, and prints its port.
//   whole  the product as served: token, access, validation, policies, log
//   bare   node:http and the same statement as a superuser, who bypasses policies; no token, no validation
const [which = '', keyFile = '', url = '', authUrl = ''] = process.argv.slice(2)
const log = pino({ level: 'info' }, pino.destination('/dev/null'))
const pool = createPool(url, 8, log)

if (which === 'whole') {
  const config = readConfig({ ...process.env, PORT: '0' })
  const keys = await openKeyRing(keyFile, log)
  const auth = createPool(authUrl, config.DATABASE_POOL_SIZE, log)
  const passwords = createPool(authUrl, config.PASSWORD_POOL_SIZE, log)
  const issuer = { keys, auth, passwords }
  const listener = new Listener(url, log)
  const streams = new AlarmeStreams(listener, { limit: config.ALARM_STREAMS, atOnce: 4, log })
  const api = { pool, listener, streams }
  const app = createApp({ config, log, verify: tokenVerifier(keys), api, issuer })
  announce((await listen(app, '127.0.0.1', 0, 'PORT')).port)
} else {
  const server = createServer(async (request, response) => {
    const asked = new URL(request.url ?? '/', 'http://bare')
    const { rows } = await pool.query({
      name: 'bare',
      text: 'select api.list_alarmes($2)::text as json from request.open(null, $1, null, null)',
      values: [asked.searchParams.get('sis'), asked.searchParams.get('old') === 'true'],
    })
    response.setHeader('content-type', 'application/json')
    response.end(`{"data":${rows[0]?.json}}`)
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    announce(typeof address === 'object' && address ? address.port : 0)
  })
}

function announce(port: number): void {
  process.stdout.write(`${port}\n`)
}
