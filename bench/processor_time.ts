import { readdirSync, readFileSync } from 'node:fs'

// Linux counts processor time in hundredths of a second.
const TICK_MS = 10

/** Milliseconds of processor time that each of these processes has used so far. */
export function processTimes(pids: number[]): Map<number, number> {
  return new Map(pids.map((pid) => [pid, ticks(`/proc/${pid}/stat`) * TICK_MS]))
}

/** Milliseconds that processes used between two times. Processes that ended are left out, new ones count whole. */
export function used(before: Map<number, number>, after: Map<number, number>): number {
  return [...after].reduce((sum, [pid, time]) => sum + time - (before.get(pid) ?? 0), 0)
}

/** Milliseconds of processor time that the main thread of a process, and all its other threads, have used so far. */
export function threadTimes(pid: number): { main: number; others: number } {
  const main = ticks(`/proc/${pid}/task/${pid}/stat`) * TICK_MS
  const all = readdirSync(`/proc/${pid}/task`).reduce(
    (sum, id) => sum + ticks(`/proc/${pid}/task/${id}/stat`),
    0,
  )
  return { main, others: all * TICK_MS - main }
}

/** Megabytes of memory that a process occupies. */
export function residentMegabytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

// utime and stime, which follow the name in brackets (proc(5)). A thread may end while the list is read.
function ticks(file: string): number {
  try {
    const fields = readFileSync(file, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return Number(fields[11]) + Number(fields[12])
  } catch {
    return 0
  }
}
