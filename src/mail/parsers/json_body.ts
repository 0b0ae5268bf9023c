import { z } from 'zod'
import { fold } from '../report/fold.ts'
import { plainSpaces } from '../report/plain_spaces.ts'
import type { Personne } from '../report/report.ts'

const text = z
  .string()
  .nullish()
  .transform((value) => plainSpaces(value ?? '').trim())

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

const number = z.number().nullish()

// A position: `{lat, lon}` or `{e, n}`. Half a pair is a fault; without a pair there is no position.
const coordonnees = z
  .object({ lat: number, lon: number, e: number, n: number })
  .superRefine((value, context) => {
    for (const [one, other] of [
      ['lat', 'lon'],
      ['lon', 'lat'],
      ['e', 'n'],
      ['n', 'e'],
    ] as const) {
      if (typeof value[one] === 'number' && typeof value[other] !== 'number') {
        context.addIssue({ code: 'custom', path: [other] })
      }
    }
  })
  .nullish()

/** The body of an alarm in JSON. Unknown keys are dropped; null counts as absent. */
export const Body = z.object({
  type: text,
  adresse: text,
  description: text,
  date: text,
  code: text,
  couleur: text,
  coordonnees,
  sis: z.array(z.string()).max(100).nullish(),
  groupes: z
    .array(z.object({ no: z.union([z.string(), z.int()]).nullish(), nom: text }))
    .max(200)
    .nullish(),
  sapeurs: z
    .array(z.object({ nom: text, prenom: text, telephone: text, reponse }))
    .max(1_000)
    .nullish(),
})

export type Body = z.infer<typeof Body>
