const shape =
  /^((?:19|20|21)\d\d)-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,6})?)?(Z|[+-](?:0\d|1[0-4]):[0-5]\d)?$/

/**
 * Whether a text is an instant that the API accepts: RFC 3339 with an offset, or `YYYY-MM-DD HH:MM[:SS]` in the time
 * zone of the SIS, in the years 1900 to 2199.
 */
export function isInstant(text: string): boolean {
  const [, year, month, day, hour, minute, second] = shape.exec(text)?.map(Number) ?? []
  if (year === undefined || month === undefined || day === undefined) return false
  const date = new Date(Date.UTC(year, month - 1, day))
  return (
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day &&
    Number(hour) < 24 &&
    Number(minute) < 60 &&
    !(Number(second) >= 60)
  )
}

/** Whether a text is a bound of a search: a day, or an instant as in isInstant. */
export function isMoment(text: string): boolean {
  return isInstant(text.length === 10 ? `${text}T00:00` : text)
}
