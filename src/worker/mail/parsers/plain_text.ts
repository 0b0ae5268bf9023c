import { buildReport } from '../build_report.ts'
import { fold } from '../fold.ts'
import type { Mail } from '../parser.ts'
import { noPosition, type Position, positionFromLv95, positionFromWgs84 } from '../position.ts'
import type { Outcome, Personne, Report } from '../report.ts'

const labels = {
  type: 'type',
  adresse: 'adresse',
  lieu: 'adresse',
  description: 'description',
  date: 'date',
  code: 'code',
  couleur: 'couleur',
  coordonnees: 'coordonnees',
  sis: 'sis',
  groupe: 'groupe',
  sapeur: 'sapeur',
} as const

type Field = (typeof labels)[keyof typeof labels]
type Fields = Partial<Record<Field, string[]>>

// Characters; an alarm has a few hundred.
const LENGTH_LIMIT = 100_000

// Where what the sender wrote himself ends: his signature, or the mail that he answers or forwards.
const endings = [
  /^--[ \t]*$/m,
  /^(?:Le|On)\b[^\n]{0,200}(?:\n[^\n]{0,200})?\b(?:a écrit|wrote)\s*:[ \t]*$/mu,
  /^-{2,}\s*(?:Message d.origine|Message original|Original Message|Message transféré)\s*-{2,}/imu,
]

/**
 * An alarm in plain text: lines `Label: value`, labels without case or accents. Needed are a type or a description,
 * and an address; a mail with none of them is not in this format.
 */
export async function parsePlainText(mail: Mail): Promise<Outcome | null> {
  const fields = readFields(ownText(mail.text))
  const described = one(fields, 'type') !== '' || one(fields, 'description') !== ''
  const placed = one(fields, 'adresse') !== ''
  if (!described && !placed) return null
  if (!described) return { etat: 'ignored', raison: 'Le message n’a ni type ni description.' }
  if (!placed) return { etat: 'ignored', raison: 'Le message n’a pas d’adresse.' }
  return { etat: 'alarm', report: toReport(fields) }
}

function ownText(text: string): string {
  const lines = text.slice(0, LENGTH_LIMIT).replace(/\r\n?/g, '\n')
  const ends = endings.map((ending) => lines.search(ending)).filter((at) => at >= 0)
  return lines
    .slice(0, Math.min(lines.length, ...ends))
    .split('\n')
    .filter((line) => !/^\s*>/.test(line))
    .join('\n')
}

function readFields(text: string): Fields {
  const fields: Fields = {}
  let values: string[] | undefined
  let previous = ''
  for (const line of text.split('\n')) {
    const field = fieldOf(line)
    if (field) {
      values = fields[field] ??= []
      values.push(valueIn(line))
    } else if (values && isWrapped(previous, line)) {
      values.push(`${values.pop() ?? ''} ${withoutLinks(line)}`.trim())
    } else {
      values = undefined
    }
    previous = line
  }
  return fields
}

function fieldOf(line: string): Field | null {
  const label = fold(line.slice(0, Math.max(0, line.indexOf(':'))))
  return Object.hasOwn(labels, label) ? labels[label as keyof typeof labels] : null
}

function valueIn(line: string): string {
  return withoutLinks(line.slice(line.indexOf(':') + 1))
}

// The text form of an HTML mail puts the target of a link in brackets after its words.
function withoutLinks(text: string): string {
  return text.replace(/\s?\[(?:https?|tel|mailto):[^\]]*\]/gi, '').trim()
}

// Mail programs, and the text form of HTML, fold lines at 72 to 80 characters: such a line goes on in the next.
function isWrapped(previous: string, line: string): boolean {
  const [word = ''] = line.trim().split(/\s+/)
  return word !== '' && previous.trimEnd().length + 1 + word.length > 72
}

function one(fields: Fields, field: Field): string {
  return fields[field]?.find((value) => value !== '') ?? ''
}

function all(fields: Fields, field: Field): string[] {
  return (fields[field] ?? []).filter((value) => value !== '')
}

function toReport(fields: Fields): Report {
  return buildReport({
    type: one(fields, 'type'),
    code: one(fields, 'code'),
    couleur: one(fields, 'couleur'),
    adresse: one(fields, 'adresse'),
    description: one(fields, 'description'),
    date: one(fields, 'date'),
    position: readPosition(one(fields, 'coordonnees')),
    sis: all(fields, 'sis').flatMap((value) => value.split(',')),
    groupes: all(fields, 'groupe'),
    personnes: all(fields, 'sapeur').map(readSapeur),
  })
}

// `2593067,1246045` (LV95, apostrophes allowed) or `47.364712,7.345621` (lat,lon).
function readPosition(text: string): Position {
  if (text === '') return noPosition()
  const match = /^(-?\d+(?:\.\d+)?)\s*[,;/ ]\s*(-?\d+(?:\.\d+)?)$/.exec(text.replace(/['’]/g, ''))
  if (!match) return noPosition(`Coordonnées illisibles : ${text}.`)
  const [first, second] = [Number(match[1]), Number(match[2])]
  return first > 1000 ? positionFromLv95(first, second) : positionFromWgs84(first, second)
}

// `Nom Prénom, +41…`: whoever is named in such a mail comes.
function readSapeur(text: string): Personne {
  const [nom = '', ...telephones] = text.split(',').map((part) => part.trim())
  return { nom, telephones: telephones.filter((telephone) => telephone !== ''), reponse: 'vient' }
}
