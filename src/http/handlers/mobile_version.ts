import type { RequestHandler } from 'express'
import { query } from '../../db/pool.ts'
import type { Databases } from '../cells/databases.ts'
import { sendKnown } from './send_known.ts'

/** GET /mobile/latest-version: public, because clients ask before they sign in. */
export function getMobileVersion(databases: Databases): RequestHandler {
  return async (req, res) => {
    const { rows } = await query(databases.of(null).pool, { text: 'select api.get_mobile_version() as data' })
    sendKnown(req, res.set('Cache-Control', 'no-cache'), { data: rows[0]?.data })
  }
}
