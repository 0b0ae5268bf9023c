// The zone of the SIS that is shown, and the clock of the server. The browser may have another zone, and its clock may
// be hours off: no other file asks it for a time.

let zone = 'Europe/Zurich'
let formats = new Map<string, Intl.DateTimeFormat>()
/** The server's clock at a moment of the browser's monotonic one; null until an answer came. */
let heard: { server: number; here: number } | null = null

// The time of an answer has whole seconds, and comes late.
const ROUNDED_MS = 500
const JITTER_MS = 2_000

/** Sets the time zone in which instants are shown. */
export function setZone(fuseau: string): void {
  if (fuseau === zone) return
  zone = fuseau
  formats = new Map()
}

/** Learns the server's clock from the `Date` of an answer that has just come. */
export function heedDate({ headers }: Response): void {
  const server = Date.parse(headers.get('date') ?? '') + ROUNDED_MS
  if (Number.isNaN(server)) return
  if (heard === null || Math.abs(server - serverNow()) > JITTER_MS)
    heard = { server, here: performance.now() }
}

/** Now, in milliseconds since 1970, by the server's clock. */
export function serverNow(): number {
  return heard === null ? Date.now() : heard.server + performance.now() - heard.here
}

/** Now, as an instant in ISO 8601. */
export const nowText = () => new Date(serverNow()).toISOString()

/** Today in the SIS: `2026-03-14`. */
export const today = () => dayOf(nowText())

/** The accounting year of today, of those given; the first if there is none. */
export function thisYear<T extends { annee: number }>(years: T[]): T | undefined {
  const year = Number(today().slice(0, 4))
  return years.find(({ annee }) => annee === year) ?? years[0]
}

/** The day of an instant in the SIS, or of a date: `2026-03-14`. */
export const dayOf = (iso: string) =>
  isInstant(iso)
    ? formatIso(iso, { year: 'numeric', month: '2-digit', day: '2-digit' }, 'sv-SE')
    : iso.slice(0, 10)

/** Writes an instant in the time zone of the SIS, or a date or local time as it is. */
export function formatIso(iso: string, options: Intl.DateTimeFormatOptions, locale = 'fr-CH'): string {
  const timeZone = isInstant(iso) ? zone : 'UTC'
  const key = `${locale} ${timeZone} ${JSON.stringify(options)}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone })
  formats.set(key, format)
  return format.format(new Date(isInstant(iso) || iso.length === 10 ? iso : `${iso}Z`))
}

// Whether a text is an instant, with Z or an offset, and not a date or a local time.
function isInstant(iso: string): boolean {
  return /T.*(Z|[+-]\d\d:\d\d)$/.test(iso)
}
