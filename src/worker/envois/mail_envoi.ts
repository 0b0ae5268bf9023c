import type { Task } from 'graphile-worker'
import type { Pool } from 'pg'
import { z } from 'zod'
import { Mail } from '../send/letters.ts'
import { mailPoster } from '../send/post_mail.ts'
import type { Outgoing } from '../send/send_mail.ts'
import { linkTo, linkTokens } from './lien.ts'

const Payload = z.object({ sis_key: z.string(), envoi_id: z.int() })

// The answer of jobs.begin_mail_envoi, beside the mail itself.
const Place = z.object({ lot: z.string(), appareil_id: z.int(), lien: z.string().nullable() })

/**
 * The task `mail_envoi`: tells a device that is an e-mail.
 * @param key MAILBOX_KEY, in base64
 * @param base address of the data server
 * @throws errors of the database and of the mail server; the queue tries again
 */
export function mailEnvoi(pool: Pool, outgoing: Outgoing, key: string, base: string): Task {
  const post = mailPoster(outgoing)
  const tokenFor = linkTokens(key)
  return async (given, { job, abortSignal }) => {
    const { sis_key, envoi_id } = Payload.parse(given)
    const { rows } = await pool.query('select jobs.begin_mail_envoi($1, $2) as mail', [sis_key, envoi_id])
    if (rows[0]?.mail == null) return
    const mail = Mail.parse(rows[0].mail)
    const { lot, appareil_id, lien } = Place.parse(rows[0].mail)
    const link =
      mail.genre === 'alarme'
        ? linkTo(base, sis_key, tokenFor(sis_key, lot, appareil_id))
        : new URL(lien ?? '/tableau', base).href
    const { subject } = await post(mail, link, job, abortSignal)
    const told = { id: envoi_id, etat: 'remis', at: new Date().toISOString(), raison: '' }
    await pool.query('select jobs.end_envois($1, $2)', [sis_key, JSON.stringify([told])])
    outgoing.announce?.({ to: mail.email, subject, link })
  }
}
