import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../config.ts'
import { connectAsOwner, requireMigrated } from '../db/migrate.ts'
import { type Step, unwatched } from '../process/progress.ts'
import { demoSis, demoTelephone } from './demo_sis.ts'
import { historySteps, loadHistory } from './history.ts'

export interface DemoOptions {
  /**
   * Three years of interventions, exercices and accounts (default true). `recent`: the last months only; the SIS are noted
   * as those whose past `fillDemo` still loads.
   */
  history?: boolean | 'recent'
  /** The current day of the demo, `YYYY-MM-DD`; by default today in the time zone of its SIS. */
  today?: string
  /** Called at the beginning of each of the `demoSteps` steps. */
  step?: Step
}

/** Number of steps that loading the demo takes. */
export function demoSteps(history: boolean | 'recent'): number {
  return 1 + (history ? historySteps('recent') : 0) + (history === true ? historySteps('past') : 0)
}

/**
 * Loads the demo into a migrated database, whole or not at all.
 * @returns false when the database already holds a SIS; nothing is changed then.
 * @throws when the database is not migrated, with the command to run.
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
    if (history) await loadHistory(client, 'recent', step)
    if (history === true) await loadHistory(client, 'past', step)
    if (history === 'recent')
      await client.query(
        `insert into request.remplissages (sis_key, jour)
         select s.api_key, current_setting('demo.today')::date from auth.sis s`,
      )
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
