import type { RequestHandler } from 'express'
import { query } from '../../db/pool.ts'
import type { Database } from '../operations.ts'
import { sendKnown } from './send_known.ts'

/** GET /mobile/latest-version: public, because clients ask before they sign in. */
export function getMobileVersion({ pool }: Database): RequestHandler {
  return async (req, res) => {
    const { rows } = await query(pool, { text: 'select api.get_mobile_version() as data' })
    sendKnown(req, res.set('Cache-Control', 'no-cache'), { data: rows[0]?.data })
  }
}
