import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Account, configuration, forMany, type Tls } from './dovecot_configuration.ts'

/** A Dovecot on loopback. Any user may log in, and has a Maildir, empty at first. Flags are visible by IMAP. */
export interface Dovecot {
  port: number
  user: string
  password: string
  /** Port of implicit TLS, and the certificate (PEM) that vouches for it; null without TLS. */
  tls: { port: number; certificate: string } | null
  /**
   * Drops a message into the Maildir of `user`, or of another, as a delivery agent does; CRLF content stays
   * byte for byte.
   */
  deliver: (raw: Buffer, user?: string) => void
  /** Stops answering, with all connections open, until Dovecot is ended. */
  freeze: () => void
  /** Ends the server; its mail and port stay for `restart`. */
  stop: () => Promise<void>
  restart: () => Promise<void>
  /** Ends the server and removes its mail. */
  remove: () => Promise<void>
}

const BINARY = ['/usr/sbin/dovecot', '/usr/local/sbin/dovecot', '/opt/homebrew/sbin/dovecot'].find(existsSync)
const IMAP = [
  '/usr/lib/dovecot/imap',
  '/usr/local/libexec/dovecot/imap',
  '/opt/homebrew/libexec/dovecot/imap',
]
const START_LIMIT = 10_000

/** Why Dovecot cannot run here, or null when it can. */
export function dovecotMissing(): string | null {
  if (!BINARY) return 'dovecot is not installed (Debian: apt-get install dovecot-imapd)'
  if (!IMAP.some(existsSync))
    return 'dovecot is installed without IMAP (Debian: apt-get install dovecot-imapd)'
  return null
}

/**
 * Starts Dovecot 2.3 as an ordinary user: the caller, or `nobody` when the caller is root, since Dovecot
 * serves no mail to root. Dovecot ends with this process, however the process ends.
 *
 * @param options.connections number of connections at a time, if more than usual
 * @throws {Error} with Dovecot's log when it does not answer within 10 s.
 */
export async function startDovecot(options: { tls?: boolean; connections?: number } = {}): Promise<Dovecot> {
  const account = accountToRunAs()
  const directory = mkdtempSync(join(tmpdir(), 'caserne-dovecot-'))
  chownSync(directory, account.uid, account.gid)
  const port = await freePort()
  const login = { user: 'alarme', password: 'essai' }
  const tls = options.tls ? await makeTls(directory, account) : null
  const usual = configuration(directory, port, account, login.password, tls)
  const text = options.connections === undefined ? usual : usual + forMany(options.connections)
  writeFileSync(join(directory, 'dovecot.conf'), text)
  let server = await start(directory, port, account)
  const stop = () => end(server)
  makeDirectory(join(directory, 'mail'), account)
  return {
    port,
    ...login,
    tls: tls && { port: tls.port, certificate: readFileSync(tls.certificate, 'utf8') },
    deliver: (raw, user = login.user) => deliver(join(directory, 'mail', user), raw, account),
    freeze: () => process.kill(groupOf(server), 'SIGSTOP'),
    stop,
    restart: async () => {
      server = await start(directory, port, account)
    },
    remove: async () => {
      await stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

// A self-signed certificate for 127.0.0.1, valid for a day (Dovecot's package brings openssl).
async function makeTls(directory: string, { uid, gid }: Account): Promise<Tls> {
  const [key, certificate] = [join(directory, 'key.pem'), join(directory, 'certificate.pem')]
  const name = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  const files = ['-keyout', key, '-out', certificate]
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...name, ...files],
    {
      stdio: 'ignore',
    },
  )
  for (const file of [key, certificate]) chownSync(file, uid, gid)
  return { port: await freePort(), key, certificate }
}

function accountToRunAs(): Account {
  const { uid } = userInfo()
  const name = uid === 0 ? 'nobody' : userInfo().username
  const ask = (option: string) => execFileSync('id', [option, name], { encoding: 'utf8' }).trim()
  return { name, group: ask('-gn'), uid: Number(ask('-u')), gid: Number(ask('-g')) }
}

/**
 * Asked to end, Dovecot leaves IMAP processes behind or takes seconds. Therefore it lives in its own process
 * group, which the shell kills when its input closes, even if this process is killed. The Maildir is safe:
 * answered commands are on disk.
 */
const SCRIPT = `"$0" -F -c "$1" & read -r _; kill -KILL 0`

async function start(directory: string, port: number, account: Account): Promise<ChildProcess> {
  // A killed Dovecot leaves its master.pid, and the next start would take it for alive.
  rmSync(join(directory, 'run'), { recursive: true, force: true })
  const identity = account.uid === userInfo().uid ? {} : { uid: account.uid, gid: account.gid }
  const server = spawn('/bin/sh', ['-c', SCRIPT, BINARY ?? 'dovecot', join(directory, 'dovecot.conf')], {
    ...identity,
    detached: true,
    cwd: directory,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const deadline = Date.now() + START_LIMIT
  while (!(await greets(port))) {
    if (Date.now() > deadline) {
      await end(server)
      const log = join(directory, 'log')
      throw new Error(`dovecot does not answer: ${existsSync(log) ? readFileSync(log, 'utf8') : 'no log'}`)
    }
    await pause(20)
  }
  return server
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const gone = once(server, 'exit')
  process.kill(groupOf(server), 'SIGKILL')
  await gone
}

function groupOf(server: ChildProcess): number {
  if (server.pid === undefined) throw new Error('dovecot did not start')
  return -server.pid
}

function greets(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.setTimeout(1000, () => socket.destroy())
    socket.on('data', (greeting) => {
      // Dovecot first waits for its own authentication process, and only then states its capabilities.
      if (greeting.includes('CAPABILITY')) resolve(true)
      if (greeting.includes('CAPABILITY')) socket.destroy()
    })
    socket.on('error', () => resolve(false))
    socket.on('close', () => resolve(false))
  })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

let delivered = 0

function deliver(maildir: string, raw: Buffer, account: Account): void {
  delivered += 1
  for (const directory of [maildir, join(maildir, 'tmp'), join(maildir, 'new'), join(maildir, 'cur')])
    makeDirectory(directory, account)
  // Zero-padded: Dovecot numbers messages that it finds together in the order of their names.
  const name = `${Date.now()}.${String(delivered).padStart(6, '0')}.caserne`
  writeFileSync(join(maildir, 'tmp', name), raw)
  chownSync(join(maildir, 'tmp', name), account.uid, account.gid)
  renameSync(join(maildir, 'tmp', name), join(maildir, 'new', name))
}

function makeDirectory(directory: string, { uid, gid }: Account): void {
  if (existsSync(directory)) return
  mkdirSync(directory)
  chownSync(directory, uid, gid)
}
