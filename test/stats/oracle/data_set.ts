import fc from 'fast-check'

/** An accounting year of a SIS. */
export interface Year {
  annee: number
  debut: string
  fin: string
}

/** Fate of a row after it is written. */
type Fate = 'keep' | 'remove' | 'change' | 'move'

/** A sapeur at an intervention; `from` in ms from its beginning. */
export interface Presence {
  sapeur: number
  from: number
  length: number
  piquet: boolean
  fate: Fate
}

/** An intervention; days by their place in an accounting year, `at` in minutes of the day. */
export interface Case {
  day: Day
  at: number
  minutes: number
  federal: number
  type: number
  traitement: number
  stat_nb: number
  personnes: number
  animaux: number
  statut: number
  fate: Fate
  goal: Day
  presences: Presence[]
  vehicules: number[]
  materiels: { ce: number; centiemes: number }[]
}

/** A day: an accounting year, and the place in it. */
export interface Day {
  year: number
  at: 'first' | 'last' | 'spring' | 'autumn' | number
}

interface Exercice {
  day: Day
  duree: number
  statut: number
  sapeurs: { sapeur: number; convoque: boolean; result: string; excuse: boolean }[]
}

interface Alarme {
  case: number
  waited: number | null
  begins: number | null
}

/** The data of a SIS. */
export interface SisData {
  years: Year[]
  interventions: Case[]
  exercices: Exercice[]
  alarmes: Alarme[]
  /** Types that move to another category. */
  types: { id: number; stat: number }[]
}

const year = (annee: number, debut = `${annee}-01-01`, fin = `${annee}-12-31`) => ({ annee, debut, fin })

// Calendar years; years from summer to summer; a long one; a short one; a gap, in which interventions open
// their own year; one numbered like neither of its calendar years.
const layouts = [
  [year(2024), year(2025), year(2026)],
  [year(2025, '2024-07-01', '2025-06-30'), year(2026, '2025-07-01', '2026-06-30')],
  [year(2025, '2024-07-01', '2025-12-31'), year(2026)],
  [year(2025, '2025-01-01', '2025-03-31'), year(2026, '2025-04-01', '2026-12-31')],
  [year(2023), year(2025), year(2026)],
  [year(2030, '2025-10-01', '2026-09-30'), year(2031, '2026-10-01', '2026-10-31')],
]

const fate = fc.constantFrom<Fate>('keep', 'keep', 'keep', 'keep', 'remove', 'change', 'move')
const day = fc.record({
  year: fc.nat(2),
  at: fc.oneof(fc.constantFrom('first', 'last', 'spring', 'autumn'), fc.nat(800)) as fc.Arbitrary<Day['at']>,
})
const MINUTE = 60_000
const presence = fc.record({
  sapeur: fc.nat(11),
  from: fc.integer({ min: -60, max: 600 }).map((minutes) => minutes * MINUTE),
  length: fc.oneof(
    // At most a day after its intervention: a later one is refused.
    { weight: 4, arbitrary: fc.integer({ min: 1, max: 700 }).map((minutes) => minutes * MINUTE) },
    { weight: 1, arbitrary: fc.integer({ min: 2, max: 10_000_000 }) },
  ),
  piquet: fc.boolean(),
  fate,
})

const intervention: fc.Arbitrary<Case> = fc.record({
  day,
  at: fc.oneof(fc.constantFrom(0, 30, 90, 120, 150, 1410, 1439), fc.nat(1439)),
  minutes: fc.integer({ min: 0, max: 1600 }),
  federal: fc.constantFrom(1, 2, 8, 9, 9, 10, 11),
  type: fc.integer({ min: 1, max: 17 }),
  traitement: fc.integer({ min: 1, max: 3 }),
  stat_nb: fc.constantFrom(0, 1, 1, 2),
  personnes: fc.constantFrom(0, 0, 1, 5),
  animaux: fc.constantFrom(0, 0, 3),
  statut: fc.constantFrom(0, 0, 2, 3),
  fate,
  goal: day,
  presences: fc.array(presence, { maxLength: 5 }),
  vehicules: fc.uniqueArray(fc.nat(2), { maxLength: 3 }),
  materiels: fc.uniqueArray(fc.record({ ce: fc.nat(2), centiemes: fc.integer({ min: 1, max: 500 }) }), {
    maxLength: 3,
    selector: ({ ce }) => ce,
  }),
})

const exercice: fc.Arbitrary<Exercice> = fc.record({
  day,
  duree: fc.integer({ min: 1, max: 300 }),
  statut: fc.integer({ min: 0, max: 4 }),
  sapeurs: fc.uniqueArray(
    fc.record({
      sapeur: fc.nat(11),
      convoque: fc.boolean(),
      result: fc.constantFrom('present', 'present', 'absent', 'remplace', 'none'),
      excuse: fc.boolean(),
    }),
    { maxLength: 6, selector: ({ sapeur }) => sapeur },
  ),
})

const alarme: fc.Arbitrary<Alarme> = fc.record({
  case: fc.nat(11),
  waited: fc.option(fc.integer({ min: 0, max: 600_000 })),
  begins: fc.option(fc.integer({ min: -1_000_000, max: 5_000_000 })),
})

const sisData: fc.Arbitrary<SisData> = fc.record({
  years: fc.constantFrom(...layouts),
  interventions: fc.array(intervention, { maxLength: 12 }),
  exercices: fc.array(exercice, { maxLength: 4 }),
  alarmes: fc.array(alarme, { maxLength: 3 }),
  types: fc.array(fc.record({ id: fc.integer({ min: 1, max: 17 }), stat: fc.integer({ min: 1, max: 8 }) }), {
    maxLength: 2,
  }),
})

/** Random data for this number of SIS. */
export const dataSet = (sis: number): fc.Arbitrary<SisData[]> =>
  fc.array(sisData, { minLength: sis, maxLength: sis })
