import fc from 'fast-check'
import { findOverlaps } from './intervention.ts'
import { instantOf } from './local_time.ts'

/** An intervention, the tariffs that it is imputed by, and who was there; instants as RFC 3339. */
export interface RandomIntervention {
  date_debut: string
  heure_debut: string
  lieu: string
  tarif: number
  /** The tariff of standby; null where it has none of its own. */
  piquet: number | null
  /** The phases after the first one. */
  phases: { phase_type_id: number; debut: string }[]
  presences: { sapeur_id: number; debut: string; fin: string; piquet: boolean }[]
}

/** An exercice, its results and additional hours. */
export interface RandomExercice {
  date: string
  heure: string
  duree: number
  /** Whether absences are fined. */
  amendable: boolean
  resultats: Resultat[]
  heures: { sapeur_id: number; heure_exercice_type_id: number; quantite: string }[]
}

interface Resultat {
  sapeur_id: number
  present: boolean
  absent: boolean
  remplace: boolean
  excuse_type_id: number | null
  excuse_statut: number
}

const MINUTE = 60_000

// Days before and of clock changes, a Friday, a Sunday, the ends of the year, and any other day.
const notable: Record<number, string[]> = {
  2025: ['2025-03-29', '2025-03-30', '2025-10-25', '2025-10-26', '2025-06-13', '2025-06-15', '2025-01-01'],
  2026: ['2026-03-28', '2026-03-29', '2026-10-24', '2026-10-25', '2026-06-12', '2026-06-14', '2026-12-31'],
}
const day = (annee: number) =>
  fc.oneof(
    fc.constantFrom(...(notable[annee] ?? [`${annee}-05-05`])),
    fc
      .integer({ min: 0, max: 364 })
      .map((n) => new Date(Date.UTC(annee, 0, 1 + n)).toISOString().slice(0, 10)),
  )
const two = (n: number) => String(n).padStart(2, '0')
const time = fc
  .tuple(fc.constantFrom(0, 1, 2, 3, 4, 8, 19, 20, 21, 22, 23), fc.constantFrom(0, 15, 30, 45, 7))
  .map(([hours, minutes]) => `${two(hours)}:${two(minutes)}:00`)
// Quarter hours as a rule; whole hours and minutes, and odd seconds.
const length = fc.oneof(
  fc.integer({ min: 1, max: 60 }).map((quarters) => quarters * 15 * MINUTE),
  fc.integer({ min: 1, max: 10 }).map((hours) => hours * 60 * MINUTE),
  fc.integer({ min: 1, max: 900 }).map((minutes) => minutes * MINUTE),
  fc.integer({ min: 1, max: 20_000 }).map((seconds) => seconds * 1000),
)
const iso = (instant: number) => new Date(instant).toISOString()

/** A random intervention of a year, by one of three tariffs. */
export function randomIntervention(annee: number, sapeurs: number): fc.Arbitrary<RandomIntervention> {
  const row = fc.record({
    sapeur_id: fc.integer({ min: 1, max: sapeurs }),
    from: fc.integer({ min: -4, max: 20 }).map((quarters) => quarters * 15 * MINUTE),
    length,
    piquet: fc.constantFrom(false, false, true),
  })
  return fc
    .record({
      date_debut: day(annee),
      heure_debut: time,
      lieu: fc.constantFrom('Rue du Temple 8', 'Forêt', ''),
      tarif: fc.integer({ min: 1, max: 3 }),
      piquet: fc.constantFrom(null, 1, 2, 3),
      phases: fc.uniqueArray(
        fc.record({
          phase_type_id: fc.constantFrom(1, 2),
          after: fc.integer({ min: 1, max: 40 }).map((quarters) => quarters * 15 * MINUTE),
        }),
        { maxLength: 3, selector: ({ after }) => after },
      ),
      rows: fc.array(row, { maxLength: 7 }),
    })
    .map(({ phases, rows, ...rest }) => {
      const start = instantOf(rest.date_debut, rest.heure_debut, 'Europe/Zurich')
      return {
        ...rest,
        phases: phases.map(({ phase_type_id, after }) => ({ phase_type_id, debut: iso(start + after) })),
        presences: rows.map(({ sapeur_id, piquet, from, length }) => ({
          ...{ sapeur_id, piquet, debut: iso(start + from), fin: iso(start + from + length) },
        })),
      }
    })
}

/** The interventions without presences that overlap one of the same sapeur at an earlier one, which cannot be imputed. */
export function withoutOverlaps(interventions: RandomIntervention[]): RandomIntervention[] {
  const kept: RandomIntervention['presences'] = []
  return interventions.map((intervention) => {
    const presences = intervention.presences.filter((row) => findOverlaps([row], kept).length === 0)
    kept.push(...presences)
    return { ...intervention, presences }
  })
}

const results: Omit<Resultat, 'sapeur_id'>[] = [
  { present: true, absent: false, remplace: false, excuse_type_id: null, excuse_statut: 0 },
  { present: true, absent: false, remplace: false, excuse_type_id: null, excuse_statut: 0 },
  { present: false, absent: true, remplace: false, excuse_type_id: null, excuse_statut: 0 },
  { present: false, absent: true, remplace: false, excuse_type_id: null, excuse_statut: 0 },
  { present: false, absent: true, remplace: false, excuse_type_id: 1, excuse_statut: 1 },
  { present: false, absent: true, remplace: false, excuse_type_id: 1, excuse_statut: 0 },
  { present: false, absent: true, remplace: false, excuse_type_id: 1, excuse_statut: -1 },
  { present: false, absent: false, remplace: false, excuse_type_id: 1, excuse_statut: 0 },
  { present: false, absent: false, remplace: false, excuse_type_id: 1, excuse_statut: -1 },
  { present: false, absent: false, remplace: true, excuse_type_id: null, excuse_statut: 0 },
]

/** A random exercice of a year. */
export function randomExercice(annee: number, sapeurs: number): fc.Arbitrary<RandomExercice> {
  const sapeur_id = fc.integer({ min: 1, max: sapeurs })
  return fc.record({
    date: day(annee),
    heure: fc.constantFrom('19:30:00', '08:00:00'),
    duree: fc.constantFrom(120, 90, 100, 1, 780),
    amendable: fc.constantFrom(true, true, false),
    resultats: fc
      .uniqueArray(fc.tuple(sapeur_id, fc.constantFrom(...results)), { maxLength: 5, selector: ([id]) => id })
      .map((rows) => rows.map(([id, result]) => ({ sapeur_id: id, ...result }))),
    heures: fc.array(
      fc.record({
        sapeur_id,
        heure_exercice_type_id: fc.constantFrom(1, 2),
        quantite: fc.constantFrom('1.00', '0.50', '2.25', '0.33'),
      }),
      { maxLength: 3 },
    ),
  })
}
