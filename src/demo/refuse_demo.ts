import type { Pool } from 'pg'
import type { Config } from '../config.ts'
import { isLoopback } from '../process/loopback.ts'

type Exposure = Pick<Config, 'HOST' | 'DEMO_PUBLIC' | 'PRODUCTION'>

/**
 * Refuses to start with the demo, because the password of its accounts is public. In production it always refuses. Elsewhere it
 * refuses an address that other machines reach, unless DEMO_PUBLIC is true.
 * @throws with the setting to change
 */
export function refuseDemo(exposure: Exposure): void {
  const reason = reasonToRefuse(exposure)
  if (reason !== null) throw new Error(reason)
}

/** Refuses to serve a database in which the demo's accounts still have their password. @throws as refuseDemo, with the accounts. */
export async function refuseDemoAccounts(pool: Pick<Pool, 'query'>, exposure: Exposure): Promise<void> {
  const reason = reasonToRefuse(exposure)
  if (reason === null) return
  const { rows } = await pool.query<{ emails: string[] }>('select auth.demo_users() as emails')
  const emails = rows[0]?.emails ?? []
  if (emails.length === 0) return
  throw new Error(
    `${reason}\nComptes à désactiver (caserne user disable) ou à doter d’un autre mot de passe : ${emails.join(', ')}`,
  )
}

function reasonToRefuse({ HOST, DEMO_PUBLIC, PRODUCTION }: Exposure): string | null {
  const known = 'le mot de passe de ses comptes est connu de tous.'
  if (PRODUCTION) return `La démo ne se lance pas avec NODE_ENV=production : ${known}`
  if (DEMO_PUBLIC || isLoopback(HOST)) return null
  return (
    `La démo ne se sert pas à l’adresse ${HOST} (HOST) : ${known} ` +
    'Pour y laisser entrer tout le monde malgré cela, indiquez DEMO_PUBLIC=true.'
  )
}
