import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { root } from '../config.ts'
import type { Step } from '../process/progress.ts'
import { demoSis } from './demo_sis.ts'
import { lieux } from './lieux.ts'
import { scenarios } from './scenarios.ts'

// In this order: who and what there is, what happened, what was paid for it.
const chapters = [
  ['sis', 'réglages'],
  ['people', 'personnel'],
  ['interventions', 'interventions'],
  ['alarmes', 'alarmes'],
  ['presences', 'présences'],
  ['exercices', 'exercices'],
  ['comptes', 'comptes'],
] as const

/** How many steps the past takes. */
export const historySteps = demoSis.length * chapters.length

// As whom the owner writes, under the policies like everyone.
const permissions = [
  'sis.config',
  'sapeur.modification',
  'sapeur.lecture',
  'intervention.lecture',
  'intervention.modification',
  'intervention.validation',
  'intervention.config',
  'exercice.lecture',
  'exercice.modification',
  'exercice.presence',
  'exercice.validation',
  'comptabilite.lecture',
  'comptabilite.modification',
  'comptabilite.config',
]

/**
 * Gives the demo's two SIS a past: the three accounting years up to the day before the setting `demo.today`. In the transaction
 * that has loaded the demo, as the owner.
 */
export async function loadHistory(client: pg.Client, step: Step): Promise<void> {
  for (const [index, { key }] of demoSis.entries()) {
    const history = { no: index + 1, scenarios, lieux: lieux[key] }
    await client.query("select set_config('demo.history', $1, true)", [JSON.stringify(history)])
    await client.query('select request.open(null, $1, $2, null)', [key, permissions])
    for (const [chapter, name] of chapters) {
      step(`démo : ${name} de ${key}`)
      await client.query(readFileSync(join(root, `src/demo/history/${chapter}.sql`), 'utf8'))
    }
  }
  await client.query('select request.open(null, null, null, null)')
}
