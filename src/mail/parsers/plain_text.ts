import { splitOwnText } from '../mime/own_text.ts'
import { buildReport } from '../report/build_report.ts'
import type { Mail } from '../report/parser.ts'
import { plainSpaces } from '../report/plain_spaces.ts'
import { readPosition } from '../report/position.ts'
import { readInstant } from '../report/read_instant.ts'
import type { Outcome, Report } from '../report/report.ts'
import { shortened } from '../report/shortened.ts'
import { weatherWarning } from '../report/weather.ts'
import { type Field, type Fields, readFields } from './labelled_lines.ts'
import { readPersonnes, readTitles } from './personne_lines.ts'
import { unfoldTables } from './tables.ts'

// Characters. An alarm has a few hundred.
const LENGTH_LIMIT = 100_000

// Fields that occur only in an alarm.
const telling: Field[] = ['code', 'couleur', 'coordonnees', 'sis', 'groupe', 'sapeur']

const names: Partial<Record<Field, string>> = {
  type: 'Type',
  adresse: 'Adresse',
  description: 'Description',
  date: 'Date',
  code: 'Code',
  couleur: 'Couleur',
  coordonnees: 'Coordonnées',
}

/**
 * Reads an alarm in plain text: lines `Label: value`, with labels compared without case and accents. It needs
 * a type or description, and an address. A mail without any of them is not in this format. Cited text is no
 * alarm; forwarded text is one if the sender wrote none.
 */
export async function parsePlainText(mail: Mail): Promise<Outcome | null> {
  const { own, forwarded, cited } = splitOwnText(
    plainSpaces(mail.text.slice(0, LENGTH_LIMIT)).replace(/\r\n?/g, '\n'),
  )
  const outcome = readAlarm(own) ?? readAlarm(forwarded)
  if (outcome) return outcome
  if (readAlarm(cited)?.etat !== 'alarm') return null
  return { etat: 'ignored', raison: 'L’alarme n’est que dans une partie citée du message.' }
}

function readAlarm(text: string): Outcome | null {
  const fields = readFields(unfoldTables(text.split('\n')))
  const said = [oneLine(fields, 'type'), oneLine(fields, 'description')]
  const described = said.some((each) => each !== '')
  const placed = fields.adresse.length > 0
  const weather = described
    ? weatherWarning([...said, oneLine(fields, 'code')], placed || fields.coordonnees.length > 0)
    : null
  if (weather) return weather
  if (described && placed) return { etat: 'alarm', report: toReport(fields) }
  const etat = telling.some((field) => fields[field].length > 0) ? 'failed' : 'ignored'
  if (described) return { etat, raison: 'Le message n’a pas d’adresse.' }
  return placed ? { etat, raison: 'Le message n’a ni type ni description.' } : null
}

function oneLine(fields: Fields, field: Field): string {
  return (fields[field][0] ?? '').replaceAll('\n', ' ')
}

function toReport(fields: Fields): Report {
  const titles = readTitles(fields.groupe)
  const people = readPersonnes(fields.sapeur)
  const avertissements = repetitions(fields)
  const unread = (label: string, lines: string[]) => {
    if (lines.length > 0) avertissements.push(`« ${label} » : suite pas lue : ${shortened(lines.join(' '))}.`)
  }
  unread('Groupe', titles.others)
  unread('Sapeur', people.others)
  // A field of one line: a further line that makes it unreadable is something else.
  const short = (field: Field, isReadable: (text: string) => boolean) => {
    const whole = oneLine(fields, field)
    const [first = '', ...rest] = (fields[field][0] ?? '').split('\n')
    if (rest.length === 0 || isReadable(whole)) return whole
    unread(names[field] ?? field, rest)
    return first
  }
  return buildReport({
    type: oneLine(fields, 'type'),
    code: short('code', () => false),
    couleur: short('couleur', () => false),
    adresse: oneLine(fields, 'adresse'),
    description: oneLine(fields, 'description'),
    date: short('date', (text) => readInstant(text) !== null),
    position: readPosition(short('coordonnees', (text) => readPosition(text).avertissements.length === 0)),
    sis: fields.sis.flatMap((value) => value.split(/[,;\n]/)),
    groupes: titles.read,
    personnes: people.read,
    avertissements,
  })
}

// Warnings of repeated fields: only the first value is read, and the ledger says so.
function repetitions(fields: Fields): string[] {
  return (Object.keys(names) as Field[]).flatMap((field) => {
    const [first, ...others] = new Set(fields[field].map((value) => value.replaceAll('\n', ' ')))
    if (first === undefined || others.length === 0) return []
    const unread = others.map((value) => shortened(value)).join(', ')
    return [`« ${names[field]} » est donné plusieurs fois ; pas lu : ${unread}.`]
  })
}
