import { readdirSync, readFileSync } from 'node:fs'

// Linux counts processor time in hundredths of a second.
const TICK_MS = 10

/** Milliseconds of processor time that processes have used so far; those that have ended count nothing. */
export function processTime(pids: number[]): number {
  return pids.reduce((sum, pid) => sum + statOf(`/proc/${pid}`).ticks, 0) * TICK_MS
}

/** Milliseconds of processor time of a process and of all that it has started, also of those that have ended. */
export function familyTime(pid: number): number {
  const own = statOf(`/proc/${pid}`)
  return (own.ticks + own.endedTicks) * TICK_MS + processTime(childrenOf(pid))
}

/** The processes that a process has started. */
export function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && statOf(`/proc/${pid}`).parent === parent)
}

/** The process that has started a process. @throws when that process has ended */
export function parentOf(pid: number): number {
  const { parent } = statOf(`/proc/${pid}`)
  if (parent === null) throw new Error(`process ${pid} has ended`)
  return parent
}

// proc_pid_stat(5): after the name, which may contain anything, parent is field 4, user and system time are 14 and 15,
// those of its children that have ended 16 and 17.
// A process or thread may end while a list of them is read.
function statOf(directory: string): { parent: number | null; ticks: number; endedTicks: number } {
  try {
    const fields = readFileSync(`${directory}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number)
    return { parent: Number(fields[1]), ticks: user + system, endedTicks: endedUser + endedSystem }
  } catch {
    return { parent: null, ticks: 0, endedTicks: 0 }
  }
}
