import { readdirSync, readFileSync } from 'node:fs'

// Linux counts processor time in hundredths of a second.
const TICK_MS = 10

/** The processor time that processes have used so far, in milliseconds; without those that have ended meanwhile. */
export function processorTime(pids: number[]): number {
  return pids.reduce((sum, pid) => sum + (statOf(pid)?.ticks ?? 0) * TICK_MS, 0)
}

/** The processes that a process has started. */
export function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && statOf(pid)?.parent === parent)
}

/** The process that has started a process. */
export function parentOf(pid: number): number {
  const stat = statOf(pid)
  if (stat === null) throw new Error(`process ${pid} has ended`)
  return stat.parent
}

// proc_pid_stat(5): after the name, which may contain anything, parent is field 4, user and system time are 14 and 15.
function statOf(pid: number): { parent: number; ticks: number } | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/.*\) /)[1]?.split(' ') ?? []
    return { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }
  } catch {
    return null
  }
}
