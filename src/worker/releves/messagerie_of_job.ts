import type { Pool } from 'pg'
import { z } from 'zod'
import { type MessagerieKey, messagerieKey } from './messagerie_key.ts'

// The payload of the job `read_messagerie`. Those that release 0.1.0 queued have no SIS; none is left in the next release.
const Asked = z.object({ sis_key: z.string().optional(), messagerie_id: z.int() })

/**
 * The mailbox that a job `read_messagerie` asks for; null if it was removed.
 * @throws when the job has an id alone, and several SIS have such a mailbox
 */
export async function messagerieOfJob(
  pool: Pick<Pool, 'query'>,
  payload: unknown,
): Promise<MessagerieKey | null> {
  const { sis_key, messagerie_id } = Asked.parse(payload)
  if (sis_key !== undefined) return messagerieKey({ sis_key, messagerie_id })
  const call = 'select jobs.messagerie_sis($1) as sis_key'
  const found = (await pool.query<{ sis_key: string | null }>(call, [messagerie_id])).rows[0]?.sis_key ?? null
  return found === null ? null : messagerieKey({ sis_key: found, messagerie_id })
}
