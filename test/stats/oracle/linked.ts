import { type Counted, groups, lengthOf, rounded, sum } from './figures.ts'
import type { Raw } from './raw.ts'

// The interventions of some rows, each with its row.
function joined<T extends { intervention_id: number }>(rows: T[], cases: Counted[]): (T & { of: Counted })[] {
  return rows.flatMap((row) => {
    const of = cases.find(({ id }) => id === row.intervention_id)
    return of ? [{ ...row, of }] : []
  })
}

/** Vehicles at interventions: for how many interventions each counts, and its time at them. */
export const countVehicules = (raw: Raw, cases: Counted[]) =>
  groups(joined(raw.intervention_vehicules, cases), (row) => row.vehicule_id).map(([vehicule_id, rows]) => ({
    vehicule_id,
    nb: sum(rows, ({ of }) => of.stat_nb),
    ms: sum(rows, ({ of }) => of.ms),
  }))

/** Materials used in interventions: the number of interventions, the quantity, and the time. */
export const countMateriels = (raw: Raw, cases: Counted[]) =>
  groups(joined(raw.intervention_materiels, cases), (row) => row.materiel_id).map(([materiel_id, rows]) => ({
    materiel_id,
    nb: rows.length,
    ms: sum(rows, ({ of }) => of.ms),
    centiemes: sum(rows, ({ centiemes }) => centiemes),
  }))

/** Sapeurs at interventions: the number and share of interventions, and the time. */
export const countPresences = (raw: Raw, cases: Counted[]) =>
  groups(presencesAt(raw, cases), (row) => row.sapeur_id).map(([sapeur_id, rows]) => {
    const nb = new Set(rows.map(({ intervention_id }) => intervention_id)).size
    return {
      sapeur_id,
      nb,
      ms: sum(rows, lengthOf),
      interventions: cases.length,
      taux: rounded(nb * 10_000, cases.length) / 10_000,
    }
  })

/** Presences at interventions. */
export const presencesAt = (raw: Raw, cases: Counted[]): Raw['presences'] =>
  joined(raw.presences, cases).map(({ of: _of, ...presence }) => presence)
