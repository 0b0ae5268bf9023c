import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { root } from '../../src/config.ts'
import { type Followed, followOutput } from './follow_output.ts'

const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
const running = new Set<ChildProcess>()

/** Runs a shell command in its own terminal: text written to `stdin` is typed there, `\x03` being Ctrl-C. */
export function runInTerminal(command: string, env: Record<string, string>): Followed {
  return followOutput(spawnDetached('script', ['-qefc', `exec ${command}`, '/dev/null'], env), running)
}

/** Runs a shell command without a terminal, as the leader of a process group. */
export function runInGroup(command: string, env: Record<string, string>): Followed {
  return followOutput(spawnDetached('sh', ['-c', `exec ${command}`], env), running)
}

/** Kills the process groups that a test left running. */
export async function killRuns(): Promise<void> {
  for (const child of running) {
    const ended = once(child, 'close')
    process.kill(-Number(child.pid), 'SIGKILL')
    await ended
  }
}

/** The command lines of the living processes with this text in their environment or command line. */
export function processesWith(text: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map((name) => ({ environment: read(`/proc/${name}/environ`), command: read(`/proc/${name}/cmdline`) }))
    .filter(({ environment, command }) => environment.includes(text) || command.includes(text))
    .map(({ command }) => command.replaceAll('\0', ' ').trim())
    .filter((command) => command !== '')
}

function spawnDetached(file: string, args: string[], env: Record<string, string>): ChildProcess {
  return spawn(file, args, {
    cwd: root,
    detached: true,
    env: { PATH, HOME, NODE_COMPILE_CACHE, DEMO_HISTORY: 'false', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
}

// A process may end during the look at it.
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
