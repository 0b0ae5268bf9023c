import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { root } from '../../src/config.ts'
import { traceProcess } from '../../src/db/embedded_process.ts'
import { type Followed, followOutput } from './follow_output.ts'

/** A run of the command line, in its own process. */
export interface Program extends Followed {
  /** Sends a signal and waits for the end. */
  kill(signal: NodeJS.Signals): Followed['ended']
}

const { PATH, NODE_COMPILE_CACHE } = process.env
const running = new Set<ChildProcess>()

interface ProgramOptions {
  /** Script to run instead of the checkout's `src/main.ts`. */
  script?: string
  /** Another checkout than this one. */
  checkout?: string
  cwd?: string
  account?: { uid: number; gid: number }
  /** Standard input of the program, which stays open afterwards; absent: empty. */
  input?: string
}

/** Runs `src/main.ts`, or another script, with these arguments and only the given environment. */
export function runProgram(
  args: string[],
  env: Record<string, string>,
  { script = 'src/main.ts', checkout = root, cwd = '/', account, input }: ProgramOptions = {},
): Program {
  const child = spawn(process.execPath, [join(checkout, script), ...args], {
    ...account,
    cwd,
    // The demo's past takes seconds to load, and few tests need it. Answers that come by themselves would be counted.
    env: {
      PATH,
      NODE_COMPILE_CACHE,
      LOG_LEVEL: 'warn',
      DEMO_HISTORY: 'false',
      DEMO_ANSWERS: 'false',
      ...env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  if (input === undefined) child.stdin.end()
  else child.stdin.write(input)
  const followed = followOutput(child, running)
  return {
    ...followed,
    kill: (signal) => {
      child.kill(signal)
      return followed.ended
    },
  }
}

/** Kills the programs that a test left running, and waits for their end. */
export async function killPrograms(): Promise<void> {
  for (const child of running) {
    const ended = once(child, 'close')
    if (child.kill('SIGKILL')) await ended
  }
}

/** Waits for `Caserne est prête.` and returns the addresses and the printed command. */
export async function isReady(program: Program) {
  await program.says(/Ctrl-C pour arrêter\./)
  const part = (pattern: RegExp) => pattern.exec(program.output())?.[1] ?? ''
  return {
    data: part(/Données +(http:\S+)/),
    auth: part(/Authentification +(http:\S+)/),
    database: part(/Base de données +(\S+)/),
    imap: Number(part(/IMAP (\d+)/)),
    smtp: Number(part(/SMTP (\d+)/)),
    curl: part(/^ +(curl .*)$/m),
  }
}

/** Waits until the demo of a program has its past. @param data the printed address of the data API */
export async function isWhole(data: string): Promise<void> {
  const ready = async () => await (await fetch(data.replace('/api/v2', '/ready'))).json()
  await vi.waitFor(async () => expect(await ready()).toEqual({ status: 'ok' }), {
    timeout: 60_000,
    interval: 100,
  })
}

/** The pid of the PostgreSQL of a data directory; undefined when none runs. */
export function postgresPid(dataDir: string): number | undefined {
  const file = join(dataDir, 'postgres/data/postmaster.pid')
  if (!existsSync(file)) return undefined
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  return traceProcess(pid) === undefined ? undefined : pid
}

/** A port that stays occupied until `free` is called. */
export async function takePort(): Promise<{ port: number; free: () => Promise<void> }> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  expect(address).toBeTypeOf('object')
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    free: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
