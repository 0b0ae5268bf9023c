import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const NAME = /^caserne-tests-(\d+)$/
// A whole run has at most a sixth of this there at the same time.
const ROOM = 2 * 2 ** 30

/**
 * Keeps the run's temporary files in memory, on Linux with enough of it: a database has more than a thousand
 * files, and a disk takes six times as long to make them.
 */
export function setup(): (() => void) | undefined {
  if (process.env.TMPDIR !== undefined || !hasRoom()) return undefined
  removeLeft()
  const directory = join(MEMORY, `caserne-tests-${process.pid}`)
  mkdirSync(directory)
  // PostgreSQL and Dovecot run as another user.
  chmodSync(directory, 0o755)
  process.env.TMPDIR = directory
  return () => rmSync(directory, { recursive: true, force: true })
}

// Some tests run programs from this directory, so it must allow execution.
function hasRoom(): boolean {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === MEMORY)
    const { bavail, bsize } = statfsSync(MEMORY)
    return mount !== undefined && !/\bnoexec\b/.test(mount) && bavail * bsize > ROOM
  } catch {
    return false
  }
}

// Removes the directories of killed runs.
function removeLeft(): void {
  for (const name of readdirSync(MEMORY)) {
    const [, pid] = NAME.exec(name) ?? []
    if (pid !== undefined && !isRunning(Number(pid)))
      rmSync(join(MEMORY, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // The process belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
