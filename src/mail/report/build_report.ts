import { readCouleur, splitCode } from './code_couleur.ts'
import type { Position } from './position.ts'
import { readInstant } from './read_instant.ts'
import type { Personne, Report } from './report.ts'
import { shortened } from './shortened.ts'
import { readTitre } from './titre.ts'

/** The fields of an alarm in the simple formats, as written; '' when absent. */
interface AlarmFields {
  type: string
  /** May end with the colour. */
  code: string
  couleur: string
  adresse: string
  description: string
  date: string
  position: Position
  sis: string[]
  /** Titles of groups. */
  groupes: string[]
  personnes: Personne[]
  /** Warnings of the parser. */
  avertissements?: string[]
}

// Characters. A longer text is cut, with a warning: too many words are no reason to miss an alarm.
const LENGTH_LIMIT = 4_000

/** Builds a report from the fields of an alarm. Unreadable fields become warnings. */
export function buildReport(fields: AlarmFields): Report {
  const { position } = fields
  const split = splitCode(fields.code)
  const couleur = fields.couleur === '' ? split.couleur : readCouleur(fields.couleur)
  const debut = fields.date === '' ? null : readInstant(fields.date)
  const avertissements = [...(fields.avertissements ?? []), ...position.avertissements]
  if (couleur === null) avertissements.push(`Couleur inconnue : ${shortened(fields.couleur)}.`)
  if (fields.date !== '' && debut === null) avertissements.push(`Date illisible : ${shortened(fields.date)}.`)
  const cut = (champ: string, text: string) => {
    if (text.length <= LENGTH_LIMIT) return text
    avertissements.push(`${champ} : abrégé à ${LENGTH_LIMIT} caractères.`)
    return text.slice(0, LENGTH_LIMIT)
  }
  return {
    type: cut('Type', fields.type),
    code: cut('Code', split.code),
    couleur: couleur ?? split.couleur,
    adresse: cut('Adresse', fields.adresse),
    complement: '',
    description: cut('Description', fields.description),
    lv95: position.lv95,
    wgs84: position.wgs84,
    date_creation: null,
    debut,
    fin: null,
    sis: fields.sis.map((sis) => sis.trim()).filter((sis) => sis !== ''),
    groupes: fields.groupes.map((titre) => ({ titre: readTitre(titre), personnes: [] })),
    groupes_ecartes: [],
    personnes: fields.personnes,
    incomplet: false,
    avertissements,
  }
}
