import { randomBytes } from 'node:crypto'
import type { Request } from 'express'
import { type OutgoingReach, outgoingFault } from '../../text/outgoing_url.ts'
import { sealedPlace, sealText } from '../../text/sealed_text.ts'
import { refusals } from '../errors.ts'
import type { Handler } from '../operations.ts'

interface Body {
  url?: string
  secret?: string
}

// The new secret of a request, until it is answered.
const secrets = new WeakMap<Request, string>()

/**
 * Before a webhook is written: checks its address, and seals its secret, which only workers open. A new webhook gets a
 * secret if none is given, which the answer shows this once.
 * @param readKey gives MAILBOX_KEY, in base64
 */
export function sealWebhook(readKey: () => string, reach: OutgoingReach): Handler {
  return {
    before: async (_database, asked, req) => {
      const { secret, ...body } = asked.body as Body
      const fault = body.url === undefined ? null : outgoingFault(body.url, reach)
      if (fault !== null) throw refusals.invalid({ url: [fault] })
      const isNew = asked.path.id === undefined
      const given = secret ?? (isNew ? `whsec_${randomBytes(32).toString('base64')}` : undefined)
      asked.body = body
      if (given === undefined) return
      if (isNew) secrets.set(req, given)
      const sealed = sealText(given, readKey(), sealedPlace.webhook(asked.caller.sisKey ?? ''))
      asked.body = { ...body, secret: sealed.toString('base64') }
    },
    answer: async (json, req, res) => {
      const secret = secrets.get(req)
      res.json({ data: { ...JSON.parse(json), ...(secret !== undefined && { secret }) } })
    },
  }
}
