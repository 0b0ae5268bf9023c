import { z } from 'zod'
import { buildReport } from '../build_report.ts'
import { fold } from '../fold.ts'
import type { Mail } from '../parser.ts'
import { noPosition, type Position, positionFromLv95, positionFromWgs84 } from '../position.ts'
import type { Outcome, Personne, Report } from '../report.ts'

const text = z
  .string()
  .nullish()
  .transform((value) => value?.trim() ?? '')

const reponses = {
  vient: 'vient',
  'ne vient pas': 'ne_vient_pas',
  'pas atteint': 'pas_atteint',
  aucune: 'aucune',
  '': 'aucune',
} as const

const reponse = text
  .transform((value) => fold(value.replaceAll('_', ' ')))
  .pipe(z.enum(Object.keys(reponses) as (keyof typeof reponses)[]))
  .transform((value): Personne['reponse'] => reponses[value])

// The body of an alarm in JSON. Unknown keys are dropped; null stands for absent.
const Body = z.object({
  type: text,
  adresse: text,
  description: text,
  date: text,
  code: text,
  couleur: text,
  coordonnees: z
    .union([z.object({ lat: z.number(), lon: z.number() }), z.object({ e: z.number(), n: z.number() })])
    .nullish(),
  sis: z.array(z.string()).nullish(),
  groupes: z.array(z.object({ no: z.union([z.string(), z.number()]).nullish(), nom: text })).nullish(),
  sapeurs: z.array(z.object({ nom: text, prenom: text, telephone: text, reponse })).nullish(),
})
type Body = z.infer<typeof Body>

/**
 * An alarm in JSON: an `application/json` attachment or body, or a text body that is a JSON object. A wrong type
 * makes the message `failed` with the field named; a JSON object with none of the known keys is not an alarm's.
 */
export async function parseJson(mail: Mail): Promise<Outcome | null> {
  for (const { filename, contentType, content } of mail.attachments) {
    const named = contentType === 'application/octet-stream' && /\.json$/i.test(filename)
    if (contentType !== 'application/json' && !named) continue
    const outcome = readDocument(content.toString('utf8').replace(/^\uFEFF/, ''))
    if (outcome) return outcome
  }
  const body = mail.text.trim()
  return body.startsWith('{') && body.endsWith('}') ? readDocument(body) : null
}

function readDocument(source: string): Outcome | null {
  let value: unknown
  try {
    value = JSON.parse(source)
  } catch {
    return { etat: 'failed', raison: 'Le document JSON est illisible.' }
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    if (!Object.keys(value).some((key) => key in Body.shape)) return null
  }
  const parsed = Body.safeParse(value)
  if (!parsed.success) return wrongField(parsed.error)
  const { type, description, adresse, coordonnees } = parsed.data
  if (type === '' && description === '') return missing('type')
  if (adresse === '' && !coordonnees) return missing('adresse')
  return { etat: 'alarm', report: toReport(parsed.data) }
}

function missing(field: string): Outcome {
  return { etat: 'failed', raison: `JSON : le champ « ${field} » manque.` }
}

function wrongField(error: z.ZodError): Outcome {
  const path = error.issues[0]?.path.join('.') || 'document'
  return { etat: 'failed', raison: `JSON : le champ « ${path} » n’a pas la forme attendue.` }
}

function toReport(body: Body): Report {
  return buildReport({
    ...body,
    position: readPosition(body.coordonnees),
    sis: body.sis ?? [],
    groupes: (body.groupes ?? []).map(({ no, nom }) => `${no ?? ''} ${nom}`.trim()),
    personnes: (body.sapeurs ?? []).map(toPersonne),
  })
}

function readPosition(coordonnees: Body['coordonnees']): Position {
  if (!coordonnees) return noPosition()
  return 'e' in coordonnees
    ? positionFromLv95(coordonnees.e, coordonnees.n)
    : positionFromWgs84(coordonnees.lat, coordonnees.lon)
}

function toPersonne(sapeur: NonNullable<Body['sapeurs']>[number]): Personne {
  const telephones = sapeur.telephone === '' ? [] : [sapeur.telephone]
  return { nom: `${sapeur.nom} ${sapeur.prenom}`.trim(), telephones, reponse: sapeur.reponse }
}
