import type { RequestHandler } from 'express'
import type { KeyRing } from '../../auth/keys.ts'
import { query } from '../../db/pool.ts'
import type { Database } from '../operations.ts'

/** GET /sis: the directory, for whoever asks. */
export function listSis({ pool }: Database): RequestHandler {
  return async (_req, res) => {
    const { rows } = await query(pool, { text: 'select auth.list_sis() as data' })
    res.json({ data: rows[0]?.data })
  }
}

/** GET /.well-known/jwks.json: the keys that access tokens are signed with, now and next. */
export function answerJwks(keys: KeyRing): RequestHandler {
  return (_req, res) => {
    res.set('Cache-Control', 'public, max-age=300').json(keys.publicKeys())
  }
}
