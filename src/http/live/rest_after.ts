// A reading may take a tenth of a second where thousands have answered, and they answer on meanwhile.
const TIMES = 3
const LONGEST_MS = 500

/**
 * How long to rest after a reading of some ms, before the next one for the same listeners: they must not take
 * the database from those who answer.
 */
export function restAfter(tookMs: number): number {
  return Math.min(TIMES * tookMs, LONGEST_MS)
}
