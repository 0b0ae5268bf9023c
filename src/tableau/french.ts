const locale = 'fr-CH'
// Francs are written alike in all of Switzerland: 1’234.50. Browsers know this form by the German name only.
const numberLocale = 'de-CH'
const numbers = new Intl.NumberFormat(numberLocale)
const francs = new Intl.NumberFormat(numberLocale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
const longDays = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' })
const times = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' })
const moments = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })

/** `12’345` */
export const numberText = (value: number) => numbers.format(value)
/** `1’234.50` */
export const francsText = (value: number) => francs.format(value)
/** `87 %`, of a share between 0 and 1. */
export const percentText = (share: number) => percents.format(share)
/** `14 mars 2026`, of an ISO date or instant. */
export const dayText = (iso: string) => days.format(new Date(iso))
/** `samedi 14 mars` */
export const longDayText = (iso: string) => longDays.format(new Date(iso))
/** `08:05` */
export const timeText = (iso: string) => times.format(new Date(iso))
/** `14 mars 2026, 08:05` */
export const momentText = (iso: string) => moments.format(new Date(iso))

/** `1 alarme`, `3 alarmes`, `0 alarme`: French counts from two on in the plural. */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${numberText(count)} ${Math.abs(count) < 2 ? one : many}`
}

/** Time since an instant: `à l’instant`, `12 min`, `3 h 05`, then the day. */
export function sinceText(iso: string, now = Date.now()): string {
  const minutes = Math.floor((now - Date.parse(iso)) / 60_000)
  if (minutes < 1) return 'à l’instant'
  if (minutes < 60) return `${minutes} min`
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')}`
  return momentText(iso)
}
