import { readCouleur, splitCode } from './code_couleur.ts'
import { readInstant } from './instant.ts'
import type { Position } from './position.ts'
import type { Personne, Report } from './report.ts'
import { readTitre } from './titre.ts'

/** What the simple formats say of an alarm, as written; '' where they say nothing. */
export interface AlarmFields {
  type: string
  /** May end in the colour. */
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
}

/** The report that the fields of an alarm make; what cannot be read of them becomes a warning. */
export function buildReport(fields: AlarmFields): Report {
  const { position } = fields
  const split = splitCode(fields.code)
  const couleur = fields.couleur === '' ? split.couleur : readCouleur(fields.couleur)
  const debut = fields.date === '' ? null : readInstant(fields.date)
  const avertissements = [...position.avertissements]
  if (couleur === null) avertissements.push(`Couleur inconnue : ${fields.couleur}.`)
  if (fields.date !== '' && debut === null) avertissements.push(`Date illisible : ${fields.date}.`)
  return {
    type: fields.type,
    code: split.code,
    couleur: couleur ?? '',
    adresse: fields.adresse,
    complement: '',
    description: fields.description,
    lv95: position.lv95,
    wgs84: position.wgs84,
    date_creation: null,
    debut,
    fin: null,
    sis: fields.sis.map((sis) => sis.trim()).filter((sis) => sis !== ''),
    groupes: fields.groupes.map((titre) => ({ titre: readTitre(titre), personnes: [] })),
    personnes: fields.personnes,
    avertissements,
  }
}
