import { execFileSync } from 'node:child_process'
import { appendFileSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { runTool } from '../../src/db/embedded_process.ts'
import type { OwnPostgres } from './own_postgres.ts'

/** A hot standby of a test's PostgreSQL, which streams from it. */
export interface Standby {
  /** The address of the standby for an address of the primary. */
  at(url: string): string
  /** The rows of a superuser's query on the standby, on a new connection after a restart. */
  rows(query: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  /** Resolves once the standby shows all that the primary has committed. */
  catchUp(): Promise<void>
  /** Makes it a primary. */
  promote(): Promise<void>
  /** Ends it at once, like a crash. */
  stop(): Promise<void>
  start(): Promise<void>
  remove(): Promise<void>
}

/** Copies a running primary and starts the copy as its standby. */
export async function startStandby(primary: OwnPostgres): Promise<Standby> {
  const { home, account, binaries } = primary.place
  const directory = join(dirname(home), 'standby')
  const data = join(directory, 'data')
  const port = await freePort()
  const at = (url: string) => Object.assign(new URL(url), { port }).href
  mkdirSync(directory)
  const own = (path: string) => account && chownSync(path, account.uid, account.gid)
  own(directory)
  await copy(primary, data)
  const { hostname, port: from, username, password } = new URL(primary.urls.admin)
  const source = `host=${hostname} port=${from} user=${username} password=${decodeURIComponent(password)}`
  appendFileSync(join(data, 'postgresql.auto.conf'), `\nprimary_conninfo = '${source}'\n`)
  writeFileSync(join(data, 'standby.signal'), '')
  own(join(data, 'standby.signal'))

  const control = async (...args: string[]) => {
    const all = [...args, '-w', '-D', data]
    const { code, output } = await runTool(join(binaries.directory, 'pg_ctl'), all, account)
    if (code !== 0) throw new Error(output)
  }
  const options = `-c port=${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`
  const start = () => control('start', '-l', join(directory, 'server.log'), '-o', options)
  await start()
  let client: pg.Client | undefined
  const rows: Standby['rows'] = async (query, values = []) => {
    if (client === undefined) {
      client = new pg.Client(at(primary.urls.admin))
      client.on('error', () => undefined)
      await client.connect()
    }
    return (await client.query(query, values)).rows
  }
  const forget = async () => {
    await client?.end()
    client = undefined
  }
  return {
    at,
    rows,
    catchUp: async () => {
      const [{ lsn } = {}] = await primary.rows('select pg_current_wal_flush_lsn()::text as lsn')
      for (let done = false; !done; ) {
        const [row] = await rows('select pg_last_wal_replay_lsn() >= $1::pg_lsn as done', [lsn])
        done = row?.done === true
      }
    },
    promote: async () => void (await rows('select pg_promote(true, 60)')),
    stop: async () => {
      await forget()
      await control('stop', '-m', 'immediate')
    },
    start,
    remove: async () => {
      await forget()
      await control('stop', '-m', 'immediate').catch(() => undefined)
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

// A base backup by hand: the embedded PostgreSQL comes without pg_basebackup.
async function copy(primary: OwnPostgres, data: string): Promise<void> {
  await primary.rows("select pg_backup_start('standby', true)")
  execFileSync('cp', ['-a', join(primary.place.home, 'data'), data])
  const [label] = await primary.rows('select labelfile from pg_backup_stop()')
  rmSync(join(data, 'postmaster.pid'))
  const file = join(data, 'backup_label')
  writeFileSync(file, String(label?.labelfile))
  const { account } = primary.place
  if (account) chownSync(file, account.uid, account.gid)
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
