import { linksIn } from '../mime/html_text.ts'
import { splitOwnText } from '../mime/own_text.ts'
import { buildReport } from '../report/build_report.ts'
import { readMapLink } from '../report/map_link.ts'
import type { Mail } from '../report/parser.ts'
import { plainSpaces } from '../report/plain_spaces.ts'
import { positionFromPair, readPosition } from '../report/position.ts'
import { readInstant } from '../report/read_instant.ts'
import type { Outcome, Report } from '../report/report.ts'
import { shortened } from '../report/shortened.ts'
import { weatherWarning } from '../report/weather.ts'
import type { Field } from './field_labels.ts'
import { findMessageLine } from './find_message_line.ts'
import { type Fields, readFields } from './labelled_lines.ts'
import type { MessageLine } from './mobilisation_report/message_line.ts'
import { readPersonnes, readTitles } from './personne_lines.ts'
import { unfoldTables } from './tables.ts'
import { readAdresse, readWhen } from './text_values.ts'

// Characters. An alarm has a few hundred.
const LENGTH_LIMIT = 100_000

const names: Partial<Record<Field, string>> = {
  type: 'Type',
  adresse: 'Adresse',
  description: 'Description',
  date: 'Date',
  heure: 'Heure',
  code: 'Code',
  couleur: 'Couleur',
  coordonnees: 'Coordonnées',
}

/**
 * Reads an alarm in plain text: lines of label and value, with labels compared without case and accents, and the
 * alarm centre's own message line in the text or the subject. It needs a type, a description, a code or a place. A
 * mail without any of them is not in this format. Cited text is no alarm; forwarded text is one if the sender wrote
 * none.
 */
export async function parsePlainText(mail: Mail): Promise<Outcome | null> {
  // The parser of JSON says what is wrong with it.
  if (isBrokenJson(mail.text)) return null
  const split = (text: string) =>
    splitOwnText(plainSpaces(text.slice(0, LENGTH_LIMIT)).replace(/\r\n?/g, '\n'))
  const { own, forwarded, cited } = split(mail.text)
  const subject = findMessageLine(plainSpaces(mail.subject ?? ''))
  const text = [own, forwarded].find((each) => readAlarm(each) !== null) ?? ''
  // The subject may hold what the text has not.
  const outcome = readAlarm(text, findMessageLine(text) ?? subject)
  if (outcome?.etat === 'alarm') {
    const linked = split(mail.linked ?? '')
    return withLinkedPlace(outcome, linksIn(text === own ? linked.own : linked.forwarded))
  }
  if (outcome) return outcome
  if (readAlarm(cited)?.etat !== 'alarm') return null
  return { etat: 'failed', raison: 'L’alarme n’est que dans une partie citée du message.' }
}

function isBrokenJson(text: string): boolean {
  if (!/^\s*\{\s*"/.test(text)) return false
  try {
    JSON.parse(text)
    return false
  } catch {
    return true
  }
}

function readAlarm(text: string, line = findMessageLine(text)): Outcome | null {
  const fields = readFields(unfoldTables(text.split('\n')), (below) => findMessageLine(below) !== null)
  const said = [oneLine(fields, 'type'), oneLine(fields, 'description'), oneLine(fields, 'remarque')]
  const adresse = readAdresse(fields)
  const link = fields.coordonnees.length > 0 ? null : readMapLink(text)
  const placed = adresse !== '' || fields.coordonnees.length > 0 || line !== null || link !== null
  const code = oneLine(fields, 'code')
  const weather = line ? null : weatherWarning([...said, code], placed)
  if (weather) return weather
  const told = said.some((each) => each !== '') || code !== '' || fields.couleur.length > 0
  const placedForSure = adresse !== '' || fields.coordonnees.length > 0
  if (!told && !placedForSure && !line) return null
  const report = toReport(fields, adresse, link)
  return { etat: 'alarm', report: withoutPlace(line ? merged(report, line) : report) }
}

// A map behind the words of a link, if all such links lead to one place.
function withLinkedPlace(outcome: Outcome & { etat: 'alarm' }, links: string[]): Outcome {
  const { report } = outcome
  const places = new Map(
    links.flatMap((href) => {
      const pair = readMapLink(href)
      return pair === null ? [] : [[String(pair), pair]]
    }),
  )
  const [pair] = places.values()
  if (report.wgs84 !== null || pair === undefined || places.size > 1) return outcome
  const position = positionFromPair(...pair)
  const avertissements = [...report.avertissements, ...position.avertissements]
  return { etat: 'alarm', report: { ...report, ...position, avertissements } }
}

function withoutPlace(report: Report): Report {
  if (report.adresse !== '') return report
  return { ...report, avertissements: [...report.avertissements, 'Le message n’a pas d’adresse.'] }
}

// A report with what a message line says: the labels come first, and the line fills what they leave open.
function merged(report: Report, line: MessageLine): Report {
  return {
    ...report,
    code: report.code || line.code,
    couleur: report.couleur || line.couleur,
    adresse: report.adresse || line.adresse,
    complement: line.complement,
    ...(report.wgs84 ? {} : { lv95: line.lv95, wgs84: line.wgs84 }),
    incomplet: report.incomplet || line.incomplet,
    avertissements: [...report.avertissements, ...line.avertissements],
  }
}

function oneLine(fields: Fields, field: Field): string {
  return (fields[field][0] ?? '').replaceAll('\n', ' ')
}

function toReport(fields: Fields, adresse: string, link: [number, number] | null): Report {
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
  const isDate = (text: string) => readInstant(text) !== null
  const described = [
    oneLine(fields, 'description'),
    ...fields.remarque.map((text) => text.replaceAll('\n', ' ')),
  ]
  return buildReport({
    type: oneLine(fields, 'type'),
    code: short('code', () => false),
    couleur: short('couleur', () => false),
    adresse,
    description: [...new Set(described)].filter((text) => text !== '').join(' ; '),
    date: readWhen(short('date', isDate), short('heure', isDate)),
    position: link
      ? positionFromPair(...link)
      : readPosition(short('coordonnees', (text) => readPosition(text).wgs84 !== null)),
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
