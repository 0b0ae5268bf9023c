import { z } from 'zod'

// Far more than any report holds. A longer text makes the message failed, instead of slowing every list of
// alarms.
const text = z.string().max(4_000)
// A name, number or title; the database looks up each of them.
const name = z.string().max(300)

// In all groups.
const MOST_PEOPLE = 1_000
// Numbers of one person; more make the message failed.
const MOST_NUMBERS = 50

// An instant in a report: local (`2026-03-14T14:28:15`), which the database reads in the time zone of the
// SIS, or with an offset (RFC 3339), or with parts left open for it to complete (readInstant).
const instant = z
  .string()
  .regex(
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)?$|^(\d{4}|-)-\d\d-\d\d$|^(--\d\d-\d\d)?T\d\d:\d\d:\d\d$/,
  )

const Reponse = z.enum(['vient', 'ne_vient_pas', 'pas_atteint', 'aucune'])

/** One alerted person as named in the report. `telephones` are as written, not yet normalised. */
export const Personne = z.object({
  nom: name,
  telephones: z.array(name).max(MOST_NUMBERS),
  reponse: Reponse,
})

/**
 * One alerted group. `titre` is the whole title without star; the database finds number, name and SIS in it.
 */
export const Groupe = z.object({
  titre: name,
  personnes: z.array(Personne).max(MOST_PEOPLE),
})

/** The result of a parser: the report of one alarm, whatever its format. */
export const Report = z.object({
  type: text,
  code: text,
  couleur: z.enum(['ROUGE', 'JAUNE', 'BLEU', 'GRIS', '']),
  adresse: text,
  complement: text,
  description: text,
  /** LV95 metres, as written in the report. */
  lv95: z.object({ e: z.number(), n: z.number() }).nullable(),
  /** Decimal degrees, six decimals. */
  wgs84: z.object({ lat: z.number(), lon: z.number() }).nullable(),
  date_creation: instant.nullable(),
  debut: instant.nullable(),
  fin: instant.nullable(),
  /** SIS that are named directly (key or name), besides those in titles of groups. */
  sis: z.array(name).max(100),
  groupes: z
    .array(Groupe)
    .max(200)
    .refine((groupes) => groupes.reduce((sum, { personnes }) => sum + personnes.length, 0) <= MOST_PEOPLE),
  /** Titles of alerted groups whose people could not be read with certainty. They still name their SIS. */
  groupes_ecartes: z.array(name).max(200),
  /** People named outside any group. */
  personnes: z.array(Personne).max(MOST_PEOPLE),
  /** Whether a part of the report could not be read, or is missing; `avertissements` say which. */
  incomplet: z.boolean(),
  /** Gaps and oddities that do not stop the alarm, as French sentences. */
  avertissements: z.array(text).max(1_000),
})

export type Personne = z.infer<typeof Personne>
export type Groupe = z.infer<typeof Groupe>
export type Report = z.infer<typeof Report>

/** The outcome of a message. `raison` is a French sentence for readers of the ledger. */
export type Outcome =
  | { etat: 'alarm'; report: Report }
  | { etat: 'ignored'; raison: string }
  | { etat: 'failed'; raison: string }

/** An alarm with gaps, which the French sentences name; they come before its warnings. */
export function withGaps(report: Report, gaps: string[]): Report {
  if (gaps.length === 0) return report
  return { ...report, incomplet: true, avertissements: [...gaps, ...report.avertissements] }
}
