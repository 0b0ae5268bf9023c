import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { root } from '../config.ts'
import type { Step } from '../process/progress.ts'
import { demoSis } from './demo_sis.ts'
import { lieux } from './lieux.ts'
import { scenarios } from './scenarios.ts'

// Files of history/, in order: people and things first, then events, then who could come, then pay.
const chapters = [
  ['sis', 'réglages'],
  ['sapeurs', 'personnel'],
  ['interventions', 'interventions'],
  ['alarmes', 'alarmes'],
  ['presences', 'présences'],
  ['reponses', 'réponses'],
  ['exercices', 'exercices'],
  ['validations', 'validations'],
  ['absences', 'absences'],
  ['piquets', 'piquets'],
  ['effectif', 'effectif requis'],
  ['paie', 'comptes'],
] as const

/** A part of the past: a file of history/. */
type Chapter = (typeof chapters)[number][0]

/** Number of steps that loading the past takes. */
export const historySteps = demoSis.length * chapters.length

// Opens the request that the owner writes under: the policies hold the owner too.
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
 * Gives the demo's two SIS a past, the three accounting years up to the day before the setting `demo.today`, and a plan
 * of the next weeks. The owner calls it in the transaction that loads the demo.
 * @param only the chapters to load; by default all
 */
export async function loadHistory(client: pg.Client, step: Step, only?: Chapter[]): Promise<void> {
  // Each function is planned once. The tables are empty or small when that happens, which suits: to plan again for each
  // row would take most of the time.
  await client.query('set local plan_cache_mode = force_generic_plan')
  for (const [index, { key }] of demoSis.entries()) {
    const history = { no: index + 1, scenarios, lieux: lieux[key] }
    await client.query("select set_config('demo.history', $1, true)", [JSON.stringify(history)])
    await client.query('select request.open(null, $1, $2, null)', [key, permissions])
    for (const [chapter, name] of chapters) {
      if (only && !only.includes(chapter)) continue
      step(`démo : ${name} de ${key}`)
      await client.query(readFileSync(join(root, `src/demo/history/${chapter}.sql`), 'utf8'))
    }
  }
  await client.query('select request.open(null, null, null, null)')
}
