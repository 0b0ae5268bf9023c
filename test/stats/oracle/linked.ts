import { type Counted, groups, lengthOf, rounded, sum } from './figures.ts'
import type { Raw } from './raw.ts'

// The interventions that rows belong to, each with its row.
function joined<T extends { intervention_id: number }>(rows: T[], cases: Counted[]): (T & { of: Counted })[] {
  return rows.flatMap((row) => {
    const of = cases.find(({ id }) => id === row.intervention_id)
    return of ? [{ ...row, of }] : []
  })
}

/** The vehicles that went to interventions: for how many each counts, and the time at them. */
export const countVehicules = (raw: Raw, cases: Counted[]) =>
  groups(joined(raw.intervention_vehicules, cases), (row) => row.vehicule_id).map(([vehicule_id, rows]) => ({
    vehicule_id,
    nb: sum(rows, ({ of }) => of.stat_nb),
    ms: sum(rows, ({ of }) => of.ms),
  }))

/** The materials that interventions used: how many did, how much of it, and the time at them. */
export const countMateriels = (raw: Raw, cases: Counted[]) =>
  groups(joined(raw.intervention_materiels, cases), (row) => row.materiel_id).map(([materiel_id, rows]) => ({
    materiel_id,
    nb: rows.length,
    ms: sum(rows, ({ of }) => of.ms),
    centiemes: sum(rows, ({ centiemes }) => centiemes),
  }))

/** Who was at interventions: at how many of all, and for how long. */
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
