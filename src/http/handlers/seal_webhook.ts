import { randomBytes } from 'node:crypto'
import type { HostList } from '../../text/host_list.ts'
import { outgoingFault } from '../../text/outgoing_url.ts'
import { openText, sealedPlace, sealText } from '../../text/sealed_text.ts'
import type { Asked, Handler } from '../operation/handler.ts'
import { refusals } from '../refusals/errors.ts'

interface Body {
  url?: string
  secret?: string
}

/**
 * Before a webhook is changed: checks its address, and seals its secret, which only workers open.
 * @param readKey gives MAILBOX_KEY, in base64
 * @param open DELIVERY_HOSTS
 */
export function sealWebhook(readKey: () => string, open: HostList): NonNullable<Handler['before']> {
  return async (_database, asked) => {
    const { secret, ...body } = asked.body as Body
    const fault = body.url === undefined ? null : outgoingFault(body.url, open)
    if (fault !== null) throw refusals.invalid({ url: [fault] })
    asked.body = secret === undefined ? body : { ...body, secret: seal(secret, readKey(), asked) }
  }
}

/**
 * A new webhook gets a secret if none is given. Its function returns the secret as it was given, sealed: so the answer
 * shows it this once, also to a request that is repeated (Idempotency-Key).
 * @param readKey gives MAILBOX_KEY, in base64
 * @param open DELIVERY_HOSTS
 */
export function createWebhook(readKey: () => string, open: HostList): Handler {
  const before = sealWebhook(readKey, open)
  return {
    before: async (database, asked, req) => {
      asked.body = { secret: `whsec_${randomBytes(32).toString('base64')}`, ...(asked.body as Body) }
      await before(database, asked, req)
    },
    answer: async (json, _req, res) => {
      const { secret, ...webhook } = JSON.parse(json)
      const opened = openText(Buffer.from(secret, 'base64'), readKey(), placeIn(res.locals.caller))
      res.json({ data: { ...webhook, secret: opened } })
    },
  }
}

function seal(secret: string, key: string, { caller }: Asked): string {
  return sealText(secret, key, placeIn(caller)).toString('base64')
}

function placeIn({ sisKey }: Asked['caller']): readonly string[] {
  return sealedPlace.webhook(sisKey ?? '')
}
