import { execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The account of a child process. Undefined: the account of this program. */
export interface Account {
  uid: number
  gid: number
}

/** How a child process ended: its exit code (-1: not started, or killed after its time) and both outputs joined. */
export interface Outcome {
  code: number
  output: string
}

/**
 * The start time of a process, which distinguishes it from a later process with the same pid, and its command line.
 */
interface ProcessTrace {
  startedAt: string
  command: string
}

// PostgreSQL gets nothing of the program's environment, which holds secrets, and settings that would change the tools
// (PGDATA, TZ, LANG).
const environment = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C' }

/**
 * Runs one of PostgreSQL's tools to its end, for at most `seconds`. Never rejects: a tool that cannot be started has
 * code -1. The child has a session of its own, so that a Ctrl-C in the terminal does not reach it.
 */
export function runTool(
  file: string,
  args: string[],
  account: Account | undefined,
  seconds = 60,
): Promise<Outcome> {
  return new Promise((resolve) => {
    // The working directory is `/`, which every account can enter.
    const child = spawn(file, args, {
      ...account,
      cwd: '/',
      env: environment,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const timer = setTimeout(() => {
      output += `\n${file} a été abandonné après ${seconds} s`
      child.kill('SIGKILL')
    }, seconds * 1000)
    const end = (code: number) => {
      clearTimeout(timer)
      resolve({ code, output: output.trim() })
    }
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    child.on('error', (error) => {
      output += error.message
      end(-1)
    })
    child.on('close', (code) => end(code ?? -1))
  })
}

/**
 * The trace of a running process. Undefined when there is none, or only a zombie that nobody has waited for:
 * containers without an init keep zombies, and `kill(pid, 0)` succeeds for them.
 */
export function traceProcess(pid: number): ProcessTrace | undefined {
  try {
    return process.platform === 'linux' ? traceFromProc(pid) : traceFromPs(pid)
  } catch {
    return undefined
  }
}

// proc(5): the closing parenthesis of the command is followed by state (3) … starttime (22), in clock ticks since the
// boot.
function traceFromProc(pid: number): ProcessTrace | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  return { startedAt: `${boot} ${fields[19]}`, command }
}

function traceFromPs(pid: number): ProcessTrace | undefined {
  const ask = (column: string) =>
    execFileSync('ps', ['-ww', '-o', `${column}=`, '-p', String(pid)], {
      encoding: 'utf8',
      env: environment,
    }).trim()
  return ask('state').startsWith('Z') ? undefined : { startedAt: ask('lstart'), command: ask('command') }
}
