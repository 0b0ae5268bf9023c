import type { Case, Day, Presence, SisData, Year } from './data_set.ts'

const DAY = 86_400_000
// Nights in which the clock of Switzerland changes, in 2025 and 2026.
const changes = { spring: ['2026-03-29', '2025-03-30'], autumn: ['2026-10-25', '2025-10-26'] }

const textOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const clock = (ms: number) => new Date(ms).toISOString().slice(11, 16)

/** The beginning and end of an intervention on the Swiss wall clock, and the instants of its presences. */
interface Placed extends Omit<Case, 'presences'> {
  objet: string
  date_debut: string
  heure_debut: string
  date_fin: string
  heure_fin: string
  /** The day to which it is moved. */
  vers: string
}

/** A presence and the place of its intervention; instants in ms. */
interface PlacedPresence extends Presence {
  objet: string
  autre: string
  debut: number
  fin: number
}

/** The day at a place in an accounting year. */
export function dayOf(years: Year[], { year, at }: Day): string {
  const { debut, fin } = years[year % years.length] ?? { debut: '2026-01-01', fin: '2026-12-31' }
  if (at === 'first') return debut
  if (at === 'last') return fin
  if (typeof at === 'string') return changes[at].find((each) => debut <= each && each <= fin) ?? fin
  const days = (Date.parse(fin) - Date.parse(debut)) / DAY + 1
  return textOf(Date.parse(debut) + (at % days) * DAY)
}

/** The days of an intervention. */
export function placeCases({ years, interventions }: SisData): Placed[] {
  return interventions.map(({ presences: _presences, ...each }, n) => {
    const begin = Date.parse(dayOf(years, each.day)) + each.at * 60_000
    const end = begin + each.minutes * 60_000
    return {
      ...each,
      objet: `Cas ${n}`,
      date_debut: textOf(begin),
      heure_debut: clock(begin),
      date_fin: textOf(end),
      heure_fin: clock(end),
      vers: dayOf(years, each.goal),
    }
  })
}

/**
 * The presences at all interventions, except those that overlap another of the same sapeur, which the
 * database refuses.
 */
export function placePresences({ years, interventions }: SisData): PlacedPresence[] {
  const taken = new Map<number, [number, number][]>()
  const cases = interventions.map((each, n) => ({ ...each, objet: `Cas ${n}` }))
  return cases.flatMap(({ day, at, objet, presences }, n) =>
    presences.flatMap((each) => {
      // An hour before midnight UTC is midnight of a Swiss winter.
      const debut = Date.parse(dayOf(years, day)) + at * 60_000 - 3_600_000 + each.from
      const fin = debut + each.length
      const own = taken.get(each.sapeur) ?? []
      if (own.some(([from, to]) => from < fin && debut < to)) return []
      taken.set(each.sapeur, [...own, [debut, fin]])
      const autre = cases[(n + 1) % cases.length]?.objet ?? objet
      return [{ ...each, objet, autre, debut, fin }]
    }),
  )
}
