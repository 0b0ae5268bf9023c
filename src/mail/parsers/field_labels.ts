import { fold } from '../report/fold.ts'

/** The fields of an alarm in plain text. */
export type Field =
  | 'type'
  | 'adresse'
  | 'rue'
  | 'no'
  | 'npa'
  | 'localite'
  | 'description'
  | 'remarque'
  | 'date'
  | 'heure'
  | 'code'
  | 'couleur'
  | 'coordonnees'
  | 'sis'
  | 'groupe'
  | 'sapeur'

// The labels of each field, folded. A further label is a further word here.
const table: Record<Field, string[]> = {
  type: [
    'type',
    "type d'alarme",
    "type d'intervention",
    "type d'evenement",
    'nature',
    "nature de l'intervention",
    'motif',
    'quoi',
    'genre',
    'mot-cle',
    'mot cle',
    'evenement',
  ],
  adresse: [
    'adresse',
    "adresse d'intervention",
    "adresse de l'intervention",
    'adresse du sinistre',
    'lieu',
    'lieu du sinistre',
    "lieu d'intervention",
    "lieu de l'intervention",
    'ou',
  ],
  rue: ['rue'],
  no: ['no', 'n°', 'numero'],
  npa: ['npa'],
  localite: ['localite', 'commune', 'npa localite', 'npa/localite', 'npa / localite'],
  description: ['description'],
  remarque: ['remarque', 'remarques', 'complement'],
  date: [
    'date',
    'quand',
    'debut',
    "debut de l'alarme",
    "date d'alarme",
    "date de l'alarme",
    'date et heure',
    'date/heure',
    'date / heure',
  ],
  heure: ['heure', "heure d'alerte", "heure d'alarme", "heure de l'alarme"],
  code: ['code'],
  couleur: ['couleur'],
  coordonnees: [
    'coordonnees',
    'coordonnees lv95',
    'coordonnees lv03',
    'coordonnees wgs84',
    'coordonnees gps',
    'position',
    'position gps',
    'gps',
  ],
  sis: ['sis'],
  groupe: ['groupe', 'groupes', 'moyens', 'moyens engages', 'engins'],
  sapeur: ['sapeur', 'sapeurs'],
}

const byLabel = new Map(
  Object.entries(table).flatMap(([field, labels]) => labels.map((label) => [label, field as Field] as const)),
)

/** Every field, in the order of the table. */
export const allFields = Object.keys(table) as Field[]

/** The labels of each field, folded. */
export const fieldLabels: Readonly<Record<Field, readonly string[]>> = table

/** The field that a label names, compared without case and accents; null for none. */
export function fieldOf(label: string): Field | null {
  // A label may have a list mark or a number in front, marks of bold around it, and invisible characters.
  // A NUL, or the "€" that a mail server makes of it, is a damaged letter and no mark.
  const name = fold(label.normalize('NFKC').replace(/\p{Cf}|\(.*\)/gu, ''))
    .replace(/^[^\p{L}]+/u, '')
    .replace(/^[a-z][.)]\s+/, '')
    .replace(/[^\p{L}\p{N}\p{Cc}\p{Sc}°]+$/u, '')
  return byLabel.get(name) ?? null
}
