import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const NAME = /^caserne-tests-(\d+)$/
// What a whole run has there at the same time is a sixth of it.
const ROOM = 2 * 2 ** 30

/**
 * Has the run's temporary files made in memory, where the machine has room for them (Linux): a database is more than a thousand
 * files, which a disk's file system takes six times as long to make.
 */
export function setup(): (() => void) | undefined {
  if (process.env.TMPDIR !== undefined || !hasRoom()) return undefined
  removeLeft()
  const directory = join(MEMORY, `caserne-tests-${process.pid}`)
  mkdirSync(directory)
  // PostgreSQL and Dovecot run as somebody else.
  chmodSync(directory, 0o755)
  process.env.TMPDIR = directory
  return () => rmSync(directory, { recursive: true, force: true })
}

// Some tests run programs from there.
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

// By runs that were killed.
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
    // Somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
