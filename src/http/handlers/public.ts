import type { RequestHandler } from 'express'
import type { KeyRing } from '../../auth/keys.ts'
import { query } from '../../db/pool.ts'
import type { Database } from '../operation/database.ts'
import { sendKnown } from './send_known.ts'

/** GET /sis: the public directory of SIS. */
export function listSis({ pool }: Database): RequestHandler {
  return async (req, res) => {
    const { rows } = await query(pool, { text: 'select auth.list_sis() as data' })
    sendKnown(req, res.set('Cache-Control', 'no-cache'), { data: rows[0]?.data })
  }
}

/** GET /mobile/latest-version: none, because the service ships no application. Existing clients ask either API. */
export const answerLatestVersion: RequestHandler = (req, res) => {
  sendKnown(req, res.set('Cache-Control', 'no-cache'), { data: { version: null } })
}

/** GET /.well-known/jwks.json: the current and the next public keys of access tokens. */
export function answerJwks(keys: KeyRing): RequestHandler {
  return (req, res) => {
    sendKnown(req, res.set('Cache-Control', 'public, max-age=300'), keys.publicKeys())
  }
}
