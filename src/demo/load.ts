import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../config.ts'
import { connectAsOwner, requireMigrated } from '../db/migrate.ts'
import { type Step, unwatched } from '../process/progress.ts'
import { demoSis, demoTelephone } from './demo_sis.ts'
import { historySteps, loadHistory } from './history.ts'

export interface DemoOptions {
  /** Whether the SIS have a past too, by default: three years of interventions, exercices and accounts. */
  history?: boolean
  /** The day that all others are relative to, `YYYY-MM-DD`; by default the demo's SIS's own. */
  today?: string
  /** Told of each step that begins; there are `demoSteps`. */
  step?: Step
}

/** How many steps it takes to load the demo. */
export function demoSteps(history: boolean): number {
  return 1 + (history ? historySteps : 0)
}

/**
 * Loads the demo into a migrated database, whole or not at all.
 * @returns false when the database already holds a SIS: then nothing is touched.
 * @throws with the command that helps, when the database is not migrated.
 */
export async function loadDemo(
  adminUrl: string,
  { history = true, today, step = unwatched }: DemoOptions = {},
): Promise<boolean> {
  const client = await connectAsOwner(adminUrl)
  try {
    await requireMigrated(client)
    const { rows } = await client.query('select auth.list_sis() as sis')
    if (rows[0]?.sis.length > 0) return false
    step('démo : comptes et personnel')
    await client.query('begin')
    await client.query(
      `select set_config('demo.sis', $1, true),
              set_config('demo.today', coalesce($2, (now() at time zone 'Europe/Zurich')::date::text), true)`,
      [JSON.stringify(demoSis.map(describe)), today],
    )
    await client.query(readFileSync(join(root, 'src/demo/demo.sql'), 'utf8'))
    if (history) await loadHistory(client, step)
    await client.query('commit')
    return true
  } finally {
    await client.end()
  }
}

function describe(sis: (typeof demoSis)[number]): object {
  const people = sis.people.map(([nom, prenom], index) => ({
    nom,
    prenom,
    telephone: demoTelephone(sis, index),
  }))
  return { key: sis.key, nom: sis.nom, abreviation: sis.abreviation, people }
}
