import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from '../src/config.ts'
import { as, keyFile, started } from './setting.ts'

// The flags and the environment of Node in the script `caserne` of package.json, which operators use.
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const flags: string[] = scripts.caserne.match(/--max\S+/g) ?? []
const [, arenas = ''] = /MALLOC_ARENA_MAX=(\d)/.exec(scripts.caserne) ?? []

// pino's number of the level.
const INFO = 30

/** A running process of Caserne. */
export interface Program {
  pid: number
  /** The port it listens on; 0 for a worker. */
  port: number
  /** How many lines its log has above the level info, by message. */
  complaints: Map<string, number>
  /** Its exit code, once it has ended. */
  ended: Promise<number | null>
}

// Starts a command as an operator does, in a process of its own, and stops it at the end of the bench. It is ready when
// its log has the message `sign`.
async function startProgram(
  command: string[],
  env: Record<string, string>,
  sign: string,
  checkout = root,
): Promise<Program> {
  const child = spawn(process.execPath, [...flags, join(checkout, 'src/main.ts'), ...command], {
    cwd: checkout,
    env: { ...process.env, MALLOC_ARENA_MAX: arenas, LOG_LEVEL: 'info', AUTH_KEY_FILE: keyFile, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit').then(([code]): number | null => code)
  started.add(child, async () => {
    child.kill()
    await ended
  })
  const ready = Promise.withResolvers<number>()
  ended.then((code) => ready.reject(new Error(`caserne ${command.join(' ')} ended with ${code}`)))
  const complaints = new Map<string, number>()
  createInterface(child.stdout).on('line', (line) => {
    const { level, msg = '', port = 0 } = line.startsWith('{') ? JSON.parse(line) : { level: 0 }
    if (level > INFO && process.env.BENCH_LOG) process.stderr.write(`${line}\n`)
    if (level > INFO) complaints.set(msg, (complaints.get(msg) ?? 0) + 1)
    if (msg === sign) ready.resolve(port)
  })
  return { pid: child.pid ?? 0, port: await ready.promise, complaints, ended }
}

/** Starts a server on a database. @param checkout another one than this */
export function startServing(
  which: 'data' | 'auth',
  admin: string,
  env: Record<string, string> = {},
  checkout?: string,
): Promise<Program> {
  const urls = { API_DATABASE_URL: as(admin, 'caserne_api'), AUTH_DATABASE_URL: as(admin, 'caserne_auth') }
  return startProgram(['serve', which], { ...urls, PORT: '0', ...env }, 'listening', checkout)
}

/**
 * Starts a worker that may read mailboxes of this machine.
 * @param address of the database, for any login
 * @param key with which the passwords of mailboxes are sealed
 * @param checkout another one than this
 */
export function startWorker(
  address: string,
  key: string,
  env: Record<string, string> = {},
  checkout?: string,
): Promise<Program> {
  const usual = {
    WORKER_DATABASE_URL: as(address, 'caserne_worker'),
    MAILBOX_KEY: key,
    MAILBOX_PRIVATE_HOSTS: 'true',
  }
  return startProgram(['worker'], { ...usual, ...env }, 'worker started', checkout)
}

/** The resident memory of a process in MiB. Zero if it has ended. */
export function residentMiB(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
