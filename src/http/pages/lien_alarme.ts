import express, { type Request, type Router } from 'express'
import type { Logger } from 'pino'
import { z } from 'zod'
import { hashToken } from '../../auth/opaque_token.ts'
import { query } from '../../db/pool.ts'
import { html } from '../../text/html.ts'
import type { Databases } from '../cells/databases.ts'
import { readFields } from '../input/read_body.ts'
import { announceReponse } from '../live/announce_reponse.ts'
import type { Notifications } from '../live/listener.ts'
import { refusals } from '../refusals/errors.ts'
import { answerRefusals } from './answer_refusals.ts'
import { answerPage, type Page, sentencesPage } from './page.ts'

const Reponse = z.enum(['vient', 'plus_tard', 'ne_vient_pas'])

// The answer of app.describe_lien.
const Lien = z.object({
  sis: z.string(),
  nom_prenom: z.string().nullable(),
  date: z.string(),
  type: z.string(),
  code: z.string(),
  adresse: z.string(),
  complement: z.string(),
  description: z.string(),
  location_wgs84: z.string(),
  ouverte: z.boolean(),
  reponse: Reponse.nullable(),
})
type Lien = z.infer<typeof Lien>

const words = {
  vient: 'Je viens',
  plus_tard: 'Je viens plus tard',
  ne_vient_pas: 'Je ne viens pas',
} satisfies Record<z.infer<typeof Reponse>, string>

// A link opens the request of its SIS without any permission. The function lets in anyone who has its token.
const statements = {
  describe_lien:
    "select app.describe_lien(token => $2)::text as json from request.open(null, $1, '{}', null)",
  repondre_lien:
    "select app.repondre_lien(token => $2, reponse => $3)::text as json from request.open(null, $1, '{}', null)",
}

const unknown = sentencesPage(
  410,
  'Ce lien n’est plus valable',
  'Un lien vaut deux heures, et pour une seule alarme.',
  'Pour répondre, ouvrez le tableau de Caserne, ou appelez votre centrale.',
)

/**
 * The page that the link of a message leads to: `/r/<token>`. GET changes nothing, because mail scanners open links.
 * POST answers the alarm. It works without scripts.
 */
export function lienAlarmePage(
  databases: Databases,
  listener: Notifications,
  log: Pick<Logger, 'warn' | 'debug'>,
): Router {
  const router = express.Router({ strict: true, caseSensitive: true })
  const readForm = readFields(1024, 5)
  router
    .route('/r/:token')
    .get(async (req, res) => {
      const json = await call(databases, 'describe_lien', req)
      answerPage(res, json === null ? unknown : alarmePage(Lien.parse(JSON.parse(json))))
    })
    .post(readForm, async (req, res) => {
      const { data } = Reponse.safeParse(req.body?.reponse)
      if (data === undefined)
        return answerPage(res, sentencesPage(422, 'Réponse inconnue', 'Choisissez une des trois réponses.'))
      const known = (await call(databases, 'repondre_lien', req, data)) === 'true'
      if (!known) return answerPage(res, unknown)
      announceReponse(listener, readToken(req).sis)
      // To the page itself: loading it again must not answer again. Relative, because a proxy may serve it elsewhere.
      res.set('Cache-Control', 'no-store').redirect(303, req.params.token)
    })
    .all(() => {
      throw refusals.methodNotAllowed('GET, HEAD, POST, OPTIONS')
    })
  router.use(
    '/r',
    answerRefusals(log, () => null),
  )
  return router
}

function readToken(req: Request): { sis: string | null; token: string | null } {
  const [, sis = null, token = null] = /^([\w-]{1,64})\.([\w-]{22})$/.exec(String(req.params.token)) ?? []
  return { sis, token }
}

async function call(
  databases: Databases,
  name: keyof typeof statements,
  req: Request,
  ...values: string[]
): Promise<string | null> {
  const { sis, token } = readToken(req)
  if (sis === null || token === null) return null
  const { pool, namedStatements } = databases.of(sis)
  const { rows } = await query<{ json: string | null }>(pool, {
    ...(namedStatements && { name }),
    text: statements[name],
    values: [sis, hashToken(token), ...values],
  })
  return rows[0]?.json ?? null
}

function alarmePage(lien: Lien): Page {
  const { sis, nom_prenom, date, type, code, adresse, complement, description, ouverte, reponse } = lien
  const facts = [complement, description].filter((each) => each !== '')
  return {
    status: 200,
    title: [type, code].filter(Boolean).join(' '),
    body: html`<p class="place">${adresse}</p>
${facts.map((each) => html`<p>${each}</p>\n`)}${lien.location_wgs84 === '' ? null : html`<p><a href="geo:${lien.location_wgs84}">Ouvrir la carte</a></p>\n`}<p class="hint">${sis}, ${date}</p>
<p role="status"><b>${nom_prenom ?? ''}</b> : ${reponse === null ? 'pas encore de réponse' : words[reponse]}</p>
${ouverte ? formOf(reponse) : html`<p>Il est trop tard pour répondre à cette alarme.</p>`}
`,
  }
}

const formOf = (reponse: Lien['reponse']) => html`<form method="post" class="choices">
${Reponse.options.map((each) => html`<button name="reponse" value="${each}"${reponse === null ? null : html` aria-pressed="${String(each === reponse)}"`}>${words[each]}</button>\n`)}</form>
<p class="hint">La dernière réponse compte. Ce message ne remplace pas l’alarme de la centrale.</p>`
