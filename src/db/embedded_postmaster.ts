import { chownSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { portTaken } from '../process/port_taken.ts'
import type { Place } from './embedded_place.ts'
import { type Outcome, runTool, traceProcess } from './embedded_process.ts'

/**
 * A running server of the place. `status` as in postmaster.pid: starting, ready, stopping, or '' (not written yet).
 */
interface Postmaster {
  pid: number
  port: number
  status: string
  /** Whether the server runs from the binaries of the place. */
  current: boolean
}

// Crash recovery of a large database may take long, and so may the checkpoint at the end.
const startSeconds = 60
const stopSeconds = 30

/** Finds the running server of a place. Undefined when there is none, or postmaster.pid names another process. */
export function findPostmaster(place: Place): Postmaster | undefined {
  const data = join(place.home, 'data')
  const [pid = '', directory, , port, , , , status = ''] = readPidFile(data)
  const command = traceProcess(Number(pid))?.command
  // startPostmaster gives postgres -D and the real path, and the postmaster keeps that command line.
  if (directory !== data || !command?.includes(` -D ${data} `)) return undefined
  const current = command.startsWith(`${join(place.binaries.directory, 'postgres')} `)
  return { pid: Number(pid), port: Number(port), status: status.trim(), current }
}

/** Waits until the running server is ready. Undefined when there is none, or the server ends meanwhile. */
export async function awaitPostmaster(place: Place): Promise<Postmaster | undefined> {
  const deadline = Date.now() + startSeconds * 1000
  while (true) {
    const postmaster = findPostmaster(place)
    if (postmaster === undefined || postmaster.status === 'ready') return postmaster
    if (Date.now() > deadline) throw new Error(stillStarting(place))
    await pause(20)
  }
}

/**
 * Starts the server at a port of 127.0.0.1 (0: a free port), and waits until it is ready.
 * @param onBusy called while the server starts.
 * @throws with the end of the server's log when the server does not start.
 */
export async function startPostmaster(
  place: Place,
  settings: Record<string, string>,
  port: number,
  onBusy: () => void = () => undefined,
): Promise<void> {
  const deadline = Date.now() + 15_000
  const log = join(place.home, 'server.log')
  while (true) {
    disarmPidFile(place)
    rmSync(`${log}.1`, { force: true })
    moveIfThere(log, `${log}.1`)
    const options = [
      ...Object.entries(settings),
      ['listen_addresses', '127.0.0.1'],
      ['port', String(port || (await findFreePort()))],
      ['unix_socket_directories', ''],
    ].map(([name, value]) => `-c ${quote(`${name}=${value}`)}`)
    const starting = control(place, ['start', '-l', log, '-o', options.join(' ')], startSeconds)
    onBusy()
    const outcome = await Promise.race([starting, untilReady(place, starting)])
    if (outcome.code === 0) return
    // The server may still be recovering. Or a program that was killed just now started another server first.
    if ((await awaitPostmaster(place)) !== undefined) return

    const tail = readLines(log).slice(-15).join('\n')
    if (port !== 0 && /Address already in use/.test(tail)) throw portTaken(port, 'EMBEDDED_PORT')
    // Another program took the free port first. Or processes of a killed server have not ended yet.
    const passing = /Address already in use|is still in use|already exists/.test(tail)
    if (!passing || Date.now() > deadline) throw new Error(explain(place, `${outcome.output}\n${tail}`))
    await pause(100)
  }
}

// pg_ctl itself looks every tenth of a second only.
async function untilReady(place: Place, starting: Promise<Outcome>): Promise<Outcome> {
  let ended: Outcome | undefined
  void starting.then((outcome) => {
    ended = outcome
  })
  while (ended === undefined && findPostmaster(place)?.status !== 'ready') await pause(10)
  return ended ?? { code: 0, output: '' }
}

/**
 * Stops the server, if one is running: in mode fast, and in mode immediate when that takes too long.
 * @param patiently first waits for other connections to end, for as long as a stop may take.
 */
export async function stopPostmaster(place: Place, patiently = false): Promise<void> {
  for (const mode of [...(patiently ? ['smart'] : []), 'fast', 'immediate']) {
    if (findPostmaster(place) === undefined) return
    await control(place, ['stop', '-m', mode], stopSeconds)
  }
  const left = findPostmaster(place)
  if (left)
    throw new Error(`Le PostgreSQL embarqué (pid ${left.pid}) ne s’arrête pas : terminez-le par kill -9.`)
}

/** Has the server, if one is running, end within seconds in mode immediate, even if it is frozen. Waits for nothing. */
export function killPostmaster(place: Place): void {
  const postmaster = findPostmaster(place)
  if (postmaster === undefined) return
  process.kill(postmaster.pid, 'SIGQUIT')
  process.kill(postmaster.pid, 'SIGCONT')
}

// pg_ctl gives the server a session of its own: Ctrl-C reaches the program only, which then stops the server.
function control(place: Place, args: string[], seconds: number) {
  const all = [...args, '-w', '-s', '-t', String(seconds), '-D', join(place.home, 'data')]
  return runTool(join(place.binaries.directory, 'pg_ctl'), all, place.account, seconds + 10)
}

// PostgreSQL accepts a postmaster.pid whose process is gone, but refuses to start when the pid belongs to a zombie or
// to another program. This writes a pid that cannot exist. The rest of the file stays, because PostgreSQL uses it to
// find processes of the killed server that still use the data.
function disarmPidFile(place: Place): void {
  const file = join(place.home, 'data', 'postmaster.pid')
  const [pid, ...rest] = readLines(file)
  // A full disk leaves an empty file, with which PostgreSQL refuses to start.
  if (pid === '') rmSync(file)
  if (!pid || !exists(Number(pid)) || findPostmaster(place) !== undefined) return
  const disarmed = `${file}.stale`
  rmSync(disarmed, { force: true })
  writeFileSync(disarmed, [2 ** 31 - 1, ...rest].join('\n'), { mode: 0o600, flag: 'wx' })
  if (place.account !== undefined) chownSync(disarmed, place.account.uid, place.account.gid)
  renameSync(disarmed, file)
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

function explain(place: Place, output: string): string {
  const hints: [RegExp, string][] = [
    [/No space left on device/, 'Le disque (ou /dev/shm) est plein : faites de la place et relancez.'],
    [/Cannot allocate memory|could not map anonymous/, 'La mémoire ne suffit pas : libérez-en et relancez.'],
    [/could not bind .*Permission denied/, 'Ce port est réservé : choisissez-en un autre (EMBEDDED_PORT).'],
    [
      /is still in use/,
      'Des processus d’un PostgreSQL précédent utilisent encore les données : terminez-les et relancez.',
    ],
  ]
  const hint =
    hints.find(([pattern]) => pattern.test(output))?.[1] ??
    `Supprimez ${place.home} pour repartir de zéro, ou définissez DATABASE_URL.`
  return `Le PostgreSQL embarqué n’a pas démarré. ${hint}\n${output}`
}

const stillStarting = (place: Place) =>
  `Le PostgreSQL embarqué n’est pas prêt après ${startSeconds} s (il se remet peut-être d’une panne ; ` +
  `voyez ${join(place.home, 'server.log')}) : relancez pour attendre encore.`

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

const readPidFile = (data: string) => readLines(join(data, 'postmaster.pid'))

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch {
    return []
  }
}

function moveIfThere(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch {
    // There was no file.
  }
}
