import { splitOwnText } from '../mime/own_text.ts'
import { buildReport } from '../report/build_report.ts'
import { splitNameAndNumbers } from '../report/numbers.ts'
import type { Mail } from '../report/parser.ts'
import { readPosition } from '../report/position.ts'
import type { Outcome, Personne, Report } from '../report/report.ts'
import { shortened } from '../report/shortened.ts'
import { weatherWarning } from '../report/weather.ts'
import { type Field, type Fields, readFields } from './labelled_lines.ts'

// Characters; an alarm has a few hundred.
const LENGTH_LIMIT = 100_000

// What nobody writes but in an alarm.
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
 * An alarm in plain text: lines `Label: value`, labels without case or accents. Needed are a type or a description,
 * and an address; a mail with none of them is not in this format. What the sender cites is no alarm; what he forwards is,
 * if he writes none himself.
 */
export async function parsePlainText(mail: Mail): Promise<Outcome | null> {
  const { own, forwarded, cited } = splitOwnText(mail.text.slice(0, LENGTH_LIMIT).replace(/\r\n?/g, '\n'))
  const outcome = readAlarm(own) ?? readAlarm(forwarded)
  if (outcome) return outcome
  if (readAlarm(cited)?.etat !== 'alarm') return null
  return { etat: 'ignored', raison: 'L’alarme n’est que dans une partie citée du message.' }
}

function readAlarm(text: string): Outcome | null {
  const fields = readFields(text)
  const one = (field: Field) => fields[field][0] ?? ''
  const said = [one('type'), one('description')]
  const described = said.some((text) => text !== '')
  const placed = one('adresse') !== ''
  const weather = described
    ? weatherWarning([...said, one('code')], placed || fields.coordonnees.length > 0)
    : null
  if (weather) return weather
  if (described && placed) return { etat: 'alarm', report: toReport(fields) }
  const etat = telling.some((field) => fields[field].length > 0) ? 'failed' : 'ignored'
  if (described) return { etat, raison: 'Le message n’a pas d’adresse.' }
  return placed ? { etat, raison: 'Le message n’a ni type ni description.' } : null
}

function toReport(fields: Fields): Report {
  const one = (field: Field) => fields[field][0] ?? ''
  return buildReport({
    type: one('type'),
    code: one('code'),
    couleur: one('couleur'),
    adresse: one('adresse'),
    description: one('description'),
    date: one('date'),
    position: readPosition(one('coordonnees')),
    sis: fields.sis.flatMap((value) => value.split(',')),
    groupes: fields.groupe,
    personnes: fields.sapeur.map(readSapeur),
    avertissements: repetitions(fields),
  })
}

// A second value of what an alarm has once: only the first is read, and the ledger says so.
function repetitions(fields: Fields): string[] {
  return (Object.keys(names) as Field[]).flatMap((field) => {
    const [first, ...others] = new Set(fields[field])
    if (first === undefined || others.length === 0) return []
    const unread = others.map((value) => shortened(value)).join(', ')
    return [`« ${names[field]} » est donné plusieurs fois ; pas lu : ${unread}.`]
  })
}

// `Nom Prénom, +41…`: whoever is named in such a mail comes.
function readSapeur(text: string): Personne {
  const { nom, telephones } = splitNameAndNumbers(text)
  return { nom: shortened(nom), telephones, reponse: 'vient' }
}
