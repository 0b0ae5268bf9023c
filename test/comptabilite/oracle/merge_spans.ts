/** Times of one sapeur; instants as RFC 3339. */
interface Span {
  debut: string
  fin: string
}

/** The same time without overlaps: every instant of it once. */
export function mergeSpans<T extends Span>(spans: T[]): T[] {
  const merged: T[] = []
  for (const span of [...spans].sort((one, other) => Date.parse(one.debut) - Date.parse(other.debut))) {
    const last = merged.at(-1)
    if (!last || Date.parse(last.fin) < Date.parse(span.debut)) merged.push(span)
    else if (Date.parse(last.fin) < Date.parse(span.fin)) merged.splice(-1, 1, { ...last, fin: span.fin })
  }
  return merged
}

/** Returns the parts of spans outside others. */
export function subtractSpans<T extends Span>(spans: T[], others: Span[]): T[] {
  return others.reduce(
    (left, { debut, fin }) =>
      left
        .flatMap((span) => [
          { ...span, fin: earlier(span.fin, debut) },
          { ...span, debut: later(span.debut, fin) },
        ])
        .filter((span) => Date.parse(span.debut) < Date.parse(span.fin)),
    spans,
  )
}

const earlier = (one: string, other: string) => (Date.parse(one) < Date.parse(other) ? one : other)
const later = (one: string, other: string) => (Date.parse(one) < Date.parse(other) ? other : one)
