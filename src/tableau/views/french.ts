import { dayOf, formatIso, nowText, serverNow } from './sis_clock.ts'

const numbers = new Intl.NumberFormat('fr')
const amounts = new Intl.NumberFormat('fr', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const percents = new Intl.NumberFormat('fr', { style: 'percent', maximumFractionDigits: 0 })
const day = { weekday: 'short', day: 'numeric', month: 'short' } as const
const time = { hour: '2-digit', minute: '2-digit' } as const

/** `12 345`, with a thin space that does not break. */
export const numberText = (value: number) => numbers.format(value)
/** `1 234.50`: in Switzerland, francs have a point. */
export const francsText = (value: number) => amounts.format(value).replace(',', '.')
/** `12,50`: hours, with two decimals. */
export const decimalText = (value: number) => amounts.format(value)
/** `87 %`, of a share between 0 and 1. */
export const percentText = (share: number) => percents.format(share)
/** `samedi 14 mars`, of an ISO date or instant. */
export const longDayText = (iso: string) => dateText(iso, { weekday: 'long', day: 'numeric', month: 'long' })
/** `sam.` */
export const weekdayText = (iso: string) => formatIso(iso, { weekday: 'short' })
/** `08:05` */
export const timeText = (iso: string) => formatIso(iso, time)
/** `sam. 14 mars, 08:05` */
export const momentText = (iso: string) => `${dayText(iso)},\u00a0${timeText(iso)}`

/** `sam. 14 mars`, or `ven. 14 mars 2025` in another year. */
export function dayText(iso: string, now = nowText()): string {
  const isThisYear = dayOf(iso).slice(0, 4) === dayOf(now).slice(0, 4)
  return dateText(iso, isThisYear ? day : { ...day, year: 'numeric' })
}

/** From when to when: `sam. 14 mars, 08:00–12:00`, or with both days. */
export function periodText(debut: string, fin: string): string {
  const sameDay = dayOf(debut) === dayOf(fin)
  return sameDay ? `${momentText(debut)}–${timeText(fin)}` : `${momentText(debut)} – ${momentText(fin)}`
}

/** `1 alarme`, `3 alarmes`, `0 alarme`: French counts from two on in the plural. */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${numberText(count)}\u00a0${Math.abs(count) < 2 ? one : many}`
}

/** `12 min` */
export const minutesText = (minutes: number) => `${minutes}\u00a0min`

/** Time since an instant: `à l’instant`, `12 min`, `3 h 05`, then the day. */
export function sinceText(iso: string, now = serverNow()): string {
  const minutes = Math.floor((now - Date.parse(iso)) / 60_000)
  if (minutes < 1) return 'à l’instant'
  if (minutes < 60) return minutesText(minutes)
  if (minutes < 24 * 60) return hoursText(minutes)
  return momentText(iso)
}

/** `3 h 05` */
export function hoursText(minutes: number): string {
  return `${Math.floor(minutes / 60)}\u00a0h\u00a0${String(minutes % 60).padStart(2, '0')}`
}

/** A sentence whose signs stay with their words at the end of a line: French has a space before `:` and in `« »`. */
export function typeset(sentence: string): string {
  return sentence.replaceAll(/ (?=[:;!?»])|(?<=«) /g, '\u00a0')
}

// A date stays in one line, and a month begins on its 1er.
function dateText(iso: string, options: Intl.DateTimeFormatOptions): string {
  return formatIso(iso, options)
    .replace(/\b1(?= )/, '1er')
    .replaceAll(' ', '\u00a0')
}
