import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../src/config.ts'
import { freePort } from './free_port.ts'

// User and group `nobody` and `nogroup` of Debian.
const NOBODY = 65_534

/** A running PgBouncer. */
interface Pooler {
  port: number
  stop(): Promise<void>
}

/**
 * Starts Debian's PgBouncer on loopback, in transaction mode, for every database of a server.
 * @param passwords those of the logins, by their names without `caserne_`
 * @param more its other settings, or others than the usual ones
 * @throws what it printed, when it does not start
 */
export async function startPooler(
  adminUrl: string,
  passwords: Record<string, string>,
  more: Record<string, string> = {},
): Promise<Pooler> {
  const directory = mkdtempSync(join(tmpdir(), 'caserne-pooler-'))
  const port = more.listen_port === undefined ? await freePort() : Number(more.listen_port)
  const users = Object.entries(passwords).map(([name, password]) => `"caserne_${name}" "${password}"`)
  writeFileSync(join(directory, 'users.txt'), `${users.join('\n')}\n`)
  writeFileSync(join(directory, 'pgbouncer.ini'), configuration(directory, adminUrl, port, more))
  // It refuses to run as root.
  const isRoot = process.getuid?.() === 0
  if (isRoot) chownSync(directory, NOBODY, NOBODY)
  chmodSync(directory, 0o755)
  const child = spawn('/usr/sbin/pgbouncer', [join(directory, 'pgbouncer.ini')], {
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await untilUp(child)
  return {
    port,
    stop: async () => {
      const ended = once(child, 'close')
      // A session that is lent as a whole would never come back.
      child.kill(more.pool_mode === 'session' ? 'SIGQUIT' : 'SIGINT')
      await ended
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

// deploy/pgbouncer.ini, for every database of a server. Idle connections would keep a test's database from being
// dropped.
function configuration(
  directory: string,
  adminUrl: string,
  port: number,
  more: Record<string, string>,
): string {
  const server = new URL(adminUrl)
  const last = { unix_socket_dir: '', server_idle_timeout: 5, autodb_idle_timeout: 5, ...more }
  return readFileSync(join(root, 'deploy/pgbouncer.ini'), 'utf8')
    .replace('caserne = host=db.example.org port=5432', `* = host=${server.hostname} port=${server.port}`)
    .replace('listen_port = 6432', `listen_port = ${port}`)
    .replace('/etc/pgbouncer/userlist.txt', join(directory, 'users.txt'))
    .replace('default_pool_size = 20', 'default_pool_size = 10')
    .replace('max_client_conn = 500', 'max_client_conn = 1000')
    .replace(/^(logfile|pidfile|unix_socket_dir) = .*$/gm, '')
    .concat(...Object.entries(last).map(([name, value]) => `${name} = ${value}\n`))
}

// Resolves with its line "process up"; rejects if it ends before.
async function untilUp(child: ChildProcess): Promise<void> {
  let said = ''
  for await (const text of child.stderr ?? []) {
    said += text
    if (said.includes('process up')) return void child.stderr?.resume()
  }
  throw new Error(`PgBouncer did not start:\n${said}`)
}
