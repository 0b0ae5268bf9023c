import { median } from '../median.ts'
import { childrenOf, processorTime } from './processor_time.ts'
import { type Load, wrk } from './wrk.ts'

/** A load, and the processor time per request in microseconds. */
export interface Measure extends Load {
  node: number
  postgres: number
}

/** A server, and the process whose children are the backends of its database. */
export interface Measured {
  pid: number
  postmaster: number
}

/** Measures a load on a server. @param script see wrk */
export async function measure(
  { pid, postmaster }: Measured,
  url: string,
  headers: Record<string, string>,
  seconds: number,
  script?: string,
): Promise<Measure> {
  const backends = childrenOf(postmaster)
  const before = { node: processorTime([pid]), postgres: processorTime(backends) }
  const load = await wrk(url, headers, seconds, script)
  const each = (ms: number) => (ms * 1000) / (load.perSecond * seconds)
  return {
    ...load,
    node: each(processorTime([pid]) - before.node),
    postgres: each(processorTime(backends) - before.postgres),
  }
}

/** Median and range of requests per second, and medians of processor time (node + PostgreSQL). */
export function cell(measures: Measure[]): string {
  const speeds = measures.map(({ perSecond }) => perSecond)
  const middle = (pick: (each: Measure) => number) => median(measures.map(pick)).toFixed(0)
  return (
    `${median(speeds).toFixed(0)} (${Math.min(...speeds).toFixed(0)}–${Math.max(...speeds).toFixed(0)}) · ` +
    `${middle(({ node }) => node)} + ${middle(({ postgres }) => postgres)}`
  )
}

/** The median over the rounds of one speed by another. */
export function ratio(over: Measure[], under: Measure[]): string {
  return median(over.map(({ perSecond }, round) => perSecond / (under[round]?.perSecond ?? 1))).toFixed(2)
}
