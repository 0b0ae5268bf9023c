/** The names of the sizes: S is the demo, M a small country with ten years, L one year of a large country. */
export type Size = 'S' | 'M' | 'L'

/** The size that a command names. */
export function readSize(text = 'M'): Size {
  if (text === 'S' || text === 'M' || text === 'L') return text
  throw new Error(`Sizes are S, M and L, not ${text}.`)
}

/** Numbers of rows of a size. The files of sql/ read these as `bench.setting('<name>')`. */
export interface Shape {
  sis: number
  /** In all SIS together, also those who left. */
  sapeurs: number
  /** In all SIS together. */
  interventionsAYear: number
  /** The n-th largest SIS has n ^ -exponent as much work, or people, as the largest. */
  workExponent: number
  peopleExponent: number
  /** The first day, and the day after the last. */
  since: string
  until: string
  /** Interventions and exercices since this day are not imputed. */
  openSince: string
  /** Presences at an intervention: at least this many, and up to presencesRange - 1 more. */
  presencesFrom: number
  presencesRange: number
  /** Alarms per intervention: those that begin it, and others. Each names this many people. */
  alarmes: number
  autresAlarmes: number
  personnes: number
  /** The first of this many SIS has about thirty alarms that are not validated, the others two or three. */
  openEach: number
  /** How much an intervention consists of besides presences: 1 little, 3 much. */
  lignes: number
  /** The part of interventions whose changes are in the journal. */
  journal: number
}

/** The last day of all data, which is "today" for them. */
export const today = '2026-11-20'

export const shapes: Record<Exclude<Size, 'S'>, Shape> = {
  M: {
    sis: 1200,
    sapeurs: 78_000,
    interventionsAYear: 83_000,
    workExponent: 0.8,
    peopleExponent: 0.3,
    since: '2017-01-01',
    until: today,
    openSince: '2025-10-01',
    presencesFrom: 4,
    presencesRange: 15,
    alarmes: 0.9,
    autresAlarmes: 0.32,
    personnes: 5,
    openEach: 3,
    lignes: 3,
    journal: 1,
  },
  L: {
    sis: 100,
    sapeurs: 256_000,
    interventionsAYear: 4_800_000,
    workExponent: 0.365,
    peopleExponent: 0.3,
    since: '2025-11-20',
    until: today,
    openSince: '2026-04-01',
    presencesFrom: 2,
    presencesRange: 2,
    alarmes: 0.2,
    autresAlarmes: 0.05,
    personnes: 2,
    openEach: 3,
    lignes: 1,
    journal: 0.1,
  },
}

/** The key of the n-th largest SIS. */
export function sisKey(n: number): string {
  return `s${String(n).padStart(4, '0')}`
}

/** A shape in which every SIS has 70 people, 70 interventions a year and thirty open alarms. */
export function evenShape(sis: number, years: number): Shape {
  return {
    ...shapes.M,
    sis,
    sapeurs: 82 * sis,
    interventionsAYear: 70 * sis,
    workExponent: 0,
    peopleExponent: 0,
    openEach: 1,
    since: `${Number(today.slice(0, 4)) - years + 1}-01-01`,
  }
}
