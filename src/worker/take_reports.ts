import type { Pool } from 'pg'
import type { BaseLogger } from 'pino'
import { z } from 'zod'
import { query } from '../db/pool.ts'

// The answer of jobs.take_reports.
const Taken = z.object({
  faites: z.number(),
  echecs: z.array(z.object({ sis: z.string(), message: z.number(), raison: z.string() })),
})

/** Makes the alarms of reports of the instance's mailbox that another cell has read. What fails is tried every minute. */
export async function takeReports(pool: Pool, log: Pick<BaseLogger, 'info' | 'error'>): Promise<void> {
  const { rows } = await query<{ taken: unknown }>(pool, { text: 'select jobs.take_reports() as taken' })
  const { faites, echecs } = Taken.parse(rows[0]?.taken)
  if (faites > 0) log.info({ alarmes: faites }, 'alarms of reports from another cell')
  for (const each of echecs) log.error(each, 'a report from another cell became no alarm')
}

const Adresse = z.object({ sis_key: z.string(), invitation_id: z.number() })

/** Writes the e-mail of an invitation that was taken in the database of the accounts. */
export async function writeAdresse(pool: Pool, payload: unknown): Promise<void> {
  const { sis_key: sis, invitation_id: id } = Adresse.parse(payload)
  await query(pool, { text: 'select jobs.write_adresse($1, $2)', values: [sis, id] })
}
