import type { Request } from 'express'
import { hashToken, newToken } from '../../auth/opaque_token.ts'
import type { Handler } from '../operation/handler.ts'

interface Made {
  hash: string
  shown: string
}

/**
 * Makes the secret token of a new record, and answers it this once. The function is given its SHA-256 in hexadecimal as
 * `token_hash`, and returns it with the record. A repeated request (Idempotency-Key) gets null, because the token of the
 * first one is stored nowhere.
 * @param field the field of the answer
 * @param show the token as it is shown: it begins with the key of its SIS, under whose policies it is looked up
 */
export function makeToken(field: string, show: (token: string) => string): Handler {
  const made = new WeakMap<Request, Made>()
  return {
    before: async (_database, asked, req) => {
      const token = newToken()
      const hash = hashToken(token).toString('hex')
      asked.body = { ...(asked.body as object), token_hash: hash }
      made.set(req, { hash, shown: show(`${asked.caller.sisKey}.${token}`) })
    },
    answer: async (json, req, res) => {
      const { token_hash, ...record } = JSON.parse(json)
      const own = made.get(req)
      res.json({ data: { ...record, [field]: own?.hash === token_hash ? own?.shown : null } })
    },
  }
}
