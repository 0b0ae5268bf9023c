import pg from 'pg'
import { pino } from 'pino'
import { startEmbedded } from '../../src/db/embedded.ts'
import { binaries } from '../support/postgres15.ts'
import { type SmtpServer, startSmtp } from '../support/smtp.ts'

/** Starts Debian's PostgreSQL 15 on a free port, which it keeps when it is restarted. */
export async function startDatabase(directory: string) {
  const log = pino({ level: 'silent' })
  const start = (port: number) =>
    startEmbedded({ directory, binaries, port, settings: { fsync: 'off', max_connections: '200' }, log })
  let server = await start(0)
  const { port } = server
  return {
    port,
    url: () => server.adminUrl,
    restart: async () => {
      await server.stop()
      server = await start(port)
    },
    rows: async (query: string) => {
      const client = new pg.Client(Object.assign(new URL(server.adminUrl), { pathname: 'caserne' }).href)
      await client.connect()
      return await client
        .query(query)
        .then(({ rows }) => rows)
        .finally(() => client.end())
    },
    stop: () => server.stop(),
  }
}

/** Starts an SMTP server that takes mail under TLS, from `caserne` with the password `geheim`. */
export function startMailServer(certificate: { key: string; cert: string }): Promise<SmtpServer> {
  return startSmtp({
    secure: true,
    ...certificate,
    authOptional: false,
    onAuth: ({ username, password }, _session, answer) =>
      password === 'geheim' ? answer(null, { user: username }) : answer(new Error('535 wrong')),
  })
}
