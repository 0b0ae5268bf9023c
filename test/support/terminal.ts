import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { root } from '../../src/config.ts'

/** A command that runs from the checkout, in its own terminal or process group. */
interface Run {
  child: ChildProcess
  output(): string
  /** Waits until the output matches. @throws when the command ends before. */
  says(pattern: RegExp): Promise<void>
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
const running = new Set<ChildProcess>()

/** Runs a shell command in its own terminal: text written to `stdin` is typed there, `\x03` being Ctrl-C. */
export function runInTerminal(command: string, env: Record<string, string>): Run {
  return follow(spawnDetached('script', ['-qefc', `exec ${command}`, '/dev/null'], env))
}

/** Runs a shell command without a terminal, as the leader of a process group. */
export function runInGroup(command: string, env: Record<string, string>): Run {
  return follow(spawnDetached('sh', ['-c', `exec ${command}`], env))
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

function follow(child: ChildProcess): Run {
  running.add(child)
  let text = ''
  const heard = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      for (const each of heard) each()
    })
  }
  const ended = once(child, 'close').then(([code, signal]) => {
    running.delete(child)
    return { code, signal }
  })
  const says = (pattern: RegExp) =>
    new Promise<void>((resolve, reject) => {
      const look = () => pattern.test(text) && resolve()
      heard.add(look)
      look()
      ended.then(() => reject(new Error(`the command ended without saying ${pattern}:\n${text}`)))
    })
  return { child, output: () => text, says, ended }
}

// A process may end during the look at it.
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
