import type { Raw, RawIntervention } from './raw.ts'

/** The counts of a set of interventions; time in ms. */
interface Figures {
  nb: number
  ms: number
  sauve_personne: number
  sauve_animaux: number
}

/** An intervention with the values that follow from other rows. */
export interface Counted extends RawIntervention {
  annee: number | undefined
  mois: string
  stat_intervention_id: number | undefined
  ms: number
}

/** Rounds to hundredths of an hour, or ten thousandths of a whole: halves go up. */
export const rounded = (over: number, under: number) => Math.floor((2 * over + under) / (2 * under))

/** Hundredths as a number with two decimals. */
export const decimal = (hundredths: number) =>
  `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`

/** Time as hours with two decimals. */
export const hours = (ms: number) => decimal(rounded(ms, 36_000))

export const sum = <T>(rows: T[], value: (row: T) => number) =>
  rows.reduce((before, row) => before + value(row), 0)

/** Rows by a key, in the order of the keys. */
export function groups<T>(rows: T[], key: (row: T) => number): [key: number, rows: T[]][] {
  const keys = [...new Set(rows.map(key))].sort((one, other) => one - other)
  return keys.map((each) => [each, rows.filter((row) => key(row) === each)])
}

/** The counts of these interventions. */
export const figures = (rows: Counted[]): Figures => ({
  nb: rows.length,
  ms: sum(rows, (row) => row.ms),
  sauve_personne: sum(rows, (row) => row.sauve_personne),
  sauve_animaux: sum(rows, (row) => row.sauve_animaux),
})

/** The accounting year that holds a day. */
export const yearOf = ({ years }: Raw, day: string) =>
  years.find(({ debut, fin }) => debut <= day && day <= fin)

/** How long someone was there. */
export const lengthOf = ({ debut, fin }: { debut: number; fin: number }) => fin - debut

/** The interventions of a SIS. */
export function countInterventions(raw: Raw): Counted[] {
  return raw.interventions.map((each) => ({
    ...each,
    annee: yearOf(raw, each.date_debut)?.annee,
    mois: each.date_debut.slice(0, 7),
    stat_intervention_id: raw.types.find(({ id }) => id === each.type_intervention_id)?.stat_intervention_id,
    ms: sum(
      raw.presences.filter(({ intervention_id }) => intervention_id === each.id),
      lengthOf,
    ),
  }))
}

/** The results of the convocations in these rows. */
export const results = (rows: Raw['convocations']) => ({
  convoque: rows.filter(({ convoque }) => convoque).length,
  absent: rows.filter(({ absent }) => absent).length,
  remplace: rows.filter(({ remplace }) => remplace).length,
  excuse: rows.filter(({ excuse_type_id }) => excuse_type_id !== null).length,
})

/** Counts the presences at the exercices of an accounting year: number, time, and other results of each sapeur. */
export function countExercices(raw: Raw, annee: number) {
  const held = raw.exercices.filter(({ date, statut }) => statut > 0 && yearOf(raw, date)?.annee === annee)
  const rows = raw.convocations.flatMap((row) => {
    const exercice = held.find(({ id }) => id === row.exercice_id)
    return exercice ? [{ ...row, ms: row.present ? exercice.duree * 60_000 : 0 }] : []
  })
  return groups(rows, ({ sapeur_id }) => sapeur_id).map(([sapeur_id, own]) => ({
    sapeur_id,
    nb: own.filter(({ present }) => present).length,
    ms: sum(own, ({ ms }) => ms),
    ...results(own),
  }))
}
