import type pg from 'pg'
import type { Config } from '../../config.ts'
import { errorText } from '../../text/error_text.ts'
import type { Check } from './check.ts'
import { type Finding, fault, unchecked } from './finding.ts'

/** A finding with the check that made it. */
export type Examination = Finding & { check: string }

/** A session of the database, and what it may; or why there is none. */
export type Session = { client: pg.Client; asOwner: boolean } | { fault: string }

/** Makes checks, one after the other, because they share a session. A check that fails is a fault itself. */
export async function examine(checks: Check[], config: Config, session: Session): Promise<Examination[]> {
  const found: Examination[] = []
  for (const check of checks)
    for (const finding of await findingsOf(check, config, session))
      found.push({ check: check.name, ...finding })
  return found
}

async function findingsOf(check: Check, config: Config, session: Session): Promise<Finding[]> {
  if (check.needs !== 'settings') {
    if ('fault' in session) return [unchecked('la base ne peut pas être examinée')]
    if (check.needs === 'owner' && !session.asOwner)
      return [unchecked('il faut DATABASE_URL, un login qui peut devenir caserne_owner')]
  }
  const examined = {
    config,
    get database() {
      if ('fault' in session) throw new Error(session.fault)
      return session.client
    },
  }
  return await check
    .examine(examined)
    .catch((error: unknown) => [
      fault(`n’a pas pu être examiné : ${errorText(error)}`, 'Corrigez cela, puis relancez.'),
    ])
}
