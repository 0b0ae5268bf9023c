/** A date as forms have it: `18.03.2026`. @param date in ISO 8601, `2026-03-18` */
export function shortDate(date: string): string {
  return date.split('-').toReversed().join('.')
}

/**
 * An instant beside others: `14:30`, or `15.03. 02:10` on another day.
 * @param day in ISO 8601 @param instant in ISO 8601, in the time zone to show
 */
export function momentOn(day: string, instant: string): string {
  const [date = '', time = ''] = instant.split('T')
  const clock = time.slice(0, 5)
  return date === day ? clock : `${shortDate(date).slice(0, 6)} ${clock}`
}

const long = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'full', timeZone: 'UTC' })

/** A date as letters have it: `dimanche 1er mars 2026`. @param date in ISO 8601, `2026-03-01` */
export function longDate(date: string): string {
  return long.format(new Date(`${date}T00:00Z`)).replace(' 1 ', ' 1er ')
}

/** From when to when: `de 19 h 30 à 21 h`. @param heure `19:30:00` @param duree in minutes */
export function period(heure: string, duree: number): string {
  const [hours = 0, minutes = 0] = heure.split(':').map(Number)
  const start = hours * 60 + minutes
  return `de ${clock(start)} à ${clock(start + duree)}`
}

function clock(minutes: number): string {
  const rest = minutes % 60
  return `${Math.floor(minutes / 60) % 24} h${rest === 0 ? '' : ` ${String(rest).padStart(2, '0')}`}`
}

/** Elapsed time: `1 h 05`. */
export function duration(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')}`
}
