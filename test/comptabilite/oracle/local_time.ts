const DAY = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const format = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  formats.set(zone, format)
  return format
}

// How far clocks are ahead of UTC at an instant.
function aheadAt(instant: number, zone: string): number {
  const second = Math.floor(instant / 1000) * 1000
  return Date.parse(`${formatOf(zone).format(second).replace(' ', 'T')}Z`) - second
}

/** The day (2026-11-23) at an instant in ms. */
export const dayOf = (instant: number, zone: string): string =>
  new Date(instant + aheadAt(instant, zone)).toISOString().slice(0, 10)

/** A day some days later. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10)

/** Whether a day is a Saturday or Sunday. */
export const isWeekend = (day: string): boolean => [0, 6].includes(new Date(day).getUTCDay())

/**
 * The instant, in ms, at which clocks show a day and time: a time that they skip is counted from before the change, a
 * time that they show twice is the first one.
 */
export function instantOf(day: string, time: string, zone: string): number {
  const shown = Date.parse(`${day}T${time.length === 5 ? `${time}:00` : time}Z`)
  const before = shown - aheadAt(shown - DAY, zone)
  const after = shown - aheadAt(shown + DAY, zone)
  const [isBefore, isAfter] = [before, after].map((instant) => instant + aheadAt(instant, zone) === shown)
  return isBefore ? before : isAfter ? after : Math.max(before, after)
}
