import { fastestTenth, median } from '../median.ts'

/** A query that is repeated, and the number of database pages that it reads (null: unknown). */
export interface Measure {
  name: string
  ask(n: number): Promise<unknown>
  pages(): Promise<number | null>
}

/** Times of a query: the median, and the fastest tenth, which other work on the machine affects least. */
interface Taken {
  ms: number
  fast: number
  pages: number | null
}

/** The times of all queries, by name. */
export type Column = Map<string, Taken>

/**
 * Times each query. Those of one SIS, which stand first, take turns, so that all see the same state of the machine. The
 * first tenth of the rounds warms up.
 */
export async function timeQueries(measures: Measure[], rounds: number): Promise<Column> {
  const column: Column = new Map()
  for (const group of [measures.slice(0, 4), ...measures.slice(4).map((each) => [each])]) {
    const turns = group.length > 1 ? rounds : Math.ceil(rounds / 10)
    const times = group.map((): number[] => [])
    for (let n = -Math.ceil(turns / 10); n < turns; n++) {
      for (const [index, each] of group.entries()) {
        const began = performance.now()
        await each.ask(n + turns)
        if (n >= 0) times[index]?.push(performance.now() - began)
      }
    }
    for (const [index, each] of group.entries())
      column.set(each.name, {
        ms: median(times[index] ?? []),
        fast: fastestTenth(times[index] ?? []),
        pages: await each.pages(),
      })
  }
  return column
}
