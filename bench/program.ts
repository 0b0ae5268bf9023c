import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from '../src/config.ts'
import { keyFile, started } from './setting.ts'

// Environment and flags of Node in the script `caserne` of package.json, with which an operator starts it.
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const flags: string[] = scripts.caserne.match(/--max\S+/g) ?? []
const [, arenas = ''] = /MALLOC_ARENA_MAX=(\d)/.exec(scripts.caserne) ?? []

/** A running process of Caserne. */
export interface Program {
  pid: number
  /** The port it listens on; 0 for a worker. */
  port: number
  /** Numbers of the lines of its log above the level info, by message. */
  complaints: Map<string, number>
}

/**
 * Starts a command of Caserne as an operator does, in a process of its own, and stops it at the end of the bench.
 * @param sign the message of its log that says that it is ready
 */
export async function startProgram(
  command: string[],
  env: Record<string, string>,
  sign: string,
): Promise<Program> {
  const child = spawn(process.execPath, [...flags, join(root, 'src/main.ts'), ...command], {
    env: { ...process.env, MALLOC_ARENA_MAX: arenas, LOG_LEVEL: 'info', AUTH_KEY_FILE: keyFile, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit')
  started.add(child, async () => {
    child.kill()
    await gone
  })
  const ready = Promise.withResolvers<number>()
  gone.then(([code]) => ready.reject(new Error(`caserne ${command.join(' ')} ended with ${code}`)))
  const complaints = new Map<string, number>()
  createInterface(child.stdout).on('line', (line) => {
    const { level, msg = '', port = 0 } = line.startsWith('{') ? JSON.parse(line) : { level: 0 }
    if (level > INFO) complaints.set(msg, (complaints.get(msg) ?? 0) + 1)
    if (msg === sign) ready.resolve(port)
  })
  return { pid: child.pid ?? 0, port: await ready.promise, complaints }
}

const INFO = 30
// Unit of the times in /proc (man 5 proc): sysconf(_SC_CLK_TCK), which is 100 on every Linux of today.
const TICKS = 100

/** The processor time that a process has used so far, in seconds. Zero if it has ended. */
export function cpuSeconds(pid: number): number {
  const stat = readProc(pid, 'stat')
  // The name of the process, in parentheses, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS
}

/** The resident memory of a process in MiB. Zero if it has ended. */
export function residentMiB(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readProc(pid, 'status'))?.[1] ?? 0) / 1024
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
