import type { Outcome } from './report.ts'

/** Drops repeated outcomes: the same report twice in a message is one alarm. */
export function distinct<One extends Outcome>(outcomes: One[]): One[] {
  return [...new Map(outcomes.map((each) => [JSON.stringify(each), each])).values()]
}
