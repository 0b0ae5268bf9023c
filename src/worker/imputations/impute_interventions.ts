import type pg from 'pg'
import { z } from 'zod'

/** The payload of the job `impute_interventions`. */
const Travail = z.object({ sis_key: z.string(), travail_id: z.int(), user_id: z.int().nullable() })

/**
 * Imputes the interventions of an accounting year, each in a transaction of its own. Another worker goes on where this
 * one ends.
 * @param stopping ends the job between two interventions
 * @throws when it is stopped, so that the queue runs the job again
 */
export async function imputeInterventions(
  pool: pg.Pool,
  payload: unknown,
  stopping: AbortSignal,
): Promise<void> {
  const { sis_key, travail_id, user_id } = Travail.parse(payload)
  for (;;) {
    stopping.throwIfAborted()
    const { rows } = await pool.query('select jobs.impute_next($1, $2, $3) as more', [
      sis_key,
      travail_id,
      user_id,
    ])
    if (!rows[0]?.more) return
  }
}
