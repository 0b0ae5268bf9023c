import type { RequestHandler } from 'express'
import { query } from '../../db/pool.ts'
import type { Database } from '../operations.ts'

/** GET /mobile/latest-version: for whoever asks, before signing in too. */
export function getMobileVersion({ pool }: Database): RequestHandler {
  return async (_req, res) => {
    const { rows } = await query(pool, { text: 'select api.get_mobile_version() as data' })
    res.json({ data: rows[0]?.data })
  }
}
