import { median } from '../median.ts'
import { familyTime, processTime } from '../processor_time.ts'
import { type Load, load } from '../wrk.ts'

const CONNECTIONS = 8

/** A load, and the processor time per request in microseconds. */
export interface Measure extends Load {
  node: number
  postgres: number
}

/** A server, and the process that starts the backends of its database. */
export interface Measured {
  pid: number
  postmaster: number
}

/** Measures GET requests on a server. */
export async function measure(
  { pid, postmaster }: Measured,
  url: string,
  headers: Record<string, string>,
  seconds: number,
): Promise<Measure> {
  const before = { node: processTime([pid]), postgres: familyTime(postmaster) }
  const done = await load({ url, headers }, CONNECTIONS, seconds)
  const each = (ms: number) => (ms * 1000) / done.requests
  return {
    ...done,
    node: each(processTime([pid]) - before.node),
    postgres: each(familyTime(postmaster) - before.postgres),
  }
}

/** Median and range of requests per second, and medians of processor time (node + PostgreSQL). */
export function cell(measures: Measure[]): string {
  const speeds = measures.map(({ rate }) => rate)
  const middle = (pick: (each: Measure) => number) => median(measures.map(pick)).toFixed(0)
  return (
    `${median(speeds).toFixed(0)} (${Math.min(...speeds).toFixed(0)}–${Math.max(...speeds).toFixed(0)}) · ` +
    `${middle(({ node }) => node)} + ${middle(({ postgres }) => postgres)}`
  )
}

/** The median over the rounds of one speed by another. */
export function ratio(over: Measure[], under: Measure[]): string {
  return median(over.map(({ rate }, round) => rate / (under[round]?.rate ?? 1))).toFixed(2)
}
