import { addDays, dayOf, instantOf, isWeekend } from './local_time.ts'
import { decimal, isAbove, plus, type Rational, ratio, zero } from './rational.ts'

/** A phase of an intervention, from an instant until the next phase begins. */
export interface Phase {
  id: number
  phase_type_id: number
  debut: string
}

/** A time span; instants as RFC 3339. */
interface Span {
  debut: string
  fin: string
}

type Interval = [from: number, to: number]

const HOUR = 3_600_000
const hours = (ms: number) => ratio(ms, HOUR)
const intervalOf = ({ debut, fin }: Span): Interval => [Date.parse(debut), Date.parse(fin)]

/** The hours of presences in phases of a type, and the others. Without a type, all of them are inside. */
export function cutByPhases(
  presences: Span[],
  phases: Phase[],
  phase_type_id: number | null,
): { inside: Rational; outside: Rational } {
  const starts = phases
    .map(({ id, phase_type_id, debut }) => ({ id, phase_type_id, at: Date.parse(debut) }))
    .sort((one, other) => one.at - other.at || one.id - other.id)
  const [inside, outside] = divide(
    presences.map(intervalOf),
    starts.map(({ at }) => at),
    (at) => {
      const begun = starts.filter((phase) => phase.at <= at).at(-1) ?? starts[0]
      return phase_type_id === null || begun?.phase_type_id === phase_type_id ? 0 : 1
    },
  )
  return { inside: inside ?? zero, outside: outside ?? zero }
}

/** The rates of a tariff, and the clock that tells night and week-end. */
interface Clock {
  taux_nuit: string
  taux_weekend: string
  debut: string | null
  fin: string | null
  fuseau: string
}

/** The hours of presences by the rate that they have. */
export function splitByClock(
  presences: Span[],
  { taux_nuit, taux_weekend, debut, fin, fuseau }: Clock,
): { normal: Rational; night: Rational; weekend: Rational } {
  const intervals = presences.map(intervalOf)
  const days = daysAround(intervals, fuseau)
  const weekends = isAbove(decimal(taux_weekend), zero)
    ? days
        .filter(isWeekend)
        .map((day): Interval => [midnight(day, fuseau), midnight(addDays(day, 1), fuseau)])
    : []
  const nights =
    isAbove(decimal(taux_nuit), zero) && debut !== null && fin !== null
      ? days.map(
          (day): Interval => [
            instantOf(day, debut, fuseau),
            instantOf(debut < fin ? day : addDays(day, 1), fin, fuseau),
          ],
        )
      : []
  const isIn = (at: number, list: Interval[]) => list.some(([from, to]) => from <= at && at < to)
  const [weekend, night, normal] = divide(intervals, [...weekends, ...nights].flat(), (at) =>
    isIn(at, weekends) ? 0 : isIn(at, nights) ? 1 : 2,
  )
  return { normal: normal ?? zero, night: night ?? zero, weekend: weekend ?? zero }
}

const midnight = (day: string, fuseau: string) => instantOf(day, '00:00:00', fuseau)

// A night that began on the day before reaches into the first day.
function daysAround(intervals: Interval[], fuseau: string): string[] {
  const first = Math.min(...intervals.map(([from]) => from))
  const last = dayOf(Math.max(...intervals.map(([, to]) => to)), fuseau)
  const days: string[] = []
  for (let day = addDays(dayOf(first, fuseau), -1); day <= last; day = addDays(day, 1)) days.push(day)
  return days
}

// Cuts intervals where the kind of time may change, and sums the hours of each kind.
function divide(intervals: Interval[], cuts: number[], kindAt: (instant: number) => number): Rational[] {
  const sums: Rational[] = [zero, zero, zero]
  for (const [from, to] of intervals) {
    const inner = cuts.filter((at) => from < at && at < to)
    const points = [from, ...new Set(inner.sort((one, other) => one - other)), to]
    for (const [n, start] of points.slice(0, -1).entries()) {
      const kind = kindAt(start)
      sums[kind] = plus(sums[kind] ?? zero, hours((points[n + 1] ?? start) - start))
    }
  }
  return sums
}
