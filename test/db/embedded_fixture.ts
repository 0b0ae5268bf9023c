import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import { pino } from 'pino'
import { expect } from 'vitest'
import { startEmbedded } from '../../src/db/embedded.ts'
import { traceProcess } from '../../src/db/embedded_process.ts'

const log = pino({ level: 'silent' })
const settings = { fsync: 'off', log_line_prefix: "%m it's " }
export const checkout = join(import.meta.dirname, '../..')

/** Processes that a test started; killed at its end. */
export const children: ChildProcess[] = []
/** Real directories of the databases that a test started; their servers are killed at its end. */
export const places = new Set<string>()
const directories: string[] = []

/** Ends and removes everything that a test left behind; call it after each test. */
export function cleanUp(): void {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const home of places) killServer(home)
  const refuges = [...places].map(dirname).filter((each) => each.startsWith('/var/lib/caserne/'))
  places.clear()
  for (const each of [...directories.splice(0), ...refuges]) {
    rmSync(each, { recursive: true, force: true, maxRetries: 20 })
  }
}

/** A directory for a database, with a parent that everybody may enter, unless another mode is given. */
export function makeDirectory(mode = 0o755): string {
  const parent = mkdtempSync(join(realpathSync(tmpdir()), 'caserne embedded-'))
  chmodSync(parent, mode)
  directories.push(parent)
  const directory = join(parent, 'postgres')
  places.add(directory)
  return directory
}

export async function start(
  directory: string,
  more: { binaries?: string; port?: number; settings?: Record<string, string>; onBusy?: () => void } = {},
) {
  const embedded = await startEmbedded({ directory, settings, log, ...more })
  places.add(realpathSync(directory))
  return embedded
}

/** Another program that starts the database, and prints when it is ready and when it was interrupted. */
export async function startProgram(
  directory: string,
  account?: { uid: number; gid: number },
  root = checkout,
) {
  const script = `
    import { startEmbedded } from ${JSON.stringify(join(root, 'src/db/embedded.ts'))}
    const log = { info() {}, warn() {} }
    const settings = { fsync: 'off' }
    const embedded = await startEmbedded({ directory: ${JSON.stringify(directory)}, settings, log })
    process.on('SIGINT', () => console.log('interrupted'))
    process.on('SIGTERM', () => embedded.stop().then(() => process.exit()))
    setInterval(() => {}, 60_000)
    console.log(embedded.adminUrl)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    ...account,
    env: {},
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const nextLine = async () => (await lines.next()).value
  return { child, nextLine, pid: child.pid ?? 0, adminUrl: String(await nextLine()) }
}

export async function end(child: ChildProcess, signal: NodeJS.Signals) {
  const exit = once(child, 'exit')
  child.kill(signal)
  return await exit
}

export const serverPid = (home: string) =>
  Number(readFileSync(join(home, 'data/postmaster.pid'), 'utf8').split('\n')[0])

function killServer(home: string): void {
  if (!existsSync(join(home, 'data/postmaster.pid'))) return
  const pid = serverPid(home)
  if (traceProcess(pid)?.command.includes(`-D ${join(home, 'data')}`)) process.kill(-pid, 'SIGKILL')
}

/** Kills the server and its processes, and waits for their end. */
export async function crashServer(home: string): Promise<void> {
  const pid = serverPid(home)
  process.kill(-pid, 'SIGKILL')
  await expect.poll(() => traceProcess(pid)).toBeUndefined()
}

export async function query(url: string, text: string): Promise<unknown> {
  const client = new Client({ connectionString: url })
  // A broken connection is reported by the statement that it interrupts.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query({ text, rowMode: 'array' })
    return rows[0]?.[0]
  } finally {
    await client.end()
  }
}
