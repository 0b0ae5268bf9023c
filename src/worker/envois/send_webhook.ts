import type { Task } from 'graphile-worker'
import type { Pool } from 'pg'
import { Webhook } from 'standardwebhooks'
import { z } from 'zod'
import { openText, sealedPlace } from '../../text/sealed_text.ts'
import { type Outbound, Unanswered } from './outbound.ts'

const Payload = z.object({ sis_key: z.string(), envoi_id: z.int() })

// The answer of jobs.begin_webhook.
const Begun = z.object({
  id: z.int(),
  url: z.string(),
  secret: z.string(),
  message: z.record(z.string(), z.unknown()),
})

const PATIENCE_MS = 15_000

interface Outcome {
  code: number | null
  raison: string
}

/**
 * The task `send_webhook`: tells a webhook of an event, signed as Standard Webhooks say. The id of the message stays the
 * same at each try, so a receiver knows what it has read already.
 * @param key MAILBOX_KEY, in base64
 */
export function sendWebhook(pool: Pool, outbound: Outbound, key: string, patienceMs = PATIENCE_MS): Task {
  return async (given) => {
    const { sis_key, envoi_id } = Payload.parse(given)
    const { rows } = await pool.query('select jobs.begin_webhook($1, $2) as begun', [sis_key, envoi_id])
    if (rows[0]?.begun == null) return
    const { code, raison } = await post({ outbound, key, patienceMs }, sis_key, Begun.parse(rows[0].begun))
    await pool.query('select jobs.end_webhook($1, $2, $3, $4)', [sis_key, envoi_id, code, raison])
  }
}

async function post(
  { outbound, key, patienceMs }: { outbound: Outbound; key: string; patienceMs: number },
  sis: string,
  { id, url, secret: sealed, message }: z.infer<typeof Begun>,
): Promise<Outcome> {
  const secret = openText(Buffer.from(sealed, 'hex'), key, sealedPlace.webhook(sis))
  if (secret === null)
    return { code: null, raison: 'Le secret ne peut pas être déchiffré : donnez-le à nouveau.' }
  const body = JSON.stringify(message)
  const now = new Date()
  const name = `msg_${sis}_${id}`
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Caserne',
    'webhook-id': name,
    'webhook-timestamp': Math.floor(now.getTime() / 1_000),
    'webhook-signature': new Webhook(secret).sign(name, now, body),
  }
  try {
    const { status: code } = await outbound.post(url, headers, body, patienceMs)
    return { code, raison: code >= 200 && code < 300 ? '' : sentenceOf(code) }
  } catch (error) {
    if (error instanceof Unanswered) return { code: null, raison: error.message }
    throw error
  }
}

function sentenceOf(code: number): string {
  return code >= 300 && code < 400
    ? `Le service a répondu ${code} : une redirection n’est pas suivie.`
    : `Le service a répondu ${code}.`
}
