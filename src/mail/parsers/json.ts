import type { z } from 'zod'
import { decodeText } from '../mime/decode_text.ts'
import { splitOwnText } from '../mime/own_text.ts'
import { buildReport } from '../report/build_report.ts'
import { chooseOutcome } from '../report/choose_outcome.ts'
import { splitNameAndNumbers } from '../report/numbers.ts'
import type { Attachment, Mail } from '../report/parser.ts'
import { noPosition, type Position, positionFromMetres, positionFromWgs84 } from '../report/position.ts'
import type { Outcome, Personne, Report } from '../report/report.ts'
import { weatherWarning } from '../report/weather.ts'
import { Body } from './json_body.ts'

/**
 * Reads an alarm in JSON: an attachment that claims to be JSON by type or name, or a text body that is a JSON
 * object. A wrong type makes the message `failed` and names the field. A JSON object without any known key is
 * no alarm. The same alarm twice is one.
 */
export async function parseJson(mail: Mail): Promise<Outcome | null> {
  const sources: string[] = []
  for (const { content, charset } of mail.attachments.filter(isJson)) {
    sources.push(decodeText(content, charset ?? ''))
  }
  const { own, forwarded } = splitOwnText(mail.text.replace(/\r\n?/g, '\n'))
  const body = [own, forwarded].map((text) => text.trim()).find((text) => /^\{\s*"/.test(text))
  if (body !== undefined) sources.push(body)
  const outcomes = sources.map(readDocument).filter((outcome) => outcome !== null)
  return chooseOutcome(outcomes)
}

/** Whether an attachment claims to be JSON. */
export function isJson({ contentType, filename }: Attachment): boolean {
  return /[/+]json$/.test(contentType) || /\.json$/i.test(filename)
}

function readDocument(source: string): Outcome | null {
  let value: unknown
  try {
    value = JSON.parse(source.replace(/^\uFEFF/, ''))
  } catch {
    return { etat: 'failed', raison: 'Le document JSON est illisible.' }
  }
  if (Array.isArray(value)) return readList(value)
  if (!isAlarm(value)) return null
  const parsed = Body.safeParse(value)
  if (!parsed.success) return wrongField(parsed.error)
  const { type, description, adresse } = parsed.data
  const position = readPosition(parsed.data.coordonnees)
  const placed = adresse !== '' || position.wgs84 !== null
  const weather = weatherWarning([type, parsed.data.code, description], placed)
  if (weather) return weather
  if (type === '' && description === '' && parsed.data.code === '' && !placed) return missing('type')
  const report = toReport(parsed.data, position)
  const warned = adresse === '' ? ['Le document n’a pas d’adresse.'] : []
  return { etat: 'alarm', report: { ...report, avertissements: [...report.avertissements, ...warned] } }
}

// The format defines no list of alarms, but an alarm in a list must not be lost.
function readList(values: unknown[]): Outcome | null {
  if (!values.some(isAlarm)) return null
  return { etat: 'failed', raison: 'JSON : une liste d’alarmes n’est pas lue ; une alarme est un objet.' }
}

function isAlarm(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.keys(Body.shape).some((key) => Object.hasOwn(value, key))
  )
}

function missing(field: string): Outcome {
  return { etat: 'failed', raison: `JSON : le champ « ${field} » manque.` }
}

function wrongField({ issues: [issue] }: z.ZodError): Outcome {
  const fault = issue?.code === 'too_big' ? 'a trop d’éléments' : 'n’a pas la forme attendue'
  return { etat: 'failed', raison: `JSON : le champ « ${issue?.path.join('.')} » ${fault}.` }
}

function toReport(body: Body, position: Position): Report {
  const groupes = (body.groupes ?? []).map(({ no, nom }) => `${no ?? ''} ${nom}`.trim())
  return buildReport({
    ...body,
    position,
    sis: body.sis ?? [],
    groupes: groupes.filter((titre) => titre !== ''),
    personnes: (body.sapeurs ?? []).map(toPersonne),
  })
}

function readPosition(coordonnees: Body['coordonnees']): Position {
  const { lat, lon, e, n } = coordonnees ?? {}
  if (typeof e === 'number' && typeof n === 'number') return positionFromMetres(e, n)
  return typeof lat === 'number' && typeof lon === 'number' ? positionFromWgs84(lat, lon) : noPosition()
}

function toPersonne({ nom, prenom, telephone, reponse }: NonNullable<Body['sapeurs']>[number]): Personne {
  const { nom: aside, telephones } = splitNameAndNumbers(telephone)
  // Text that is no number (`interne 12`) must still be shown.
  return {
    nom: `${nom} ${prenom}`.trim(),
    telephones: aside === '' ? telephones : [...telephones, aside],
    reponse,
  }
}
